// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Glibc
import LinuxIO
import LocationCore
import LocationServer
import LocationTestSupport

/// Clients of the surfaces, and an upstream gpsd that speaks in lines.
extension ServerHarness {
  static let watch = #"?WATCH={"enable":true,"json":true};"#

  /// A client of the gpsd protocol that has sent a request and taken what came.
  func gpsdClient(_ request: String = watch, sendBuffer: Int32? = nil) throws -> Peer {
    let peer = try streamPeer(sendBuffer: sendBuffer) { service.admitGPSDClient($0, nil) }
    try peer.send(request)
    _ = peer.texts()
    return peer
  }

  func nmeaReader(sendBuffer: Int32? = nil) throws -> Peer {
    try streamPeer(sendBuffer: sendBuffer) { service.admitNMEAReader($0, nil) }
  }

  private func streamPeer(
    sendBuffer: Int32?,
    _ admit: (consuming OwnedDescriptor) -> Void
  ) throws -> Peer {
    let (near, far) = try socketPair()
    if var size = sendBuffer {
      setsockopt(far, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    admit(OwnedDescriptor(far))
    turn()
    return try Peer(near, harness: self)
  }

  /// Connects the upstream, with one receiver.
  func connectUpstream() {
    service.receive(.connection(.connected))
    say(FakeGPSD.banner, .other)
    let device = DeviceReport(device: Self.device, driver: "u-blox", isActive: true)
    say(FakeGPSD.devices([FakeGPSD.device()]), .devices([device]))
    say(FakeGPSD.watchEcho, .other)
    turn()
  }

  /// One line of the upstream, with what libgps makes of it.
  func say(_ line: String, _ report: Report = .other) {
    var bytes = Array(line.utf8)
    while bytes.last == 0x0A { bytes.removeLast() }
    service.receive(report, line: bytes)
  }

  /// The time of the simulated clock as gpsd writes it, in the first hour of the scene.
  var time: String {
    let milliseconds = clock.utc - 1_796_040_000_000
    func padded(_ value: Int64, _ width: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    return "2026-11-30T12:\(padded(milliseconds / 60_000, 2)):"
      + "\(padded(milliseconds / 1000 % 60, 2)).\(padded(milliseconds % 1000, 3))Z"
  }

  /// One epoch with the line that gpsd would send of it, which takes a second.
  func epoch(_ latitude: Double, _ longitude: Double = 20) {
    let members =
      #""lat":\#(latitude),"lon":\#(longitude),"altMSL":35.2,"alt":35.2,"speed":1.4,"eph":17.3"#
    let line = FakeGPSD.tpv(members, time: time)
    var report = FixReport(device: Self.device, mode: .threeD)
    report.coordinate = Coordinate(latitude: latitude, longitude: longitude)
    report.time = UTCTime(milliseconds: clock.utc)
    report.altitudeMSL = 35.2
    report.speed = 1.4
    report.eph = 17.3
    say(line, .fix(report))
    // A report with another time ends the epoch, so that nothing waits for a timer.
    var next = FixReport(device: Self.device, mode: .noFix)
    next.time = report.time.map { $0 + 0.001 }
    service.receive(.fix(next))
    turn(1)
    advance(1)
  }
}

extension Peer {
  /// The objects of a class since the last look.
  func objects(_ className: String) -> [JSONObject] {
    texts().compactMap(JSONObject.init).filter { $0.text("class") == className }
  }

  /// The fields of the sentences of one kind since the last look, without the checksum.
  func sentences(_ formatter: String) -> [[String]] {
    texts().filter { $0.dropFirst(3).hasPrefix(formatter) }.map { line in
      line.prefix { $0 != "*" }.split(separator: ",", omittingEmptySubsequences: false)
        .map(String.init)
    }
  }
}
