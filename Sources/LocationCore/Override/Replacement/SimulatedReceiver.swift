// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Speaks for a generator as a receiver would: announces itself, shows satellites that agree with
/// its fixes, and tells of a loss and of the recovery after it.
struct SimulatedReceiver {
  /// Seconds between two views of the sky; receivers send one with each epoch at 1 Hz.
  private static let skyInterval = 1.0
  /// Seconds without a fix until that is told, as for a real receiver by default.
  static let lossAfter = 5.0

  private var latest: [Callback<Fix>] = []
  private var sky: SkyView?
  private var skyAt: Instant?
  private var quality: SimulatedSky.Quality?
  private var lastFixAt: Instant?
  private var silentSince: Instant
  private var isLost = false
  private let noise: HashNoise

  /// `seed` chooses how the signals of the satellites waver.
  init(at now: Now, seed: UInt64 = 0) {
    silentSince = now.instant
    noise = HashNoise(seed: seed &+ 1)
  }

  /// What a view that is made now must be told first.
  func latest(at now: Now) -> [Callback<Fix>] {
    latest.map { callback in
      guard case .didChangeSource(let change) = callback else { return callback }
      return .didChangeSource(change.told(at: now, lastFixAt: lastFixAt))
    }
  }

  /// When the loss is due if no fix comes; nil once it was told.
  var lossDeadline: Instant? {
    isLost ? nil : silentSince + Self.lossAfter
  }

  /// The callbacks that carry one fix.
  mutating func report(_ bare: Fix, at now: Now) -> [Callback<Fix>] {
    var fix = bare
    var callbacks: [Callback<Fix>] = []
    if lastFixAt == nil {
      callbacks.append(source(.active, age: 0))
    } else if isLost {
      callbacks.append(source(.recovered, age: lastFixAt.map { now.instant - $0 }))
    }
    let shown = look(at: fix, now)
    if shown != sky { callbacks.append(.didUpdateSatellites(shown)) }
    sky = shown
    fix.satellitesUsed = shown.usedCount
    fix.satellitesVisible = shown.visibleCount
    fix.hdop = shown.hdop
    fix.vdop = shown.vdop
    fix.pdop = shown.pdop
    callbacks.append(.didUpdateLocations([fix]))
    isLost = false
    lastFixAt = now.instant
    silentSince = now.instant
    latest = [source(.active, age: 0), .didUpdateSatellites(shown), .didUpdateLocations([fix])]
    return callbacks
  }

  /// The callbacks of a moment at which there is no fix, near a point if one is known.
  mutating func reportNoFix(near point: Coordinate?, time: UTCTime, at now: Now) -> [Callback<Fix>]
  {
    var callbacks: [Callback<Fix>] = []
    if let point, isSkyDue(at: now) {
      let blind = SimulatedSky.view(at: point, time: time, device: simulatedDevice, noise: noise)
      callbacks.append(.didUpdateSatellites(blind))
      sky = blind
      quality = nil
      skyAt = now.instant
    }
    guard let lossDeadline, lossDeadline <= now.instant else { return callbacks }
    isLost = true
    latest = []
    if let lastFixAt { latest.append(source(.lost, age: now.instant - lastFixAt)) }
    latest.append(.didFailWithError(LocationError(.locationUnknown, "The simulation has no fix.")))
    return callbacks + latest
  }

  /// The sky that goes with a fix: the last one again while it is new and says the same.
  private mutating func look(at fix: Fix, _ now: Now) -> SkyView {
    let wanted = SimulatedSky.quality(of: fix)
    if let sky, wanted == quality, !isSkyDue(at: now) { return sky }
    quality = wanted
    skyAt = now.instant
    return SimulatedSky.view(for: fix, quality: wanted, noise: noise)
  }

  private func isSkyDue(at now: Now) -> Bool {
    skyAt.map { now.instant - $0 >= Self.skyInterval - 0.001 } ?? true
  }

  private func source(_ state: SourceChange.State, age: Double?) -> Callback<Fix> {
    .didChangeSource(SourceChange(device: simulatedDevice, state: state, age: age))
  }
}
