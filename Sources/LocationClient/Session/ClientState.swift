// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore
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
  /// Whether there is a connection; the daemon behind it may still hang.
  private(set) var isConnected = false
  /// Whether the daemon has said anything on this connection.
  private(set) var isEstablished = false
  /// Bytes to be sent on this connection.
  private(set) var outgoing: [UInt8] = []
  /// What the daemon at the other end has been asked for.
  private var told = Demand()
  private var wantsDecision = false
  private var lastID: Int64 = 0
  private var awaited: [Int64: Question] = [:]
  private var loss: (reason: String, since: Int64)?
  private var liveness = Liveness(at: 0)
  /// The daemon may still answer a request that was given up; nobody waits for it any more.
  private var owesLateAnswer = false
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
    owesLateAnswer = false
    if isConnected { askForLocation(request) }
  }

  /// Withdraws the request for one location, of which the daemon knows nothing: an answer that
  /// comes nevertheless is an ordinary update if updates are wanted, and otherwise nothing.
  mutating func cancelRequest() {
    guard locationRequest != nil else { return }
    locationRequest = nil
    owesLateAnswer = isConnected
  }

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
  ///
  /// That the daemon is back is told with its first word: a daemon that hangs connects, too.
  mutating func connected(at now: Int64) {
    isConnected = true
    isEstablished = false
    liveness = Liveness(at: now)
    told = Demand()
    awaited = [:]
    outgoing = []
    owesLateAnswer = false
    var hello = Question(.initialize)
    hello.parameters["client"] = .object([
      "name": .string(client.name), "version": .string(client.version),
    ])
    ask(hello)
    if wantsDecision { ask(Question(.requestAuthorization)) }
    tell()
    if let locationRequest { askForLocation(locationRequest) }
  }

  /// Ends a connection, or an attempt to make one; told once until the next word of a daemon.
  mutating func disconnected(_ reason: String, at now: Int64) -> [LocationEvent] {
    isConnected = false
    isEstablished = false
    outgoing = []
    awaited = [:]
    return lose(reason, at: now)
  }

  private mutating func lose(_ reason: String, at now: Int64) -> [LocationEvent] {
    guard loss == nil else { return [] }
    loss = (reason, now)
    return [.didLoseConnection(reason: reason)]
  }

  /// Takes what is to be sent.
  mutating func takeOutgoing(at now: Int64) -> [UInt8] {
    defer { outgoing = [] }
    if !outgoing.isEmpty { liveness.ask(at: now) }
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

// MARK: - Time

extension ClientState {
  /// For a request that the daemon itself ends at its deadline.
  private static let grace: Int64 = 1_000_000_000

  /// Whether callbacks are to come without being asked for again.
  private var owesCallbacks: Bool {
    demand.location != nil || demand.heading != nil || demand.satellites || locationRequest != nil
  }

  /// When `check` has something to do next; nil if nothing is waited for.
  var nextCheck: Int64? {
    let end = locationRequest.map { loss == nil ? $0.deadline + Self.grace : $0.deadline }
    guard isConnected else { return end }
    return [end, liveness.due(owesCallbacks: owesCallbacks)].compactMap(\.self).min()
  }

  /// Does what is due: the events that follow, and why the connection is to be ended, if it is.
  mutating func check(at now: Int64) -> (events: [LocationEvent], failure: String?) {
    var events: [LocationEvent] = []
    var failure: String?
    if isConnected {
      switch liveness.look(owesCallbacks: owesCallbacks, at: now) {
      case .alive: break
      case .quiet: ask(Question(.authorization))
      case .silent: events += lose(Self.silence, at: now)
      case .gone: failure = Self.silence
      }
    }
    if let request = locationRequest, now >= request.deadline + (loss == nil ? Self.grace : 0) {
      locationRequest = nil
      owesLateAnswer = isConnected
      let reason = loss?.reason ?? "no location in time"
      events.append(.didFailWithError(LocationError(.locationUnknown, reason)))
    }
    return (events, failure)
  }

  private static var silence: String { "the daemon does not answer" }

  /// Whether the daemon owes an answer for too long.
  var isSilent: Bool { isConnected && liveness.isSilent }
}

// MARK: - Lines

extension ClientState {
  /// Takes one line of the daemon; throws if it is not of its protocol.
  mutating func receive(_ line: [UInt8], at now: Int64) throws -> [LocationEvent] {
    let events = try read(line)
    isEstablished = true
    // An answer leads to no event but what it says of the authorization.
    let isCallback = events.contains { $0.kind != .authorization }
    liveness.hear(isCallback: isCallback, owesAnswers: !awaited.isEmpty, at: now)
    guard let loss else { return events }
    self.loss = nil
    let duration = Double(max(0, now - loss.since)) / 1e9
    return [.didReconnect(ConnectionGap(duration: duration, reason: loss.reason))] + events
  }

  private mutating func read(_ line: [UInt8]) throws -> [LocationEvent] {
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
    // A peer that is no daemon of this project may send what the listeners do not expect.
    case .didUpdateLocations(let locations, _) where locations.isEmpty: return []
    case .didUpdateLocations, .didFailWithError:
      if locationRequest == nil, owesLateAnswer, !demand.wantsLocations || isTimeUp(event) {
        owesLateAnswer = false
        return []
      }
      locationRequest = nil
    default: break
    }
    return [event]
  }

  /// Whether it can be nothing but the failure that ends a request.
  private func isTimeUp(_ event: LocationEvent) -> Bool {
    guard case .didFailWithError(let error) = event else { return false }
    return error.message == LocationCore.LocationRequest.timeIsUp
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
