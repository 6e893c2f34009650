// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// gpsd JSON: one TPV object per line, as `gpspipe -w` records them.
struct GPSDEncoder: TrackEncoder {
  /// Where gpsd would name a receiver.
  private static let device = "locationd://track"

  private var isUnderWay = false

  func begin(to output: inout [UInt8]) {}

  mutating func encode(_ event: TrackEvent, to output: inout [UInt8]) {
    switch event {
    // The format has no other way to say that the line is interrupted, or that another one begins.
    case .track, .segmentBreak:
      if isUnderWay { appendLoss(time: nil, to: &output) }
      isUnderWay = false
    case .fixLost(let time):
      appendLoss(time: time, to: &output)
      isUnderWay = false
    case .point(let point):
      append(point, to: &output)
      isUnderWay = true
    }
  }

  func finish(to output: inout [UInt8]) {}

  private func open(mode: Int, time: UTCTime?, to output: inout [UInt8]) {
    output.append("{\"class\":\"TPV\",\"device\":\"\(Self.device)\",\"mode\":\(mode)")
    guard let time else { return }
    output.append(",\"time\":\"")
    TimeText.append(time, to: &output)
    output.append("\"")
  }

  private func appendLoss(time: UTCTime?, to output: inout [UInt8]) {
    open(mode: 1, time: time, to: &output)
    output.append("}\n")
  }

  /// gpsd's errors are for 95 % and per axis; the split of the radius into equal axes is ours.
  private func append(_ point: TrackPoint, to output: inout [UInt8]) {
    let hasAltitude = point.altitude != nil || point.ellipsoidalAltitude != nil
    let is3D = point.dimension.map { $0 == .threeD } ?? hasAltitude
    open(mode: is3D ? 3 : 2, time: point.time, to: &output)
    if point.isSimulated { append("status", TPVFields.simulatedStatus, to: &output) }
    append("lat", point.coordinate.latitude, to: &output)
    append("lon", point.coordinate.longitude, to: &output)
    if is3D {
      append("altHAE", point.ellipsoidalAltitude, to: &output)
      append("altMSL", point.altitude, to: &output)
      append("alt", point.altitude ?? point.ellipsoidalAltitude, to: &output)
      if let altitude = point.altitude, let ellipsoidal = point.ellipsoidalAltitude {
        append("geoidSep", ellipsoidal - altitude, to: &output)
      }
    }
    if let radius = point.horizontalAccuracy {
      let axis = radius / 2.0.squareRoot() * GPSDScale.perAxis
      append("epx", axis, to: &output)
      append("epy", axis, to: &output)
      append("eph", radius * GPSDScale.radius, to: &output)
    }
    append("epv", point.verticalAccuracy.map { $0 * GPSDScale.perAxis }, to: &output)
    append("track", point.course, to: &output)
    append("speed", point.speed, to: &output)
    append("eps", point.speedAccuracy.map { $0 * GPSDScale.perAxis }, to: &output)
    append("epd", point.courseAccuracy.map { $0 * GPSDScale.perAxis }, to: &output)
    output.append("}\n")
  }

  private func append(_ key: String, _ value: Double?, to output: inout [UInt8]) {
    guard let value else { return }
    output.append(",\"\(key)\":")
    output.append(decimal: value)
  }
}
