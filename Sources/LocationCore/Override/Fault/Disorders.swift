// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// A receiver that hangs: the first fix that passes again and again, its old time with it.
struct StaleLayer: OverrideLayer {
  private var held: Fix?

  mutating func process(_ callback: Callback<Fix>, at now: Now) -> [Callback<Fix>] {
    switch callback {
    case .didUpdateLocations(let fixes):
      guard let first = held ?? fixes.first else { return [] }
      held = first
      defer { held?.isDiscontinuous = false }
      return [.didUpdateLocations([first])]
    // Whoever repeats a fix does not notice that there is none.
    case .didFailWithError: return held == nil ? [callback] : []
    default: return [callback]
    }
  }
}

/// Each location is told twice.
struct DuplicateLayer: OverrideLayer {
  mutating func process(_ callback: Callback<Fix>, at now: Now) -> [Callback<Fix>] {
    guard case .didUpdateLocations = callback else { return [callback] }
    return [callback, callback]
  }
}

/// Each two locations change places, after a first one that is told at once: so there is never a
/// time without a location that no receiver has lost.
struct OutOfOrderLayer: OverrideLayer {
  private var hasBegun = false
  private var held: Callback<Fix>?

  mutating func process(_ callback: Callback<Fix>, at now: Now) -> [Callback<Fix>] {
    switch callback {
    case .didUpdateLocations:
      guard hasBegun else {
        hasBegun = true
        return [callback]
      }
      guard let earlier = held else {
        held = callback
        return []
      }
      held = nil
      return [callback, earlier]
    case .didFailWithError:
      // The one that waits for its successor would come after the loss and undo it.
      let waiting = held
      held = nil
      hasBegun = false
      return (waiting.map { [$0] } ?? []) + [callback]
    default: return [callback]
    }
  }
}

/// A receiver that is an era behind: times of 1024 weeks ago.
struct RolloverLayer: OverrideLayer {
  /// 1024 weeks in seconds.
  private static let era = 619_315_200.0

  mutating func process(_ callback: Callback<Fix>, at now: Now) -> [Callback<Fix>] {
    switch callback {
    case .didUpdateLocations(let fixes):
      return [
        .didUpdateLocations(
          fixes.map { fix in
            var old = fix
            old.time = fix.time + (-Self.era)
            return old
          }
        )
      ]
    case .didUpdateSatellites(var sky):
      sky.time = sky.time.map { $0 + (-Self.era) }
      return [.didUpdateSatellites(sky)]
    case .didUpdateHeading(var heading):
      heading.time = heading.time + (-Self.era)
      return [.didUpdateHeading(heading)]
    default: return [callback]
    }
  }
}
