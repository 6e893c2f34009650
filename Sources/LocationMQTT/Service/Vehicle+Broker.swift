// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationCore
internal import LocationProtocol

/// The broker's side: what is done on a new connection, and the commands that come from there.
extension Vehicle {
  func take(_ event: Publisher.Event) {
    switch event {
    case .connected:
      disconnectReason = nil
      log.notice("connected to the broker at \(settings.broker.host):\(settings.broker.port)")
      greet()
    case .lost(let reason):
      if disconnectReason == nil { disconnectedAt = loop.now.utc }
      disconnectReason = reason
      log.warning(
        "the broker at \(settings.broker.host):\(settings.broker.port) is lost: \(reason)"
      )
    case .subscribed(true): log.info("commands are taken at \(topics[.cmd])")
    case .subscribed(false): log.warning("the broker refuses a subscription to \(topics[.cmd])")
    case .received(let topic, let payload, let isRetained):
      guard topic == topics[.cmd] else { return }
      receive(payload, isRetained: isRetained)
    case .flooded:
      takesCommands = false
      log.warning("commands are not taken any more, before a reload: a message was too long")
    }
    writeMetrics()
  }

  private func greet() {
    if takesCommands, !settings.commands.isEmpty { publisher.subscribe(topics[.cmd]) }
    announce()
    // The last will has been told, and a parked vehicle may have nothing new to say for long. Equal
    // to what was sent before, `_id` and all, this is a duplicate that says so.
    if publisher.connectionCount > 1, publisher.queue.count == 0, let lastLocation {
      publisher.queue.append(lastLocation)
    }
  }

  /// Tells Home Assistant of the device.
  func announce() {
    guard let prefix = settings.discovery else { return }
    let discovery = Discovery(prefix: prefix, topics: topics, name: settings.device)
    for message in discovery.messages {
      queue(message.payload, .location, now, message.topic, retained: true)
    }
  }

  private func receive(_ payload: [UInt8], isRetained: Bool) {
    do throws(CommandRefusal) {
      // A broker hands it out again on each connection.
      guard !isRetained else { throw CommandRefusal("it is retained") }
      guard commandRate.take(at: loop.now.monotonic) else {
        throw CommandRefusal("more than one a second")
      }
      let command = try Command(payload, allowed: settings.commands)
      try carryOut(command)
      commandCount.carriedOut += 1
    } catch {
      commandCount.refused += 1
      guard case .write(let heldBack) = repeats.judge("cmd", at: loop.now.monotonic) else { return }
      let others = heldBack > 0 ? ", and \(heldBack) before it" : ""
      log.warning("a command is refused\(others): \(error)")
    }
  }

  private func carryOut(_ command: Command) throws(CommandRefusal) {
    switch command {
    case .reportLocation:
      isLocationAsked = true
      subscription.requestLocation()
    case .dump: queue(dump, .location, now, topics[.dump])
    case .status: queue(status, .location, now, topics[.status])
    case .waypoints:
      queue(Report.waypoints(state.waypoints), .location, now, topics[.waypoints])
    case .setWaypoints(let elements):
      try change { (state) throws(CommandRefusal) in
        try state.waypoints.merge(elements, now: now.seconds)
      }
    case .clearWaypoints:
      try change { (state) throws(CommandRefusal) in state.waypoints.removeAll() }
    case .setConfiguration(let configuration):
      try change { (state) throws(CommandRefusal) in
        try state.apply(configuration, now: now.seconds)
      }
    }
  }

  /// Changes the state and keeps it, or neither.
  private func change(
    _ edit: (inout VehicleState) throws(CommandRefusal) -> Void
  ) throws(CommandRefusal) {
    var changed = state
    try edit(&changed)
    do {
      try changed.write(stateFile)
    } catch {
      throw CommandRefusal("it cannot be kept: \(error)")
    }
    adopt(changed)
  }

  /// Tells the new waypoints, as an app does where they are made, and watches what there is now.
  func adopt(_ changed: VehicleState) {
    let known = Set(state.waypoints.all)
    state = changed
    for waypoint in changed.waypoints.all where !known.contains(waypoint) {
      queue(waypoint.payload, .event, now, topics[.waypoint])
    }
    applyState()
  }

  // MARK: - Answers

  /// The configuration as an app exports it, without secrets.
  private var dump: JSONValue {
    let wish = subscription.wish
    var members: [String: JSONValue] = [
      "_type": .string("configuration"),
      "auth": .bool(settings.broker.user != nil),
      "clientId": .string(settings.broker.client),
      "cmd": .bool(!settings.commands.isEmpty),
      "deviceId": .string(settings.device),
      "host": .string(settings.broker.host),
      "keepalive": .integer(Int64(settings.broker.keepalive)),
      "locatorDisplacement": .number(wish.distance),
      "locatorInterval": .number(wish.interval),
      "mode": .integer(0),
      "monitoring": .integer(Int64(wish.monitoring.rawValue)),
      "mqttProtocolLevel": .integer(settings.broker.version == .v5 ? 5 : 4),
      "port": .integer(Int64(settings.broker.port)),
      "pubQos": .integer(1),
      "pubRetain": .bool(settings.retain),
      "pubTopicBase": .string(topics.base),
      "remoteConfiguration": .bool(settings.commands.contains(.setConfiguration)),
      "tid": .string(report.trackerID),
      "tls": .bool(settings.broker.tls != nil),
      "waypoints": state.waypoints.payload,
    ]
    members["username"] = settings.broker.user.map { .string($0) }
    return .object(members)
  }

  private var status: JSONValue {
    let queue = publisher.queue
    var own: [String: JSONValue] = [
      "queued": .integer(Int64(queue.count)),
      "published": .integer(Int64(publisher.counts.published)),
      "refused": .integer(Int64(publisher.counts.refused)),
      "thinned": .integer(Int64(queue.losses.thinned)),
      "expired": .integer(Int64(queue.losses.expired)),
      "overflowed": .integer(Int64(queue.losses.overflowed)),
    ]
    own["lastPublish"] = publisher.counts.lastTime.map { .integer($0 / 1000) }
    return .object([
      "_type": .string("status"), "_id": .string(newID()), "locationd": .object(own),
    ])
  }
}
