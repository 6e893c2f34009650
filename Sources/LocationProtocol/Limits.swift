// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// The bounds of the native protocol; what goes beyond one is refused, and `initialize` tells them.
package enum Limits {
  /// Bytes in one request line, its newline included.
  package static let requestLine = 64 * 1024
  /// Bytes a client accepts in one line; a list of regions may be longer than any request.
  package static let answerLine = 4 * 1024 * 1024
  /// Requests in one batch, so that a line of tiny bad ones is not answered by megabytes.
  package static let batch = 64
  /// Arrays and objects inside each other: the reader calls itself as deep.
  package static let nesting = 10
  /// Values in one request line: each takes memory, and 64 KiB hold 32,000.
  package static let values = 4096
  /// Version of the protocol, as `initialize` answers it.
  package static let protocolVersion = 1

  // Ranges of parameters.

  /// Bytes of UTF-8 in a region's identifier.
  package static let identifier = 256
  /// Bytes of UTF-8 in a client's name or version.
  package static let clientName = 128
  /// Corners of a polygon.
  package static let polygon = 3...1000
  /// Metres, of a region.
  package static let radius = Region.maximumRadius
  /// Metres.
  package static let distance = 0.0...1e7
  /// Seconds between two deliveries, or of age of a location.
  package static let interval = 0.0...86_400.0
  /// Seconds, of a request for one location; the lower end is excluded.
  package static let timeout = 3600.0
  /// Seconds, of a request for one location that names no timeout.
  package static let defaultTimeout = LocationRequest.defaultTimeout
  /// Degrees; two directions never differ by more.
  package static let headingFilter = 0.0...180.0
}
