// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LinuxIO
import LocationServer
import LocationTestSupport
import Testing

/// A line waits for the names in it; nobody else does.
@Suite struct HeldNameTests {
  private final class Database {
    private(set) var asked: [Set<AccountName>] = []
    private var waiting: [(NameLookup.Answers) -> Void] = []

    init(_ service: LocationService) {
      service.lookUp = { [unowned self] names, then in
        asked.append(names)
        waiting.append(then)
      }
    }

    func answer(_ answers: NameLookup.Answers) {
      let ready = waiting
      waiting = []
      for each in ready { each(answers) }
    }
  }

  private static let ghost =
    #"{"jsonrpc":"2.0","id":1,"method":"setOverride","params":{"kind":"set","latitude":1,"#
    + #""longitude":2,"target":"user=ghost"}}"#
  private static let ping = #"{"jsonrpc":"2.0","id":2,"method":"ping"}"#

  @Test func `answers keep their order, and others are served meanwhile`() throws {
    let harness = try ServerHarness()
    let database = Database(harness.service)
    let control = try harness.controller()
    try control.send(Self.ghost + "\n" + Self.ping + "\n")
    #expect(database.asked == [[.user("ghost")]])
    #expect(control.texts() == [])
    #expect(try harness.controller().call("ping").has("result"))
    database.answer([.user("ghost"): .number(1000)])
    let answers = control.texts()
    #expect(answers.count == 2)
    #expect(
      answers.first?.contains(#""id":1"#) == true && answers.last?.contains(#""id":2"#) == true
    )
    #expect(answers.first?.contains(#""result""#) == true)
  }

  @Test(arguments: [
    (AccountAnswer.absent, "target: user=ghost: there is no such user"),
    (
      AccountAnswer.failed,
      "target: user=ghost: the user database does not answer; the number, by uid= or gid=, needs none"
    ),
  ])
  func `what the database does not know or say is the answer`(
    answer: AccountAnswer,
    told: String
  ) throws {
    let harness = try ServerHarness()
    let database = Database(harness.service)
    let control = try harness.controller()
    try control.send(Self.ghost + "\n")
    database.answer([.user("ghost"): answer])
    let texts = control.texts()
    #expect(texts.count == 1 && texts[0].contains(told), "\(texts)")
  }

  @Test func `a peer that has gone or ended its side meanwhile does no harm`() throws {
    let harness = try ServerHarness()
    let database = Database(harness.service)
    let gone = try harness.controller()
    try gone.send(Self.ghost + "\n")
    gone.close()
    let half = try harness.controller()
    try half.send(Self.ghost + "\n" + Self.ping)
    half.endRequests()
    harness.turn()
    database.answer([.user("ghost"): .number(1000)])
    #expect(half.texts().count == 2)
    #expect(half.isClosed)
    let overrides = try harness.controller().result("overrides").objects("overrides")
    #expect(overrides.count == 1)
  }
}
