// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore
internal import LocationProtocol

extension TransformSpec {
  init(_ parameters: Parameters) throws(RPCError) {
    switch try parameters.required("name").enumeration(Name.self) {
    case .offset: self = .offset(try OffsetSpec(parameters))
    case .noise: self = .noise(try NoiseSpec(parameters))
    case .drift: self = .drift(try DriftSpec(parameters))
    case .freeze: self = .freeze
    case .delay:
      let seconds = try parameters.required("seconds").number(in: OverrideLimits.delay)
      self = .delay(
        try refusing { () throws(ParameterError) in try DelaySpec(seconds: seconds) }
      )
    case .decimate: self = .decimate(try DecimateSpec(parameters))
    case .accuracy: self = .accuracy(try AccuracySpec(parameters))
    case .flatten: self = .flatten
    case .quantize: self = .quantize(try QuantizeSpec(parameters))
    }
  }
}

extension OffsetSpec {
  init(_ parameters: Parameters) throws(RPCError) {
    let up = try parameters["up"]?.number() ?? 0
    let axes = ["east", "north"].first { parameters[$0] != nil }
    if parameters["bearing"] != nil || parameters["distance"] != nil {
      let bearing = try parameters.required("bearing").number(in: OverrideLimits.bearing)
      let distance = try parameters.required("distance").number(in: OverrideLimits.offsetDistance)
      if let axes { throw .invalidParams("bearing: not together with \(axes)") }
      self = try refusing { () throws(ParameterError) in
        try OffsetSpec(bearing: bearing, distance: distance, up: up)
      }
      return
    }
    guard axes != nil || parameters["up"] != nil else {
      throw .invalidParams(
        "offset: needs one of east and north, \(OverrideLimits.east.allowed), up, "
          + "\(OverrideLimits.up.allowed), and bearing with distance"
      )
    }
    let east = try parameters["east"]?.number() ?? 0
    let north = try parameters["north"]?.number() ?? 0
    self = try refusing { () throws(ParameterError) in
      try OffsetSpec(east: east, north: north, up: up)
    }
  }
}

extension NoiseSpec {
  init(_ parameters: Parameters) throws(RPCError) {
    let metres = try parameters.required("metres").number(in: OverrideLimits.noise)
    let vertical = try parameters["verticalMetres"]?.number() ?? 0
    let seed = try parameters.seed()
    self = try refusing { () throws(ParameterError) in
      try NoiseSpec(metres: metres, verticalMetres: vertical, seed: seed)
    }
  }
}

extension DriftSpec {
  init(_ parameters: Parameters) throws(RPCError) {
    let rate = try parameters["rate"]?.number() ?? 0
    let bearing = try parameters["bearing"]?.number() ?? 0
    let walk = try parameters["walk"]?.number() ?? 0
    let seed = try parameters.seed()
    self = try refusing { () throws(ParameterError) in
      try DriftSpec(rate: rate, bearing: bearing, walk: walk, seed: seed)
    }
  }
}

extension DecimateSpec {
  init(_ parameters: Parameters) throws(RPCError) {
    let every = try parameters["every"]?.integer(in: 2...1_000_000)
    let interval = try parameters["interval"]?.number()
    let probability = try parameters["probability"]?.number()
    let seed = try parameters.seed()
    let spec = try refusing { () throws(ParameterError) -> DecimateSpec? in
      switch (every, interval, probability) {
      case (let every?, nil, nil): try DecimateSpec(every: every)
      case (nil, let interval?, nil): try DecimateSpec(interval: interval)
      case (nil, nil, let probability?): try DecimateSpec(probability: probability, seed: seed)
      default: nil
      }
    }
    guard let spec else {
      throw .invalidParams(
        "decimate: needs one of every, \(OverrideLimits.every.allowed), interval, "
          + "\(OverrideLimits.spacing.allowed), and probability, "
          + OverrideLimits.probability.allowed
      )
    }
    self = spec
  }
}

extension AccuracySpec {
  init(_ parameters: Parameters) throws(RPCError) {
    let horizontal = try parameters["horizontalAccuracy"]?.number()
    let vertical = try parameters["verticalAccuracy"]?.number()
    let scale = try parameters["scale"]?.number()
    self = try refusing { () throws(ParameterError) in
      try AccuracySpec(horizontalAccuracy: horizontal, verticalAccuracy: vertical, scale: scale)
    }
  }
}

extension QuantizeSpec {
  init(_ parameters: Parameters) throws(RPCError) {
    let degrees = try parameters["degrees"]?.number()
    let metres = try parameters["metres"]?.number()
    let spec = try refusing { () throws(ParameterError) -> QuantizeSpec? in
      switch (degrees, metres) {
      case (let degrees?, nil): try QuantizeSpec(degrees: degrees)
      case (nil, let metres?): try QuantizeSpec(metres: metres)
      default: nil
      }
    }
    guard let spec else {
      throw .invalidParams(
        "quantize: needs one of degrees, \(OverrideLimits.gridDegrees.allowed), and metres, "
          + OverrideLimits.gridMetres.allowed
      )
    }
    self = spec
  }
}

extension FaultSpec {
  init(_ parameters: Parameters) throws(RPCError) {
    switch try parameters.required("name").enumeration(Name.self) {
    case .noFix: self = .noFix
    case .denied: self = .denied
    case .stale: self = .stale
    case .jump: self = .jump(try JumpSpec(parameters))
    case .twoD: self = .twoD
    case .duplicate: self = .duplicate
    case .outOfOrder: self = .outOfOrder
    case .rollover: self = .rollover
    case .unplugged: self = .unplugged
    case .slow:
      let interval = try parameters["interval"]?.number() ?? Self.slowInterval
      self = .slow(
        try refusing { () throws(ParameterError) in try DecimateSpec(interval: interval) }
      )
    }
  }
}

extension JumpSpec {
  init(_ parameters: Parameters) throws(RPCError) {
    let distance = try parameters["distance"]?.number() ?? Self.defaultDistance
    let period = try parameters["period"]?.number() ?? Self.defaultPeriod
    let seed = try parameters.seed()
    self = try refusing { () throws(ParameterError) in
      try JumpSpec(distance: distance, period: period, seed: seed)
    }
  }
}
