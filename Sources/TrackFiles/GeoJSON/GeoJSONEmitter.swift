// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// Turns the positions of features into points, in the order of the file.
///
/// A feature is held until its end, because its type and times may stand behind its coordinates.
/// One that is too long for that is passed on as it comes, if what matters stood before.
final class GeoJSONEmitter {
  /// Positions held at most: 9 MB.
  private static let mostHeld = 250_000

  private let output: DecoderOutput
  private var feature: GeoJSONFeature?
  private var geometry: GeoJSONGeometry?

  init(output: DecoderOutput) {
    self.output = output
  }

  func time(_ text: [UInt8]) -> UTCTime? {
    let time = TimeText.parse(text.span)
    if time == nil { output.summary.refuse(.time) }
    return time
  }

  func time(fromEpoch value: Double) -> UTCTime? {
    let time = TimeText.time(fromEpoch: value)
    if time == nil { output.summary.refuse(.time) }
    return time
  }

  /// The coordinates of a geometry begin.
  func begin(_ geometry: GeoJSONGeometry, of feature: GeoJSONFeature) {
    self.geometry = geometry
    self.feature = feature
    if geometry.isLine, feature.hasProperties { startStreaming() }
  }

  private func startStreaming() {
    guard let geometry, let feature, !geometry.isStreaming else { return }
    geometry.isStreaming = true
    feature.begin(in: output)
    output.beginSegment(unless: feature.isContinuation)
  }

  func add(
    _ position: GeoJSONPosition,
    depth: Int,
    at place: (line: Int, byte: Int)
  ) throws(TrackFailure) {
    guard let geometry, let feature else { return }
    let index = feature.positionCount
    feature.positionCount += 1
    if geometry.positionDepth == nil { geometry.positionDepth = depth }
    if position.isSwapped, geometry.swapped == nil {
      geometry.swapped = TrackFailure(
        line: place.line,
        byte: place.byte,
        reason: "latitude \(position.latitude) is out of range: "
          + "the axes seem to be swapped, GeoJSON has longitude first"
      )
    }
    if geometry.isStreaming, let swapped = geometry.swapped { throw swapped }
    // Areas are counted neither as points nor as skipped.
    guard geometry.type == nil || geometry.isLine || geometry.isPoint else { return }
    guard depth == geometry.positionDepth, position.count >= 2, !position.isMalformed else {
      return output.summary.skip(.malformedCoordinate, line: place.line, byte: place.byte)
    }
    let coordinate = Coordinate(latitude: position.latitude, longitude: position.longitude)
    guard let coordinate else {
      return output.summary.skip(.outOfRange, line: place.line, byte: place.byte)
    }
    try add(coordinate, height: height(of: position), index: index)
  }

  private func height(of position: GeoJSONPosition) -> Double? {
    guard let height = position.height else { return nil }
    guard ValueRange.altitude.contains(height) else {
      output.summary.refuse(.altitude)
      return nil
    }
    return height
  }

  private func add(_ coordinate: Coordinate, height: Double?, index: Int) throws(TrackFailure) {
    guard let geometry, let feature else { return }
    if geometry.isStreaming {
      guard geometry.isWellFormed else { throw nesting(of: geometry) }
      var point = TrackPoint(coordinate: coordinate)
      point.altitude = height
      feature.columns.apply(to: &point, index: index, counting: &output.summary)
      return output.point(point)
    }
    if !geometry.isLineOpen {
      geometry.lines.append(PositionBatch())
      geometry.isLineOpen = true
    }
    geometry.lines[geometry.lines.count - 1].append(coordinate, height: height, index: index)
    if feature.positionCount >= Self.mostHeld { try release(geometry, of: feature) }
  }

  /// Gives up waiting: from here on the feature's points go out without times.
  private func release(
    _ geometry: GeoJSONGeometry,
    of feature: GeoJSONFeature
  ) throws(TrackFailure) {
    guard geometry.isLine else {
      throw TrackFailure(
        reason: "more than \(Self.mostHeld) positions before the type of their geometry"
      )
    }
    try emitHeld(of: feature)
    feature.geometries = []
    feature.isReleased = true
    startStreaming()
    try emit(geometry, of: feature)
  }

  private func nesting(of geometry: GeoJSONGeometry) -> TrackFailure {
    TrackFailure(reason: "the coordinates of a \(geometry.type ?? "geometry") are nested wrongly")
  }

  /// An array inside `coordinates` that held arrays has ended: a line of a MultiLineString.
  func endLine() {
    geometry?.isLineOpen = false
    if geometry?.isStreaming == true { output.beginSegment() }
  }

  /// The geometry is complete; its points may have to wait for the feature's properties.
  func end(_ geometry: GeoJSONGeometry, of feature: GeoJSONFeature) throws(TrackFailure) {
    guard !geometry.lines.isEmpty || geometry.swapped != nil, !geometry.isStreaming else { return }
    guard geometry.isLine || geometry.isPoint else { return }
    feature.geometries.append(geometry)
  }

  func end(_ feature: GeoJSONFeature) throws(TrackFailure) {
    dropMismatched(feature)
    try emitHeld(of: feature)
  }

  /// Arrays of another length than the positions: nobody can tell which belongs to which.
  private func dropMismatched(_ feature: GeoJSONFeature) {
    if feature.isReleased { output.summary.refuse(.time, count: feature.columns.times.count) }
    guard !feature.geometries.isEmpty else { return }
    if !feature.columns.times.isEmpty, feature.columns.times.count != feature.positionCount {
      output.summary.refuse(.time, count: feature.columns.times.count)
      feature.columns.times = []
    }
    for (column, values) in feature.columns.values where values.count != feature.positionCount {
      feature.columns.values[column] = nil
      if let refusal = column.refusal { output.summary.refuse(refusal, count: values.count) }
    }
  }

  private func emitHeld(of feature: GeoJSONFeature) throws(TrackFailure) {
    for geometry in feature.geometries {
      if let swapped = geometry.swapped { throw swapped }
      if geometry.isPoint, feature.segment == nil {
        emitWaypoints(geometry, of: feature)
      } else {
        feature.begin(in: output)
        try emit(geometry, of: feature)
      }
    }
  }

  private func emit(
    _ geometry: GeoJSONGeometry,
    of feature: GeoJSONFeature
  ) throws(TrackFailure) {
    guard geometry.isWellFormed else { throw nesting(of: geometry) }
    for (number, line) in geometry.lines.enumerated() {
      output.beginSegment(unless: number == 0 && feature.isContinuation)
      var batch = line
      batch.columns = feature.columns
      output.batch(batch)
    }
    geometry.lines = []
  }

  private func emitWaypoints(_ geometry: GeoJSONGeometry, of feature: GeoJSONFeature) {
    for line in geometry.lines {
      for index in 0..<line.count {
        var batch = line
        batch.columns = feature.columns
        var point = batch.point(index, counting: &output.summary)
        point.time = point.time ?? feature.time
        if output.isLive, feature.isAlone, point.time != nil {
          output.point(point)
        } else {
          output.waypoint(point)
        }
      }
    }
  }
}

extension DecoderOutput {
  /// Begins a segment unless the line goes on.
  func beginSegment(unless continues: Bool) {
    if !continues { beginSegment() }
  }
}
