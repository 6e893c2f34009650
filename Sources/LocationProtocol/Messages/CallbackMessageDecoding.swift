// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

extension CallbackMessage {
  /// Reads the notification of that method from the line's outermost object.
  init(_ method: CallbackMethod, from container: KeyedDecodingContainer<Key>) throws {
    func params() throws -> KeyedDecodingContainer<ParameterKey> {
      try container.nestedContainer(keyedBy: ParameterKey.self, forKey: .params)
    }
    conflated = 0
    switch method {
    case .didChangeAuthorization:
      callback = .didChangeAuthorization(try params().authorization())
    case .didUpdateLocations:
      let params = try params()
      callback = .didUpdateLocations(try params.decode([LocationMessage].self, forKey: .locations))
      conflated = try params.decodeIfPresent(Int.self, forKey: .conflated) ?? 0
    case .didFailWithError:
      callback = .didFailWithError(try params().error())
    case .didUpdateHeading:
      callback = .didUpdateHeading(try params().decode(HeadingMessage.self, forKey: .heading).value)
    case .didUpdateSatellites:
      callback = .didUpdateSatellites(try container.decode(SkyMessage.self, forKey: .params).value)
    case .didChangeSource:
      callback = .didChangeSource(try params().sourceChange())
    case .didStartMonitoring:
      callback = .didStartMonitoring(identifier: try params().identifier())
    case .monitoringDidFail:
      let params = try params()
      callback = .monitoringDidFail(identifier: try params.identifier(), try params.error())
    case .didDetermineState:
      let params = try params()
      let state = try params.value(.state, RegionState.init(rawValue:))
      callback = .didDetermineState(identifier: try params.identifier(), state)
    case .didEnterRegion:
      let params = try params()
      callback = .didEnterRegion(identifier: try params.identifier(), try params.location())
    case .didExitRegion:
      let params = try params()
      callback = .didExitRegion(identifier: try params.identifier(), try params.location())
    case .didVisit:
      callback = .didVisit(try params().value(.visit, \VisitMessage.value))
    case .didPauseLocationUpdates:
      callback = .didPauseLocationUpdates
    case .didResumeLocationUpdates:
      callback = .didResumeLocationUpdates
    }
  }
}

extension KeyedDecodingContainer<CallbackMessage.ParameterKey> {
  fileprivate func identifier() throws -> String {
    try decode(String.self, forKey: .identifier)
  }

  fileprivate func location() throws -> LocationMessage {
    try decode(LocationMessage.self, forKey: .location)
  }

  fileprivate func error() throws -> LocationError {
    try value(.error, \LocationErrorMessage.value)
  }

  fileprivate func authorization() throws -> Authorization {
    Authorization(
      try value(.status, Authorization.Status.init(rawValue:)),
      accuracy: try value(.accuracy, Authorization.Accuracy.init(rawValue:))
    )
  }

  fileprivate func sourceChange() throws -> SourceChange {
    SourceChange(
      device: try decode(String.self, forKey: .device),
      state: try value(.state, SourceChange.State.init(rawValue:)),
      age: try decodeIfPresent(Double.self, forKey: .age)
    )
  }

  /// Decodes a message and turns it into its value; a message that stands for none is an error.
  fileprivate func value<Message: Decodable, Value>(
    _ key: Key,
    _ value: (Message) -> Value?
  ) throws -> Value {
    guard let value = value(try decode(Message.self, forKey: key)) else {
      throw DecodingError.dataCorruptedError(
        forKey: key,
        in: self,
        debugDescription: "\(key.stringValue) is not one that this version knows"
      )
    }
    return value
  }
}
