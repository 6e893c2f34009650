// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Changes fixes one by one, and the sky so that it agrees with them.
protocol FixChange {
  /// What becomes of a fix; nil drops it.
  mutating func change(_ fix: Fix, at now: Now) -> Fix?

  /// What becomes of a view of the sky.
  mutating func change(_ sky: SkyView, at now: Now) -> SkyView
}

extension FixChange {
  mutating func change(_ sky: SkyView, at now: Now) -> SkyView { sky }
}

/// A layer that changes locations and satellites and nothing else.
struct FixLayer<Change: FixChange>: OverrideLayer {
  private var change: Change

  init(_ change: Change) {
    self.change = change
  }

  mutating func process(_ callback: Callback<Fix>, at now: Now) -> [Callback<Fix>] {
    switch callback {
    case .didUpdateLocations(let fixes):
      var changed: [Fix] = []
      for fix in fixes {
        if let result = change.change(fix, at: now) { changed.append(result) }
      }
      return changed.isEmpty ? [] : [.didUpdateLocations(changed)]
    case .didUpdateSatellites(let sky): return [.didUpdateSatellites(change.change(sky, at: now))]
    default: return [callback]
    }
  }
}

extension Fix {
  /// Sets the accuracy, and the dilution with it, because programs infer one from the other.
  ///
  /// - Returns: The factor, for the sky.
  @discardableResult
  mutating func setHorizontalAccuracy(_ metres: Double) -> Double {
    let factor = metres / horizontalAccuracy
    horizontalAccuracy = metres
    scaleDilutions(horizontal: factor, vertical: 1)
    return factor
  }

  /// Sets the vertical accuracy and dilution of a fix that has an altitude.
  @discardableResult
  mutating func setVerticalAccuracy(_ metres: Double) -> Double {
    guard let before = verticalAccuracy, before > 0 else { return 1 }
    let factor = metres / before
    verticalAccuracy = metres
    scaleDilutions(horizontal: 1, vertical: factor)
    return factor
  }

  private mutating func scaleDilutions(horizontal: Double, vertical: Double) {
    let scaled = Dilutions(horizontal: hdop, vertical: vdop, position: pdop)
      .scaled(horizontal, vertical)
    hdop = scaled.horizontal
    vdop = scaled.vertical
    pdop = scaled.position
  }
}

extension SkyView {
  /// The same sky for a fix whose accuracies changed by these factors.
  func scalingDilutions(horizontal: Double, vertical: Double) -> SkyView {
    var sky = self
    let scaled = Dilutions(horizontal: hdop, vertical: vdop, position: pdop)
      .scaled(horizontal, vertical)
    sky.hdop = scaled.horizontal
    sky.vdop = scaled.vertical
    sky.pdop = scaled.position
    return sky
  }

  /// The same sky with at most `count` satellites used, the first ones of the list.
  func limitingUse(to count: Int) -> SkyView {
    var sky = self
    var used = 0
    for index in sky.satellites.indices where sky.satellites[index].isUsed {
      used += 1
      sky.satellites[index].isUsed = used <= count
    }
    sky.usedCount = usedCount.map { min($0, count) }
    return sky
  }
}

/// The dilutions of one solution: that of the position is the root of the others' squares.
private struct Dilutions {
  var horizontal: Double?
  var vertical: Double?
  var position: Double?

  /// What they are when both errors grow by a factor each.
  func scaled(_ horizontalFactor: Double, _ verticalFactor: Double) -> Dilutions {
    var scaled = Dilutions(
      horizontal: horizontal.map { $0 * horizontalFactor },
      vertical: vertical.map { $0 * verticalFactor }
    )
    guard let position else { return scaled }
    guard let horizontal else {
      scaled.position = position * horizontalFactor * verticalFactor
      return scaled
    }
    // A receiver that tells no vertical one tells it by the other two.
    let rest = max(position * position - horizontal * horizontal, 0).squareRoot()
    let across = horizontal * horizontalFactor
    let up = (vertical ?? rest) * verticalFactor
    scaled.position = (across * across + up * up).squareRoot()
    return scaled
  }
}
