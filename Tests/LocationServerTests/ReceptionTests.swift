// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LinuxIO
import LocationCore
import LocationServer
import LocationTestSupport
import Testing

/// What the log says of a receiver that gives nothing any more, and of one that does again.
@Suite struct ReceptionTests {
  private let harness: ServerHarness
  private let lines: LineStream

  init() throws {
    let (near, far) = try socketPair()
    lines = try LineStream(OwnedDescriptor(near))
    harness = try ServerHarness(log: Log(threshold: .info, descriptor: far, prefixed: false))
    harness.service.upstream = { UpstreamStatus(endpoint: "a", state: "connected", since: 0) }
  }

  private func told() -> [String] {
    lines.pump()
    var told: [String] = []
    while let line = lines.takeLine() { told.append(line) }
    return told
  }

  /// What it says of locations, without the receivers' coming and going.
  private func toldOfLocations() -> [String] {
    told().filter { !$0.hasPrefix("info: gpsd has") && !$0.hasPrefix("info: locations come from") }
  }

  private func connect(_ devices: [String] = [ServerHarness.device]) {
    harness.service.receive(.connection(.connected))
    list(devices)
  }

  private func list(_ devices: [String]) {
    harness.service.receive(
      .devices(devices.map { DeviceReport(device: $0, driver: "u-blox", isActive: true) })
    )
  }

  /// Time in which gpsd talks and the receiver does not.
  private func silence(_ seconds: Int) {
    for _ in 0..<seconds {
      harness.advance(1)
      harness.service.receive(.other)
    }
    harness.turn()
  }

  @Test func `a receiver that falls silent is told once, and once that it speaks again`() throws {
    let peer = try harness.started()
    connect()
    harness.fix(10, 20)
    #expect(toldOfLocations() == [])
    silence(300)
    #expect(
      toldOfLocations() == [
        "warning: no location from /dev/ttyACM0 for 7 s: "
          + "the receiver /dev/ttyACM0 has been silent for 7 s"
      ]
    )
    harness.fix(10, 20)
    #expect(toldOfLocations() == ["info: locations come again from /dev/ttyACM0, after 5 min 1 s"])
    harness.fix(10, 20)
    #expect(toldOfLocations() == [])
    peer.close()
  }

  @Test func `a receiver that gpsd lets go of, and none at all, are told as that`() throws {
    let peer = try harness.started()
    connect()
    harness.fix(10, 20)
    list([])
    silence(20)
    #expect(
      toldOfLocations() == [
        "warning: no location from /dev/ttyACM0 for 5 s: gpsd has let go of the receiver"
      ]
    )
    peer.close()
    let other = try ReceptionTests()
    let waiting = try other.harness.started()
    other.connect([])
    other.silence(20)
    #expect(other.toldOfLocations() == ["warning: no location so far: gpsd has no receiver"])
    waiting.close()
  }

  @Test func `a receiver that talks without a fix is told with its sky`() throws {
    let peer = try harness.started()
    connect()
    var sky = SkyView(device: ServerHarness.device)
    sky.visibleCount = 3
    for _ in 0..<8 {
      harness.service.receive(.sky(sky))
      harness.advance(1)
    }
    #expect(
      toldOfLocations() == [
        "warning: no location so far: the receiver talks and has no fix (3 satellites in view)"
      ]
    )
    peer.close()
  }

  @Test func `a loose contact costs two lines a minute, and what lasts is told`() throws {
    let peer = try harness.started()
    connect()
    var told: [String] = []
    for _ in 0..<30 {
      harness.fix(10, 20)
      silence(7)
      told += self.toldOfLocations()
    }
    // Four minutes, and a loss every eight seconds that lasts three.
    #expect(told.count { $0.hasPrefix("warning") } == 4)
    #expect(told.count { $0.hasPrefix("info") } == 4)
    #expect(told.dropFirst(2).first?.hasSuffix("(it had stopped 7 other times)") == true)
    silence(100)
    #expect(self.toldOfLocations().count == 1)
    peer.close()
  }

  @Test func `nothing is said of a receiver that nobody listens to, nor for a gpsd that is away`()
    throws
  {
    let peer = try harness.started()
    connect()
    harness.fix(10, 20)
    harness.service.receive(.connection(.disconnected(reason: "it ended")))
    harness.advance(30)
    #expect(toldOfLocations() == [])
    // It is back, and the receiver is not: gpsd's absence was told, the receiver's is now.
    connect()
    silence(4)
    #expect(toldOfLocations() == [])
    silence(3)
    #expect(toldOfLocations().count == 1)
    peer.close()
    silence(100)
    #expect(toldOfLocations() == [])
    let next = try harness.started()
    silence(100)
    #expect(toldOfLocations() == [])
    next.close()
  }

  @Test func `receivers that come and go are told, and flapping is bounded`() throws {
    let peer = try harness.started()
    connect()
    harness.fix(10, 20)
    let gone = "info: gpsd has let go of the receiver /dev/ttyACM0"
    let come = "info: gpsd has the receiver /dev/ttyACM0 (u-blox)"
    #expect(told() == [come, "info: locations come from /dev/ttyACM0"])
    list([])
    harness.turn()
    #expect(told() == [gone])
    for _ in 0..<20 {
      list([ServerHarness.device])
      harness.turn()
      list([])
      harness.turn()
    }
    #expect(told() == [])
    harness.clock.nanoseconds += 60_000_000_000
    list([ServerHarness.device])
    harness.turn()
    #expect(
      told().filter { $0.contains("receiver /dev") }.last
        == "\(come) (20 times more since it was told)"
    )
    for number in 0..<300 {
      list(["/dev/x\(number)"])
      harness.turn()
    }
    #expect(told().count <= 64)
    peer.close()
  }
}
