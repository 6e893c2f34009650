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
/// a part, and more is sent as it is used up: it is leased, so that it ends with its page.
final class RouteSender {
  /// Seconds between two looks at a daemon that has no room.
  private static let pauses = 0.05...1.0

  private let link: DaemonLink
  private let loop: EventLoop
  private var chunks: ArraySlice<RouteChunk>
  private var chunk = RouteChunk()
  private var id = ""
  private let onStart: (DaemonLink.Answer) -> Void
  private let onFailure: (String) -> Void

  init(
    _ stops: [RouteStop],
    link: DaemonLink,
    loop: EventLoop,
    onStart: @escaping (DaemonLink.Answer) -> Void,
    onFailure: @escaping (String) -> Void
  ) {
    self.link = link
    self.loop = loop
    self.onStart = onStart
    self.onFailure = onFailure
    chunks = RouteChunk.all(of: stops)[...]
  }

  /// Sets the override with its first points; its closures keep this object for as long as it works.
  func start(_ params: [String: JSONValue]) {
    var params = params
    guard let first = chunks.popFirst() else {
      return onStart(.failure(.invalidParams("points: none")))
    }
    params["points"] = first.points
    if !chunks.isEmpty {
      params["complete"] = .bool(false)
      params["persist"] = nil
    }
    link.call("setOverride", .object(params)) { [self] answer in
      onStart(answer)
      guard case .success(let result) = answer, let id = result["id"]?.text else { return }
      self.id = id
      if !chunks.isEmpty { sendNext() }
    }
  }

  private func sendNext() {
    if chunk.isEmpty {
      guard let next = chunks.popFirst() else {
        return link.call("finishRoute", .object(["id": .string(id)])) { [self] in check($0) }
      }
      chunk = next
    }
    let params: [String: JSONValue] = ["id": .string(id), "points": chunk.points]
    link.call("appendPoints", .object(params)) { [self] answer in
      guard let result = check(answer) else { return }
      let count = chunk.stops.count
      let accepted = min(max(Int64(clamping: result["accepted"]?.double ?? 0), 0), Int64(count))
      chunk.removeFirst(Int(accepted))
      guard accepted < count else { return sendNext() }
      let pause = (result["buffered"]?.double ?? 0) / 2
      wait(min(max(pause, Self.pauses.lowerBound), Self.pauses.upperBound))
    }
  }

  private func wait(_ seconds: Double) {
    _ = loop.schedule(at: loop.now.monotonic + Int64(seconds * 1e9)) { [self] in sendNext() }
  }

  /// The result, unless the override has ended meanwhile: then there is nothing left to do.
  @discardableResult
  private func check(_ answer: DaemonLink.Answer) -> JSONValue? {
    switch answer {
    case .success(let result): return result
    case .failure(let error):
      // Half a route is not what was asked for.
      link.call("clearOverrides", .object(["ids": .array([.string(id)])]))
      onFailure("\(id): \(error.message)")
      return nil
    }
  }
}
