// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import LocationProtocol
import TrackFiles

/// A way in for bytes that nobody vouches for.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// Sockets of the daemon, with the whole service behind them.
  case subscriber, control, gpsd
  /// gpsd's socket, with libgps behind it.
  case upstream
  /// Files of a track, in any format.
  case track
  /// What a client reads from the daemon.
  case message

  /// Takes the bytes; whatever is wrong with how they are taken ends the process.
  package func take(_ bytes: [UInt8]) throws {
    switch self {
    case .subscriber, .control, .gpsd: try FuzzedService(self).take(bytes)
    case .upstream: try FuzzedUpstream.take(bytes)
    case .track: readTrack(bytes)
    case .message:
      for line in bytes.split(separator: 0x0A) { _ = try? Incoming(Array(line)) }
    }
  }
}

/// The first byte chooses the format, or that it be found out, and in what pieces the file comes.
private func readTrack(_ bytes: [UInt8]) {
  guard let choice = bytes.first else { return }
  let formats: [TrackFormat?] = [nil] + TrackFormat.allCases
  let options = TrackReader.Options(format: formats[Int(choice & 0x0F) % formats.count])
  let pieces = [65_536, 1, 7, 512][Int(choice >> 4) % 4]
  let source = MemorySource(Array(bytes.dropFirst()), pieceSize: pieces)
  let reader = TrackReader(source: source, name: "fuzz", options: options)
  while let event = try? reader.next() {
    guard case .point(let point) = event else { continue }
    precondition((-90...90).contains(point.coordinate.latitude), "latitude")
    precondition((-180...180).contains(point.coordinate.longitude), "longitude")
  }
}
