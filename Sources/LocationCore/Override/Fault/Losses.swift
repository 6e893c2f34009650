// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// The receiver is there and finds no position: one loss, then a sky in which nothing is used.
struct NoFixLayer: OverrideLayer {
  let causesLoss = true
  private(set) var deadline: Instant?

  init(since start: Instant) {
    deadline = start
  }

  mutating func process(_ callback: Callback<Fix>, at now: Now) -> [Callback<Fix>] {
    switch callback {
    case .didUpdateLocations, .didFailWithError: return []
    case .didUpdateSatellites(let sky):
      var blind = sky.limitingUse(to: 0)
      blind.hdop = nil
      blind.vdop = nil
      blind.pdop = nil
      return [.didUpdateSatellites(blind)]
    default: return [callback]
    }
  }

  mutating func advance(to now: Now) -> [Callback<Fix>] {
    deadline = nil
    return [.didFailWithError(LocationError(.locationUnknown, "The receiver has no fix."))]
  }
}

/// The subscriber's authorization is gone: told once as such and once as an error, then silence.
struct DeniedLayer: OverrideLayer {
  let causesLoss = true
  private(set) var deadline: Instant?

  init(since start: Instant) {
    deadline = start
  }

  mutating func process(_ callback: Callback<Fix>, at now: Now) -> [Callback<Fix>] {
    switch callback {
    case .didChangeAuthorization(let authorization):
      [.didChangeAuthorization(Authorization(.denied, accuracy: authorization.accuracy))]
    // Where the satellites stand tells where the receiver is.
    case .didUpdateLocations, .didFailWithError, .didUpdateSatellites: []
    default: [callback]
    }
  }

  mutating func advance(to now: Now) -> [Callback<Fix>] {
    deadline = nil
    return [.didFailWithError(LocationError(.denied, "Authorization was denied."))]
  }
}

/// The receiver was pulled out: it is removed, one loss, then nothing of it at all.
struct UnpluggedLayer: OverrideLayer {
  let causesLoss = true
  private var device: String?
  private var lastFixAt: Instant?
  private let start: Instant
  private var isPulled = false

  init(since start: Instant) {
    self.start = start
  }

  var deadline: Instant? { isPulled ? nil : start }

  mutating func process(_ callback: Callback<Fix>, at now: Now) -> [Callback<Fix>] {
    switch callback {
    case .didUpdateLocations(let fixes):
      if !isPulled, let fix = fixes.last {
        device = fix.device
        lastFixAt = now.instant
      }
      return []
    case .didChangeSource(let change):
      if !isPulled { device = change.state == .removed ? nil : change.device }
      return []
    case .didFailWithError, .didUpdateSatellites, .didUpdateHeading: return []
    default: return [callback]
    }
  }

  mutating func advance(to now: Now) -> [Callback<Fix>] {
    isPulled = true
    var callbacks: [Callback<Fix>] = []
    if let device {
      let age = lastFixAt.map { now.instant - $0 }
      callbacks.append(
        .didChangeSource(SourceChange(device: device, state: .removed, age: age))
      )
    }
    callbacks.append(
      .didFailWithError(LocationError(.locationUnknown, "The receiver was unplugged."))
    )
    return callbacks
  }
}
