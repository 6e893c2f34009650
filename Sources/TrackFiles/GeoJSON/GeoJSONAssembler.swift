// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// Follows the structure of a GeoJSON text and collects what belongs to each feature.
final class GeoJSONAssembler: JSONHandler {
  private enum Frame {
    /// A FeatureCollection, Feature, geometry or GeometryCollection: all may turn out to be.
    case node(GeoJSONFeature, GeoJSONGeometry, ownsFeature: Bool)
    case nodes(GeoJSONFeature?)
    case coordinates
    case properties
    case values(PointColumn?)
    case ignored
  }

  /// Numbers in the arrays of one feature: 16 MB.
  private static let mostValues = 2_000_000

  /// Line and byte of the token being handled.
  var place = (line: 1, byte: 0)
  private let emitter: GeoJSONEmitter
  private var frames: [Frame] = []
  private var keys: [String] = []
  private var features: [GeoJSONFeature] = []
  private var position = GeoJSONPosition()
  private var depth = 0

  init(output: DecoderOutput) {
    emitter = GeoJSONEmitter(output: output)
  }

  private var key: String { keys.last ?? "" }

  func beginObject() throws(TrackFailure) {
    frames.append(frameOfObject())
    keys.append("")
  }

  private func frameOfObject() -> Frame {
    switch frames.last {
    case nil, .nodes(nil): return ownNode()
    case .nodes(let feature?): return .node(feature, GeoJSONGeometry(), ownsFeature: false)
    case .node(let feature, _, _) where key == "geometry":
      return .node(feature, GeoJSONGeometry(), ownsFeature: false)
    case .node where key == "properties": return .properties
    case .properties where key == "coordinateProperties": return .properties
    case .coordinates:
      position.isMalformed = true
      return .ignored
    default: return .ignored
    }
  }

  private func ownNode() -> Frame {
    let feature = GeoJSONFeature()
    feature.isAlone = frames.isEmpty
    features.append(feature)
    return .node(feature, GeoJSONGeometry(), ownsFeature: true)
  }

  func beginArray() throws(TrackFailure) {
    frames.append(frameOfArray())
    keys.append("")
    if case .coordinates = frames.last {
      depth += 1
      position = GeoJSONPosition()
    }
  }

  private func frameOfArray() -> Frame {
    switch frames.last {
    case nil: return .nodes(nil)
    case .node(let feature, let geometry, _):
      switch key {
      case "features": return .nodes(nil)
      case "geometries": return .nodes(feature)
      case "coordinates":
        depth = 0
        emitter.begin(geometry, of: feature)
        return .coordinates
      default: return .ignored
      }
    case .coordinates: return .coordinates
    case .properties:
      if key == "coordTimes" || key == "times" { return .values(nil) }
      return PointColumn(rawValue: key).map(Frame.values) ?? .ignored
    case .values(let column): return .values(column)
    default: return .ignored
    }
  }

  func endContainer() throws(TrackFailure) {
    keys.removeLast()
    switch frames.popLast() {
    case .coordinates: try endCoordinates()
    case .properties:
      if case .node(let feature, _, _) = frames.last { feature.hasProperties = true }
    case .node(let feature, let geometry, let ownsFeature):
      try emitter.end(geometry, of: feature)
      guard ownsFeature else { break }
      try emitter.end(feature)
      features.removeLast()
    default: break
    }
  }

  private func endCoordinates() throws(TrackFailure) {
    if !position.isEmpty {
      try emitter.add(position, depth: depth, at: place)
    } else if depth == 2 {
      emitter.endLine()
    }
    position = GeoJSONPosition()
    depth -= 1
  }

  func key(_ bytes: [UInt8]) throws(TrackFailure) {
    // The longest name that matters has 20 letters; cutting keeps the stack small.
    keys[keys.count - 1] = String(decoding: bytes.prefix(32), as: UTF8.self)
  }

  func string(_ bytes: [UInt8]) throws(TrackFailure) {
    switch frames.last {
    case .node(_, let geometry, _) where key == "type":
      geometry.type = String(decoding: bytes.prefix(32), as: UTF8.self)
    case .properties:
      guard let feature = features.last else { return }
      switch key {
      case "name": feature.name = String(decoding: bytes.prefix(1024), as: UTF8.self)
      case "time", "timestamp": feature.time = emitter.time(bytes)
      default: break
      }
    case .values(nil): try append(time: emitter.time(bytes))
    case .values(let column?): try append(.nan, to: column)
    case .coordinates: position.isMalformed = true
    default: break
    }
  }

  func number(_ value: Double) throws(TrackFailure) {
    switch frames.last {
    case .coordinates: position.append(value)
    case .values(nil): try append(time: emitter.time(fromEpoch: value))
    case .values(let column?): try append(value, to: column)
    case .properties:
      switch key {
      case "segment" where (1...1e9).contains(value): features.last?.segment = Int(value)
      case "time", "timestamp": features.last?.time = emitter.time(fromEpoch: value)
      default: break
      }
    default: break
    }
  }

  func literal(_ value: Bool?) throws(TrackFailure) {
    switch frames.last {
    case .coordinates: position.isMalformed = true
    case .node(let feature, _, _) where key == "properties": feature.hasProperties = true
    case .values(nil): try append(time: nil)
    case .values(let column?): try append(.nan, to: column)
    case .properties where key == "continues": features.last?.isContinuation = value == true
    default: break
    }
  }

  private func append(time: UTCTime?) throws(TrackFailure) {
    guard let feature = features.last else { return }
    try countValue(of: feature)
    feature.columns.times.append(time?.milliseconds ?? PointColumns.noTime)
  }

  private func append(_ value: Double, to column: PointColumn) throws(TrackFailure) {
    guard let feature = features.last else { return }
    try countValue(of: feature)
    feature.columns.values[column, default: []].append(value)
  }

  private func countValue(of feature: GeoJSONFeature) throws(TrackFailure) {
    feature.columnValueCount += 1
    guard feature.columnValueCount <= Self.mostValues else {
      throw TrackFailure(reason: "more than \(Self.mostValues) values in the arrays of one feature")
    }
  }
}

/// The numbers of the innermost array of `coordinates`.
struct GeoJSONPosition {
  private(set) var count = 0
  private(set) var longitude = 0.0
  private(set) var latitude = 0.0
  private(set) var height: Double?
  /// Something other than a number was among them.
  var isMalformed = false

  var isEmpty: Bool { count == 0 && !isMalformed }

  mutating func append(_ value: Double) {
    switch count {
    case 0: longitude = value
    case 1: latitude = value
    case 2: height = value
    default: break
    }
    count += 1
  }

  /// Only possible as latitude, longitude: then every position of the file is in doubt.
  var isSwapped: Bool {
    !isMalformed && count >= 2 && abs(longitude) <= 90 && abs(latitude) > 90 && abs(latitude) <= 180
  }
}
