// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

package import LinuxIO
package import LocationCore
internal import LocationProtocol

extension Selector {
  /// The users and groups that a selector names.
  package static func names(in text: String) -> Set<AccountName> {
    var names: Set<AccountName> = []
    _ = try? Selector(
      parsing: text,
      uid: {
        names.insert(.user($0))
        return 0
      },
      gid: {
        names.insert(.group($0))
        return 0
      }
    )
    return names
  }

  /// Parses a selector with what the user database says of its names.
  package init(
    parsing text: String,
    look: (AccountName) -> AccountAnswer,
    keepsUnknown: Bool = false
  ) throws(SelectorError) {
    var unanswered: String?
    let parsed: Selector
    do throws(SelectorError) {
      parsed = try Selector(
        parsing: text,
        uid: { name in
          let answer = look(.user(name))
          if answer == .failed { unanswered = "user=\(name)" }
          return answer.number
        },
        gid: { name in
          let answer = look(.group(name))
          if answer == .failed { unanswered = "group=\(name)" }
          return answer.number
        },
        keepsUnknown: keepsUnknown
      )
    } catch {
      if let unanswered { throw .noAnswer(unanswered) }
      throw error
    }
    if let unanswered { throw .noAnswer(unanswered) }
    self = parsed
  }
}

extension SelectorError {
  fileprivate static func noAnswer(_ term: String) -> SelectorError {
    SelectorError(
      description:
        "\(term): the user database does not answer; the number, by uid= or gid=, needs none"
    )
  }
}

extension AccountAnswer {
  fileprivate var number: UInt32? {
    if case .number(let number) = self { return number }
    return nil
  }
}

/// Names are looked up before the line that has them is carried out, so that no method waits.
extension LocationService {
  /// Calls back once the names of a line are known.
  ///
  /// - Returns: True if they are known already, and nobody is called.
  func prepare(_ line: RequestLine, _ goOn: @escaping () -> Void) -> Bool {
    answers = [:]
    let names = line.calls.reduce(into: Set<AccountName>()) { $0.formUnion(self.names(in: $1)) }
    guard !names.isEmpty else { return true }
    var isAnswered = false
    var isWaiting = false
    lookUp(names) { [weak self] found in
      self?.answers = found
      isAnswered = true
      if isWaiting { goOn() }
    }
    isWaiting = true
    return isAnswered
  }

  private func names(in call: Result<Request, Rejection>) -> Set<AccountName> {
    guard case .success(let request) = call else { return [] }
    let member: String
    switch ControlMethod(rawValue: request.method) {
    case .reload: return namesOfConfiguration()
    case .setOverride: member = "target"
    case .privacyGrant, .privacyRevoke, .privacyReset: member = "selector"
    default: return []
    }
    let text = try? request.parameters[member]?.string(maximumLength: Selector.longest)
    return text.map { Selector.names(in: $0) } ?? []
  }

  /// Reads a selector of the line at hand.
  func selector(_ parameter: Parameter) throws(RPCError) -> Selector {
    try Selector(parameter) { answers[$0] ?? .failed }
  }
}

extension Selector {
  /// Bytes of a parameter.
  fileprivate static let longest = 1024

  /// Reads a parameter.
  init(_ parameter: Parameter, look: (AccountName) -> AccountAnswer) throws(RPCError) {
    let text = try parameter.string(maximumLength: Self.longest)
    do throws(SelectorError) {
      self = try Selector(parsing: text, look: look)
    } catch {
      throw .invalidParams("\(parameter.path): \(error)")
    }
  }
}
