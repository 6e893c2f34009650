// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationClient
internal import LocationCore
internal import LocationProtocol

/// `monitor --full-screen`: the same facts on a whole terminal, a sky plot, and keys to steer.
final class FullScreenMonitor {
  private static let eventCapacity = 200
  /// Seconds between two drawings when nothing happens; ages are shown.
  private static let period = 1.0
  /// Seconds without an answer after which the daemon is said to hang.
  private static let silence = 5.0

  private let context: Context
  private let requests: [SubscriptionRequest]
  /// Nil while the daemon is away.
  private var connection: LocationConnection?
  /// Why it is.
  private var loss = ""
  private let steering: SteeringKeys
  private var screen = MonitorScreen()
  private var events: [String] = []
  private var remaining: Int
  private var isOver = false
  /// When the daemon answered last, in monotonic nanoseconds.
  private var lastAnswer = LocationConnection.deadline(after: 0)
  private var isSilent: Bool {
    LocationConnection.deadline(after: 0) - lastAnswer > Int64(Self.silence * 1e9)
  }

  static func run(_ invocation: Invocation, _ context: Context) throws(Failure) {
    guard !invocation.has(.json) else {
      throw .usage("monitor: --full-screen and --json exclude each other")
    }
    guard context.output.isTerminal, Terminal.isTerminal(0) else {
      throw .usage("monitor: --full-screen needs a terminal for its input and its output")
    }
    let monitor = try FullScreenMonitor(invocation, context)
    guard let curses = CursesScreen() else {
      throw .usage("monitor: --full-screen: this terminal is not known to ncurses, see TERM")
    }
    // Before anything is said on the error stream.
    defer { curses.close() }
    try monitor.run(curses)
  }

  private init(_ invocation: Invocation, _ context: Context) throws(Failure) {
    self.context = context
    var requests = SubscriptionRequest.all(for: invocation)
    if !invocation.has(.satellites) {
      requests.append(SubscriptionRequest(method: .startUpdatingSatellites))
    }
    self.requests = requests
    steering = SteeringKeys(context)
    remaining = invocation.integer(.count) ?? .max
    // Without a daemon at the start it is another one that is meant, or none.
    try connect()
  }

  private func connect() throws(Failure) {
    let connection = try context.subscriber()
    for request in requests {
      _ = try context.call(connection, request.method.rawValue, request.params)
    }
    self.connection = connection
    lastAnswer = LocationConnection.deadline(after: 0)
  }

  /// Carries out something that the loss of the daemon ends, not the command.
  private func healing(_ body: () throws(Failure) -> Void) throws(Failure) {
    do throws(Failure) {
      try body()
    } catch {
      let losses: [Failure.Kind?] = [.unreachable, .notPermitted, .timedOut]
      guard losses.contains(error.kind) else { throw error }
      connection = nil
      loss = error.message ?? "locationd cannot be reached"
      // What is not heard of any more is not known any more.
      screen = MonitorScreen()
    }
  }

  private func run(_ curses: CursesScreen) throws(Failure) {
    var isPressed = false
    let token = try? context.loop.watch(0, .readable) { _ in isPressed = true }
    defer { if let token { context.loop.unwatch(token) } }
    var nextLook = Int64.min
    while !isOver, remaining > 0 {
      let now = LocationConnection.deadline(after: 0)
      if now >= nextLook {
        try healing { () throws(Failure) in
          if connection == nil { try connect() }
          if try ping() { steering.look() }
        }
        nextLook = now + Int64(Self.period * 1e9)
      }
      curses.show(FullScreenLayout(rows: curses.rows, columns: curses.columns).texts(facts()))
      isPressed = false
      context.loop.turn(timeout: max(0, nextLook - now))
      try healing { () throws(Failure) in
        while let connection, let callback = try context.next(connection, until: 0) {
          take(callback)
        }
      }
      // Also without a byte on the input: a new size of the terminal comes as a key.
      while let key = curses.key() {
        isPressed = false
        press(key)
      }
      // Readable without a key: the terminal has gone.
      if isPressed { isOver = true }
    }
  }

  /// Whether the daemon answers; it may hang with its sockets open.
  private func ping() throws(Failure) -> Bool {
    guard let connection else { return false }
    do throws(Failure) {
      _ = try context.call(connection, "ping", timeout: Self.period)
      lastAnswer = LocationConnection.deadline(after: 0)
      return true
    } catch {
      guard error.kind == .timedOut else { throw error }
      return false
    }
  }

  private func take(_ callback: LocationConnection.ReceivedCallback) {
    remaining -= callback.locationCount
    let event =
      if let message = callback.message {
        screen.take(message, at: context.loop.now.monotonic)
      } else {
        printable(callback.method) as String?
      }
    guard let event else { return }
    events.append("\(LocalTime.timeOfDay(Int(context.loop.now.utc / 1000)))  \(event)")
    if events.count > Self.eventCapacity { events.removeFirst() }
  }

  private func press(_ key: CursesScreen.Key) {
    let shown = screen.loss == nil ? screen.location : nil
    switch key {
    case .up: steering.nudge(shown, course: 0)
    case .right: steering.nudge(shown, course: 90)
    case .down: steering.nudge(shown, course: 180)
    case .left: steering.nudge(shown, course: 270)
    case .character("+"): steering.enlargeStep()
    case .character("-"): steering.reduceStep()
    case .character(" "): steering.togglePlayback()
    case .character("c"): steering.clear()
    case .character("q"): isOver = true
    case .character, .other: break
    }
  }

  /// One word or two, to be seen before everything else.
  private var truth: String {
    if connection == nil { return "NO DAEMON" }
    if isSilent { return "NO ANSWER" }
    if screen.loss != nil { return "NO FIX" }
    guard let location = screen.location else { return "WAITING" }
    return location.source.isSimulatedBySoftware ? "SIMULATED" : "REAL"
  }

  private func facts() -> FullScreenLayout.Facts {
    let now = LocationConnection.deadline(after: 0)
    let message =
      connection == nil
      ? "locationd is gone, trying again: \(loss)"
      : isSilent ? "locationd does not answer" : steering.message.text(at: now)
    return FullScreenLayout.Facts(
      truth: truth,
      isAlarming: !["REAL", "WAITING"].contains(truth),
      time: LocalTime.timeOfDay(Int(context.loop.now.utc / 1000)),
      lines: connection == nil ? [] : screen.block(at: now),
      satellites: screen.sky?.satellites ?? [],
      overrides: connection == nil ? ["not known"] : steering.overrides,
      events: events,
      message: message,
      keys:
        "q quit   c clear   space pause   arrows nudge \(shortNumber(steering.step)) m   +- step"
    )
  }
}
