// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Dispatch
import LocationClient
import LocationTestSupport
import Testing

/// Ten thousand locations as fast as the socket takes them, by every way of listening.
@Suite(.serialized) struct FloodTests {
  /// How a program listens.
  enum Way: CaseIterable {
    case delegate, addedDelegate, delegateProxy, closure, observer
  }

  /// Where it is called.
  enum Place: CaseIterable {
    case connection, dispatchQueue
  }

  @Test(arguments: Way.allCases, Place.allCases)
  func `ten thousand locations at full speed are told without loss, in order`(
    way: Way,
    place: Place
  ) throws {
    let daemon = try FloodingDaemon(flood(10_000), answers: true)
    let queue = DispatchQueue(label: "told")
    let manager = manager(of: daemon, place == .connection ? .connection : .dispatch(queue))
    let listener = Listener()
    let kept = listener.listen(to: manager, by: way)
    manager.startUpdatingLocation()
    let all = try listener.told.wait("the last one", seconds: 60) { $0.last == 10_000 }
    #expect(all == Array(1...10_000))
    #expect(listener.missing.all.isEmpty)
    withExtendedLifetime(kept) {}
  }

  @Test(arguments: Way.allCases)
  func `a queue that is held up gets the newest locations and how many are missing`(
    way: Way
  ) throws {
    let daemon = try FloodingDaemon(flood(10_000), answers: true)
    let queue = DispatchQueue(label: "held")
    let manager = manager(of: daemon, .dispatch(queue))
    let listener = Listener()
    queue.suspend()
    let kept = listener.listen(to: manager, by: way)
    manager.startUpdatingLocation()
    _ = try Deadline(in: 60).wait(for: "the last one") {
      manager.location?.sequence == 10_000 ? true : nil
    }
    queue.resume()
    let all = try listener.told.wait("the last one") { $0.last == 10_000 }
    #expect(all.count == 1024)
    #expect(all == Array(8977...10_000))
    #expect(listener.missing.all.reduce(0, +) == 8976)
    withExtendedLifetime(kept) {}
  }

  @Test func `ten thousand locations at full speed reach a stream without loss, in order`()
    async throws
  {
    let daemon = try FloodingDaemon(flood(10_000), answers: true)
    let manager = manager(of: daemon)
    var sequences: [UInt64] = []
    for await location in manager.locations(buffering: .unbounded) {
      sequences.append(location.sequence)
      if location.sequence == 10_000 { break }
    }
    #expect(sequences == Array(1...10_000))
  }

  @Test func `a stream that is not read keeps the newest`() async throws {
    let daemon = try FloodingDaemon(flood(10_000), answers: true)
    let manager = manager(of: daemon)
    var iterator = manager.locations(buffering: .newest(3)).makeAsyncIterator()
    let deadline = Deadline(in: 60)
    while manager.location?.sequence != 10_000 {
      if deadline.isOver { throw TimedOut("the last location") }
      try await Task.sleep(for: .milliseconds(5))
    }
    var sequences: [UInt64?] = []
    for _ in 0..<3 { sequences.append(await iterator.next()?.sequence) }
    #expect(sequences == [9998, 9999, 10_000])
  }

  private func manager(
    of daemon: FloodingDaemon,
    _ queue: CallbackQueue = .connection
  ) -> LocationManager {
    LocationManager(configuration: .init(socketPath: daemon.path, callbackQueue: queue))
  }
}

/// Writes down which locations it is told of, and how many it is told are missing.
private final class Listener: LocationManagerDelegate {
  let told = Notebook<UInt64>()
  let missing = Notebook<Int>()

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    write(locations)
  }
  func locationManager(_ manager: LocationManager, didConflateLocations count: Int) {
    missing.write(count)
  }

  /// What must be kept while it listens.
  func listen(to manager: LocationManager, by way: FloodTests.Way) -> [any Sendable] {
    switch way {
    case .delegate: manager.delegate = self
    case .addedDelegate: manager.addDelegate(self)
    case .delegateProxy:
      manager.delegate = self
      return [DelegateProxy(for: manager)]
    case .closure:
      manager.closures.didUpdateLocations = { self.write($0) }
      manager.closures.didConflateLocations = { self.missing.write($0) }
    case .observer:
      return [manager.observe(.locations) { self.take($0) }]
    }
    return []
  }

  private func take(_ event: LocationEvent) {
    guard case .didUpdateLocations(let locations, let conflated) = event else { return }
    if conflated > 0 { missing.write(conflated) }
    write(locations)
  }

  private func write(_ locations: [Location]) {
    for location in locations { told.write(location.sequence) }
  }
}
