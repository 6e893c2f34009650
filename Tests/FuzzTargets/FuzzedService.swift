// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LinuxIO
import LocationCore
import LocationProtocol
import LocationServer

/// A service on a simulated clock with one peer, whose bytes it gets; another subscriber keeps it
/// busy.
final class FuzzedService {
  private final class Clock {
    var monotonic: Int64 = 1_000_000_000_000
    var utc: Int64 = 1_796_040_000_000
  }

  private let clock = Clock()
  private let loop: EventLoop
  private let service: LocationService
  private let speaksJSON: Bool
  private let peer: OwnedDescriptor
  private let bystander: OwnedDescriptor
  private var answers: [UInt8] = []

  init(_ target: FuzzTarget) throws {
    let clock = clock
    loop = try EventLoop(clock: { LoopTime(monotonic: clock.monotonic, utc: clock.utc) })
    service = LocationService(
      loop: loop,
      sender: FanOut(.calls),
      settings: ServiceSettings(),
      version: "0",
      log: Log(threshold: .error)
    )
    let (near, far) = try socketPair()
    let (other, otherFar) = try socketPair()
    peer = OwnedDescriptor(near)
    bystander = OwnedDescriptor(other)
    speaksJSON = target != .gpsd
    let credentials = PeerCredentials(pid: 0, uid: 1000, gid: 1000, groups: [])
    switch target {
    case .control: service.admitController(OwnedDescriptor(far), credentials)
    case .gpsd: service.admitGPSDClient(OwnedDescriptor(far), nil)
    default: service.admitSubscriber(OwnedDescriptor(far), credentials)
    }
    service.admitSubscriber(OwnedDescriptor(otherFar), credentials)
    let start = #"{"jsonrpc":"2.0","id":1,"method":"startUpdatingLocation"}"# + "\n"
    _ = Descriptor.sendFrame(other, Array(start.utf8), from: 0)
    fix(at: 0)
  }

  /// In two parts, with fixes and time between and after them.
  func take(_ bytes: [UInt8]) throws {
    let middle = bytes.count / 2
    for (round, part) in [bytes[..<middle], bytes[middle...]].enumerated() {
      var sent = 0
      let part = Array(part)
      while sent < part.count {
        guard case .bytes(let count) = Descriptor.sendFrame(peer.raw, part, from: sent) else {
          break
        }
        sent += count
        loop.turn(timeout: 0)
        drain()
      }
      for second in 0..<3 { fix(at: 3 * round + second) }
    }
    for _ in 0..<20 { advance(milliseconds: 700) }
    checkAnswers()
  }

  private func fix(at place: Int) {
    var report = FixReport(device: "/dev/ttyACM0", mode: .threeD)
    report.coordinate = Coordinate(latitude: 10 + Double(place) / 1000, longitude: 20)
    report.time = UTCTime(milliseconds: clock.utc)
    report.eph = 17.3
    service.receive(.fix(report))
    for _ in 0..<2 { advance(milliseconds: 500) }
  }

  private func advance(milliseconds: Int64) {
    clock.monotonic += milliseconds * 1_000_000
    clock.utc += milliseconds
    loop.turn(timeout: 0)
    drain()
  }

  private func drain() {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case .bytes(let count) = Descriptor.receive(peer.raw, into: &chunk) {
      answers += chunk[..<count]
    }
    while case .bytes = Descriptor.receive(bystander.raw, into: &chunk) {}
  }

  /// Whatever was asked, what comes back is whole lines of the protocol.
  private func checkAnswers() {
    var lines = answers.split(separator: 0x0A, omittingEmptySubsequences: false)
    precondition(lines.popLast()?.isEmpty != false, "half a line")
    guard speaksJSON else { return }
    for line in lines {
      precondition((try? JSONReader.value(of: Array(line))) != nil, "a line that is no JSON")
    }
  }
}
