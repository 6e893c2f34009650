// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Maps real time, in whole milliseconds since the route began, to seconds of the route.
///
/// All locations lie on whole milliseconds, so that their times say exactly how long the way
/// between two of them took. The wall clock only labels them: when it steps, the movement does not.
struct RouteClock {
  /// Milliseconds by which the wall clock may stray before its labels follow it.
  private static let tolerance: Int64 = 200

  /// Real seconds that rounding may cost, so that 0.1 s and a tenth of a second are the same.
  private static let slack = 1e-6

  private let origin: Instant
  private var label: Int64
  let rate: Double
  private(set) var isPaused = false
  /// The route stood at `baseSeconds` at `baseTick`.
  private(set) var baseTick: Int64 = 0
  private(set) var baseSeconds: Double

  init(at now: Now, rate: Double, from seconds: Double) {
    origin = now.instant
    label = now.utc.milliseconds
    self.rate = rate
    baseSeconds = seconds
  }

  /// The last whole millisecond.
  func tick(at instant: Instant) -> Int64 {
    (instant.nanoseconds &- origin.nanoseconds) / 1_000_000
  }

  func instant(of tick: Int64) -> Instant {
    Instant(nanoseconds: origin.nanoseconds &+ tick &* 1_000_000)
  }

  /// The wall time of a tick.
  func time(of tick: Int64) -> UTCTime {
    UTCTime(milliseconds: label &+ tick)
  }

  /// Follows the wall clock after a step.
  mutating func follow(_ now: Now) {
    let strayed = now.utc.milliseconds &- (label &+ tick(at: now.instant))
    if abs(strayed) > Self.tolerance { label = label &+ strayed }
  }

  func seconds(at tick: Int64) -> Double {
    guard !isPaused, tick > baseTick else { return baseSeconds }
    return baseSeconds + Double(tick - baseTick) / 1000 * rate
  }

  /// Whether the route has come to `seconds`, to the microsecond.
  func hasReached(_ seconds: Double, at tick: Int64) -> Bool {
    seconds <= self.seconds(at: tick) + Self.slack * rate
  }

  /// The first tick at which the route has come to `seconds`; nil while paused.
  func tick(reaching seconds: Double) -> Int64? {
    guard !isPaused else { return nil }
    guard seconds > baseSeconds else { return baseTick }
    let needed = ((seconds - baseSeconds) / rate * 1000 - Self.slack * 500).rounded(.up)
    return baseTick &+ min(Int64(clamping: needed), Self.farthest)
  }

  /// Moves the route to `seconds` as of `tick`.
  mutating func rebase(to seconds: Double, at tick: Int64) {
    baseSeconds = seconds
    baseTick = tick
  }

  mutating func pause(at tick: Int64) {
    rebase(to: seconds(at: tick), at: tick)
    isPaused = true
  }

  mutating func resume(at tick: Int64) {
    baseTick = tick
    isPaused = false
  }

  /// Milliseconds; no timer reaches farther than about 30 years.
  private static let farthest: Int64 = 1_000_000_000_000
}
