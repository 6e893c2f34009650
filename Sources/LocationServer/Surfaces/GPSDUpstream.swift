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

  /// The newest line of each kind from one receiver.
  ///
  /// They are kept as they came, because nearly every fix is replaced before anybody asks for it.
  struct Latest {
    let device: String
    fileprivate(set) var report: FixReport?
    fileprivate(set) var fixAt = Instant(nanoseconds: 0)
    fileprivate(set) var skyAt = Instant(nanoseconds: 0)
    /// Of the location that the fix became.
    fileprivate var sequence: UInt64?
    fileprivate var fixLine: [UInt8]?
    fileprivate var errorsLine: [UInt8]?
    fileprivate var skyLine: [UInt8]?

    fileprivate init(device: String) { self.device = device }

    /// The TPV with its sequence, as text without a line end; so the others.
    var fix: [UInt8]? {
      guard let text = fixLine.map({ GPSDLine.text(of: $0) }), let sequence else {
        return fixLine.map { GPSDLine.text(of: $0) }
      }
      return GPSDLine.adding(sequence: sequence, to: text)
    }

    var errors: [UInt8]? { errorsLine.map { GPSDLine.text(of: $0) } }
    var sky: [UInt8]? { skyLine.map { GPSDLine.text(of: $0) } }
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
  private var latest: [Latest] = []

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
    for device in gone { forget(device.path) }
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
    if !isActive { forget(path) }
  }

  /// What each receiver said last.
  var newest: [Latest] { latest }

  /// What one receiver said last.
  func latest(of device: String) -> Latest? {
    latest.first { $0.device == device }
  }

  /// Takes a fix; `sequence` is that of the location it has become already.
  mutating func take(fix report: FixReport, _ line: [UInt8], sequence: UInt64?, at now: Instant) {
    update(report.device) { latest in
      latest.report = report
      latest.fixLine = line
      latest.fixAt = now
      latest.sequence = sequence
    }
  }

  mutating func take(errors device: String, _ line: [UInt8]) {
    update(device) { $0.errorsLine = line }
  }

  mutating func take(sky device: String, _ line: [UInt8], at now: Instant) {
    update(device) { latest in
      latest.skyLine = line
      latest.skyAt = now
    }
  }

  /// A location was published; the report that it came from gets its sequence.
  mutating func note(_ location: Location) {
    guard let index = latest.firstIndex(where: { $0.device == location.fix.device }),
      latest[index].sequence == nil, let report = latest[index].report,
      location.isMade(from: report)
    else { return }
    latest[index].sequence = location.sequence
  }

  /// A location was published anew, under another number.
  mutating func renumber(_ old: UInt64, as new: UInt64) {
    for index in latest.indices where latest[index].sequence == old { latest[index].sequence = new }
  }

  /// The connection is gone; returns the receivers that went with it.
  mutating func forget() -> [Device] {
    let gone = devices
    devices = []
    latest = []
    hasReported = false
    return gone
  }

  private mutating func update(_ device: String, _ body: (inout Latest) -> Void) {
    if let index = latest.firstIndex(where: { $0.device == device }) { return body(&latest[index]) }
    guard latest.count < Self.maximumDevices else { return }
    var first = Latest(device: device)
    body(&first)
    latest.append(first)
  }

  private mutating func forget(_ device: String) {
    latest.removeAll { $0.device == device }
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
