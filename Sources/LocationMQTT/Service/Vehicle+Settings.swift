// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationProtocol

/// What the configuration names beside its own file, and a new one in place of the old.
extension Vehicle {
  /// Throws what a start would find wrong with the settings, TLS and waypoint files among them.
  package static func check(_ settings: Settings) throws {
    _ = try Mosquitto(settings.broker)
    _ = try imported(settings, into: VehicleState())
  }

  /// Takes over other settings without losing a message, or throws and has changed nothing.
  package func reload(_ fresh: Settings) throws {
    guard let topics = fresh.topics else { throw CommandRefusal("no topic to publish to") }
    let isElsewhere = fresh.broker != settings.broker || topics != self.topics || !takesCommands
    // Messages are told in the last will's topic, too, so that it needs a new connection.
    let session = isElsewhere ? try publisher.makeSession(fresh.broker) : nil
    let changed = try Self.imported(fresh, into: state)
    if changed != state { try changed.write(stateFile) }
    let isAnnounced = isElsewhere || fresh.discovery == settings.discovery
    let showsMore = fresh.simulated && !settings.simulated
    let hadNoCommands = settings.commands.isEmpty
    if topics != self.topics { lastLocation = nil }
    settings = fresh
    self.topics = topics
    takesCommands = true
    log.threshold = fresh.logLevel
    publisher.log = log
    publisher.pace = fresh.pace
    publisher.queue.policy = fresh.queue
    adopt(changed)
    subscription.move(to: fresh.socket)
    // A distance filter would wait for movement after what was held back.
    if showsMore, subscription.wish.monitoring == .move { subscription.requestCurrentLocation() }
    if let session {
      publisher.use(session, fresh.broker)
    } else if publisher.isConnected {
      if hadNoCommands, !fresh.commands.isEmpty { publisher.subscribe(topics[.cmd]) }
      if !isAnnounced { announce() }
    }
  }

  /// Merges the file that the settings name, an app's export, into what commands made.
  func importWaypoints() throws {
    let changed = try Self.imported(settings, into: state)
    guard changed != state else { return }
    try changed.write(stateFile)
    adopt(changed)
  }

  private static func imported(
    _ settings: Settings,
    into state: VehicleState
  ) throws -> VehicleState {
    guard let path = settings.waypoints else { return state }
    guard let bytes = try StateFile(path: path).read() else {
      throw CommandRefusal("there is no file \(path)")
    }
    var changed = state
    do {
      let elements = try Command.elements(try JSONReader.value(of: bytes))
      // A time of its own would make it new at each start.
      try changed.waypoints.merge(elements, now: 1)
    } catch {
      throw CommandRefusal("\(path): \(error)")
    }
    return changed
  }
}
