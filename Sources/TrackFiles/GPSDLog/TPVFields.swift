// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// The members of one gpsd object that a track needs.
final class TPVFields: JSONHandler {
  /// gpsd's word for a fix that was not measured.
  static let simulatedStatus = 8.0

  private(set) var strings: [String: [UInt8]] = [:]
  private(set) var numbers: [String: Double] = [:]
  /// What the point had to do without.
  private(set) var refused: [ReadSummary.RefusedValue] = []
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

  /// A value of the point; noted if it is out of range.
  private func number(
    _ key: String,
    in range: ClosedRange<Double>,
    _ kind: ReadSummary.RefusedValue
  ) -> Double? {
    guard let value = numbers[key] else { return nil }
    if range.contains(value) { return value }
    refused.append(kind)
    return nil
  }

  /// gpsd before 3.5 wrote seconds since 1970.
  var time: UTCTime? {
    if let text = strings["time"] { return TimeText.parse(text.span) }
    return numbers["time"].flatMap(TimeText.time(fromEpoch:))
  }

  var hasFix: Bool { (2...3).contains(numbers["mode"] ?? 0) }

  var hasCoordinate: Bool { numbers["lat"] != nil && numbers["lon"] != nil }

  /// The point; nil without a valid position.
  func point() -> TrackPoint? {
    guard let latitude = numbers["lat"], let longitude = numbers["lon"],
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    var point = TrackPoint(coordinate: coordinate, time: time)
    if point.time == nil, strings["time"] != nil || numbers["time"] != nil { refused.append(.time) }
    point.dimension = numbers["mode"] == 3 ? .threeD : .twoD
    if point.dimension == .threeD { addAltitudes(to: &point) }
    point.isSimulated = numbers["status"] == Self.simulatedStatus
    point.speed = number("speed", in: ValueRange.speed, .speed)
    point.course = number("track", in: 0...360, .course).map(normalizedCourse)
    addAccuracies(to: &point)
    return point
  }

  /// `alt` is above the sea in the releases that give nothing else.
  private func addAltitudes(to point: inout TrackPoint) {
    let aboveSea = number("altMSL", in: ValueRange.altitude, .altitude)
    let aboveEllipsoid = number("altHAE", in: ValueRange.altitude, .altitude)
    point.ellipsoidalAltitude = aboveEllipsoid
    point.altitude = aboveSea
    guard aboveSea == nil || aboveEllipsoid == nil else { return }
    guard let known = aboveSea ?? aboveEllipsoid else {
      point.altitude = number("alt", in: ValueRange.altitude, .altitude)
      return
    }
    guard let separation = number("geoidSep", in: -200...200, .altitude) else { return }
    point.altitude = aboveSea ?? known - separation
    point.ellipsoidalAltitude = aboveEllipsoid ?? known + separation
  }

  /// gpsd gives 95 % per axis; a radius of ~68 % is the root of both variances.
  private func addAccuracies(to point: inout TrackPoint) {
    func accuracy(_ key: String) -> Double? { number(key, in: ValueRange.accuracy, .accuracy) }
    if let east = accuracy("epx"), let north = accuracy("epy") {
      point.horizontalAccuracy = (east * east + north * north).squareRoot() / GPSDScale.perAxis
    } else if let radius = accuracy("eph") {
      point.horizontalAccuracy = radius / GPSDScale.radius
    }
    point.verticalAccuracy = accuracy("epv").map { $0 / GPSDScale.perAxis }
    point.speedAccuracy = accuracy("eps").map { $0 / GPSDScale.perAxis }
    point.courseAccuracy = accuracy("epd").map { $0 / GPSDScale.perAxis }
  }
}

/// From the ~68 % of ours to the 95 % of gpsd, for a normal distribution.
enum GPSDScale {
  /// One axis.
  static let perAxis = 1.96
  /// A radius over two equal axes.
  static let radius = 1.73
}
