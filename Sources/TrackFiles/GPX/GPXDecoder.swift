// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// GPX 1.0 and 1.1: tracks, routes, and waypoints where there is neither.
///
/// Only elements of the root's namespace at their place in the schema count; whatever else bears
/// the same names is foreign and ignored with all it contains.
final class GPXDecoder: XMLHandler {
  private enum Scope {
    case file
    case line
    case segment
    case point
    case extensions
    case field(Field)
    case ignored
  }

  private enum Field {
    case lineName
    case altitude
    case geoidHeight
    case time
    case fix
    case hdop
    case speed
    case course
    case ellipsoidalAltitude
    case horizontalAccuracy
    case verticalAccuracy
    case speedAccuracy
    case courseAccuracy
    case simulated
  }

  private let namespace: XMLNamespace
  private let output: DecoderOutput
  private var scopes: [Scope] = []
  private var text = ElementText()
  private var isWaypoint = false
  private var point: TrackPoint?
  private var geoidHeight: Double?
  private var hdop: Double?
  private var hasNoFix = false

  init(root: XMLNamespace, output: DecoderOutput) {
    namespace = root
    self.output = output
  }

  func startElement(_ name: XMLName, in parser: XMLParser) throws(TrackFailure) {
    let scope = scope(of: name)
    scopes.append(scope)
    switch scope {
    case .line: output.beginTrack()
    case .segment: output.beginSegment()
    case .point:
      isWaypoint = name.tag == .wpt
      startPoint(in: parser)
    case .field: text.clear()
    default: break
    }
  }

  private func scope(of name: XMLName) -> Scope {
    guard let parent = scopes.last else { return .file }
    let isOwn = name.namespace == namespace
    switch (parent, name.tag) {
    case (.file, .trk) where isOwn, (.file, .rte) where isOwn: return .line
    case (.file, .wpt) where isOwn, (.line, .rtept) where isOwn, (.segment, .trkpt) where isOwn:
      return .point
    case (.line, .trkseg) where isOwn: return .segment
    case (.line, .name) where isOwn: return .field(.lineName)
    case (.point, .extensions) where isOwn: return .extensions
    case (.point, let tag) where isOwn: return pointField(tag).map(Scope.field) ?? .ignored
    case (.extensions, .trackPointExtension) where name.namespace == .garminTrackPoint:
      return .extensions
    case (.extensions, let tag): return extensionField(tag, of: name.namespace)
    default: return .ignored
    }
  }

  /// `speed` and `course` are GPX 1.0's; 1.1 moved them out into extensions.
  private func pointField(_ tag: XMLTag) -> Field? {
    switch tag {
    case .ele: .altitude
    case .time: .time
    case .geoidheight: .geoidHeight
    case .fix: .fix
    case .hdop: .hdop
    case .speed: .speed
    case .course: .course
    default: nil
    }
  }

  private func extensionField(_ tag: XMLTag, of namespace: XMLNamespace) -> Scope {
    switch (namespace, tag) {
    case (.garminTrackPoint, .speed), (.locationd, .speed): .field(.speed)
    case (.garminTrackPoint, .course), (.locationd, .course): .field(.course)
    case (.locationd, .ellipsoidalAltitude): .field(.ellipsoidalAltitude)
    case (.locationd, .horizontalAccuracy): .field(.horizontalAccuracy)
    case (.locationd, .verticalAccuracy): .field(.verticalAccuracy)
    case (.locationd, .speedAccuracy): .field(.speedAccuracy)
    case (.locationd, .courseAccuracy): .field(.courseAccuracy)
    case (.locationd, .simulated): .field(.simulated)
    default: .ignored
    }
  }

  private func startPoint(in parser: XMLParser) {
    point = nil
    geoidHeight = nil
    hdop = nil
    hasNoFix = false
    // NaN stands for a text that is no number.
    guard let latitude = parser.withAttribute("lat", { DecimalText.parse($0) ?? .nan }),
      let longitude = parser.withAttribute("lon", { DecimalText.parse($0) ?? .nan })
    else { return skip(.missingCoordinate, in: parser) }
    guard !latitude.isNaN, !longitude.isNaN else { return skip(.malformedCoordinate, in: parser) }
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
      return skip(.outOfRange, in: parser)
    }
    point = TrackPoint(coordinate: coordinate)
  }

  private func skip(_ reason: ReadSummary.SkipReason, in parser: XMLParser) {
    output.summary.skip(reason, line: parser.line)
  }

  func text(_ bytes: Span<UInt8>, in parser: XMLParser) throws(TrackFailure) {
    guard case .field = scopes.last else { return }
    text.append(bytes)
  }

  func endElement(in parser: XMLParser) throws(TrackFailure) {
    switch scopes.popLast() {
    case .field(.lineName): output.nameTrack(text.string)
    case .field(let field): setField(field)
    case .point: endPoint(in: parser)
    default: break
    }
  }

  private func setField(_ field: Field) {
    guard point != nil, !text.isBlank else { return }
    switch field {
    case .lineName: break
    case .time: point?.time = refusable(TimeText.parse(text.bytes.span), .time)
    case .fix: setDimension(text.string)
    case .altitude: point?.altitude = number(in: ValueRange.altitude, .altitude)
    case .geoidHeight: geoidHeight = number(in: -200...200, .altitude)
    case .ellipsoidalAltitude:
      point?.ellipsoidalAltitude = number(in: ValueRange.altitude, .altitude)
    case .hdop: hdop = number(in: 0.01...1000, .accuracy)
    case .speed: point?.speed = number(in: ValueRange.speed, .speed)
    case .course: point?.course = refusable(text.number.flatMap(ValueRange.course), .course)
    case .horizontalAccuracy:
      point?.horizontalAccuracy = number(in: ValueRange.accuracy, .accuracy)
    case .verticalAccuracy: point?.verticalAccuracy = number(in: ValueRange.accuracy, .accuracy)
    case .speedAccuracy: point?.speedAccuracy = number(in: ValueRange.accuracy, .accuracy)
    case .courseAccuracy: point?.courseAccuracy = number(in: ValueRange.accuracy, .accuracy)
    case .simulated: point?.isSimulated = text.string == "true"
    }
  }

  private func setDimension(_ fix: String) {
    switch fix {
    case "none": hasNoFix = true
    case "2d": point?.dimension = .twoD
    case "3d": point?.dimension = .threeD
    default: break
    }
  }

  private func number(
    in range: ClosedRange<Double>,
    _ value: ReadSummary.RefusedValue
  ) -> Double? {
    refusable(text.number.flatMap { range.contains($0) ? $0 : nil }, value)
  }

  private func refusable<Value>(_ parsed: Value?, _ value: ReadSummary.RefusedValue) -> Value? {
    if parsed == nil { output.summary.refuse(value) }
    return parsed
  }

  private func endPoint(in parser: XMLParser) {
    guard var point else { return }
    self.point = nil
    guard !hasNoFix else { return skip(.noFix, in: parser) }
    if point.ellipsoidalAltitude == nil, let altitude = point.altitude, let geoidHeight {
      point.ellipsoidalAltitude = altitude + geoidHeight
    }
    if point.horizontalAccuracy == nil {
      point.horizontalAccuracy = hdop.map { $0 * ValueRange.metresPerHDOP }
    }
    if isWaypoint { output.waypoint(point) } else { output.point(point) }
  }
}
