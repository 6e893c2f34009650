// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationClient
internal import LocationCore
internal import LocationProtocol

/// `get`: one location.
enum Get {
  /// The daemon's own default for `requestLocation`, in seconds.
  private static let defaultTimeout = 10.0

  static func run(_ invocation: Invocation, _ context: Context) throws(Failure) {
    let connection = try context.subscriber()
    if let age = invocation.duration(.maximumAge) {
      let method = SubscriberMethod.location.rawValue
      let result = try context.call(connection, method, ["maximumAge": .number(age)])
      if let location = result["location"] { return try show(location, invocation, context) }
    }
    let timeout = invocation.duration(.requestTimeout) ?? defaultTimeout
    let method = SubscriberMethod.requestLocation.rawValue
    _ = try context.call(connection, method, ["timeout": .number(timeout)])
    // The daemon keeps the time; the margin only covers one that does not answer at all.
    let deadline = LocationConnection.deadline(after: timeout + 2)
    while let callback = try context.next(connection, until: deadline) {
      switch callback.message?.callback {
      case .didUpdateLocations: return try show(callback.lastLocation, invocation, context)
      case .didFailWithError(let error): throw failure(error, timeout: timeout)
      default: continue
      }
    }
    throw .timedOut("no location within \(spanText(timeout))")
  }

  /// The exit code that belongs to a CLError.
  static func failure(_ error: LocationCore.LocationError, timeout: Double?) -> Failure {
    switch error.code {
    case .denied, .regionMonitoringDenied:
      return .notPermitted("location is not permitted: \(printable(error.message))")
    case .locationUnknown:
      let time = timeout.map { " within \(spanText($0))" } ?? ""
      let isTimeUp = timeout != nil && error.message == LocationRequest.timeIsUp
      return .timedOut("no location\(time)" + (isTimeUp ? "" : ": \(printable(error.message))"))
    default: return .unreachable("\(error.code.name): \(printable(error.message))")
    }
  }

  /// Prints a location object of the wire.
  private static func show(
    _ location: JSONValue?,
    _ invocation: Invocation,
    _ context: Context
  ) throws(Failure) {
    guard let location else { throw .unreachable("locationd sent no location") }
    guard !invocation.has(.json) else { return try context.output.json(location) }
    let message: LocationMessage
    do {
      message = try JSONText.decode(LocationMessage.self, from: try JSONText.encode(location))
    } catch {
      throw .unreachable("locationd sent a location of another form")
    }
    try context.output.lines(
      LocationText.fields(message).map { label, value in
        label + String(repeating: " ", count: max(1, 12 - label.count)) + value
      } + ["time        \(message.timestamp.text ?? "-")"]
    )
  }
}

extension LocationConnection.ReceivedCallback {
  /// The newest location object as it stands in the line.
  var lastLocation: JSONValue? {
    (try? JSONText.decode(JSONValue.self, from: line))?["params"]?["locations"]?.elements.last
  }
}
