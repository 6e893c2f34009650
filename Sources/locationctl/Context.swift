// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc
internal import LinuxIO
internal import LocationClient
internal import LocationProtocol

/// The signal that asked the command to end, if one has.
final class Interruption {
  private(set) var signal: Int32?
  private var signals: Signals?

  /// From here on INT, TERM and HUP end waits instead of the process.
  func catchSignals(_ loop: EventLoop) throws(SystemError) {
    Signals.ignoreSIGPIPE()
    signals = try Signals(loop: loop, [SIGINT, SIGTERM, SIGHUP]) { [weak self] number in
      self?.signal = number
    }
  }
}

/// What a command works with: streams, environment, the loop and what interrupts it.
final class Context {
  let output: Output
  /// Standard error: counts, progress and warnings, which are not the result.
  let messages: Output
  let input: StandardInput
  let environment: [String: String]
  let loop: EventLoop
  private let interruption: Interruption

  init(
    output: Output,
    environment: [String: String],
    loop: EventLoop,
    interruption: Interruption = Interruption(),
    messages: Output = .none,
    input: Int32 = 0
  ) {
    self.output = output
    self.messages = messages
    self.input = StandardInput(input, loop, interruption)
    self.environment = environment
    self.loop = loop
    self.interruption = interruption
  }

  /// The real streams and signals of this process.
  static func process(environment: [String: String]) throws(SystemError) -> Context {
    let loop = try EventLoop()
    let interruption = Interruption()
    try interruption.catchSignals(loop)
    let output = Output.standard(environment: environment, loop: loop) { interruption.signal }
    return Context(
      output: output,
      environment: environment,
      loop: loop,
      interruption: interruption,
      messages: .messages(environment: environment)
    )
  }

  /// A connection to the subscriber socket, introduced by name.
  func subscriber() throws(Failure) -> LocationConnection {
    let connection = try connect(SocketPath.subscriber(in: environment))
    let client = JSONValue.object([
      "name": .string("locationctl"), "version": .string(Program.version),
    ])
    _ = try call(connection, "initialize", ["client": client])
    return connection
  }

  /// A connection to the control socket.
  func control() throws(Failure) -> LocationConnection {
    try connect(SocketPath.control(in: environment))
  }

  private func connect(_ path: String) throws(Failure) -> LocationConnection {
    do {
      return try LocationConnection(path: path, loop: loop) { [interruption] in
        interruption.signal != nil
      }
    } catch {
      throw failure(for: error)
    }
  }

  /// One request and its result; an error answer becomes the matching exit code.
  func call(
    _ connection: LocationConnection,
    _ method: String,
    _ params: [String: JSONValue] = [:],
    timeout: Double = 10
  ) throws(Failure) -> JSONValue {
    do {
      return try connection.call(method, params, timeout: timeout)
    } catch {
      throw failure(for: error)
    }
  }

  /// The next callback, or nil when `deadline` (monotonic nanoseconds) passes first.
  func next(
    _ connection: LocationConnection,
    until deadline: Int64? = nil
  ) throws(Failure) -> LocationConnection.ReceivedCallback? {
    do {
      return try connection.nextCallback(until: deadline)
    } catch {
      throw failure(for: error)
    }
  }

  /// Says something on standard error; it never fails a command.
  func note(_ text: String) {
    try? messages.line("locationctl: \(text)")
  }

  /// Fails if the daemon has done what was asked and could not save it.
  func requireSaved(_ answer: JSONValue) throws(Failure) {
    guard let reason = answer["unsaved"]?.text else { return }
    throw .outputFailed(
      "it holds now but is not saved, so that a restart of the daemon would undo it: "
        + "\(printable(reason)); the daemon tries again by itself"
    )
  }

  /// For work that does not wait: throws if a signal has asked the command to end.
  func checkInterruption() throws(Failure) {
    loop.turn(timeout: 0)
    if let signal = interruption.signal { throw .interrupted(by: signal) }
  }

  /// Runs something that a signal ends in the ordinary way.
  func untilInterrupted(_ body: () throws(Failure) -> Void) throws(Failure) {
    do {
      try body()
    } catch {
      guard let signal = interruption.signal, error == .interrupted(by: signal) else { throw error }
    }
  }

  private func failure(for failure: ConnectionFailure) -> Failure {
    switch failure {
    case .unreachable(_, let reason):
      .unreachable("locationd cannot be reached, is it running? \(reason)")
    case .notPermitted(let path):
      .notPermitted("not permitted to use \(path); its group's members and root are")
    case .closed: .hungUp
    // It did not even read what was sent.
    case .failed(let error) where error.code == ECONNRESET: .hungUp
    case .failed(let error): .unreachable("the connection to locationd is lost: \(error)")
    case .malformed(let what): .unreachable("locationd sent \(printable(what))")
    case .timedOut(let method): .timedOut("no answer to \(method) in time")
    // No request has this code, so that it is the word of farewell to a connection.
    case .refused(_, let error) where error.code == -32000: .turnedAway(printable(error.message))
    case .refused(let method, let error): refusal(method, error)
    case .cancelled: .interrupted(by: interruption.signal ?? SIGINT)
    }
  }

  /// These parameters stand for words without an option, so that their names say nothing here.
  private func plain(_ message: String) -> String {
    guard let name = ["ids: ", "id: "].first(where: message.hasPrefix) else { return message }
    return String(message.dropFirst(name.count))
  }

  private func refusal(_ method: String, _ error: RPCError) -> Failure {
    let message = printable(error.message)
    return switch error.code {
    case -32602: .badData(plain(message))
    case -32601: .unreachable("this locationd does not know \(method)")
    default: .unreachable("locationd refused \(method): \(message)")
    }
  }
}
