// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationClient
internal import LocationCore
internal import LocationProtocol

/// What is known of the present, to be held against the conditions.
struct ConditionState {
  private(set) var location: LocationMessage?
  /// Identifiers of the command's own regions.
  let own: Set<String>
  private var inside: Set<String> = []
  private var foreignInside: Set<String> = []

  init(own: [String]) {
    self.own = Set(own)
  }

  /// Regions that only the daemon can tell about.
  func foreignRegions(in conditions: [Condition]) -> [String] {
    conditions.compactMap { condition in
      guard case .inside(let identifier) = condition, !own.contains(identifier) else { return nil }
      return identifier
    }
  }

  /// Throws where waiting cannot help: no authorization, or a region that is refused.
  mutating func take(_ callback: Callback<LocationMessage>) throws(Failure) {
    switch callback {
    case .didUpdateLocations(let locations): location = locations.last
    case .didFailWithError(let error):
      location = nil
      guard error.code != .denied else { throw Get.failure(error, timeout: nil) }
    case .didChangeAuthorization(let authorization):
      guard [.denied, .restricted].contains(authorization.status) else { return }
      throw .notPermitted("location is not permitted: \(authorization.status.rawValue)")
    case .didEnterRegion(let identifier, _), .didDetermineState(let identifier, .inside):
      inside.insert(identifier)
    case .didExitRegion(let identifier, _), .didDetermineState(let identifier, _):
      inside.remove(identifier)
    case .monitoringDidFail(let identifier, let error):
      throw .badData("region \(printable(identifier)): \(printable(error.message))")
    default: break
    }
  }

  /// Takes the control socket's answer to `regions`.
  mutating func takeRegions(_ answer: JSONValue) {
    let regions = answer["regions"]?.elements ?? []
    foreignInside = Set(
      regions.compactMap { region in
        region["state"]?.text == LocationCore.RegionState.inside.rawValue
          ? region["identifier"]?.text : nil
      }
    )
  }

  /// The conditions that do not hold now.
  func unmet(_ conditions: [Condition]) -> [Condition] {
    conditions.filter { !holds($0) }
  }

  private func holds(_ condition: Condition) -> Bool {
    guard let location else { return false }
    switch condition {
    case .fix: return true
    case .simulated: return location.source.isSimulatedBySoftware
    case .real: return !location.source.isSimulatedBySoftware
    case .inside(let identifier):
      return (own.contains(identifier) ? inside : foreignInside).contains(identifier)
    case .compare(let quantity, let relation, let limit):
      return quantity.value(in: location).map { relation.holds($0, limit) } ?? false
    }
  }
}

extension Condition.Quantity {
  fileprivate func value(in location: LocationMessage) -> Double? {
    switch self {
    case .accuracy: location.horizontalAccuracy
    case .verticalAccuracy: location.verticalAccuracy
    case .speed: location.speed
    case .altitude: location.altitude
    case .satellites: location.gnss?.satellitesUsed.map(Double.init)
    }
  }
}
