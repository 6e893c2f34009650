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
    hdop = hdop.map { $0 * factor }
    pdop = positionDilution(horizontal: hdop, vertical: vdop, before: pdop, factor: factor)
    return factor
  }

  /// Sets the vertical accuracy and dilution of a fix that has an altitude.
  @discardableResult
  mutating func setVerticalAccuracy(_ metres: Double) -> Double {
    guard let before = verticalAccuracy, before > 0 else { return 1 }
    let factor = metres / before
    verticalAccuracy = metres
    vdop = vdop.map { $0 * factor }
    pdop = positionDilution(horizontal: hdop, vertical: vdop, before: pdop, factor: factor)
    return factor
  }
}

extension SkyView {
  /// The same sky for a fix whose accuracies changed by these factors.
  func scalingDilutions(horizontal: Double, vertical: Double) -> SkyView {
    var sky = self
    sky.hdop = hdop.map { $0 * horizontal }
    sky.vdop = vdop.map { $0 * vertical }
    sky.pdop = positionDilution(
      horizontal: sky.hdop,
      vertical: sky.vdop,
      before: pdop,
      factor: horizontal
    )
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

private func positionDilution(
  horizontal: Double?,
  vertical: Double?,
  before: Double?,
  factor: Double
) -> Double? {
  guard let before else { return nil }
  guard let horizontal, let vertical else { return before * factor }
  return (horizontal * horizontal + vertical * vertical).squareRoot()
}
