// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationProtocol

/// All that a client wants from the daemon at one time.
struct Demand: Hashable, Sendable {
  var location: UpdateOptions?
  /// Degrees: the least change of heading that is wanted.
  var heading: Double?
  var satellites = false
  var significantChanges = false
  var visits = false
  var regions: [String: Region] = [:]
  /// Somebody listens to the authorization.
  var authorization = false

  var isEmpty: Bool { self == Demand() }

  /// Whether locations are to come without a request for one.
  var wantsLocations: Bool { location != nil || significantChanges }

  /// What must be asked so that a daemon that knows `told` does what this wants, in order.
  func questions(after told: Demand) -> [Question] {
    var questions: [Question] = []
    if authorization, !told.authorization { questions.append(Question(.authorization)) }
    if location != told.location {
      questions.append(
        location.map { Question(.startUpdatingLocation, $0.parameters) }
          ?? Question(.stopUpdatingLocation)
      )
    }
    if heading != told.heading {
      questions.append(
        heading.map {
          Question(.startUpdatingHeading, ["headingFilter": .number(limited($0, 360))])
        }
          ?? Question(.stopUpdatingHeading)
      )
    }
    if satellites != told.satellites {
      questions.append(Question(satellites ? .startUpdatingSatellites : .stopUpdatingSatellites))
    }
    if significantChanges != told.significantChanges {
      questions.append(
        Question(
          significantChanges
            ? .startMonitoringSignificantLocationChanges
            : .stopMonitoringSignificantLocationChanges
        )
      )
    }
    if visits != told.visits {
      questions.append(Question(visits ? .startMonitoringVisits : .stopMonitoringVisits))
    }
    return questions + regionQuestions(after: told)
  }

  private func regionQuestions(after told: Demand) -> [Question] {
    var questions: [Question] = []
    for identifier in told.regions.keys.sorted() where regions[identifier] == nil {
      questions.append(Question(.stopMonitoring, ["identifier": .string(identifier)]))
    }
    for (identifier, region) in regions.sorted(by: { $0.key < $1.key })
    where told.regions[identifier] != region {
      var question = Question(.startMonitoring)
      question.region = region.message
      questions.append(question)
    }
    return questions
  }
}

/// One request to the daemon, not yet numbered.
struct Question: Hashable, Sendable {
  var method: SubscriberMethod
  var parameters: [String: JSONValue]
  /// Of `startMonitoring`.
  var region: RegionMessage?

  init(_ method: SubscriberMethod, _ parameters: [String: JSONValue] = [:]) {
    self.method = method
    self.parameters = parameters
  }

  /// Nil if a number in it has no JSON text.
  func frame(id: Int64) -> [UInt8]? {
    let id = RequestID.integer(id)
    if let region {
      let params = ["region": region]
      return try? OutgoingRequest(id: id, method: method.rawValue, params: params).frame()
    }
    return try? OutgoingRequest(id: id, method: method.rawValue, params: parameters).frame()
  }
}

extension UpdateOptions {
  /// The parameters of `startUpdatingLocation`, held in the ranges that the daemon takes.
  var parameters: [String: JSONValue] {
    var parameters: [String: JSONValue] = ["desiredAccuracy": desiredAccuracy.value]
    if distanceFilter > 0 {
      parameters["distanceFilter"] = .number(limited(distanceFilter, Limits.distance.upperBound))
    }
    if minimumInterval > 0 {
      parameters["minimumInterval"] = .number(limited(minimumInterval, Limits.interval.upperBound))
    }
    if activity != .other { parameters["activityType"] = .string(activity.rawValue) }
    if pausesAutomatically { parameters["pausesAutomatically"] = .bool(true) }
    return parameters
  }
}

extension UpdateOptions.Accuracy {
  var value: JSONValue {
    switch self {
    case .best: .string("best")
    case .bestForNavigation: .string("bestForNavigation")
    case .reduced: .string("reduced")
    case .metres(let metres):
      metres > 0 ? .number(limited(metres, Limits.distance.upperBound)) : .string("best")
    }
  }
}

/// The value in 0 … maximum; NaN becomes 0.
private func limited(_ value: Double, _ maximum: Double) -> Double {
  value > 0 ? min(value, maximum) : 0
}
