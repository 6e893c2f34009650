// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import LocationTestSupport
internal import Testing

/// docs/protocol.md, played against the real daemon in the order in which it is written.
struct ProtocolDocumentTests {
  @Test func `every request of the subscriber socket is answered as documented`() throws {
    let scene = try MainJobScene()
    let deadline = Deadline(in: 60)
    let subscriber = try scene.subscriber(before: deadline)
    // The answer to `location` is empty without one.
    _ = try subscriber.location(before: deadline)
    let exchanges = try DocumentedExchange.ofSubscriberSocket()
    #expect(exchanges.count > 20)
    for exchange in exchanges { try exchange.play(on: subscriber, before: deadline) }
  }

  @Test func `every request of the control socket is answered as documented`() throws {
    let scene = try MainJobScene()
    let deadline = Deadline(in: 60)
    let subscriber = try scene.daemon.connect()
    let client = #"{"client":{"name":"compass","version":"2.1"}}"#
    _ = try subscriber.call("initialize", params: client, before: deadline)
    _ = try subscriber.call("startUpdatingLocation", before: deadline)
    _ = try subscriber.location(before: deadline)
    let region = #"{"region":{"identifier":"home","latitude":48.9,"longitude":2.3,"radius":100}}"#
    _ = try subscriber.call("startMonitoring", params: region, before: deadline)
    let control = try SubscriberConnection(path: scene.daemon.controlPath)
    let exchanges = try DocumentedExchange.ofControlSocket()
    #expect(exchanges.count > 12)
    for exchange in exchanges { try exchange.play(on: control, before: deadline) }
  }

  @Test func `every metric stands in the document`() throws {
    let document = try DocumentedExchange.document()
    let daemon = try RunningDaemon(gpsd: freePort())
    let control = try SubscriberConnection(path: daemon.controlPath)
    let answer = try control.call("metrics", before: Deadline(in: 10))
    let text = try #require(answer.object("result")?.text("text"))
    let names = text.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }
      .map { $0.split(separator: " ")[2] }
    #expect(names.count > 10)
    for name in names { #expect(document.contains("`\(name)`"), "\(name)") }
  }

  @Test func `a parameter out of its documented range is refused with that range`() throws {
    let document = try DocumentedExchange.document()
    let daemon = try RunningDaemon(gpsd: freePort())
    let deadline = Deadline(in: 20)
    let control = try SubscriberConnection(path: daemon.controlPath)
    for name in [
      "latitude", "longitude", "altitude", "horizontalAccuracy", "verticalAccuracy", "speed",
      "course", "duration",
    ] {
      let row = document.split(separator: "\n").last {
        $0.hasPrefix("| `\(name)` |") || $0.hasPrefix("| `\(name)?` |")
      }
      var params: [String: Any] = ["kind": "set", "latitude": 0, "longitude": 0, "altitude": 0]
      params[name] = 1e300
      let data = try JSONSerialization.data(withJSONObject: params)
      let text = String(decoding: data, as: UTF8.self)
      let answer = try control.call("setOverride", params: text, before: deadline)
      #expect(answer.object("error")?.integer("code") == -32602)
      let message = try #require(answer.object("error")?.text("message"))
      #expect(message.hasPrefix("\(name): "))
      let range = try #require(message.split(separator: " is not in ").last)
      #expect(row?.contains(range) == true, "\(name): \(range)")
    }
    let left = try control.call("overrides", before: deadline).object("result")
    #expect(left?.objects("overrides").isEmpty == true)
  }
}

/// A request of docs/protocol.md, and the answer that stands under it if one does.
struct DocumentedExchange {
  let request: String
  let answer: String?

  static func document() throws -> String {
    try String(contentsOfFile: "\(Project.root)/docs/protocol.md", encoding: .utf8)
  }

  /// Those that stand before the section on the control socket.
  static func ofSubscriberSocket() throws -> [DocumentedExchange] {
    all(in: try sections()[0])
  }

  static func ofControlSocket() throws -> [DocumentedExchange] {
    all(in: try sections()[1])
  }

  private static func sections() throws -> [String] {
    let sections = try document().components(separatedBy: "\n## Control socket\n")
    try #require(sections.count == 2)
    return sections
  }

  private static func all(in text: String) -> [DocumentedExchange] {
    var exchanges: [DocumentedExchange] = []
    for block in text.components(separatedBy: "\n```json\n").dropFirst() {
      let lines = (block.components(separatedBy: "\n```").first ?? "").split(separator: "\n")
      for (index, line) in lines.enumerated() where isRequest(line) {
        let next = lines.dropFirst(index + 1).first { !isNotification($0) }
        exchanges.append(
          DocumentedExchange(
            request: String(line),
            answer: next.flatMap { isRequest($0) ? nil : String($0) }
          )
        )
      }
    }
    return exchanges
  }

  /// The member names of a line's object, or of the first one of a batch.
  private static func names(_ line: some StringProtocol) -> Set<String> {
    let value = try? JSONSerialization.jsonObject(with: Data(line.utf8))
    let object = (value as? [Any])?.first ?? value
    return Set((object as? [String: Any] ?? [:]).keys)
  }

  private static func isRequest(_ line: Substring) -> Bool {
    names(line).isSuperset(of: ["method", "id"])
  }

  private static func isNotification(_ line: some StringProtocol) -> Bool {
    names(line).contains("method") && !names(line).contains("id")
  }

  /// Sends the request, expects a result, and in it what the document shows.
  func play(on connection: SubscriberConnection, before deadline: Deadline) throws {
    try connection.send(request, before: deadline)
    let received = try connection.lines.nextLine(before: deadline) {
      !Self.isNotification($0)
    }
    let line = try #require(received)
    let actual = try JSONSerialization.jsonObject(with: Data(line.utf8))
    let answers = actual as? [Any] ?? [actual]
    for case let answer as [String: Any] in answers {
      #expect(answer["result"] != nil, "\(request) was answered \(line)")
    }
    guard let answer else { return }
    let documented = try JSONSerialization.jsonObject(with: Data(answer.utf8))
    #expect(Self.fits(actual, documented), "\(request) was answered \(line)")
  }

  /// Whether a value has the documented form: its members, and types in them.
  private static func fits(_ actual: Any?, _ documented: Any) -> Bool {
    switch documented {
    case let members as [String: Any]:
      guard let object = actual as? [String: Any] else { return false }
      return members.allSatisfy { fits(object[$0.key], $0.value) }
    case let elements as [Any]:
      guard let array = actual as? [Any] else { return false }
      return elements.allSatisfy { element in array.contains { fits($0, element) } }
    case is String: return actual is String
    default: return actual is NSNumber
    }
  }
}
