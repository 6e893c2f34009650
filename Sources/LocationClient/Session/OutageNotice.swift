// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO

/// Says on standard error that there is no daemon, because most programs would wait without a word.
///
/// Once for each time without one and for all managers of the process; a restart is not worth it.
struct OutageNotice {
  /// Nanoseconds within which a daemon that was there may come back unnoticed.
  private static let restart: Int64 = 2_000_000_000
  /// Paths of which it was said.
  private static let said = Guarded<Set<String>>([])

  private let path: String
  /// When the daemon was last there.
  private var lastSeen: Int64?

  init(path: String) { self.path = path }

  /// A daemon has said something.
  func connected() { _ = Self.said.withLock { $0.remove(path) } }

  /// There was one until now.
  mutating func disconnected(at now: Int64) { lastSeen = now }

  /// An attempt failed, or the daemon at the other end is silent.
  func failed(_ reason: String, at now: Int64) {
    if let lastSeen, now - lastSeen < Self.restart { return }
    guard Self.said.withLock({ $0.insert(path).inserted }) else { return }
    Log().warning(
      "\(reason); trying on. See systemctl status locationd, or set LOCATIOND_SOCKET to its socket"
    )
  }
}
