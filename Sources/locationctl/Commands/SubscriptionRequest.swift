// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore
internal import LocationProtocol

/// One request that a command line for a subscription stands for.
struct SubscriptionRequest: Hashable {
  var method: SubscriberMethod
  var params: [String: JSONValue] = [:]

  /// In the order in which they are sent.
  static func all(for invocation: Invocation) -> [SubscriptionRequest] {
    var requests: [SubscriptionRequest] = []
    if invocation.has(.significant) {
      requests.append(SubscriptionRequest(method: .startMonitoringSignificantLocationChanges))
    } else {
      requests.append(locations(for: invocation))
    }
    if invocation.has(.heading) {
      requests.append(SubscriptionRequest(method: .startUpdatingHeading))
    }
    if invocation.has(.satellites) {
      requests.append(SubscriptionRequest(method: .startUpdatingSatellites))
    }
    if invocation.has(.visits) {
      requests.append(SubscriptionRequest(method: .startMonitoringVisits))
    }
    return requests + regions(for: invocation)
  }

  /// Regions without a name are numbered in the order given, from `region-1`.
  static func regions(for invocation: Invocation) -> [SubscriptionRequest] {
    invocation.regions(.region).enumerated().map { index, region in
      SubscriptionRequest(
        method: .startMonitoring,
        params: [
          "region": .object([
            "identifier": .string(region.identifier ?? "region-\(index + 1)"),
            "latitude": .number(region.center.latitude),
            "longitude": .number(region.center.longitude),
            "radius": .number(region.radius),
          ])
        ]
      )
    }
  }

  private static func locations(for invocation: Invocation) -> SubscriptionRequest {
    var params: [String: JSONValue] = [:]
    switch invocation.accuracy(.subscriptionAccuracy) {
    case .metres(let metres): params["desiredAccuracy"] = .number(metres)
    case .word(let word): params["desiredAccuracy"] = .string(word)
    case nil: break
    }
    params["distanceFilter"] = invocation.number(.distanceFilter).map { .number($0) }
    params["minimumInterval"] = invocation.duration(.minimumInterval).map { .number($0) }
    return SubscriptionRequest(method: .startUpdatingLocation, params: params)
  }
}
