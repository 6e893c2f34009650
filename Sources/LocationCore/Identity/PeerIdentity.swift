// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// A way out of the daemon.
package enum Surface: String, Hashable, Sendable, CaseIterable {
  case native
  case gpsd
  case nmea
}

/// Who reads a session, as the kernel says; only `client` and `userUnit` are the peer's own words.
package struct PeerIdentity: Hashable, Sendable {
  package var session: String
  package var surface: Surface
  /// Absent where the transport has no credentials (TCP).
  package var uid: UInt32?
  package var gid: UInt32?
  /// Supplementary groups, without the primary one.
  package var groups: [UInt32] = []
  package var pid: Int32?
  /// Of the system's manager.
  package var unit: String?
  /// Of the user's own manager: that user's word.
  package var userUnit: String?
  /// Absent where the kernel does not let the daemon read it.
  package var executable: String?
  /// Whether there is a program whose path the kernel keeps from the daemon.
  package var isExecutableHidden = false
  /// The name the peer gave itself; untrusted.
  package var client: String?

  package init(session: String, surface: Surface) {
    self.session = session
    self.surface = surface
  }
}
