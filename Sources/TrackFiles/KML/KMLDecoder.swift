// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// KML 2.x: each placemark with lines is a track, each of its LineStrings and gx:Tracks a segment.
///
/// Polygons are never a way; pins (Point) only in a file that has nothing else.
final class KMLDecoder: XMLHandler {
  private enum Scope {
    case container
    case placemark
    case geometry
    case line
    case pin
    case track
    case timeStamp
    case coordinates
    case field(Field)
    case ignored
  }

  private enum Field {
    case name
    case altitudeMode
    case pinTime
    case trackTime
    case trackCoordinate
  }

  private let namespace: XMLNamespace
  private let output: DecoderOutput
  private var scopes: [Scope] = []
  private var text = ElementText()
  private var tokenizer = CoordinateTokenizer()
  private var pairing = KMLTrackPairing()
  private var isInPin = false
  private var pin: TrackPoint?
  private var pinTime: UTCTime?
  private var hasAltitude = true

  init(root: XMLNamespace, output: DecoderOutput) {
    namespace = root
    self.output = output
  }

  func startElement(_ name: XMLName, in parser: XMLParser) throws(TrackFailure) {
    let scope = scope(of: name)
    scopes.append(scope)
    switch scope {
    case .placemark:
      output.beginTrack()
      pin = nil
      pinTime = nil
    case .line, .track:
      output.beginSegment()
      pairing = KMLTrackPairing()
      startGeometry(isPin: false)
    case .pin: startGeometry(isPin: true)
    case .coordinates: tokenizer = CoordinateTokenizer()
    case .field: text.clear()
    default: break
    }
  }

  private func startGeometry(isPin: Bool) {
    isInPin = isPin
    hasAltitude = true
  }

  private func scope(of name: XMLName) -> Scope {
    guard let parent = scopes.last else { return .container }
    // KML 2.3 took the elements of Google's namespace over into its own.
    let isExtension = name.namespace == .googleExtensions
    guard name.namespace == namespace || isExtension else { return .ignored }
    switch (parent, name.tag) {
    case (_, .altitudeMode) where isGeometry(parent): return .field(.altitudeMode)
    case (.placemark, .track), (.geometry, .track): return .track
    case (.placemark, .multiTrack), (.geometry, .multiTrack): return .geometry
    case (.track, .coord): return .field(.trackCoordinate)
    case _ where isExtension: return .ignored
    case (.container, .document), (.container, .folder): return .container
    case (.container, .placemark): return .placemark
    case (.placemark, .name): return .field(.name)
    case (.placemark, .timeStamp): return .timeStamp
    case (.timeStamp, .when): return .field(.pinTime)
    case (.placemark, .multiGeometry), (.geometry, .multiGeometry): return .geometry
    case (.placemark, .lineString), (.geometry, .lineString): return .line
    case (.placemark, .point), (.geometry, .point): return .pin
    case (.line, .coordinates), (.pin, .coordinates): return .coordinates
    case (.track, .when): return .field(.trackTime)
    default: return .ignored
    }
  }

  private func isGeometry(_ scope: Scope) -> Bool {
    switch scope {
    case .line, .pin, .track: true
    default: false
    }
  }

  func text(_ bytes: Span<UInt8>, in parser: XMLParser) throws(TrackFailure) {
    switch scopes.last {
    case .field: text.append(bytes)
    case .coordinates:
      // A line feed is a piece of its own.
      let line = parser.line
      for index in 0..<bytes.count where tokenizer.take(bytes[index], line: line) { addTuple() }
    default: break
    }
  }

  func endElement(in parser: XMLParser) throws(TrackFailure) {
    switch scopes.popLast() {
    case .coordinates:
      if tokenizer.finish() { addTuple() }
    case .field(let field): try endField(field, in: parser)
    case .track: endTrack()
    case .placemark:
      guard var pin else { break }
      pin.time = pinTime
      output.waypoint(pin)
    default: break
    }
  }

  private func endField(_ field: Field, in parser: XMLParser) throws(TrackFailure) {
    switch field {
    case .name: output.nameTrack(text.string)
    case .altitudeMode:
      // Any other mode counts from the ground or ignores the value: no height above the sea.
      hasAltitude = text.string == "absolute"
    case .pinTime: pinTime = time()
    case .trackTime:
      try pairing.add(time: time(), in: parser)
      drainPairs()
    case .trackCoordinate:
      try pairing.add(point: trackPoint(in: parser), in: parser)
      drainPairs()
    }
  }

  private func time() -> UTCTime? {
    guard !text.isBlank else { return nil }
    let time = TimeText.parse(text.bytes.span)
    if time == nil { output.summary.refuse(.time) }
    return time
  }

  private func endTrack() {
    pairing.finish()
    drainPairs()
  }

  private func drainPairs() {
    while let point = pairing.next() { output.point(point) }
  }

  private func addTuple() {
    guard tokenizer.isReadable, let values = tokenizer.values(separator: UInt8(ascii: ",")) else {
      return output.summary.skip(.malformedCoordinate, line: tokenizer.line)
    }
    guard let point = point(of: values, line: tokenizer.line) else { return }
    if isInPin {
      if pin == nil { pin = point }
    } else {
      output.point(point)
    }
  }

  /// One `gx:coord`: longitude, latitude and height with blanks between; empty for a hole.
  private func trackPoint(in parser: XMLParser) -> TrackPoint? {
    guard !text.isBlank else {
      output.summary.skip(.hole, line: parser.line)
      return nil
    }
    guard let values = CoordinateTokenizer.blankSeparated(text.bytes) else {
      output.summary.skip(.malformedCoordinate, line: parser.line)
      return nil
    }
    return point(of: values, line: parser.line)
  }

  private func point(of values: CoordinateTokenizer.Values, line: Int) -> TrackPoint? {
    guard let coordinate = Coordinate(latitude: values.latitude, longitude: values.longitude)
    else {
      output.summary.skip(.outOfRange, line: line)
      return nil
    }
    var point = TrackPoint(coordinate: coordinate)
    switch values.height {
    case .absent: break
    case .malformed: output.summary.refuse(.altitude)
    case .metres(let height) where ValueRange.altitude.contains(height):
      point.altitude = hasAltitude ? height : nil
    case .metres: output.summary.refuse(.altitude)
    }
    return point
  }
}
