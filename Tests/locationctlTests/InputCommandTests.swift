// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationProtocol
import LocationTestSupport
import Testing

@testable import locationctl

/// Commands that read standard input.
@Suite struct InputCommandTests {
  private static let pushing = [
    "setOverride": answerLine(#"{"id":"o1"}"#), "pushLocations": answerLine("{}"),
  ]

  @Test func `set - tells each line and ends with the input`() throws {
    let run = try CommandRun(control: Self.pushing)
    let result = run.run(
      ["set", "-"],
      input: "1,2\n\n# comment\n{\"latitude\":3,\"longitude\":4}\n5,6"
    )
    #expect(result.code == 0)
    #expect(run.output == "o1: points as they come for everyone, until this command ends\n")
    #expect(run.notes == "locationctl: 3 locations told\n")
    #expect(
      run.control.lines == [
        #"{"id":1,"jsonrpc":"2.0","method":"setOverride","params":{"kind":"push","lease":true,"target":"all"}}"#,
        #"{"id":2,"jsonrpc":"2.0","method":"pushLocations","params":{"id":"o1","points":[{"latitude":1,"longitude":2},{"latitude":3,"longitude":4}]}}"#,
        #"{"id":3,"jsonrpc":"2.0","method":"pushLocations","params":{"id":"o1","points":[{"latitude":5,"longitude":6}]}}"#,
      ]
    )
  }

  @Test func `many lines go out in requests that a daemon takes`() throws {
    let run = try CommandRun(control: Self.pushing)
    let lines = (0..<1000).map { "10,\(Double($0) / 10)\n" }.joined()
    let begin = ContinuousClock.now
    #expect(run.run(["set", "-"], input: lines).code == 0)
    // A burst is paced, so that a subscriber that reads keeps up with it.
    #expect(ContinuousClock.now - begin >= .seconds(1))
    let told = run.control.lines.dropFirst()
      .flatMap { $0.split(separator: "{\"latitude\":10,\"longitude\":").dropFirst() }
      .map { Double($0.prefix { $0 != "}" }) }
    #expect(told == (0..<1000).map { Double($0) / 10 })
    #expect(
      run.control.lines.allSatisfy {
        $0.utf8.count < Limits.requestLine && $0.split(separator: "latitude").count <= 65
      }
    )
  }

  @Test func `a bad line ends set - after the ones before it were told`() throws {
    let run = try CommandRun(control: Self.pushing)
    let result = run.run(["set", "-"], input: "1,2\n3\n5,6\n")
    #expect(result.code == 65)
    #expect(result.message == "standard input, line 2: '3' is not LAT,LON or LAT,LON,ALT")
    #expect(run.control.lines.count == 2 && run.control.lines[1].contains(#""latitude":1"#))
    #expect(!run.control.lines[1].contains("5"))
  }

  @Test(arguments: [
    ("nowhere\n1,2\n", "standard input, line 1: 'nowhere' is not LAT,LON or LAT,LON,ALT"),
    ("# no point\n91,2\n", "standard input, line 2: latitude: 91 is not in -90 … 90 degrees"),
    ("", "standard input has no point; nothing was changed"),
    ("\n# no point\n", "standard input has no point; nothing was changed"),
  ])
  func `set - changes nothing before the first good line`(input: String, reason: String) throws {
    let run = try CommandRun(control: Self.pushing)
    let result = run.run(["set", "-"], input: input)
    #expect(result.code == 65)
    #expect(result.message == reason)
    #expect(run.output.isEmpty)
    #expect(run.control.lines.isEmpty)
  }

  @Test func `start - reads waypoints`() throws {
    let run = try CommandRun(control: Self.pushing)
    #expect(run.run(["start", "-"], input: "\u{FEFF}1,2\r\n# way\n 3 , 4 \n").code == 0)
    #expect(run.output == "o1: 2 waypoints at 20 m/s for everyone, until cleared\n")
    let result = run.run(["start", "-"], input: "1,2\nx\n")
    #expect(result.code == 65)
    #expect(result.message?.hasPrefix("standard input, line 2: 'x' is not allowed") == true)
  }

  @Test func `a line without end is refused`() throws {
    let run = try CommandRun(control: Self.pushing)
    let result = run.run(["set", "-"], input: String(repeating: "1", count: 200_000))
    #expect(result.code == 65)
    #expect(result.message == "standard input, line 1: longer than 65536 bytes")
  }

  @Test func `a play of the standard input goes out as it comes and is finished`() throws {
    let run = try CommandRun(control: [
      "setOverride": answerLine(#"{"id":"o1"}"#),
      "appendPoints": answerLine(#"{"accepted":1,"room":4094,"buffered":1}"#),
      "finishRoute": answerLine("{}"),
      "overrides": answerLine(#"{"overrides":[{"id":"o1","progress":{"state":"ended"}}]}"#),
    ])
    let lines =
      #"{"class":"TPV","mode":2,"time":"2025-03-01T12:00:00.000Z","lat":10,"lon":20}"# + "\n"
      + #"{"class":"TPV","mode":2,"time":"2025-03-01T12:00:01.500Z","lat":11,"lon":20}"# + "\n"
    #expect(run.run(["play", "-", "--rate", "2"], input: lines).code == 0)
    #expect(
      run.control.lines == [
        #"{"id":1,"jsonrpc":"2.0","method":"setOverride","params":{"complete":false,"kind":"play","lease":true,"points":[{"gap":0,"latitude":10,"longitude":20}],"provisional":true,"rate":2,"target":"all"}}"#,
        #"{"id":2,"jsonrpc":"2.0","method":"appendPoints","params":{"id":"o1","points":[{"gap":1.5,"latitude":11,"longitude":20}]}}"#,
        #"{"id":3,"jsonrpc":"2.0","method":"finishRoute","params":{"id":"o1"}}"#,
        #"{"id":4,"jsonrpc":"2.0","method":"overrides","params":{}}"#,
      ]
    )
  }

  @Test func `the agent ends with its input though nothing is asked`() throws {
    let run = try CommandRun(control: ["attachAgent": answerLine("{}")])
    #expect(run.run(["agent"], input: "").code == 0)
  }

  @Test func `the agent asks, decides for what will come back, and ends with its input`() throws {
    let question =
      #"{"jsonrpc":"2.0","method":"authorizationRequested","params":{"client":"map\u001b[2J","exe":"/usr/bin/map","pid":7,"session":"s3","uid":1000}}"#
      + "\n"
    let run = try CommandRun(control: [
      "attachAgent": answerLine("{}") + question + question,
      "privacyGrant": answerLine(#"{"decision":"reduced","selector":"uid=1000,exe=/usr/bin/map"}"#),
    ])
    #expect(run.run(["agent"], input: "perhaps\nr\n").code == 0)
    #expect(
      run.control.lines.last
        == #"{"id":2,"jsonrpc":"2.0","method":"privacyGrant","params":{"reduced":true,"selector":"uid=1000,exe=/usr/bin/map"}}"#
    )
    #expect(run.output.contains("reduced for uid=1000,exe=/usr/bin/map\n"))
    #expect(!run.output.contains("\u{1B}"))
    // Two times for the answer that was none, and once for the second subscriber.
    #expect(run.output.split(separator: "session s3").count == 3)
  }
}
