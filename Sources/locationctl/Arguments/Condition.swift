// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Something `wait-for` waits for; several must hold at once.
enum Condition: Hashable, Sendable {
  enum Quantity: String, CaseIterable, Sendable {
    case accuracy
    case verticalAccuracy
    case speed
    case altitude
    case satellites
  }

  enum Relation: String, Sendable {
    case atMost = "<="
    case atLeast = ">="
    case below = "<"
    case above = ">"
  }

  case fix
  case simulated
  case real
  case compare(Quantity, Relation, Double)
  case inside(identifier: String)

  /// Nil unless the text is one of the manual's forms, such as `accuracy<20` or `inside:home`.
  init?(_ text: String) {
    switch text {
    case "fix": self = .fix
    case "simulated": self = .simulated
    case "real": self = .real
    default:
      let prefix = "inside:"
      if text.hasPrefix(prefix) {
        guard text.count > prefix.count else { return nil }
        self = .inside(identifier: String(text.dropFirst(prefix.count)))
      } else {
        guard let comparison = Self.comparison(text) else { return nil }
        self = comparison
      }
    }
  }

  private static func comparison(_ text: String) -> Condition? {
    let name = text.prefix { $0 != "<" && $0 != ">" }
    let sign = text.dropFirst(name.count).prefix { "<>=".contains($0) }
    guard let quantity = Quantity(rawValue: String(name)),
      let relation = Relation(rawValue: String(sign)),
      let limit = decimal(text.dropFirst(name.count + sign.count))
    else { return nil }
    return .compare(quantity, relation, limit)
  }
}

extension Condition {
  /// As the manual writes it.
  var text: String {
    switch self {
    case .fix: "fix"
    case .simulated: "simulated"
    case .real: "real"
    case .inside(let identifier): "inside:\(identifier)"
    case .compare(let quantity, let relation, let limit):
      "\(quantity.rawValue)\(relation.rawValue)\(shortNumber(limit))"
    }
  }
}

extension Condition.Relation {
  func holds(_ value: Double, _ limit: Double) -> Bool {
    switch self {
    case .below: value < limit
    case .atMost: value <= limit
    case .above: value > limit
    case .atLeast: value >= limit
    }
  }
}
