// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import ControlRequests
internal import LinuxIO
internal import LocationClient
internal import LocationCore
internal import LocationProtocol

/// Sends a route of any length to the daemon, a request at a time.
///
/// A route that fits the daemon's window stays until it is cleared. Of a longer one the daemon holds
/// a part, and more is sent as it is used up: it is leased, so that it ends with its page. A time
/// whose points the daemon has no more, or not yet, is reached by sending the route from there on.
final class RouteSender {
  /// Seconds between two looks at a daemon that has no room.
  private static let pauses = 0.05...1.0

  let route: PlannedRoute
  private(set) var id = ""
  /// Whether the daemon has listed it, so that it has ended once it does so no more.
  var isListed = false
  private let link: DaemonLink
  private let loop: EventLoop
  private var params: [String: JSONValue]
  private var chunks: ArraySlice<RouteChunk> = []
  private var chunk = RouteChunk()
  private var seek: (seconds: Double, completion: (DaemonLink.Answer) -> Void)?
  /// While it is moved, nothing of what it was before goes out.
  private var isMoving = false
  /// Whether an answer or a pause is to come before more goes out.
  private var isWaiting = false
  private var isOver = true
  /// Tells what came late for an earlier sending.
  private var sending = 0
  /// It has another identifier than before, or its first one.
  var onID: (String?) -> Void = { _ in }
  private let onFailure: (String) -> Void

  init(
    _ route: PlannedRoute,
    _ params: [String: JSONValue],
    link: DaemonLink,
    loop: EventLoop,
    onFailure: @escaping (String) -> Void
  ) {
    self.route = route
    self.params = params
    self.link = link
    self.loop = loop
    self.onFailure = onFailure
    guard isLong else { return }
    self.params["lease"] = .bool(true)
    self.params["persist"] = nil
  }

  /// Whether the daemon cannot hold all of it.
  var isLong: Bool { route.stops.count > RouteSpec.window }

  /// Sets the override with its first points; its closures keep this object for as long as it works.
  func start(_ completion: @escaping (DaemonLink.Answer) -> Void) {
    send(route.stops, params, completion)
  }

  /// Goes to a time of the route, which holds then with another identifier if it had to be sent anew.
  func seek(to seconds: Double, _ completion: @escaping (DaemonLink.Answer) -> Void) {
    // Times are told to the millisecond, which may be half of one beyond the end.
    let total = route.total
    let seconds = seconds > total && seconds <= total + 0.0005 ? total : seconds
    guard (0...total).contains(seconds) else {
      let end = (total * 1000).rounded(.down) / 1000
      return completion(.failure(.invalidParams("seek: \(seconds) is not in 0 … \(end) s")))
    }
    guard !isMoving else {
      // Of several only the newest is wanted.
      seek?.completion(done)
      seek = (seconds, completion)
      return
    }
    isMoving = true
    let params: [String: JSONValue] = ["id": .string(id), "seconds": .number(seconds)]
    link.call("seek", .object(params)) { [self] answer in
      guard case .failure = answer else { return settle(answer, completion) }
      replay(from: seconds, completion)
    }
  }

  private var done: DaemonLink.Answer { .success(.object(["ids": .array([.string(id)])])) }

  /// Sends what lies from a time on in place of what was sent before, with what is left of its time.
  private func replay(from seconds: Double, _ completion: @escaping (DaemonLink.Answer) -> Void) {
    link.call("overrides") { [self] answer in
      guard case .success(let result) = answer,
        let own = result["overrides"]?.elements.first(where: { $0["id"]?.text == id })
      else {
        return settle(.failure(.invalidParams("seek: \(id) has ended")), completion)
      }
      var next = params
      // An end that was given comes after the beginning.
      next["from"] = .number(min(seconds, params["to"]?.double.map { $0 - 0.001 } ?? seconds))
      next["duration"] = own["expiresIn"]
      let isPaused = own["progress"]?["state"]?.text == "paused"
      send(route.stops(from: seconds), next) { [self] answer in
        guard isPaused, case .success = answer else { return settle(answer, completion) }
        link.call("pause", .object(["id": .string(id)]))
        // It has gone on for a moment.
        let again: [String: JSONValue] = ["id": .string(id), "seconds": .number(seconds)]
        link.call("seek", .object(again)) { [self] in settle($0, completion) }
      }
    }
  }

  private func settle(
    _ answer: DaemonLink.Answer,
    _ completion: (DaemonLink.Answer) -> Void
  ) {
    isMoving = false
    if case .success = answer { completion(done) } else { completion(answer) }
    if let next = seek {
      seek = nil
      seek(to: next.seconds, next.completion)
    }
    // What had to wait meanwhile.
    sendNext(sending)
  }

  private func send(
    _ stops: [RouteStop],
    _ params: [String: JSONValue],
    _ completion: @escaping (DaemonLink.Answer) -> Void
  ) {
    var rest = RouteChunk.all(of: stops)[...]
    guard let first = rest.popFirst() else {
      return completion(.failure(.invalidParams("points: none")))
    }
    var params = params
    params["points"] = first.points
    if !rest.isEmpty {
      params["complete"] = .bool(false)
      params["persist"] = nil
    }
    link.call("setOverride", .object(params)) { [self] answer in
      guard case .success(let result) = answer, let id = result["id"]?.text else {
        return completion(answer)
      }
      let before = self.id.isEmpty ? nil : self.id
      (self.id, isListed, chunks, chunk) = (id, false, rest, RouteChunk())
      sending += 1
      (isOver, isWaiting) = (rest.isEmpty, false)
      onID(before)
      completion(answer)
      sendNext(sending)
    }
  }

  private func sendNext(_ number: Int) {
    guard number == sending, !isMoving, !isWaiting, !isOver else { return }
    isWaiting = true
    if chunk.isEmpty {
      guard let next = chunks.popFirst() else {
        isOver = true
        return link.call("finishRoute", .object(["id": .string(id)])) { [self] answer in
          check(answer, number)
        }
      }
      chunk = next
    }
    let params: [String: JSONValue] = ["id": .string(id), "points": chunk.points]
    link.call("appendPoints", .object(params)) { [self] answer in
      guard let result = check(answer, number) else { return }
      let count = chunk.stops.count
      let accepted = min(max(Int64(clamping: result["accepted"]?.double ?? 0), 0), Int64(count))
      chunk.removeFirst(Int(accepted))
      guard accepted < count else { return goOn(number) }
      let pause = (result["buffered"]?.double ?? 0) / 2
      let due = min(max(pause, Self.pauses.lowerBound), Self.pauses.upperBound)
      _ = loop.schedule(at: loop.now.monotonic + Int64(due * 1e9)) { [self] in goOn(number) }
    }
  }

  private func goOn(_ number: Int) {
    guard number == sending else { return }
    isWaiting = false
    sendNext(number)
  }

  /// The result, unless there is nothing left to do.
  @discardableResult
  private func check(_ answer: DaemonLink.Answer, _ number: Int) -> JSONValue? {
    guard number == sending else { return nil }
    guard case .failure(let error) = answer else { return try? answer.get() }
    isOver = true
    link.call("overrides") { [self] answer in
      // Whoever has cleared it knows.
      guard number == sending, case .success(let result) = answer,
        result["overrides"]?.elements.contains(where: { $0["id"]?.text == id }) == true
      else { return }
      // Half a route is not what was asked for.
      link.call("clearOverrides", .object(["ids": .array([.string(id)])]))
      onFailure("\(id): \(error.message)")
    }
    return nil
  }
}
