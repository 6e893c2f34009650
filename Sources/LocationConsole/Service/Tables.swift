// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import ControlRequests
internal import LocationCore
internal import LocationProtocol

/// What a page's forms are made of: the tables behind locationctl's commands.
enum Tables {
  /// The changes, scenarios and ranges, and where tiles come from if they are wanted.
  static func value(tiles: String?, hasOutlines: Bool, version: String) -> JSONValue {
    var members: [String: JSONValue] = [
      "changes": .array((ChangeTable.transforms + ChangeTable.faults).map(value)),
      "scenarios": .array(
        Scenario.allCases.map {
          .object(["name": .string($0.rawValue), "summary": .string($0.summary)])
        }
      ),
      "point": .array(
        [
          OverrideLimits.altitude, OverrideLimits.horizontalAccuracy,
          OverrideLimits.verticalAccuracy, OverrideLimits.pointSpeed, OverrideLimits.course,
          OverrideLimits.speedAccuracy, OverrideLimits.courseAccuracy,
          OverrideLimits.ellipsoidalAltitude,
        ].map { .object(Self.members(of: $0)) }
      ),
      "route": .array(
        [
          OverrideLimits.routeSpeed, OverrideLimits.rate, OverrideLimits.interval,
          OverrideLimits.step, OverrideLimits.from, OverrideLimits.to, OverrideLimits.seed,
        ].map { .object(Self.members(of: $0)) }
      ),
      "longestRoute": .integer(Int64(RouteSpec.window)),
      "largestFile": .integer(Int64(HTTPExchange.bodyLimit)),
      "hasOutlines": .bool(hasOutlines),
      "version": .string(version),
    ]
    members["tiles"] = tiles.map { .string($0) }
    return .object(members)
  }

  private static func value(_ change: OverrideChange) -> JSONValue {
    .object([
      "kind": .string(change.kind.rawValue), "name": .string(change.name),
      "summary": .string(change.summary),
      "parameters": .array(
        change.parameters.map { parameter in
          var members = Self.members(of: parameter.limit)
          members["help"] = .string(help(of: parameter, in: change))
          members["isWhole"] = .bool(parameter.form == .wholeNumber)
          return .object(members)
        }
      ),
    ])
  }

  private static func members(of limit: ParameterLimit) -> [String: JSONValue] {
    [
      "name": .string(limit.name), "unit": .string(limit.unit),
      "minimum": .number(limit.range.lowerBound), "maximum": .number(limit.range.upperBound),
    ]
  }

  /// The help of an option, which names others as a command line has them.
  private static func help(of parameter: ChangeParameter, in change: OverrideChange) -> String {
    // The longest first, as one name may begin another.
    change.parameters.sorted { $0.option.count > $1.option.count }.reduce(parameter.help) {
      $0.replacing("--\($1.option)", with: $1.limit.name)
    }
  }
}
