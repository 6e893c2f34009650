// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// GeoJSON: a feature for each segment, with its times and other values in arrays beside it.
///
/// A long segment is cut into several features, which bounds the memory of writer and reader;
/// `continues` says that the line goes on, `segment` counts within the track.
struct GeoJSONEncoder: TrackEncoder {
  private let longestFeature: Int

  private var points: [TrackPoint] = []
  private var name: String?
  private var segment = 1
  private var isContinuation = false
  private var hasFeature = false

  init(longestFeature: Int = 100_000) {
    self.longestFeature = longestFeature
  }

  func begin(to output: inout [UInt8]) {
    output.append("{\"type\":\"FeatureCollection\",\"features\":[")
  }

  mutating func encode(_ event: TrackEvent, to output: inout [UInt8]) {
    switch event {
    case .track(let name):
      endSegment(&output)
      self.name = name
      segment = 1
    case .segmentBreak, .fixLost: endSegment(&output)
    case .point(let point):
      points.append(point)
      guard points.count == longestFeature else { return }
      appendFeature(&output)
      isContinuation = true
    }
  }

  mutating func finish(to output: inout [UInt8]) {
    endSegment(&output)
    output.append("\n]}\n")
  }

  private mutating func endSegment(_ output: inout [UInt8]) {
    guard !points.isEmpty || isContinuation else { return }
    if !points.isEmpty { appendFeature(&output) }
    segment += 1
    isContinuation = false
  }

  private mutating func appendFeature(_ output: inout [UInt8]) {
    output.append(hasFeature ? ",\n" : "\n")
    hasFeature = true
    output.append("{\"type\":\"Feature\",\"properties\":{\"segment\":\(segment)")
    if isContinuation { output.append(",\"continues\":true") }
    if let name {
      output.append(",\"name\":")
      appendString(name, to: &output)
    }
    appendTimes(to: &output)
    for column in PointColumn.allCases { append(column, to: &output) }
    output.append("},\"geometry\":{\"type\":")
    appendCoordinates(to: &output)
    output.append("}}")
    points.removeAll(keepingCapacity: true)
  }

  /// A line needs two positions; a single one is a point that `segment` marks as travelled.
  private func appendCoordinates(to output: inout [UInt8]) {
    let isLine = points.count > 1
    output.append(isLine ? "\"LineString\",\"coordinates\":[" : "\"Point\",\"coordinates\":")
    for (index, point) in points.enumerated() {
      output.append(index == 0 ? "[" : ",[")
      output.append(decimal: point.coordinate.longitude)
      output.append(",")
      output.append(decimal: point.coordinate.latitude)
      if let altitude = point.altitude {
        output.append(",")
        output.append(decimal: altitude)
      }
      output.append("]")
    }
    if isLine { output.append("]") }
  }

  private func appendTimes(to output: inout [UInt8]) {
    guard points.contains(where: { $0.time != nil }) else { return }
    appendArray("coordTimes", to: &output) { point, output in
      guard let time = point.time else { return false }
      output.append("\"")
      TimeText.append(time, to: &output)
      output.append("\"")
      return true
    }
  }

  private func append(_ column: PointColumn, to output: inout [UInt8]) {
    guard points.contains(where: { column.value(of: $0) != nil }) else { return }
    appendArray(column.rawValue, to: &output) { point, output in
      guard let value = column.value(of: point) else { return false }
      output.append(decimal: value)
      return true
    }
  }

  private func appendArray(
    _ name: String,
    to output: inout [UInt8],
    element: (TrackPoint, inout [UInt8]) -> Bool
  ) {
    output.append(",\"\(name)\":[")
    for (index, point) in points.enumerated() {
      if index > 0 { output.append(",") }
      if !element(point, &output) { output.append("null") }
    }
    output.append("]")
  }

  private func appendString(_ text: String, to output: inout [UInt8]) {
    output.append("\"")
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): output.append("\\\"")
      case UInt8(ascii: "\\"): output.append("\\\\")
      case 0..<0x20:
        output.append(byte < 16 ? "\\u000" : "\\u00")
        output.append(String(byte, radix: 16))
      default: output.append(byte)
      }
    }
    output.append("\"")
  }
}
