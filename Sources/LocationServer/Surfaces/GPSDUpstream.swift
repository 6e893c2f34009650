// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore
internal import LocationProtocol

/// What the upstream gpsd said last, as it said it, for answers to clients of the gpsd protocol.
struct GPSDUpstream {
  /// Where the connection stands, as far as an answer depends on it.
  enum Link {
    /// Not wanted by anybody.
    case idle
    /// Wanted; its receivers are not known yet.
    case opening
    case settled
    /// Wanted, and not to be had.
    case lost
  }

  /// The newest of each kind from one receiver, without line ends.
  struct Latest {
    var report: FixReport?
    var fix: [UInt8]?
    var fixAt = Instant(nanoseconds: 0)
    var hasSequence = false
    var errors: [UInt8]?
    var sky: [UInt8]?
    var skyAt = Instant(nanoseconds: 0)
  }

  typealias Device = (path: String, object: [UInt8])

  /// A gpsd that invents receivers must not swell the daemon.
  private static let maximumDevices = 64

  var link = Link.idle
  /// Whether a fix has come, or has been waited for in vain, on this connection.
  var hasReported = false
  /// The banner of the last gpsd that was reached.
  private(set) var banner: [UInt8]?
  private(set) var devices: [Device] = []
  private(set) var latest: [String: Latest] = [:]

  /// Takes a banner.
  mutating func take(banner line: [UInt8]) {
    banner = GPSDLine.text(of: line)
  }

  /// Takes a whole list and returns the DEVICE objects that tell of the difference.
  mutating func take(devicesOf line: [UInt8]) -> [[UInt8]] {
    let known = devices
    devices = []
    for object in GPSDLine.devices(of: line).prefix(Self.maximumDevices) {
      guard let path = GPSDLine.text("path", of: object[...]) else { continue }
      devices.append((path, object))
    }
    let gone = known.filter { old in !devices.contains { $0.path == old.path } }
    for device in gone { latest[device.path] = nil }
    let appeared = devices.filter { new in !known.contains { $0.path == new.path } }
    return gone.map { GPSDReply.deviceGone(path: $0.path) } + appeared.map(\.object)
  }

  /// Takes a DEVICE object.
  mutating func take(device path: String, _ line: [UInt8], isActive: Bool) {
    let object = GPSDLine.text(of: line)
    if let index = devices.firstIndex(where: { $0.path == path }) {
      devices[index].object = object
    } else if devices.count < Self.maximumDevices {
      devices.append((path, object))
    }
    if !isActive { latest[path] = nil }
  }

  mutating func take(fix report: FixReport, _ line: [UInt8], hasSequence: Bool, at now: Instant) {
    update(report.device) { latest in
      latest.report = report
      latest.fix = GPSDLine.text(of: line)
      latest.fixAt = now
      latest.hasSequence = hasSequence
    }
  }

  mutating func take(errors device: String, _ line: [UInt8]) {
    update(device) { $0.errors = GPSDLine.text(of: line) }
  }

  mutating func take(sky device: String, _ line: [UInt8], at now: Instant) {
    update(device) { latest in
      latest.sky = GPSDLine.text(of: line)
      latest.skyAt = now
    }
  }

  /// A location was published; the report that it came from gets its sequence.
  mutating func note(_ location: Location) {
    guard let known = latest[location.fix.device], !known.hasSequence, let fix = known.fix,
      let report = known.report, location.isMade(from: report)
    else { return }
    latest[location.fix.device]?.fix = GPSDLine.adding(sequence: location.sequence, to: fix)
    latest[location.fix.device]?.hasSequence = true
  }

  /// The connection is gone; returns the receivers that went with it.
  mutating func forget() -> [Device] {
    let gone = devices
    devices = []
    latest = [:]
    hasReported = false
    return gone
  }

  private mutating func update(_ device: String, _ body: (inout Latest) -> Void) {
    guard latest[device] != nil || latest.count < Self.maximumDevices else { return }
    body(&latest[device, default: Latest()])
  }
}

extension Location {
  /// Whether a report is the one that this location was published from.
  func isMade(from report: FixReport) -> Bool {
    fix.device == report.device && fix.time == report.time && fix.coordinate == report.coordinate
  }
}

/// What the upstream gpsd should send besides JSON, for all clients together.
package struct UpstreamWish: Hashable, Sendable {
  package var pps = false
  package var nmea = false
  package var raw = 0
  package var scaled = false
  package var split24 = false
  package var timing = false

  package init() {}
}
