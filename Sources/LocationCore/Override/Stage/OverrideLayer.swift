// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// One element of the override stack, as one view's callbacks pass through it.
///
/// An implementation names the callbacks it changes and forwards every other one, including those
/// it has never heard of. It does not mark fixes: the stage marks whatever passed a layer.
package protocol OverrideLayer {
  /// What becomes of one callback from below.
  mutating func process(_ callback: Callback<Fix>, at now: Now) -> [Callback<Fix>]

  /// When the layer has something to say by itself.
  var deadline: Instant? { get }

  /// What it says by itself at `now`.
  mutating func advance(to now: Now) -> [Callback<Fix>]

  /// Whether a loss above it is of its own making and not the source's.
  var causesLoss: Bool { get }
}

extension OverrideLayer {
  package var causesLoss: Bool { false }

  package var deadline: Instant? { nil }

  package mutating func advance(to now: Now) -> [Callback<Fix>] { [] }
}

/// Makes the fixes of a replacement by itself; one for all views, so that they agree.
package protocol FixGenerator {
  /// When the next callbacks are due.
  var deadline: Instant? { get }

  /// The callbacks that are due at `now`.
  mutating func advance(to now: Now) -> [Callback<Fix>]

  /// What a view that is made now must be told first.
  func latest(at now: Now) -> [Callback<Fix>]
}

/// Hides from a view all that the receiver says of where it is; the generator speaks instead.
struct ReplacementLayer: OverrideLayer {
  let causesLoss = true

  mutating func process(_ callback: Callback<Fix>, at now: Now) -> [Callback<Fix>] {
    switch callback {
    case .didFailWithError, .didUpdateSatellites, .didChangeSource, .didVisit: []
    // Whatever carries a position, known here or not, carries a real one.
    default: callback.carriesPosition ? [] : [callback]
    }
  }
}

extension Callback {
  /// Whether a position is in it, by `map`, which must touch each of them.
  var carriesPosition: Bool {
    var found = false
    _ = map { position in
      found = true
      return position
    }
    return found
  }
}

/// The device name that stands in a simulated fix.
package let simulatedDevice = "locationd://sim"
