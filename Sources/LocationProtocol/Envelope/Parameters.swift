// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// The members of `params` or of an object inside it; those nobody asks for are ignored.
package struct Parameters: Hashable, Sendable {
  private let members: [String: JSONValue]
  /// Where this object stands in the request; empty for `params` itself.
  private let path: String

  package init(_ members: [String: JSONValue] = [:], path: String = "") {
    self.members = members
    self.path = path
  }

  /// The object itself, to be kept or given back.
  package var value: JSONValue { .object(members) }

  /// The member of that name, or nil if it is absent; so an optional one reads
  /// `try parameters["timeout"]?.number(in: 0...600)`.
  package subscript(name: String) -> Parameter? {
    members[name].map { Parameter(path: pathOfMember(name), value: $0) }
  }

  /// The member of that name; if it is absent, whatever is read from it says so.
  package func required(_ name: String) -> Parameter {
    Parameter(path: pathOfMember(name), value: members[name])
  }

  private func pathOfMember(_ name: String) -> String {
    path.isEmpty ? name : "\(path).\(name)"
  }
}

/// One value to be read by type and range; each failure names the parameter, value and range.
package struct Parameter: Hashable, Sendable {
  /// For messages: `latitude`, `region.polygon[3][0]`.
  package let path: String
  /// Nil if a required member is absent.
  package let value: JSONValue?

  /// An error about this parameter; `expectation` completes "is not …".
  package func error(expecting expectation: String) -> RPCError {
    guard let value else { return .invalidParams("\(path): missing, must be \(expectation)") }
    return .invalidParams("\(path): \(value) is not \(expectation)")
  }

  /// True or false.
  package func bool() throws(RPCError) -> Bool {
    guard case .bool(let bool) = value else { throw error(expecting: "true or false") }
    return bool
  }

  /// A string of 1 … `maximumLength` bytes without control characters, which may go to a log.
  package func string(maximumLength: Int) throws(RPCError) -> String {
    let expectation = "a string of 1 … \(maximumLength) bytes without control characters"
    guard case .string(let string) = value, !string.isEmpty, string.utf8.count <= maximumLength,
      !string.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { throw error(expecting: expectation) }
    return string
  }

  /// One of the words of an enumeration.
  package func enumeration<Choice: CaseIterable & RawRepresentable<String>>(
    _ type: Choice.Type
  ) throws(RPCError) -> Choice {
    guard case .string(let word) = value, let choice = Choice(rawValue: word) else {
      let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw error(expecting: "one of \(words)")
    }
    return choice
  }

  /// An object, to be read member by member.
  package func object() throws(RPCError) -> Parameters {
    guard case .object(let members) = value else { throw error(expecting: "an object") }
    return Parameters(members, path: path)
  }

  /// An array whose number of elements lies in the range.
  package func array(count range: ClosedRange<Int>) throws(RPCError) -> [Parameter] {
    let expectation = "an array of \(range.lowerBound) … \(range.upperBound) elements"
    guard case .array(let elements) = value else { throw error(expecting: expectation) }
    guard range.contains(elements.count) else {
      throw .invalidParams("\(path): an array of \(elements.count) is not \(expectation)")
    }
    return elements.enumerated().map { Parameter(path: "\(path)[\($0)]", value: $1) }
  }
}
