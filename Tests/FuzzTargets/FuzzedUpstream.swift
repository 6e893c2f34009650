// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import GPSDSource
import Glibc
import LinuxIO
import LocationCore

/// One open session of libgps, whose gpsd is this process.
///
/// It serves for all inputs, as opening one takes a thread and a connection; each input ends with
/// an empty line, so that the next one starts afresh.
final class FuzzedUpstream {
  private let session: GPSDSession
  private let gpsd: OwnedDescriptor

  private init() throws {
    let listener = try listenTCP(ListenAddress(parsing: "127.0.0.1:0"))
    let port = try localPort(listener.raw)
    guard let opening = GPSDOpening(try GPSDEndpoint(parsing: "127.0.0.1:\(port)")) else {
      throw SystemError("gps_open", ENOMEM)
    }
    var entry = pollfd(fd: opening.descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, 10_000) == 1, case .open(let session)? = opening.result() else {
      throw SystemError("gps_open", ETIMEDOUT)
    }
    self.session = session
    gpsd = OwnedDescriptor(accept(listener.raw, nil, nil))
    try Descriptor.setNonBlocking(gpsd.raw)
  }

  private static let shared = Confined { try FuzzedUpstream() }

  static func take(_ bytes: [UInt8]) throws { try shared.use { $0.take(bytes) } }

  private func take(_ bytes: [UInt8]) {
    let bytes = bytes + [0x0A]
    var sent = 0
    while sent < bytes.count {
      if case .bytes(let count) = Descriptor.sendFrame(gpsd.raw, bytes, from: sent) {
        sent += count
      }
      var entry = pollfd(fd: session.descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&entry, 1, 1000)
      read()
    }
    // Loopback delivers at once; a rest would only be another input's beginning.
    read()
  }

  private func read() {
    while session.fill() == .bytes {
      while let arrival = session.next() { check(arrival.message) }
    }
  }

  /// What is handed on is in range, whatever the line said.
  private func check(_ message: GPSDMessage) {
    guard case .report(.fix(let fix)) = message, let place = fix.coordinate else { return }
    precondition((-90...90).contains(place.latitude), "latitude \(place.latitude)")
    precondition((-180...180).contains(place.longitude), "longitude \(place.longitude)")
  }
}
