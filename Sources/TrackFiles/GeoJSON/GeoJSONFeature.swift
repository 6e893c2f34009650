// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// What is known so far of one feature, or of a geometry outside any feature.
final class GeoJSONFeature {
  var name: String?
  var time: UTCTime?
  var columns = PointColumns()
  var columnValueCount = 0
  /// Number within its track, from files that we wrote; 1 begins a track.
  var segment: Int?
  /// The line goes on from the feature before it, without a break.
  var isContinuation = false
  var hasProperties = false
  /// Counted over all geometries, skipped positions too: the index into the arrays.
  var positionCount = 0
  var geometries: [GeoJSONGeometry] = []
  /// Points went out before the arrays behind them were known.
  var isReleased = false
  /// It is an object of its own, not a member of a collection.
  var isAlone = false
  private var isBegun = false

  /// Announces the track or segment, once.
  func begin(in output: DecoderOutput) {
    defer { isBegun = true }
    guard !isBegun, !isContinuation else { return }
    if let segment, segment > 1 {
      output.beginSegment()
    } else {
      output.beginTrack(name: name)
    }
  }
}

/// One geometry while its type may still be unknown: `type` may follow `coordinates`.
final class GeoJSONGeometry {
  var type: String?
  /// Arrays around a number: 1 in a Point, 2 in a LineString, 3 in a MultiLineString.
  var positionDepth: Int?
  /// One per line; only a MultiLineString has several.
  var lines: [PositionBatch] = []
  var isLineOpen = false
  /// The first position that makes sense only with latitude first.
  var swapped: TrackFailure?
  /// Its points go out as they come.
  var isStreaming = false

  var isLine: Bool { type == "LineString" || type == "MultiLineString" }
  var isPoint: Bool { type == "Point" || type == "MultiPoint" }

  /// Whether the nesting is the one of the type.
  var isWellFormed: Bool {
    guard let positionDepth else { return true }
    switch type {
    case "Point": return positionDepth == 1
    case "LineString", "MultiPoint": return positionDepth == 2
    case "MultiLineString": return positionDepth == 3
    default: return false
    }
  }
}
