// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import ControlRequests
internal import LocationClient
internal import LocationCore
internal import LocationProtocol

/// Routes, which this process sends and of which it knows more than the daemon holds.
extension Console {
  /// A route of points or of a dropped track, with the parameters of `setOverride`.
  func drive(_ exchange: HTTPExchange) {
    guard let body = try? JSONText.decode(JSONValue.self, from: exchange.body),
      case .object(var params)? = body["params"]
    else { return exchange.refuse("params: missing") }
    params["file"] = body["track"]?.text.flatMap { id in
      // Its end says most of a long name.
      tracks.first { $0.id == id }.map { .string(String($0.track.name.suffix(200))) }
    }
    guard let page = page(body["stream"]?.text) else {
      return exchange.refuse("stream: the page is not connected")
    }
    guard let stops = stops(of: body, keepsTimes: params["keepTimes"]?.flag == true) else {
      return exchange.refuse("track, points: neither a track that is kept nor two points or more")
    }
    let sender = RouteSender(
      PlannedRoute(stops, params),
      params,
      link: page.control,
      loop: loop,
      onFailure: { [weak stream = page.stream] reason in
        let notice = JSONValue.object(["text": .string(reason)])
        if let bytes = try? JSONText.encode(notice) { stream?.send("notice", bytes) }
      }
    )
    sender.onID = { [weak self, unowned sender] in self?.know(sender, insteadOf: $0) }
    sender.start { [weak self] answer in
      self?.feed.refresh()
      exchange.respond(answer)
    }
  }

  /// Keeps a route that the daemon does not hold as a whole for as long as it plays.
  private func know(_ sender: RouteSender, insteadOf old: String?) {
    guard sender.isLong else { return }
    routes[sender.id] = sender
    guard let old, routes.removeValue(forKey: old) != nil else { return }
    formerIDs = formerIDs.mapValues { $0 == old ? sender.id : $0 }
    formerIDs[old] = sender.id
    let change = JSONValue.object(["from": .string(old), "to": .string(sender.id)])
    if let bytes = try? JSONText.encode(change) { feed.tell("renamed", bytes) }
  }

  /// Parameters that name routes as they are called now.
  func renamingRoutes(_ params: JSONValue) -> JSONValue {
    guard case .object(var members) = params else { return params }
    func renamed(_ id: JSONValue) -> JSONValue {
      id.text.flatMap { formerIDs[$0] }.map { .string($0) } ?? id
    }
    members["id"] = members["id"].map(renamed)
    if case .array(let ids)? = members["ids"] { members["ids"] = .array(ids.map(renamed)) }
    return .object(members)
  }

  /// What the state says of the routes that are kept; those that have ended are let go.
  func routesInForce(_ overrides: JSONValue?) -> JSONValue {
    let standing = Set((overrides?["overrides"]?.elements ?? []).compactMap { $0["id"]?.text })
    for (id, sender) in routes {
      if standing.contains(id) {
        sender.isListed = true
      } else if sender.isListed {
        routes[id] = nil
        formerIDs = formerIDs.filter { $0.value != id }
      }
    }
    return .object(routes.mapValues { .object(["total": .number($0.route.total)]) })
  }

  /// The line of a route in force, whoever began it.
  func draw(_ exchange: HTTPExchange) {
    guard let id = exchange.argument("id") else { return exchange.refuse("id: missing") }
    if let sender = routes[formerIDs[id] ?? id] {
      return exchange.respond(value: .object(["line": sender.route.line]))
    }
    feed.ask("overrides", .object(["line": .string(id)])) { answer in
      guard case .success(let result) = answer else { return exchange.respond(answer) }
      let own = result["overrides"]?.elements.first { $0["id"]?.text == id }
      exchange.respond(value: .object(["line": own?["line"] ?? .array([])]))
    }
  }

  /// Metres along points on the ellipsoid.
  func measure(_ exchange: HTTPExchange) {
    guard let body = try? JSONText.decode(JSONValue.self, from: exchange.body),
      let stops = stops(of: body)
    else { return exchange.refuse("points: not two points or more") }
    exchange.respond(value: .object(["metres": .number(PlannedRoute.metres(of: stops))]))
  }

  private func stops(of body: JSONValue, keepsTimes: Bool = false) -> [RouteStop]? {
    if let id = body["track"]?.text {
      guard let stops = tracks.first(where: { $0.id == id })?.track.stops else { return nil }
      // The times are kept with the track; without need they would only fill the requests.
      return keepsTimes ? stops : stops.map { $0.without("time") }
    }
    var stops: [RouteStop] = []
    for point in body["points"]?.elements.prefix(DroppedTrack.capacity) ?? [] {
      let pair = point.elements.compactMap(\.double)
      guard pair.count == 2, let place = Coordinate(latitude: pair[0], longitude: pair[1]) else {
        return nil
      }
      stops.append(RouteStop(place))
    }
    return stops.count < 2 ? nil : stops
  }
}

extension RouteStop {
  fileprivate func without(_ name: String) -> RouteStop {
    guard case .object(var members) = value, members[name] != nil else { return self }
    members[name] = nil
    return RouteStop(members, offset: offset)
  }
}
