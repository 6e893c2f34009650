// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// What gpsd is asked to send besides its JSON objects; nothing of it by default.
package struct WatchPolicy: Hashable, Sendable {
  /// Raw sentences of the receiver.
  package enum Raw: Int32, Sendable {
    case none = 0
    /// Textual, binary packets as hexadecimal.
    case text = 1
    /// Verbatim; lines then cannot be told apart in binary packets.
    case verbatim = 2
  }

  /// PPS and TOFF objects.
  package var pps = false
  /// NMEA sentences, gpsd's own for binary receivers.
  package var nmea = false
  package var raw = Raw.none
  /// AIS and other values scaled to their units.
  package var scaled = false
  /// AIS type 24 in parts.
  package var split24 = false
  /// gpsd's timing members in each TPV.
  package var timing = false

  package init() {}

  /// Whether lines that are no JSON objects are wanted.
  var hasSentences: Bool { nmea || raw != .none }
}
