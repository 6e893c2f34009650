// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationClient
internal import LocationCore
internal import LocationProtocol

/// `wait-for`: until a location meets every condition.
enum WaitFor {
  static func run(_ invocation: Invocation, _ context: Context) throws(Failure) {
    let deadline = invocation.duration(.timeout).map { LocationConnection.deadline(after: $0) }
    var state = ConditionState(own: invocation.regions(.region).compactMap(\.identifier))
    let others = state.foreignRegions(in: invocation.conditions)
    let control = others.isEmpty ? nil : try context.control()
    let connection = try context.subscriber()
    let requests =
      [SubscriptionRequest(method: .startUpdatingLocation)]
      + SubscriptionRequest.regions(for: invocation)
    for request in requests {
      _ = try context.call(connection, request.method.rawValue, request.params)
    }
    while let callback = try context.next(connection, until: deadline) {
      guard let message = callback.message else { continue }
      try state.take(message.callback)
      guard let location = state.location else { continue }
      if let control { state.takeRegions(try context.call(control, "regions")) }
      guard state.unmet(invocation.conditions).isEmpty else { continue }
      return try show(location, callback, invocation, context)
    }
    let unmet = state.unmet(invocation.conditions).map(\.text).joined(separator: ", ")
    throw .timedOut("timed out waiting for \(printable(unmet))")
  }

  private static func show(
    _ location: LocationMessage,
    _ callback: LocationConnection.ReceivedCallback,
    _ invocation: Invocation,
    _ context: Context
  ) throws(Failure) {
    guard invocation.has(.json) else {
      return try context.output.line(LocationText.line(location))
    }
    // A region's callback met the last condition: then the location came before it.
    if let object = callback.lastLocation {
      try context.output.json(object)
    } else {
      try context.output.json(location)
    }
  }
}
