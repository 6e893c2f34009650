// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Why a track file was refused, with the place in it.
package struct TrackError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Kind: Hashable, Sendable {
    /// The file cannot be opened or read; carries errno.
    case unreadable(errno: Int32)
    /// None of the known formats.
    case unknownFormat
    /// The content breaks the rules of its format, or the limits of the reader.
    case malformed
    /// Well formed, but there is no point to play.
    case noPoints
    /// The file has fewer tracks than the number asked for.
    case noSuchTrack
  }

  package var kind: Kind
  package var file: String
  /// First line is 1.
  package var line: Int?
  /// First byte is 0.
  package var byte: Int?
  package var reason: String

  package init(kind: Kind, file: String, line: Int? = nil, byte: Int? = nil, reason: String) {
    self.kind = kind
    self.file = file
    self.line = line
    self.byte = byte
    self.reason = reason
  }

  package var description: String {
    var text = file
    if let line { text += ", line \(line)" }
    if let byte { text += line == nil ? ", byte \(byte)" : " (byte \(byte))" }
    return text + ": " + reason
  }
}

/// A decoder's refusal; the reader adds the file's name.
struct TrackFailure: Error {
  var kind = TrackError.Kind.malformed
  var line: Int?
  var byte: Int?
  var reason: String
}
