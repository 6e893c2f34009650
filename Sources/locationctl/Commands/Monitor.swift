// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationClient
internal import LocationCore
internal import LocationProtocol

/// `monitor`: callbacks as they arrive.
enum Monitor {
  static func run(_ invocation: Invocation, _ context: Context) throws(Failure) {
    try context.untilInterrupted { () throws(Failure) in
      guard !invocation.has(.fullScreen) else {
        return try FullScreenMonitor.run(invocation, context)
      }
      let connection = try context.subscriber()
      for request in SubscriptionRequest.all(for: invocation) {
        _ = try context.call(connection, request.method.rawValue, request.params)
      }
      try show(connection, invocation, context)
    }
  }

  private static func show(
    _ connection: LocationConnection,
    _ invocation: Invocation,
    _ context: Context
  ) throws(Failure) {
    if invocation.has(.json) {
      try forEach(connection, invocation, context) { callback throws(Failure) in
        try context.output.line(String(decoding: callback.line, as: UTF8.self))
      }
    } else if context.output.isTerminal {
      try showBlock(connection, invocation, context)
    } else {
      try forEach(connection, invocation, context) { callback throws(Failure) in
        try context.output.lines(
          plainLines(callback, at: UTCTime(milliseconds: context.loop.now.utc))
        )
      }
    }
  }

  /// One line per location or other callback; locations have the time of the fix, all else `now`.
  static func plainLines(
    _ callback: LocationConnection.ReceivedCallback,
    at now: UTCTime
  ) -> [String] {
    let time = "\(now.text ?? "-")  "
    guard let message = callback.message else { return [time + printable(callback.method)] }
    if case .didUpdateLocations(let locations) = message.callback {
      let skipped = message.conflated > 0 ? ["\(time)skipped: \(message.conflated)"] : []
      return skipped + locations.map(LocationText.line)
    }
    return CallbackText.line(message.callback).map { [time + $0] } ?? []
  }

  private static func forEach(
    _ connection: LocationConnection,
    _ invocation: Invocation,
    _ context: Context,
    _ body: (LocationConnection.ReceivedCallback) throws(Failure) -> Void
  ) throws(Failure) {
    var remaining = invocation.integer(.count) ?? .max
    while remaining > 0, let callback = try context.next(connection) {
      try body(callback)
      remaining -= callback.locationCount
    }
  }

  private static func showBlock(
    _ connection: LocationConnection,
    _ invocation: Invocation,
    _ context: Context
  ) throws(Failure) {
    var screen = MonitorScreen()
    var block = LiveBlock(isStyled: context.output.isStyled)
    var remaining = invocation.integer(.count) ?? .max
    var redraw = true
    while true {
      var events: [String] = []
      // Ages are shown in whole and tenth seconds; one redraw per second keeps them honest.
      let deadline = redraw ? 0 : LocationConnection.deadline(after: 1)
      if let callback = try context.next(connection, until: deadline) {
        let now = context.loop.now.monotonic
        if let message = callback.message {
          events += [screen.take(message, at: now)].compactMap { $0 }
        } else {
          events.append(printable(callback.method))
        }
        remaining -= callback.locationCount
      }
      let time = LocalTime.timeOfDay(Int(context.loop.now.utc / 1000))
      events = events.map { "\(time)  \($0)" }
      redraw = false
      let lines = screen.block(at: LocationConnection.deadline(after: 0))
      try context.output.write(
        block.redraw(events: events, block: lines, width: context.output.width)
      )
      guard remaining > 0 else { return }
    }
  }
}

extension LocationConnection.ReceivedCallback {
  /// What `--count` counts.
  var locationCount: Int {
    guard case .didUpdateLocations(let locations) = message?.callback else { return 0 }
    return locations.count
  }
}
