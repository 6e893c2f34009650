// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

package import LocationProtocol

/// Why a command is not carried out; for the log.
package struct CommandRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

/// What a `cmd` message asks for.
package enum Command: Hashable, Sendable {
  case reportLocation
  case dump
  case status
  case waypoints
  case setWaypoints([JSONValue])
  case clearWaypoints
  case setConfiguration(ConfigurationChange)

  /// The commands by their names on the wire.
  package enum Action: String, CaseIterable, Sendable {
    case reportLocation
    case dump
    case status
    case waypoints
    case setWaypoints
    case clearWaypoints
    case setConfiguration

    /// Those that change nothing.
    package static let harmless: Set<Action> = [.reportLocation, .dump, .status, .waypoints]
  }

  /// Bytes of a message; more than a hundred waypoints need.
  package static let sizeLimit = 64 * 1024

  /// Reads a message; throws for what is none, not known or not allowed.
  package init(_ payload: [UInt8], allowed: Set<Action>) throws(CommandRefusal) {
    guard payload.count <= Self.sizeLimit else {
      throw CommandRefusal("\(payload.count) bytes, at most \(Self.sizeLimit)")
    }
    let value: JSONValue
    do {
      value = try JSONReader.value(of: payload, maximumValues: Limits.values)
    } catch {
      throw CommandRefusal("no JSON: \(error)")
    }
    guard case .object(let members) = value, members["_type"] == .string("cmd"),
      case .string(let name)? = members["action"]
    else { throw CommandRefusal("no message of _type cmd with an action") }
    guard let action = Action(rawValue: name) else {
      throw CommandRefusal("unknown action \(JSONValue.string(String(name.prefix(64))))")
    }
    guard allowed.contains(action) else { throw CommandRefusal("\(action) is not allowed") }
    self = try Self.command(action, members)
  }

  private static func command(
    _ action: Action,
    _ members: [String: JSONValue]
  ) throws(CommandRefusal) -> Command {
    switch action {
    case .reportLocation: return .reportLocation
    case .dump: return .dump
    case .status: return .status
    case .waypoints: return .waypoints
    case .clearWaypoints: return .clearWaypoints
    case .setWaypoints: return .setWaypoints(try elements(members["waypoints"]))
    case .setConfiguration:
      guard case .object(let configuration)? = members["configuration"],
        configuration["_type"] == .string("configuration")
      else { throw CommandRefusal("setConfiguration has no configuration") }
      return .setConfiguration(try ConfigurationChange(configuration))
    }
  }

  /// The array itself, or that of a `waypoints` message around it: apps send both.
  package static func elements(_ value: JSONValue?) throws(CommandRefusal) -> [JSONValue] {
    switch value {
    case .array(let elements): return elements
    case .object(let members):
      guard members["_type"] == .string("waypoints"),
        case .array(let elements)? = members["waypoints"]
      else { break }
      return elements
    default: break
    }
    throw CommandRefusal("it has no array of waypoints")
  }
}

/// When locations are published, by OwnTracks' names and numbers.
package enum Monitoring: Int, CaseIterable, Sendable {
  case quiet = -1
  case manual = 0
  case significant = 1
  case move = 2

  package init?(named name: String) {
    guard let mode = Monitoring.allCases.first(where: { "\($0)" == name }) else { return nil }
    self = mode
  }
}

/// What can be changed from afar: never where messages go, nor who may see them.
package struct ConfigurationChange: Hashable, Sendable {
  package var monitoring: Monitoring?
  /// Metres.
  package var distance: Double?
  /// Seconds.
  package var interval: Double?
  package var trackerID: String?
  package var waypoints: [JSONValue]?

  package init() {}

  /// Reads those members that may change; others are left alone, as apps do.
  package init(_ members: [String: JSONValue]) throws(CommandRefusal) {
    if let value = members["monitoring"] {
      guard case .integer(let number) = value, let mode = Monitoring(rawValue: Int(number)) else {
        throw CommandRefusal("monitoring is not -1, 0, 1 or 2")
      }
      monitoring = mode
    }
    distance = try Self.number(members, "locatorDisplacement", Limits.distance)
    interval = try Self.number(members, "locatorInterval", Limits.interval)
    if let value = members["tid"] {
      guard case .string(let text) = value, (1...2).contains(text.unicodeScalars.count) else {
        throw CommandRefusal("tid is not one or two characters")
      }
      trackerID = text
    }
    if let value = members["waypoints"] { waypoints = try Command.elements(value) }
  }

  private static func number(
    _ members: [String: JSONValue],
    _ name: String,
    _ range: ClosedRange<Double>
  ) throws(CommandRefusal) -> Double? {
    guard let value = members[name] else { return nil }
    guard let number = value.double, range.contains(number) else {
      throw CommandRefusal("\(name) is not \(range.lowerBound) … \(range.upperBound)")
    }
    return number
  }
}
