// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import ControlRequests
internal import LocationCore

/// The commands that change what the receiver says: each kind with every parameter of the daemon.
extension CommandTable {
  static let transform = Command(
    name: "transform",
    summary: "Change the live location: shift it, blur it, thin it out",
    details: "Transforms and faults stack up: each one takes what the one below it gives.",
    examples: [
      "locationctl transform offset --east 100",
      "locationctl transform noise --metres 15 --seed 3 --target unit=myapp.service",
    ],
    subcommands: ChangeTable.transforms.map(command)
  )

  static let fault = Command(
    name: "fault",
    summary: "Break the live location as receivers and permissions do",
    examples: ["locationctl fault no-fix --for 30s", "locationctl fault jump --distance 2000"],
    subcommands: ChangeTable.faults.map(command)
  )

  private static func command(_ change: OverrideChange) -> Command {
    let parameters = change.parameters.map { (option: Option($0), name: $0.limit.name) }
    let body = ChangeOverride(
      kind: change.kind.rawValue,
      name: change.name,
      parameters: parameters,
      need: change.need
    )
    return Command(
      name: change.name,
      summary: change.summary,
      options: parameters.map(\.option) + Option.everyOverride,
      body: body.run
    )
  }
}

extension Option {
  fileprivate init(_ parameter: ChangeParameter) {
    let limit = parameter.limit
    let kind: ValueKind =
      switch parameter.form {
      case .number(let placeholder): .parameter(placeholder, limit)
      case .wholeNumber:
        .integer("N", Int(limit.range.lowerBound)...Int(limit.range.upperBound))
      case .span: .span("S", limit)
      }
    self.init(parameter.option, kind, help: parameter.help)
  }
}
