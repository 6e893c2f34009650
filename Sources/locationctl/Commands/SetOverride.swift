// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationClient
internal import LocationCore
internal import LocationProtocol

/// `set`: one point in place of every location, or points as they come.
enum SetOverride {
  private static let ofPoint: [Option] = [
    .altitude, .horizontalAccuracy, .verticalAccuracy, .speed, .course,
  ]

  static func run(_ invocation: Invocation, _ context: Context) throws(Failure) {
    guard let point = invocation.coordinates.first else {
      if let option = ofPoint.first(where: invocation.has) {
        throw .usage("set: --\(option.name) is not for points on standard input")
      }
      return try PushLocations.run(invocation, context)
    }
    guard !invocation.has(.keepTimes) else {
      throw .usage("set: --keep-times is only for points on standard input")
    }
    guard invocation.has(.altitude) || !invocation.has(.verticalAccuracy) else {
      throw .usage("set: --vertical-accuracy needs --altitude beside it")
    }
    var params: [String: JSONValue] = [
      "kind": .string("set"),
      "latitude": .number(point.latitude),
      "longitude": .number(point.longitude),
    ]
    params["altitude"] = invocation.number(.altitude).map { .number($0) }
    params["horizontalAccuracy"] = invocation.number(.horizontalAccuracy).map { .number($0) }
    params["verticalAccuracy"] = invocation.number(.verticalAccuracy).map { .number($0) }
    params["speed"] = invocation.number(.speed).map { .number($0) }
    // North is 0 on the wire, never 360.
    params["course"] = invocation.number(.course).map { .number($0 == 360 ? 0 : $0) }
    let place = "\(shortNumber(point.latitude, 9)),\(shortNumber(point.longitude, 9))"
    try OverrideRequest(invocation, params: params).run(place, context)
  }
}
