// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import ControlRequests
package import LinuxIO
internal import LocationClient
internal import LocationCore
internal import LocationProtocol
package import TrackFiles

/// All that pages are told, from both sockets of the daemon.
///
/// Loop thread only. Nothing is asked of the daemon while there is no page.
package final class Feed {
  /// Sends an event to every page.
  package var tell: (String, [UInt8]) -> Void = { _, _ in }
  /// What the console itself knows of the overrides that are in force.
  var additions: (JSONValue?) -> [String: JSONValue] = { _ in [:] }

  private static let period = 1.0
  /// What is kept of the session, so that a page can be told and the session be downloaded.
  private static let polled = ["overrides", "status", "subscribers", "regions", "liveLocation"]

  private let loop: EventLoop
  private let paths: (subscriber: String, control: String)
  private let client: JSONValue
  private var subscriber: DaemonLink?
  private var control: DaemonLink?
  private var timer: EventLoop.Timer?
  private var answers: [String: JSONValue] = [:]
  private var pending = 0
  private var isStale = false
  private var state: [UInt8] = []
  private var newest: [String: [UInt8]] = [:]
  private var recorder = TrackRecorder()
  private var track = Recent<TrackEvent>(capacity: 100_000)
  private var history = Recent<JSONValue>(capacity: 3600)
  /// What `didVisit` said, for pages that come later.
  private var visits = Recent<JSONValue>(capacity: 200)

  package init(_ loop: EventLoop, subscriber: String, control: String, version: String) {
    self.loop = loop
    paths = (subscriber, control)
    client = .object(["name": .string("locationctl-console"), "version": .string(version)])
  }

  /// Begins to listen.
  package func start() {
    guard subscriber == nil else { return }
    let subscriber = DaemonLink(path: paths.subscriber, loop: loop)
    self.subscriber = subscriber
    subscriber.onNotification = { [weak self] in self?.take($0, $1, $2) }
    subscriber.onOpen = { [weak self, weak subscriber] in
      if let subscriber { self?.subscribe(subscriber) }
    }
    subscriber.onState = { [weak self] _ in self?.tellLinks() }
    let control = DaemonLink(path: paths.control, loop: loop)
    self.control = control
    control.onState = { [weak self] _ in
      self?.answers = [:]
      self?.pending = 0
      self?.tellLinks()
      self?.poll()
    }
    subscriber.open()
    control.open()
    tick()
  }

  /// Lets the daemon alone; what was heard is kept.
  package func stop() {
    if let timer { loop.cancel(timer) }
    timer = nil
    subscriber?.close()
    control?.close()
    (subscriber, control) = (nil, nil)
    (state, newest, answers, pending) = ([], [:], [:], 0)
  }

  /// Tells one page what holds.
  package func introduce(_ stream: HTTPStream) {
    stream.send("links", links)
    if !state.isEmpty { stream.send("state", state) }
    for (name, all) in [("history", history), ("visits", visits)] {
      let value = JSONValue.array(Array(all.elements))
      if let bytes = try? JSONText.encode(value) { stream.send(name, bytes) }
    }
    for (_, line) in newest.sorted(by: { $0.key < $1.key }) { stream.send("callback", line) }
  }

  /// Asks the daemon for a page.
  func ask(
    _ method: String,
    _ params: JSONValue,
    _ completion: @escaping (DaemonLink.Answer) -> Void
  ) {
    guard let control else { return completion(.failure(.invalidParams("no page is open"))) }
    control.call(method, params, completion)
  }

  /// Asks soon, because something was changed.
  package func refresh() {
    if pending == 0 { poll() } else { isStale = true }
  }

  /// The session as a track file; nil for a format that is only read.
  package func session(_ format: TrackFormat) -> [UInt8]? {
    guard var writer = TrackWriter(format: format) else { return nil }
    var output: [UInt8] = []
    for event in track.elements { writer.write(event, to: &output) }
    writer.finish(to: &output)
    return output
  }

  private func subscribe(_ link: DaemonLink) {
    newest = [:]
    link.call("initialize", .object(["client": client]))
    for method in [
      "startUpdatingLocation", "startUpdatingSatellites", "startUpdatingHeading",
      "startMonitoringVisits",
    ] { link.call(method) }
  }

  private func take(_ method: String, _ line: [UInt8], _ message: CallbackMessage?) {
    tell("callback", line)
    if method == "didVisit" {
      keepVisit(line)
    } else {
      newest[method] = line
    }
    guard let message else { return }
    if case .didFailWithError = message.callback { newest["didUpdateLocations"] = nil }
    for event in recorder.events(message.callback) { track.append(event) }
    guard case .didUpdateLocations(let locations) = message.callback else { return }
    newest["didFailWithError"] = nil
    for location in locations {
      history.append(
        .array([
          .number(location.latitude), .number(location.longitude),
          .bool(location.source.isSimulatedBySoftware),
        ])
      )
    }
  }

  private func keepVisit(_ line: [UInt8]) {
    guard let visit = (try? JSONText.decode(JSONValue.self, from: line))?["params"]?["visit"] else {
      return
    }
    // A departure comes after its arrival, and says both.
    if let last = visits.last?["arrivalDate"], last == visit["arrivalDate"] {
      visits.removeLast()
    }
    visits.append(visit)
  }

  private func tick() {
    timer = loop.schedule(at: loop.now.monotonic + Int64(Self.period * 1e9)) { [weak self] in
      self?.subscriber?.check()
      self?.control?.check()
      self?.poll()
      self?.tick()
    }
  }

  private func poll() {
    guard let control, control.state == .connected, pending == 0 else { return }
    pending = Self.polled.count
    isStale = false
    for method in Self.polled {
      control.call(method) { [weak self, weak control] answer in
        guard let self, let control, control === self.control, control.state == .connected else {
          return
        }
        if case .success(let result) = answer { answers[method] = result }
        if pending > 0 { pending -= 1 }
        if pending == 0 { tellState() }
      }
    }
  }

  private func tellState() {
    let all = answers.merging(additions(answers["overrides"])) { said, _ in said }
    guard let bytes = try? JSONText.encode(JSONValue.object(all)) else { return }
    state = bytes
    tell("state", bytes)
    if isStale { poll() }
  }

  private func tellLinks() { tell("links", links) }

  private var links: [UInt8] {
    let value = JSONValue.object([
      "subscriber": Self.value(subscriber?.state), "control": Self.value(control?.state),
    ])
    return (try? JSONText.encode(value)) ?? []
  }

  private static func value(_ state: DaemonLink.State?) -> JSONValue {
    switch state {
    case .connected: .object(["isConnected": .bool(true)])
    case .notPermitted(let reason):
      .object(["isConnected": .bool(false), "isDenied": .bool(true), "reason": .string(reason)])
    case .unreachable(let reason), .silent(let reason):
      .object(["isConnected": .bool(false), "isDenied": .bool(false), "reason": .string(reason)])
    case nil: .object(["isConnected": .bool(false), "isDenied": .bool(false)])
    }
  }
}
