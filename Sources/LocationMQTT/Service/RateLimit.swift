// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// So many a second on average, and so many at once after a pause.
struct RateLimit {
  private let perSecond: Double
  private let burst: Double
  private var tokens: Double
  private var time: Int64 = 0

  init(perSecond: Double, burst: Double) {
    self.perSecond = perSecond
    self.burst = burst
    tokens = burst
  }

  /// Nil when one may go at a monotonic time, or the time from which on one may.
  mutating func wait(at now: Int64) -> Int64? {
    if time != 0 { tokens = min(burst, tokens + Double(max(0, now - time)) / 1e9 * perSecond) }
    time = now
    return tokens < 1 ? now + Int64((1 - tokens) / perSecond * 1e9) + 1 : nil
  }

  /// One went.
  mutating func spend() { tokens -= 1 }

  /// Lets one go if one may.
  mutating func take(at now: Int64) -> Bool {
    guard wait(at: now) == nil else { return false }
    spend()
    return true
  }
}
