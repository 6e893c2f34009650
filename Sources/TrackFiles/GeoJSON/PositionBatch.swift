// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// The values that a GeoJSON feature gives for all its positions as one array each.
///
/// `coordTimes` is what converters from GPX write; the others are ours.
enum PointColumn: String, CaseIterable {
  case speed = "speeds"
  case course = "courses"
  case ellipsoidalAltitude = "ellipsoidalAltitudes"
  case horizontalAccuracy = "horizontalAccuracies"
  case verticalAccuracy = "verticalAccuracies"
  case speedAccuracy = "speedAccuracies"
  case courseAccuracy = "courseAccuracies"
  /// 2 or 3.
  case mode = "modes"
  /// 1 where the point was made by an override, not measured.
  case simulated

  func value(of point: TrackPoint) -> Double? {
    switch self {
    case .speed: point.speed
    case .course: point.course
    case .ellipsoidalAltitude: point.ellipsoidalAltitude
    case .horizontalAccuracy: point.horizontalAccuracy
    case .verticalAccuracy: point.verticalAccuracy
    case .speedAccuracy: point.speedAccuracy
    case .courseAccuracy: point.courseAccuracy
    case .mode: point.dimension.map { $0 == .twoD ? 2 : 3 }
    case .simulated: point.isSimulated ? 1 : nil
    }
  }

  /// What a value that is left out counts as; nil for those that are no measurements.
  var refusal: ReadSummary.RefusedValue? {
    switch self {
    case .speed: .speed
    case .course: .course
    case .ellipsoidalAltitude: .altitude
    case .horizontalAccuracy, .verticalAccuracy, .speedAccuracy, .courseAccuracy: .accuracy
    case .mode, .simulated: nil
    }
  }

  /// Stores a value; false if it is out of range.
  func set(_ value: Double, of point: inout TrackPoint) -> Bool {
    let accuracy = ValueRange.accuracy.contains(value) ? value : nil
    switch self {
    case .speed: point.speed = ValueRange.speed.contains(value) ? value : nil
    case .course: point.course = ValueRange.course(value)
    case .ellipsoidalAltitude:
      point.ellipsoidalAltitude = ValueRange.altitude.contains(value) ? value : nil
    case .horizontalAccuracy: point.horizontalAccuracy = accuracy
    case .verticalAccuracy: point.verticalAccuracy = accuracy
    case .speedAccuracy: point.speedAccuracy = accuracy
    case .courseAccuracy: point.courseAccuracy = accuracy
    case .mode: point.dimension = value == 2 ? .twoD : value == 3 ? .threeD : nil
    case .simulated: point.isSimulated = value == 1
    }
    return self.value(of: point) != nil
  }
}

/// The arrays of one feature; an element that is null or no value is NaN or `noTime`.
struct PointColumns {
  static let noTime = Int64.min

  var times: [Int64] = []
  var values: [PointColumn: [Double]] = [:]

  /// Sets what is known of a position, and counts what is out of range.
  func apply(to point: inout TrackPoint, index: Int, counting summary: inout ReadSummary) {
    if index < times.count, times[index] != Self.noTime {
      point.time = UTCTime(milliseconds: times[index])
    }
    for (column, values) in values where index < values.count && !values[index].isNaN {
      guard !column.set(values[index], of: &point), let refusal = column.refusal else { continue }
      summary.refuse(refusal)
    }
  }
}

/// Positions of one segment in columns: a fifth of the memory that points take.
struct PositionBatch {
  private(set) var coordinates: [Coordinate] = []
  /// NaN where the position has no third value.
  private var heights: [Double] = []
  /// Position in the feature's arrays, which count skipped positions too.
  private var indices: [UInt32] = []
  var columns = PointColumns()

  var count: Int { coordinates.count }

  mutating func append(_ coordinate: Coordinate, height: Double?, index: Int) {
    coordinates.append(coordinate)
    heights.append(height ?? .nan)
    indices.append(UInt32(clamping: index))
  }

  func point(_ position: Int, counting summary: inout ReadSummary) -> TrackPoint {
    var point = TrackPoint(coordinate: coordinates[position])
    if !heights[position].isNaN { point.altitude = heights[position] }
    columns.apply(to: &point, index: Int(indices[position]), counting: &summary)
    return point
  }
}
