// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// The members of one gpsd object that a track needs.
final class TPVFields: JSONHandler {
  private(set) var strings: [String: [UInt8]] = [:]
  private(set) var numbers: [String: Double] = [:]
  private var depth = 0
  private var key = ""

  /// The object, nil if it is not a whole one.
  static func parse(_ text: Span<UInt8>) -> TPVFields? {
    let fields = TPVFields()
    var tokenizer = JSONTokenizer()
    do throws(TrackFailure) {
      try tokenizer.feed(text, to: fields)
      try tokenizer.finish(fields)
    } catch {
      return nil
    }
    return fields
  }

  func beginObject() { depth += 1 }
  func beginArray() { depth += 1 }
  func endContainer() { depth -= 1 }
  func literal(_ value: Bool?) {}

  func key(_ bytes: [UInt8]) {
    if depth == 1 { key = String(decoding: bytes.prefix(32), as: UTF8.self) }
  }

  func string(_ bytes: [UInt8]) {
    if depth == 1 { strings[key] = bytes }
  }

  func number(_ value: Double) {
    if depth == 1 { numbers[key] = value }
  }

  func text(_ key: String) -> String? {
    strings[key].map { String(decoding: $0, as: UTF8.self) }
  }

  private func number(_ key: String, in range: ClosedRange<Double>) -> Double? {
    numbers[key].flatMap { range.contains($0) ? $0 : nil }
  }

  /// gpsd before 3.5 wrote seconds since 1970.
  var time: UTCTime? {
    if let text = strings["time"] { return TimeText.parse(text.span) }
    return numbers["time"].flatMap(TimeText.time(fromEpoch:))
  }

  var hasFix: Bool { (2...3).contains(numbers["mode"] ?? 0) }

  var hasCoordinate: Bool { numbers["lat"] != nil && numbers["lon"] != nil }

  /// The point; nil without a valid position.
  var point: TrackPoint? {
    guard let latitude = numbers["lat"], let longitude = numbers["lon"],
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    var point = TrackPoint(coordinate: coordinate, time: time)
    point.dimension = numbers["mode"] == 3 ? .threeD : .twoD
    if point.dimension == .threeD { addAltitudes(to: &point) }
    point.speed = number("speed", in: ValueRange.speed)
    point.course = numbers["track"].flatMap(ValueRange.course)
    addAccuracies(to: &point)
    return point
  }

  /// `alt` is above the sea in the releases that give nothing else.
  private func addAltitudes(to point: inout TrackPoint) {
    let separation = number("geoidSep", in: -200...200)
    let aboveSea = number("altMSL", in: ValueRange.altitude)
    let aboveEllipsoid = number("altHAE", in: ValueRange.altitude)
    point.ellipsoidalAltitude = aboveEllipsoid
    point.altitude = aboveSea
    if aboveSea == nil, let aboveEllipsoid, let separation {
      point.altitude = aboveEllipsoid - separation
    } else if aboveEllipsoid == nil, let aboveSea, let separation {
      point.ellipsoidalAltitude = aboveSea + separation
    } else if aboveSea == nil, aboveEllipsoid == nil {
      point.altitude = number("alt", in: ValueRange.altitude)
    }
  }

  /// gpsd gives 95 % per axis; a radius of ~68 % is the root of both variances.
  private func addAccuracies(to point: inout TrackPoint) {
    if let east = number("epx", in: ValueRange.accuracy),
      let north = number("epy", in: ValueRange.accuracy)
    {
      point.horizontalAccuracy = (east * east + north * north).squareRoot() / GPSDScale.perAxis
    } else if let radius = number("eph", in: ValueRange.accuracy) {
      point.horizontalAccuracy = radius / GPSDScale.radius
    }
    point.verticalAccuracy = number("epv", in: ValueRange.accuracy).map { $0 / GPSDScale.perAxis }
    point.speedAccuracy = number("eps", in: ValueRange.accuracy).map { $0 / GPSDScale.perAxis }
    point.courseAccuracy = number("epd", in: ValueRange.accuracy).map { $0 / GPSDScale.perAxis }
  }
}

/// From the ~68 % of ours to the 95 % of gpsd, for a normal distribution.
enum GPSDScale {
  /// One axis.
  static let perAxis = 1.96
  /// A radius over two equal axes.
  static let radius = 1.73
}
