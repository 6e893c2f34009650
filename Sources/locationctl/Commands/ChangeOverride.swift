// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import ControlRequests
internal import LocationClient
internal import LocationProtocol

/// `transform` and `fault`: changes of what the receiver says.
struct ChangeOverride: Sendable {
  /// `transform` or `fault`.
  let kind: String
  let name: String
  /// The options, each with the parameter's name on the wire.
  let parameters: [(option: Option, name: String)]
  /// Options of which it needs a group, each whole.
  let need: ChangeNeed

  func run(_ invocation: Invocation, _ context: Context) throws(Failure) {
    try need.check(invocation, parameters.map(\.option), "\(kind) \(name)")
    var params: [String: JSONValue] = ["kind": .string(kind), "name": .string(name)]
    for (option, name) in parameters {
      if let number = invocation.number(option) ?? invocation.duration(option) {
        params[name] = .number(number)
      } else if let integer = invocation.integer(option) {
        params[name] = .integer(Int64(integer))
      }
    }
    try OverrideRequest(invocation, params: params).run("\(kind) \(name)", context)
  }
}
