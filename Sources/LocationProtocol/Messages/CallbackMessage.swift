// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

package import LocationCore

/// A callback on the wire: a JSON-RPC notification whose method is the delegate method's name.
package struct CallbackMessage: Hashable, Sendable {
  package var callback: Callback<LocationMessage>
  /// How many locations were replaced undelivered before this one; absent on the wire if 0.
  package var conflated: Int

  package init(_ callback: Callback<LocationMessage>, conflated: Int = 0) {
    self.callback = callback
    self.conflated = conflated
  }

  enum Key: String, CodingKey {
    case jsonrpc
    case method
    case params
  }

  enum ParameterKey: String, CodingKey {
    case accuracy
    case age
    case conflated
    case device
    case error
    case heading
    case identifier
    case location
    case locations
    case state
    case status
    case visit
  }
}

extension CallbackMessage: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode("2.0", forKey: .jsonrpc)
    try container.encode(callback.method.rawValue, forKey: .method)
    switch callback {
    case .didPauseLocationUpdates, .didResumeLocationUpdates:
      break
    case .didUpdateSatellites(let sky):
      try container.encode(SkyMessage(sky), forKey: .params)
    default:
      var params = container.nestedContainer(keyedBy: ParameterKey.self, forKey: .params)
      try encodeParameters(into: &params)
    }
  }

  private func encodeParameters(
    into params: inout KeyedEncodingContainer<ParameterKey>
  ) throws {
    switch callback {
    case .didChangeAuthorization(let authorization):
      try params.encode(authorization.status.rawValue, forKey: .status)
      try params.encode(authorization.accuracy.rawValue, forKey: .accuracy)
    case .didUpdateLocations(let locations):
      try params.encode(locations, forKey: .locations)
      try params.encodeIfPresent(conflated > 0 ? conflated : nil, forKey: .conflated)
    case .didFailWithError(let error):
      try params.encode(LocationErrorMessage(error), forKey: .error)
    case .didUpdateHeading(let heading):
      try params.encode(HeadingMessage(heading), forKey: .heading)
    case .didChangeSource(let change):
      try params.encode(change.device, forKey: .device)
      try params.encode(change.state.rawValue, forKey: .state)
      let age = change.age.finite.map { $0 < 1e12 ? ($0 * 1000).rounded() / 1000 : $0 }
      try params.encodeIfPresent(age, forKey: .age)
    case .didStartMonitoring(let identifier):
      try params.encode(identifier, forKey: .identifier)
    case .monitoringDidFail(let identifier, let error):
      try params.encode(identifier, forKey: .identifier)
      try params.encode(LocationErrorMessage(error), forKey: .error)
    case .didDetermineState(let identifier, let state):
      try params.encode(identifier, forKey: .identifier)
      try params.encode(state.rawValue, forKey: .state)
    case .didEnterRegion(let identifier, let location),
      .didExitRegion(let identifier, let location):
      try params.encode(identifier, forKey: .identifier)
      try params.encode(location, forKey: .location)
    case .didVisit(let visit):
      try params.encode(VisitMessage(visit), forKey: .visit)
    case .didUpdateSatellites, .didPauseLocationUpdates, .didResumeLocationUpdates:
      break
    }
  }
}
