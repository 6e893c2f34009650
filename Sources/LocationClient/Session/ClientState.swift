// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationProtocol

/// What a client has asked, what it waits for and what it knows; no input, output or clock.
///
/// The session drives it: it takes `outgoing`, feeds lines in and delivers the events that come out.
struct ClientState: Sendable {
  /// A request for one location that has not been answered by a callback.
  struct LocationRequest: Hashable, Sendable {
    var options: UpdateOptions
    /// Seconds.
    var timeout: Double
    /// Monotonic nanoseconds, when the client gives up on a daemon that cannot be reached.
    var deadline: Int64
  }

  /// What the client wants.
  private(set) var demand = Demand()
  private(set) var locationRequest: LocationRequest?
  private(set) var authorization: Authorization?
  private(set) var isConnected = false
  /// Bytes to be sent on this connection.
  private(set) var outgoing: [UInt8] = []
  /// What the daemon at the other end has been asked for.
  private var told = Demand()
  private var wantsDecision = false
  private var lastID: Int64 = 0
  private var awaited: [Int64: Question] = [:]
  private var loss: (reason: String, since: Int64)?
  private let client: ProgramMessage

  init(client: ProgramMessage) { self.client = client }

  /// Whether there is any reason to have a connection.
  var needsConnection: Bool {
    !demand.isEmpty || locationRequest != nil || wantsDecision || isConnected
  }

  /// Replaces all that is wanted.
  mutating func want(_ demand: Demand) {
    self.demand = demand
    tell()
  }

  /// Asks for one location; a second request replaces the first.
  mutating func request(_ request: LocationRequest) {
    locationRequest = request
    if isConnected { askForLocation(request) }
  }

  /// Withdraws the request for one location: its answer will be an ordinary update.
  mutating func cancelRequest() { locationRequest = nil }

  /// Asks somebody to decide, now and after each reconnection.
  mutating func requestDecision() {
    wantsDecision = true
    if isConnected { ask(Question(.requestAuthorization)) }
  }

  /// Asks where this client stands with regard to a region that it monitors.
  mutating func requestState(of identifier: String) {
    // A new connection tells the state by itself.
    if isConnected { ask(Question(.requestState, ["identifier": .string(identifier)])) }
  }

  /// Begins a connection: everything is asked for again.
  mutating func connected(at now: Int64) -> [LocationEvent] {
    isConnected = true
    told = Demand()
    awaited = [:]
    outgoing = []
    var hello = Question(.initialize)
    hello.parameters["client"] = .object([
      "name": .string(client.name), "version": .string(client.version),
    ])
    ask(hello)
    if wantsDecision { ask(Question(.requestAuthorization)) }
    tell()
    if let locationRequest { askForLocation(locationRequest) }
    guard let loss else { return [] }
    self.loss = nil
    let duration = Double(max(0, now - loss.since)) / 1e9
    return [.didReconnect(ConnectionGap(duration: duration, reason: loss.reason))]
  }

  /// Ends a connection, or an attempt to make one; told once until the next connection.
  mutating func disconnected(_ reason: String, at now: Int64) -> [LocationEvent] {
    isConnected = false
    outgoing = []
    awaited = [:]
    var events: [LocationEvent] = []
    if loss == nil {
      loss = (reason, now)
      events.append(.didLoseConnection(reason: reason))
    }
    if let request = locationRequest, now >= request.deadline {
      locationRequest = nil
      events.append(.didFailWithError(LocationError(.network, reason)))
    }
    return events
  }

  /// Takes what is to be sent; what the socket does not take comes back by `putBack`.
  mutating func takeOutgoing() -> [UInt8] {
    defer { outgoing = [] }
    return outgoing
  }

  private mutating func tell() {
    guard isConnected else { return }
    for question in demand.questions(after: told) { ask(question) }
    told = demand
  }

  private mutating func askForLocation(_ request: LocationRequest) {
    let parameters: [String: JSONValue] = [
      "desiredAccuracy": request.options.desiredAccuracy.value,
      "timeout": .number(min(max(request.timeout, 0.001), Limits.timeout)),
    ]
    ask(Question(.requestLocation, parameters))
  }

  private mutating func ask(_ question: Question) {
    lastID += 1
    guard let frame = question.frame(id: lastID) else { return }
    awaited[lastID] = question
    outgoing += frame
  }
}

extension ClientState {
  /// Takes one line of the daemon; throws if it is not of its protocol.
  mutating func receive(_ line: [UInt8]) throws -> [LocationEvent] {
    do {
      switch try Incoming(line) {
      case .callback(let message): return take(LocationEvent(message))
      case .unknown(let method): return [unknown(method, line)]
      case .answer(let answer): return try take(answer)
      }
    } catch let error as RPCError {
      throw error
    } catch {
      // A callback with a value that this version does not know is still a callback.
      return [unknown(try JSONText.decode(CallbackName.self, from: line).method, line)]
    }
  }

  private func unknown(_ method: String, _ line: [UInt8]) -> LocationEvent {
    let text = String(decoding: line, as: UTF8.self)
    return .unknown(UnknownCallback(method: method, json: text))
  }

  private mutating func take(_ event: LocationEvent) -> [LocationEvent] {
    switch event {
    case .didChangeAuthorization(let authorization): return learn(authorization)
    case .didUpdateLocations, .didFailWithError: locationRequest = nil
    default: break
    }
    return [event]
  }

  /// The daemon repeats it at the start of each connection; only changes are passed on.
  private mutating func learn(_ authorization: Authorization) -> [LocationEvent] {
    guard authorization != self.authorization else { return [] }
    self.authorization = authorization
    return [.didChangeAuthorization(authorization)]
  }

  private mutating func take(_ answer: Incoming.Answer) throws -> [LocationEvent] {
    guard case .integer(let id) = answer.id, let question = awaited.removeValue(forKey: id) else {
      // Without an id it is about the connection as a whole, which the daemon then closes.
      if let error = answer.error { throw error }
      return []
    }
    if let error = answer.error { return refused(question, error) }
    guard question.method == .authorization || question.method == .requestAuthorization else {
      return []
    }
    let result = try answer.result(as: AuthorizationResult.self)
    guard let status = Authorization.Status(rawValue: result.status) else { return [] }
    let accuracy = result.accuracy.flatMap { Authorization.Accuracy(rawValue: $0) }
    return learn(Authorization(status, accuracy: accuracy ?? authorization?.accuracy ?? .full))
  }

  private mutating func refused(_ question: Question, _ error: RPCError) -> [LocationEvent] {
    if let region = question.region {
      let failure = LocationError(.regionMonitoringFailure, error.message)
      return [.monitoringDidFail(identifier: region.identifier, failure)]
    }
    switch question.method {
    case .requestLocation:
      locationRequest = nil
      return [.didFailWithError(LocationError(.network, error.message))]
    case .startUpdatingLocation, .startMonitoringSignificantLocationChanges, .startMonitoringVisits:
      return [.didFailWithError(LocationError(.network, error.message))]
    case .startUpdatingHeading:
      return [.didFailWithError(LocationError(.headingFailure, error.message))]
    default: return []
    }
  }
}

private struct CallbackName: Decodable {
  var method: String
}
