// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Glibc
import LinuxIO
import LocationClient
import LocationTestSupport
import Testing

/// Daemons that are there and say nothing: stopped, hung, or none of this project.
@Suite struct HungDaemonTests {
  /// Seconds since it was made, and what happened then.
  private final class Diary: Sendable {
    let events = Notebook<String>()
    private let start = ContinuousClock.now

    var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }

    func listen(to manager: LocationManager) -> LocationObservation {
      manager.observe { [events] event in
        switch event {
        case .didLoseConnection(let reason): events.write("lost: \(reason)")
        case .didReconnect: events.write("back")
        case .didFailWithError(let error): events.write("\(error)")
        case .didUpdateLocations(let locations, _): events.write("\(locations.count) location")
        default: break
        }
      }
    }
  }

  @Test(arguments: ["", #"{"jsonrpc":"2.0","id""#])
  func `a peer that says nothing, or half a line, is told as lost, and a request fails in time`(
    word: String
  ) throws {
    let daemon = try FloodingDaemon(Array(word.utf8), when: "initialize")
    let manager = LocationManager(configuration: .init(socketPath: daemon.path))
    let diary = Diary()
    let observation = diary.listen(to: manager)
    manager.requestLocation(timeout: 5)
    try diary.events.wait("the loss", seconds: 15) { !$0.isEmpty }
    #expect((3.9...8).contains(diary.seconds), "\(diary.seconds)")
    try diary.events.wait("the failure", seconds: 15) { $0.count >= 2 }
    #expect((4.9...9.5).contains(diary.seconds), "\(diary.seconds)")
    #expect(
      diary.events.all == [
        "lost: the daemon does not answer", "locationUnknown: the daemon does not answer",
      ]
    )
    observation.cancel()
  }

  @Test func `a daemon that is stopped in mid-stream is told within ten seconds, and heals`()
    throws
  {
    let scene = try ClientScene()
    let manager = scene.manager()
    let diary = Diary()
    let observation = diary.listen(to: manager)
    manager.startUpdatingLocation()
    try diary.events.wait("a location") { $0.contains("1 location") }
    kill(scene.daemon.process.pid, SIGSTOP)
    let stop = diary.seconds
    try diary.events.wait("the loss", seconds: 20) { $0.last?.hasPrefix("lost") ?? false }
    #expect(diary.seconds - stop < 10.5)
    #expect(manager.location == nil)
    kill(scene.daemon.process.pid, SIGCONT)
    let events = try diary.events.wait("a location", seconds: 5) { $0.last == "1 location" }
    #expect(
      events.filter { !$0.hasSuffix("location") } == [
        "lost: the daemon does not answer", "back",
      ]
    )
    observation.cancel()
  }

  @Test func `a peer that accepts and closes is lost once, not at each attempt`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("daemon.sock")
    let listener = try listenUnix(path: path, mode: 0o600).intoDescriptor().release()
    let attempts = Notebook<Int>()
    try startThread {
      var entry = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
      for number in 0..<6 {
        guard poll(&entry, 1, 10_000) > 0 else { return }
        close(accept(listener, nil, nil))
        attempts.write(number)
      }
      close(listener)
    }
    let manager = LocationManager(configuration: .init(socketPath: path))
    let diary = Diary()
    let observation = diary.listen(to: manager)
    manager.startUpdatingLocation()
    try attempts.wait("six attempts") { $0.count == 6 }
    #expect(diary.events.all.count == 1 && diary.events.all[0].hasPrefix("lost: "))
    observation.cancel()
  }

  @Test func `a request that nobody can answer fails in its own time`() throws {
    let folder = try TemporaryFolder()
    let configuration = LocationManager.Configuration(socketPath: folder.path("none.sock"))
    let manager = LocationManager(configuration: configuration)
    let diary = Diary()
    let observation = diary.listen(to: manager)
    manager.requestLocation(timeout: 1)
    let events = try diary.events.wait("the failure") { $0.count >= 2 }
    #expect((0.99...6).contains(diary.seconds), "\(diary.seconds)")
    #expect(events[1].hasPrefix("locationUnknown: no daemon at "), "\(events)")
    observation.cancel()
  }
}
