// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// What an NMEA reader is sent, by configuration.
package struct NMEASettings: Hashable, Sendable {
  /// The sentences that can be sent, in the order of an epoch.
  package enum Sentence: String, CaseIterable, Sendable {
    case zda = "ZDA"
    case gga = "GGA"
    case rmc = "RMC"
    case vtg = "VTG"
    case gll = "GLL"
    case gsa = "GSA"
    case gsv = "GSV"
    case gst = "GST"
    case hdt = "HDT"
  }

  /// Two letters for all but GSA and GSV of satellites, where each system has its own talker.
  package var talker = "GP"
  /// Seconds between two epochs at least; 0 sends each location.
  package var interval = 0.0
  package var sentences: Set<Sentence> = [.zda, .gga, .rmc, .vtg, .gll, .gsa, .gsv]

  package init() {}
}
