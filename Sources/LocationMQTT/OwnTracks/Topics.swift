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

  /// Nil for what is no topic to publish to: empty, too long, or with a wildcard.
  package init?(base: String) {
    let isPlain = base.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "+" && $0 != "#" }
    guard isPlain, (1...Self.limit).contains(base.utf8.count), !base.hasPrefix("$") else {
      return nil
    }
    self.base = base
  }

  package subscript(subtopic: Subtopic) -> String { "\(base)/\(subtopic.rawValue)" }
}
