// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Foundation
import LocationCore
import LocationProtocol
import Testing

/// The lines of all JSON examples of docs/protocol.md.
private enum Examples {
  static let document = text("docs/protocol.md")
  /// The short form.
  static let manual = text("docs/man/locationd-protocol.7")

  private static func text(_ path: String) -> String {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return (try? String(contentsOf: root.appending(path: path), encoding: .utf8)) ?? ""
  }

  /// Of the subscriber socket; what stands before the section on the control socket.
  static let lines: [String] = lines(of: parts.subscriber)
  /// Of the control socket, whose methods and notifications are a set of their own.
  static let controlLines: [String] = lines(of: parts.control)

  private static let parts: (subscriber: Substring, control: Substring) = {
    guard let heading = document.range(of: "\n## Control socket\n") else {
      return (document[...], "")
    }
    return (document[..<heading.lowerBound], document[heading.upperBound...])
  }()

  private static func lines(of part: Substring) -> [String] {
    var lines: [String] = []
    var isInside = false
    for line in part.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isInside = line == "```json"
      } else if isInside {
        lines.append(String(line))
      }
    }
    return lines
  }

  /// Whether a tag of a list names it.
  static func isInManual(_ name: String) -> Bool {
    manual.split(separator: "\n").contains { line in
      line.hasPrefix(".It Ic ") && line.split(separator: " ").contains { $0 == name }
    }
  }

  static func messages(of line: String) throws -> [JSONValue] {
    switch try JSONText.decode(JSONValue.self, from: Array(line.utf8)) {
    case .array(let elements): elements
    case let single: [single]
    }
  }

  static let methods: [String] = lines.flatMap { line in
    ((try? messages(of: line)) ?? []).compactMap { message in
      guard case .object(let members) = message, case .string(let method) = members["method"]
      else { return nil }
      return method
    }
  }
}

@Suite struct DocumentTests {
  @Test(arguments: Examples.lines)
  func `every example is a message of JSON-RPC`(line: String) throws {
    for message in try Examples.messages(of: line) {
      guard case .object(let members) = message else {
        Issue.record("not an object: \(message)")
        continue
      }
      #expect(members["jsonrpc"] == .string("2.0"))
      let bytes = try JSONText.encode(message)
      switch members["method"] {
      case .string(let method) where members["id"] != nil:
        #expect(SubscriberMethod(rawValue: method) != nil)
        #expect(throws: Never.self) { try RequestLine(bytes).calls.first?.get() }
      case .string(let method):
        #expect(CallbackMethod(rawValue: method) != nil)
        guard case .callback(let callback) = try Incoming(bytes) else {
          Issue.record("not a callback: \(line)")
          continue
        }
        #expect(text(try JSONText.encode(callback)) == line)
      default:
        guard case .answer = try Incoming(bytes) else {
          Issue.record("not an answer: \(line)")
          continue
        }
        #expect(members["id"] != nil)
        // Answers stand in the document as the encoder writes them.
        #expect(line.contains(text(bytes)))
      }
    }
  }

  @Test(arguments: Examples.controlLines)
  func `every example of the control socket is a message of JSON-RPC`(line: String) throws {
    let message = try JSONText.decode(JSONValue.self, from: Array(line.utf8))
    guard case .object(let members) = message else {
      Issue.record("not an object: \(line)")
      return
    }
    #expect(members["jsonrpc"] == .string("2.0"))
    if members["id"] != nil, members["method"] != nil {
      #expect(throws: Never.self) { try RequestLine(Array(line.utf8)).calls.first?.get() }
      return
    }
    // What the daemon sends stands in the document as the encoder writes it.
    #expect(text(try JSONText.encode(message)) == line)
    switch try Incoming(Array(line.utf8)) {
    case .answer(let answer): #expect(answer.error == nil)
    case .unknown(let method):
      #expect(["authorizationRequested", "overrideEnded"].contains(method))
    case .callback: Issue.record("a callback of the subscriber socket: \(line)")
    }
  }

  @Test(arguments: SubscriberMethod.allCases)
  func `every method has an example and stands in the manual`(method: SubscriberMethod) {
    #expect(Examples.methods.contains(method.rawValue))
    #expect(Examples.isInManual(method.rawValue))
  }

  @Test(arguments: CallbackMethod.allCases)
  func `every callback has an example and stands in the manual`(method: CallbackMethod) {
    #expect(Examples.methods.contains(method.rawValue))
    #expect(Examples.isInManual(method.rawValue))
  }

  @Test func `the results in the document are those of the encoder`() throws {
    let server = ProgramMessage(name: "locationd", version: "0.1.0")
    var fix = Samples.smallFix
    fix.device = "/dev/ttyACM0"
    fix.driver = "u-blox"
    var region = RegionMessage(identifier: "home")
    region.latitude = 48.8584
    region.longitude = 2.2945
    region.radius = 100
    region.notifyOnEntry = true
    region.notifyOnExit = true
    let responses = [
      Response(id: .integer(1), result: EmptyResult()),
      Response(id: .integer(1), result: InitializeResult(server: server)),
      Response(id: .integer(2), result: AuthorizationResult(Authorization(.authorizedAlways))),
      Response(id: .integer(3), result: AuthorizationResult(status: .notDetermined)),
      Response(id: .integer(4), result: LocationResult(Samples.location(fix))),
      Response(id: .integer(4), result: LocationResult(nil)),
      Response(id: .integer(20), result: RegionsResult(regions: [region])),
      Response(id: .integer(7), error: .methodNotFound("startFlying")),
    ]
    for response in responses {
      #expect(Examples.lines.contains(text(response.body)))
    }
  }

  @Test func `the limits in the document are those of the code`() {
    let rows = [
      "| bytes, the newline included | \(Limits.requestLine) |",
      "| requests in a batch | \(Limits.batch) |",
      "| arrays and objects inside each other | \(Limits.nesting) |",
      "| values in the line | \(Limits.values) |",
      "string of 1 … \(Limits.identifier) bytes",
      "each a string of 1 … \(Limits.clientName) bytes",
      "| \(Limits.polygon.lowerBound) … \(Limits.polygon.upperBound) corners",
      "0 < value ≤ \(Int(Limits.radius)) |",
      "metres, 0 … \(Int(Limits.distance.upperBound))",
      "seconds, 0 … \(Int(Limits.interval.upperBound))",
      "0 < value ≤ \(Int(Limits.timeout)), default \(Int(Limits.defaultTimeout))",
      "in degrees, 0 … \(Int(Limits.headingFilter.upperBound))",
    ]
    for row in rows {
      #expect(Examples.document.contains(row))
    }
  }

  @Test func `the status names in the document are those of the code`() {
    for status in LocationMessage.Status.allCases {
      #expect(Examples.document.contains("`\(status.rawValue)`"))
    }
  }
}
