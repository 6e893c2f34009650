// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// What one peer may cost, and how long it may take; documented in locationd.conf(5).
package struct SessionLimits: Hashable, Sendable {
  /// Bytes of unsent answers beyond which no more requests are read.
  package var replyBytes = 64 * 1024
  /// Callbacks that are never replaced, waiting at most; more close the connection.
  package var events = 256
  /// Seconds without a byte taken while something waits, after which the connection closes.
  package var stallTimeout = 60.0
  /// Bytes read from one peer in one turn of the loop.
  ///
  /// A hundred small requests: with hundreds of peers that do nothing but ask, a turn must stay
  /// short enough for fixes, signals and the watchdog to come in time.
  package var bytesPerTurn = 4 * 1024
  /// Regions monitored by one session.
  package var regions = 20
  /// Sessions at the same time.
  package var sessions = 16_384
  /// Of these, those of one user, so that it cannot keep the others out; root is not counted.
  package var sessionsPerUser = 4096

  package init() {}
}
