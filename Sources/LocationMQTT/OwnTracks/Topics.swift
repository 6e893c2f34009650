// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// The topics of one device: `owntracks/USER/DEVICE` and those under it.
package struct Topics: Hashable, Sendable {
  /// What a message is about; the raw value is the last part of its topic.
  package enum Subtopic: String, CaseIterable, Sendable {
    case cmd
    case dump
    case event
    case status
    case waypoint
    case waypoints
  }

  /// Bytes of a base; MQTT takes 65535, but nobody means so many.
  package static let limit = 512

  /// Locations and the last will go here.
  package let base: String

  /// Nil for what is no topic to publish to: empty, too long, with a wildcard, or with characters
  /// for which a broker may close the connection.
  package init?(base: String) {
    guard base.unicodeScalars.allSatisfy(Self.isPlain), (1...Self.limit).contains(base.utf8.count),
      !base.hasPrefix("$")
    else { return nil }
    self.base = base
  }

  /// No wildcard, control character, noncharacter, nor what stands for bytes that are no UTF-8.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0xFDD0...0xFDEF, 0xFFFD: false
    case let value: value & 0xFFFE != 0xFFFE && scalar != "+" && scalar != "#"
    }
  }

  package subscript(subtopic: Subtopic) -> String { "\(base)/\(subtopic.rawValue)" }
}
