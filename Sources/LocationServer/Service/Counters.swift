// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// What has happened since the daemon started; counted, never reset.
package struct Counters: Hashable, Sendable {
  package var reports: UInt64 = 0
  package var fixes: UInt64 = 0
  package var connections: UInt64 = 0
  package var locations: UInt64 = 0
  package var deliveries: UInt64 = 0
  package var losses: UInt64 = 0
  package var sessionsAccepted: UInt64 = 0
  package var sessionsRefused: UInt64 = 0
  package var sessionsClosed: UInt64 = 0
  package var dropped: UInt64 = 0
  package var requests: UInt64 = 0
  package var overrideChanges: UInt64 = 0
  /// Locations replaced undelivered, by sessions that have closed.
  package var conflatedByClosed: UInt64 = 0

  package init() {}
}
