// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationCore
internal import LocationProtocol

extension OverrideRequest {
  /// Reads the parameters of `setOverride`.
  init(
    _ parameters: Parameters,
    look: (AccountName) -> AccountAnswer
  ) throws(RPCError) {
    let kind = try parameters.required("kind").enumeration(OverrideKind.self)
    self.init(spec: try OverrideSpec(kind, parameters))
    if let target = parameters["target"] {
      self.target = try Selector(target, look: look)
    }
    duration = try parameters["duration"]?.number()
    isLeased = try parameters["lease"]?.bool() ?? false
    isPersistent = try parameters["persist"]?.bool() ?? false
    isProvisional = try parameters["provisional"]?.bool() ?? false
    if kind == .start || kind == .play {
      file = try parameters["file"]?.string(maximumLength: 1024)
    }
    if isPersistent, !spec.isWhole {
      throw .invalidParams("persist: not for points that are still to come")
    }
    if isPersistent, target.namesSession {
      throw .invalidParams("persist: a session= target does not outlive the daemon")
    }
  }
}

/// The values of `kind`.
enum OverrideKind: String, CaseIterable {
  case set
  case push
  case start
  case play
  case run
  case transform
  case fault
}

extension OverrideSpec {
  init(_ kind: OverrideKind, _ parameters: Parameters) throws(RPCError) {
    switch kind {
    case .set: self = .set(try PointSpec(parameters))
    case .push:
      self = .push(PushSpec(keepsTimes: try parameters["keepTimes"]?.bool() ?? false))
    case .start:
      self = .start(try RouteSpec(parameters, defaultSpeed: RouteSpec.defaultSpeed))
    case .play: self = .play(try RouteSpec(parameters, defaultSpeed: nil))
    case .run: self = .run(try ScenarioSpec(parameters))
    case .transform: self = .transform(try TransformSpec(parameters))
    case .fault: self = .fault(try FaultSpec(parameters))
    }
  }
}

extension PointSpec {
  init(_ parameters: Parameters) throws(RPCError) {
    let latitude = try parameters.required("latitude").number(in: OverrideLimits.latitude)
    let longitude = try parameters.required("longitude").number(in: OverrideLimits.longitude)
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
      throw .internalFault
    }
    self.init(coordinate: coordinate)
    altitude = try parameters["altitude"]?.number()
    ellipsoidalAltitude = try parameters["ellipsoidalAltitude"]?.number()
    horizontalAccuracy = try parameters["horizontalAccuracy"]?.number()
    verticalAccuracy = try parameters["verticalAccuracy"]?.number()
    if verticalAccuracy != nil, altitude == nil, ellipsoidalAltitude == nil {
      throw .invalidParams("verticalAccuracy: needs altitude beside it")
    }
    speed = try parameters["speed"]?.number()
    speedAccuracy = try parameters["speedAccuracy"]?.number()
    course = try parameters["course"]?.number()
    courseAccuracy = try parameters["courseAccuracy"]?.number()
    try refusing { () throws(ParameterError) in try validate() }
  }
}

extension RoutePoint {
  /// Points in one request at most; a line has room for no more.
  static let perRequest = 2000

  init(_ parameter: Parameter) throws(RPCError) {
    let object = try parameter.object()
    self.init(
      try PointSpec(object),
      gap: try object["gap"]?.number(),
      startsSegment: try object["startsSegment"]?.bool() ?? false,
      hasFix: try object["hasFix"]?.bool() ?? true
    )
    guard let text = object["time"] else { return }
    guard let time = UTCTime(text: try text.string(maximumLength: 40)) else {
      throw text.error(expecting: "a time as in 2026-11-30T01:22:20.120Z")
    }
    self.time = time
  }

  static func list(_ parameter: Parameter?) throws(RPCError) -> [RoutePoint] {
    var points: [RoutePoint] = []
    for element in try parameter?.array(count: 0...perRequest) ?? [] {
      points.append(try RoutePoint(element))
    }
    return points
  }
}

extension RouteSpec {
  init(_ parameters: Parameters, defaultSpeed: Double?) throws(RPCError) {
    let points = try RoutePoint.list(parameters["points"])
    let isComplete = try parameters["complete"]?.bool() ?? true
    let speed = try parameters["speed"]?.number() ?? defaultSpeed
    let interval = try parameters["interval"]?.number()
    let distance = try parameters["distance"]?.number()
    let rate = try parameters["rate"]?.number() ?? 1
    let isLooping = try parameters["loop"]?.bool() ?? false
    let from = try parameters["from"]?.number() ?? 0
    let to = try parameters["to"]?.number()
    let keepsTimes = try parameters["keepTimes"]?.bool() ?? false
    let seed = try parameters.seed()
    self = try refusing { () throws(ParameterError) in
      try RouteSpec(
        points: points,
        isComplete: isComplete,
        speed: speed,
        interval: interval,
        distance: distance,
        rate: rate,
        isLooping: isLooping,
        from: from,
        to: to,
        keepsTimes: keepsTimes,
        seed: seed
      )
    }
  }
}

extension ScenarioSpec {
  init(_ parameters: Parameters) throws(RPCError) {
    let parameter = parameters.required("scenario")
    guard let scenario = Scenario(name: try parameter.string(maximumLength: 64)) else {
      let known = Scenario.allCases.map(\.rawValue).joined(separator: ", ")
      throw parameter.error(expecting: "one of \(known)")
    }
    let seed = try parameters.seed()
    let rate = try parameters["rate"]?.number() ?? 1
    let isLooping = try parameters["loop"]?.bool() ?? true
    self = try refusing { () throws(ParameterError) in
      try ScenarioSpec(scenario, seed: seed, rate: rate, isLooping: isLooping)
    }
  }
}

// MARK: - Reading

extension Parameters {
  /// `seed`, 0 if it is absent.
  func seed() throws(RPCError) -> UInt64 {
    UInt64(try self["seed"]?.integer(in: 0...9_007_199_254_740_991) ?? 0)
  }
}

extension Parameter {
  /// A number in a range of the domain.
  func number(in limit: ParameterLimit) throws(RPCError) -> Double {
    guard let number else { throw error(expecting: "a number in \(limit.allowed)") }
    return try refusing { () throws(ParameterError) in try limit.check(number) }
  }

  /// Any number; the domain knows the range.
  func number() throws(RPCError) -> Double {
    guard let number else { throw error(expecting: "a number") }
    return number
  }
}

/// The domain's refusal of a parameter as an answer.
func refusing<Value>(_ body: () throws(ParameterError) -> Value) throws(RPCError) -> Value {
  do throws(ParameterError) {
    return try body()
  } catch {
    throw .invalidParams(error.description)
  }
}
