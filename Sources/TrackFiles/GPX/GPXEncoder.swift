// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// GPX 1.1 with Garmin's extension for speed and course, and one of ours for the rest.
struct GPXEncoder: TrackEncoder {
  private var isTrackOpen = false
  private var isSegmentOpen = false

  func begin(to output: inout [UInt8]) {
    output.append(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="\(TrackWriter.creator)" xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:gpxtpx="\(XMLNamespace.garminTrackPointName)" xmlns:loc="\(XMLNamespace.locationdName)">

      """
    )
  }

  mutating func encode(_ event: TrackEvent, to output: inout [UInt8]) {
    switch event {
    case .track(let name):
      closeTrack(&output)
      openTrack(name, &output)
    case .segmentBreak, .fixLost: closeSegment(&output)
    case .point(let point):
      if !isTrackOpen { openTrack(nil, &output) }
      if !isSegmentOpen { output.append("<trkseg>\n") }
      isSegmentOpen = true
      append(point, to: &output)
    }
  }

  mutating func finish(to output: inout [UInt8]) {
    closeTrack(&output)
    output.append("</gpx>\n")
  }

  private mutating func openTrack(_ name: String?, _ output: inout [UInt8]) {
    isTrackOpen = true
    output.append("<trk>\n")
    guard let name else { return }
    output.append("<name>")
    appendEscaped(name, to: &output)
    output.append("</name>\n")
  }

  private mutating func closeSegment(_ output: inout [UInt8]) {
    if isSegmentOpen { output.append("</trkseg>\n") }
    isSegmentOpen = false
  }

  private mutating func closeTrack(_ output: inout [UInt8]) {
    closeSegment(&output)
    if isTrackOpen { output.append("</trk>\n") }
    isTrackOpen = false
  }

  /// In the order that the schema demands.
  private func append(_ point: TrackPoint, to output: inout [UInt8]) {
    output.append("<trkpt lat=\"")
    output.append(decimal: point.coordinate.latitude)
    output.append("\" lon=\"")
    output.append(decimal: point.coordinate.longitude)
    output.append("\">")
    append("ele", point.altitude, to: &output)
    if let time = point.time {
      output.append("<time>")
      TimeText.append(time, to: &output)
      output.append("</time>")
    }
    if let altitude = point.altitude, let ellipsoidal = point.ellipsoidalAltitude,
      abs(ellipsoidal - altitude) <= 200
    {
      append("geoidheight", ellipsoidal - altitude, to: &output)
    }
    if let dimension = point.dimension {
      output.append(dimension == .threeD ? "<fix>3d</fix>" : "<fix>2d</fix>")
    }
    appendExtensions(of: point, to: &output)
    output.append("</trkpt>\n")
  }

  private func appendExtensions(of point: TrackPoint, to output: inout [UInt8]) {
    var text: [UInt8] = []
    append("gpxtpx:speed", point.speed, to: &text)
    append("gpxtpx:course", point.course, to: &text)
    if !text.isEmpty {
      let garmin = "gpxtpx:TrackPointExtension"
      text = Array("<\(garmin)>".utf8) + text + Array("</\(garmin)>".utf8)
    }
    append("loc:ellipsoidalAltitude", point.ellipsoidalAltitude, to: &text)
    append("loc:horizontalAccuracy", point.horizontalAccuracy, to: &text)
    append("loc:verticalAccuracy", point.verticalAccuracy, to: &text)
    append("loc:speedAccuracy", point.speedAccuracy, to: &text)
    append("loc:courseAccuracy", point.courseAccuracy, to: &text)
    if point.isSimulated { text.append("<loc:simulated>true</loc:simulated>") }
    guard !text.isEmpty else { return }
    output.append("<extensions>")
    output += text
    output.append("</extensions>")
  }

  private func append(_ element: String, _ value: Double?, to output: inout [UInt8]) {
    guard let value else { return }
    output.append("<\(element)>")
    output.append(decimal: value)
    output.append("</\(element)>")
  }

  /// Characters that XML cannot carry at all become blanks.
  private func appendEscaped(_ text: String, to output: inout [UInt8]) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": output.append("&amp;")
      case "<": output.append("&lt;")
      case ">": output.append("&gt;")
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": output.append(" ")
      default: output += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
  }
}
