// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationProtocol

/// What commands changed, kept over a restart: waypoints and when locations are published.
struct VehicleState: Equatable {
  var waypoints = WaypointList()
  var change = ConfigurationChange()

  /// Reads the file; one that is not ours is an error.
  init(_ file: StateFile, now: Int64) throws {
    guard let bytes = try file.read() else { return }
    let value = try JSONReader.value(of: bytes)
    guard case .object(let members) = value else { throw CommandRefusal("no state of ours") }
    change = try ConfigurationChange(members)
    if let elements = change.waypoints { try waypoints.merge(elements, now: now) }
    change.waypoints = nil
  }

  init() {}

  /// Reads the file; one that is not ours is set aside, because a vehicle goes on without it.
  static func read(_ file: StateFile, now: Int64, _ log: Log) throws -> VehicleState {
    do {
      return try VehicleState(file, now: now)
    } catch let error as SystemError {
      throw error
    } catch {
      let place = try file.setAside()
      log.warning("waypoints and remote settings are lost, \(file.path) is now \(place): \(error)")
      return VehicleState()
    }
  }

  /// Replaces the file; on failure the old one stays.
  func write(_ file: StateFile) throws {
    var members: [String: JSONValue] = ["waypoints": waypoints.payload]
    if let mode = change.monitoring { members["monitoring"] = .integer(Int64(mode.rawValue)) }
    if let distance = change.distance { members["locatorDisplacement"] = .number(distance) }
    if let interval = change.interval { members["locatorInterval"] = .number(interval) }
    if let tid = change.trackerID { members["tid"] = .string(tid) }
    try file.write(try JSONText.encode(JSONValue.object(members)))
  }

  /// Takes over what a command names and leaves the rest.
  mutating func apply(_ other: ConfigurationChange, now: Int64) throws(CommandRefusal) {
    if let elements = other.waypoints { try waypoints.merge(elements, now: now) }
    change.monitoring = other.monitoring ?? change.monitoring
    change.distance = other.distance ?? change.distance
    change.interval = other.interval ?? change.interval
    change.trackerID = other.trackerID ?? change.trackerID
  }
}
