// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

extension OverrideSpec {
  /// What it does with all its parameters, in a line for people; coordinates as commands take them.
  package var summary: String {
    switch self {
    case .set(let point): point.summary
    case .push(let spec):
      Phrase("points as they come").adding("own times told", if: spec.keepsTimes).text
    case .start(let route), .play(let route): route.summary
    case .run(let spec):
      Phrase(spec.scenario.rawValue).adding(rate: spec.rate).adding(seed: spec.seed)
        .adding("one lap", if: !spec.isLooping).text
    case .transform(let spec): spec.summary
    case .fault(let spec): spec.summary
    }
  }
}

/// Parts of a summary, joined by commas.
private struct Phrase {
  private var words: [String] = []

  init(_ words: String...) {
    self.words = words
  }

  var text: String { words.joined(separator: ", ") }

  func adding(_ word: String, if isWanted: Bool = true) -> Phrase {
    var longer = self
    if isWanted { longer.words.append(word) }
    return longer
  }

  /// `altitude 12 m`; nothing for a value that is absent.
  func adding(_ name: String, _ value: Double?, _ unit: String) -> Phrase {
    guard let value else { return self }
    return adding("\(name) \(plainNumber(value))\(unit)")
  }

  func adding(rate: Double) -> Phrase { adding("rate \(plainNumber(rate))", if: rate != 1) }

  func adding(seed: UInt64) -> Phrase { adding("seed \(seed)", if: seed != 0) }
}

extension PointSpec {
  fileprivate var summary: String {
    let place = [coordinate.latitude, coordinate.longitude].map(plainNumber)
    return Phrase(place.joined(separator: ","))
      .adding("altitude", altitude, " m")
      .adding("ellipsoidal altitude", ellipsoidalAltitude, " m")
      .adding("accuracy", horizontalAccuracy, " m")
      .adding("vertical accuracy", verticalAccuracy, " m")
      .adding("speed", speed, " m/s").adding("speed accuracy", speedAccuracy, " m/s")
      .adding("course", course, "°").adding("course accuracy", courseAccuracy, "°").text
  }
}

extension RouteSpec {
  fileprivate var summary: String {
    let times = isComplete && points.count == 1 ? "at the time given" : "at the times given"
    let pace = speed.map { "at \(plainNumber($0)) m/s" } ?? times
    let count = points.count == 1 ? "1 point" : "\(points.count) points"
    return Phrase("\(isComplete ? count : "points as they come") \(pace)")
      .adding("every", distance, " m")
      .adding("every", distance == nil && interval != 1 ? interval : nil, " s")
      .adding(rate: rate)
      .adding("from", from > 0 ? from : nil, " s").adding("to", to, " s")
      .adding("looped", if: isLooping).adding("own times told", if: keepsTimes)
      .adding(seed: seed).text
  }
}

extension TransformSpec {
  fileprivate var summary: String {
    switch self {
    case .offset(let spec):
      Phrase("east \(millimetres(spec.east)) m", "north \(millimetres(spec.north)) m")
        .adding("up", spec.up == 0 ? nil : spec.up, " m").text
    case .noise(let spec):
      Phrase("\(plainNumber(spec.metres)) m")
        .adding("vertical", spec.verticalMetres == 0 ? nil : spec.verticalMetres, " m")
        .adding(seed: spec.seed).text
    case .drift(let spec):
      Phrase().adding("rate", spec.rate > 0 || spec.walk == 0 ? spec.rate : nil, " m/s")
        .adding("bearing", spec.rate > 0 ? spec.bearing : nil, "°")
        .adding("walk", spec.walk == 0 ? nil : spec.walk, " m/√s").adding(seed: spec.seed).text
    case .freeze: "the position that was first"
    case .delay(let spec): "\(plainNumber(spec.seconds)) s later"
    case .decimate(let spec): spec.summary
    case .accuracy(let spec):
      Phrase().adding("scale", spec.isScaling ? spec.scale : nil, "")
        .adding("accuracy", spec.horizontalAccuracy, " m")
        .adding("vertical accuracy", spec.verticalAccuracy, " m").text
    case .flatten: "2D for 3D"
    case .quantize(let spec):
      switch spec.grid {
      case .degrees(let degrees): "a grid of \(plainNumber(degrees))°"
      case .metres(let metres): "a grid of \(plainNumber(metres)) m"
      }
    }
  }
}

extension AccuracySpec {
  /// A factor of 1 is what nobody gave, unless it is all there is.
  fileprivate var isScaling: Bool {
    scale != 1 || horizontalAccuracy == nil && verticalAccuracy == nil
  }
}

extension DecimateSpec {
  fileprivate var summary: String {
    switch rule {
    case .every(let count): "one of \(count)"
    case .interval(let seconds): "one in \(plainNumber(seconds)) s"
    case .probability(let probability):
      Phrase("each dropped with chance \(plainNumber(probability))").adding(seed: seed).text
    }
  }
}

extension FaultSpec {
  fileprivate var summary: String {
    switch self {
    case .jump(let spec):
      Phrase("\(plainNumber(spec.distance)) m every \(plainNumber(spec.period)) s")
        .adding(seed: spec.seed).text
    case .slow(let spec): spec.summary
    default: name.rawValue
    }
  }
}

/// What a sine makes of a whole number of metres is none.
private func millimetres(_ metres: Double) -> String {
  plainNumber((metres * 1000).rounded() / 1000)
}

/// A number as people write it: at most nine decimals, no exponent while that is readable.
func plainNumber(_ value: Double) -> String {
  let scaled = (value.magnitude * 1e9).rounded()
  // Beyond 2^53 a double has no decimals, and what rounds to 0 would be hidden.
  guard scaled < 9_007_199_254_740_992, scaled > 0 || value == 0 else {
    guard value == value.rounded(), value.magnitude < 1e16 else { return "\(value)" }
    return "\(Int64(value))"
  }
  let digits = Int64(scaled)
  let (whole, rest) = digits.quotientAndRemainder(dividingBy: 1_000_000_000)
  let sign = value < 0 ? "-" : ""
  guard rest > 0 else { return "\(sign)\(whole)" }
  var decimals = String(String(rest + 1_000_000_000).dropFirst())
  while decimals.hasSuffix("0") { decimals.removeLast() }
  return "\(sign)\(whole).\(decimals)"
}
