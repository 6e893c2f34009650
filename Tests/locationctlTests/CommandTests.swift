// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Glibc
import LinuxIO
import LocationClient
import LocationTestSupport
import Testing

@testable import locationctl

/// A command run against two scripted sockets, all on one loop.
struct CommandRun {
  let loop: EventLoop
  let subscriber: ScriptedDaemon
  let control: ScriptedDaemon
  private let printed = Printed()

  private final class Printed {
    var text = ""
    var notes = ""
    var writesLeft = Int.max
  }

  /// What the command wrote.
  var output: String { printed.text }
  /// What it said on standard error.
  var notes: String { printed.notes }

  init(subscriber: [String: String] = [:], control: [String: String] = [:]) throws {
    loop = try EventLoop()
    var answers = subscriber
    answers["initialize"] = answerLine(#"{"protocol":1}"#)
    self.subscriber = try ScriptedDaemon(loop, answers: answers)
    self.control = try ScriptedDaemon(loop, answers: control)
  }

  /// The exit code and the message of a command line.
  func run(
    _ words: String...,
    isTerminal: Bool = false,
    writes: Int = .max
  ) -> (code: Int32, message: String?) {
    run(words, isTerminal: isTerminal, writes: writes)
  }

  /// The same with standard input, at its end unless there is text.
  func run(
    _ words: [String],
    input: String = "",
    isTerminal: Bool = false,
    writes: Int = .max
  ) -> (code: Int32, message: String?) {
    let printed = printed
    printed.text = ""
    printed.notes = ""
    printed.writesLeft = writes
    let output = Output(isTerminal: isTerminal, isStyled: false) { text throws(Failure) in
      guard printed.writesLeft > 0 else { throw .outputClosed }
      printed.writesLeft -= 1
      printed.text += text
    }
    let environment = [
      "LOCATIOND_SOCKET": subscriber.path, "LOCATIOND_CONTROL_SOCKET": control.path,
    ]
    guard let file = tmpfile() else { return (71, "no temporary file") }
    defer { fclose(file) }
    fputs(input, file)
    rewind(file)
    let context = Context(
      output: output,
      environment: environment,
      loop: loop,
      messages: Output(isTerminal: false, isStyled: false) { printed.notes += $0 },
      input: fileno(file)
    )
    do {
      try Program.run(words, in: context)
      return (0, nil)
    } catch {
      return (error.exitCode, error.message)
    }
  }
}

private let authorized =
  #"{"jsonrpc":"2.0","method":"didChangeAuthorization","params":{"accuracy":"full","status":"authorizedAlways"}}"#
  + "\n"
private let denied =
  #"{"jsonrpc":"2.0","method":"didChangeAuthorization","params":{"accuracy":"full","status":"denied"}}"#
  + "\n"

private func locationObject(_ sequence: Int, accuracy: Int = 4, simulated: Bool = false) -> String {
  #"{"horizontalAccuracy":\#(accuracy),"latitude":48.5,"longitude":2.25,"sequence":\#(sequence),"source":{"isProducedByAccessory":\#(!simulated),"isSimulatedBySoftware":\#(simulated)},"timestamp":"2026-11-30T01:22:20.120Z"}"#
}

private func locations(_ objects: String...) -> String {
  #"{"jsonrpc":"2.0","method":"didUpdateLocations","params":{"locations":[\#(objects.joined(separator: ","))]}}"#
    + "\n"
}

private func failureLine(_ code: Int, _ name: String, _ message: String) -> String {
  #"{"jsonrpc":"2.0","method":"didFailWithError","params":{"error":{"code":\#(code),"message":"\#(message)","name":"\#(name)"}}}"#
    + "\n"
}

@Suite struct OverrideCommandTests {
  @Test func `set sends every parameter and says what holds`() throws {
    let run = try CommandRun(control: ["setOverride": answerLine(#"{"id":"o1"}"#)])
    let result = run.run(
      "set",
      "-33.8568,151.2153",
      "--altitude",
      "12",
      "--accuracy",
      "5",
      "--vertical-accuracy",
      "6",
      "--speed",
      "1.5",
      "--course",
      "360",
      "--for",
      "10m",
      "--target",
      "uid=1000",
      "--persist"
    )
    #expect(result.code == 0)
    #expect(
      run.output
        == "o1: -33.8568,151.2153 for uid=1000, for 10 min, kept over a restart of the daemon\n"
    )
    #expect(
      run.control.lines == [
        #"{"id":1,"jsonrpc":"2.0","method":"setOverride","params":{"altitude":12,"course":0,"duration":600,"horizontalAccuracy":5,"kind":"set","latitude":-33.8568,"longitude":151.2153,"persist":true,"speed":1.5,"target":"uid=1000","verticalAccuracy":6}}"#
      ]
    )
    #expect(run.subscriber.lines.isEmpty)
  }

  @Test func `a plain set needs only a point`() throws {
    let run = try CommandRun(control: ["setOverride": answerLine(#"{"id":"o7"}"#)])
    #expect(run.run("set", "0,0", "--json").code == 0)
    #expect(run.output == "{\"id\":\"o7\"}\n")
    #expect(
      run.control.lines == [
        #"{"id":1,"jsonrpc":"2.0","method":"setOverride","params":{"kind":"set","latitude":0,"longitude":0,"target":"all"}}"#
      ]
    )
    #expect(run.run("set", "0,0").code == 0)
    #expect(run.output == "o7: 0,0 for everyone, until cleared\n")
  }

  @Test func `a lease keeps its connection until its time is up`() throws {
    let run = try CommandRun(control: ["setOverride": answerLine(#"{"id":"o1"}"#)])
    let start = LoopTime.read().monotonic
    #expect(run.run("set", "1,2", "--lease", "--for", "0.1").code == 0)
    #expect(LoopTime.read().monotonic - start >= 100_000_000)
    #expect(run.output == "o1: 1,2 for everyone, for 0.1 s, until this command ends\n")
    #expect(run.control.lines[0].contains(#""lease":true"#))
  }

  @Test func `a lease whose daemon goes away is lost`() throws {
    let run = try CommandRun(
      control: ["setOverride": answerLine(#"{"id":"o1"}"#)]
    )
    let control = run.control
    _ = run.loop.schedule(at: LoopTime.read().monotonic + 50_000_000) {
      for session in control.sessions { session.hangUp() }
    }
    let result = run.run("set", "1,2", "--lease")
    #expect(result.code == 69)
    #expect(result.message == "locationd closed the connection")
  }

  @Test func `what the daemon refuses is bad data with its words`() throws {
    let message = "altitude: 1e9 is not in −100000 … 100000000"
    let run = try CommandRun(control: ["setOverride": errorLine(-32602, message)])
    let result = run.run("set", "1,2")
    #expect(result.code == 65)
    #expect(result.message == message)
  }

  @Test func `clear names what it cleared`() throws {
    let run = try CommandRun(
      control: ["clearOverrides": answerLine(#"{"cleared":["o1","o3"]}"#)]
    )
    #expect(run.run("clear").code == 0)
    #expect(run.output == "cleared o1, o3\n")
    #expect(run.run("clear", "o1", "o3", "--json").code == 0)
    #expect(run.output == "{\"cleared\":[\"o1\",\"o3\"]}\n")
    #expect(run.control.lines[1].contains(#""params":{"ids":["o1","o3"]}"#))
  }

  @Test func `clear with nothing in force says so`() throws {
    let run = try CommandRun(control: ["clearOverrides": answerLine(#"{"cleared":[]}"#)])
    #expect(run.run("clear").code == 0)
    #expect(run.output == "no override was in force\n")
  }

  @Test func `overrides are a table for people and objects for programs`() throws {
    let row =
      #"{"created":"2026-11-30T01:22:20.120Z","expiresIn":61,"id":"o1","kind":"set","lease":true,"owner":{"pid":42,"uid":1000,"unit":"a.service"},"persist":false,"summary":"48.5,2.25","target":"all"}"#
    let run = try CommandRun(
      control: ["overrides": answerLine(#"{"overrides":[\#(row),\#(row)]}"#)]
    )
    #expect(run.run("overrides", "--json").code == 0)
    #expect(run.output == row + "\n" + row + "\n")
    #expect(run.run("overrides").code == 0)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(
      lines[1]
        == "o1  set   48.5,2.25  all     a.service [42]  2026-11-30T01:22:20Z  in 1 min 1 s, with its command"
    )
  }

  @Test(arguments: [
    ("overrides", "no override is in force\n"), ("subscribers", "nobody is connected\n"),
    ("regions", "no region is monitored\n"),
  ])
  func `an empty list is a sentence, and nothing for programs`(
    command: String,
    sentence: String
  ) throws {
    let run = try CommandRun(control: [command: answerLine(#"{"\#(command)":[]}"#)])
    #expect(run.run(command).code == 0)
    #expect(run.output == sentence)
    #expect(run.run(command, "--json").code == 0)
    #expect(run.output == "")
  }
}

@Suite struct ReadingCommandTests {
  @Test func `monitor passes notifications on byte for byte and counts locations`() throws {
    let first = locations(locationObject(1))
    let second = locations(locationObject(2), locationObject(3))
    let stream = answerLine("{}") + authorized + first + second + locations(locationObject(4))
    let run = try CommandRun(subscriber: ["startUpdatingLocation": stream])
    #expect(run.run("monitor", "--json", "--count", "3").code == 0)
    #expect(run.output == authorized + first + second)
  }

  @Test func `monitor asks for all it was told to show`() throws {
    let empty = answerLine("{}")
    let run = try CommandRun(
      subscriber: [
        "startUpdatingHeading": empty, "startUpdatingSatellites": empty,
        "startMonitoringVisits": empty, "startMonitoring": empty + locations(locationObject(1)),
        "startUpdatingLocation": empty,
      ]
    )
    let result = run.run(
      "monitor",
      "--count",
      "1",
      "--distance-filter",
      "10",
      "--accuracy",
      "best",
      "--interval",
      "2s",
      "--heading",
      "--satellites",
      "--visits",
      "--region",
      "-33,151,100"
    )
    #expect(result.code == 0)
    let params = run.subscriber.lines.dropFirst().map { line in
      String(line.split(separator: "\"method\":", maxSplits: 1)[1])
    }
    #expect(
      params == [
        #""startUpdatingLocation","params":{"desiredAccuracy":"best","distanceFilter":10,"minimumInterval":2}}"#,
        #""startUpdatingHeading","params":{}}"#,
        #""startUpdatingSatellites","params":{}}"#,
        #""startMonitoringVisits","params":{}}"#,
        #""startMonitoring","params":{"region":{"identifier":"region-1","latitude":-33,"longitude":151,"radius":100}}}"#,
      ]
    )
    #expect(run.output == "2026-11-30T01:22:20.120Z  48.500000,2.250000  ±4 m  -\n")
  }

  @Test func `monitor for significant changes asks for nothing else`() throws {
    let stream = answerLine("{}") + locations(locationObject(1))
    let run = try CommandRun(subscriber: ["startMonitoringSignificantLocationChanges": stream])
    #expect(run.run("monitor", "--significant", "--count", "1").code == 0)
    #expect(run.subscriber.lines.count == 2)
  }

  @Test func `monitor on a terminal draws a block with events above it`() throws {
    let stream =
      answerLine("{}") + authorized + failureLine(0, "locationUnknown", "silent")
      + locations(locationObject(1))
    let run = try CommandRun(subscriber: ["startUpdatingLocation": stream])
    #expect(run.run("monitor", "--count", "1", isTerminal: true).code == 0)
    #expect(run.output.contains("failed: locationUnknown: silent\u{1B}[K\n"))
    let last = run.output.text(afterLast: "A\r")
    #expect(
      last.hasPrefix("position    48.500000° N  2.250000° E\u{1B}[K\naccuracy    ± 4 m\u{1B}")
    )
  }

  @Test func `a reader that goes away ends the command quietly`() throws {
    let stream = answerLine("{}") + locations(locationObject(1)) + locations(locationObject(2))
    let run = try CommandRun(subscriber: ["startUpdatingLocation": stream])
    let result = run.run("monitor", "--json", writes: 1)
    #expect(result.code == 0)
    #expect(result.message == nil)
    #expect(run.output == locations(locationObject(1)))
  }

  @Test func `a daemon that stops ends monitor with 69`() throws {
    let run = try CommandRun(subscriber: ["startUpdatingLocation": answerLine("{}")])
    let subscriber = run.subscriber
    _ = run.loop.schedule(at: LoopTime.read().monotonic + 50_000_000) {
      for session in subscriber.sessions { session.hangUp() }
    }
    #expect(run.run("monitor", "--json").code == 69)
  }

  @Test func `get prints the location object`() throws {
    let stream = answerLine("{}") + authorized + locations(locationObject(1), locationObject(2))
    let run = try CommandRun(subscriber: ["requestLocation": stream])
    #expect(run.run("get", "--json", "--timeout", "30").code == 0)
    #expect(run.output == locationObject(2) + "\n")
    #expect(run.subscriber.lines[1].contains(#""params":{"timeout":30}"#))
    #expect(run.run("get").code == 0)
    #expect(run.output.hasPrefix("position    48.500000° N  2.250000° E\naccuracy    ± 4 m\n"))
  }

  @Test func `get is content with a location of the allowed age`() throws {
    let result = answerLine(#"{"location":\#(locationObject(5))}"#)
    let run = try CommandRun(subscriber: ["location": result])
    #expect(run.run("get", "--json", "--max-age", "5s").code == 0)
    #expect(run.output == locationObject(5) + "\n")
    #expect(run.subscriber.lines[1].contains(#""params":{"maximumAge":5}"#))
  }

  @Test func `get asks for a new location where the current one is too old`() throws {
    let run = try CommandRun(
      subscriber: [
        "location": answerLine("{}"),
        "requestLocation": answerLine("{}") + locations(locationObject(6)),
      ]
    )
    #expect(run.run("get", "--json", "--max-age", "5s").code == 0)
    #expect(run.output == locationObject(6) + "\n")
  }

  @Test(arguments: [
    (0, "locationUnknown", 75, "no location within 1 min: sorry"),
    (1, "denied", 77, "location is not permitted: sorry"),
    (2, "network", 69, "network: sorry"),
  ])
  func `get fails by the error's kind`(
    code: Int,
    name: String,
    exit: Int32,
    message: String
  ) throws {
    let stream = answerLine("{}") + failureLine(code, name, "sorry")
    let run = try CommandRun(subscriber: ["requestLocation": stream])
    let result = run.run("get", "--timeout", "1m")
    #expect(result.code == exit)
    #expect(result.message == message)
    #expect(run.output == "")
  }

  @Test func `wait-for returns at the first location that meets all conditions`() throws {
    let stream =
      answerLine("{}") + locations(locationObject(1, accuracy: 50))
      + locations(locationObject(2, accuracy: 4))
      + locations(locationObject(3, accuracy: 3, simulated: true))
    let run = try CommandRun(subscriber: ["startUpdatingLocation": stream])
    #expect(run.run("wait-for", "accuracy<20", "--json").code == 0)
    #expect(run.output == locationObject(2) + "\n")
    #expect(run.run("wait-for", "accuracy<20", "simulated", "--json").code == 0)
    #expect(run.output == locationObject(3, accuracy: 3, simulated: true) + "\n")
  }

  @Test func `wait-for that waits in vain names what is missing`() throws {
    let stream = answerLine("{}") + locations(locationObject(1, accuracy: 50))
    let run = try CommandRun(subscriber: ["startUpdatingLocation": stream])
    let result = run.run("wait-for", "fix", "accuracy<20", "speed>5", "--timeout", "0.1")
    #expect(result.code == 75)
    #expect(result.message == "timed out waiting for accuracy<20, speed>5")
  }

  @Test func `wait-for does not wait where it is denied`() throws {
    let run = try CommandRun(subscriber: ["startUpdatingLocation": answerLine("{}") + denied])
    #expect(run.run("wait-for", "fix").code == 77)
  }

  @Test func `wait-for follows its own region`() throws {
    let enter =
      #"{"jsonrpc":"2.0","method":"didEnterRegion","params":{"identifier":"home","location":\#(locationObject(2))}}"#
      + "\n"
    let run = try CommandRun(
      subscriber: [
        "startUpdatingLocation": answerLine("{}") + locations(locationObject(1)),
        "startMonitoring": answerLine("{}") + enter,
      ]
    )
    #expect(run.run("wait-for", "inside:home", "--region", "48,2,100,home", "--json").code == 0)
    #expect(run.output == locationObject(1) + "\n")
    #expect(run.control.sessions.isEmpty)
  }

  @Test func `wait-for asks the daemon about a region of others`() throws {
    let run = try CommandRun(
      subscriber: ["startUpdatingLocation": answerLine("{}") + locations(locationObject(1))],
      control: [
        "regions": answerLine(
          #"{"regions":[{"identifier":"home","session":"s1","state":"inside"}]}"#
        )
      ]
    )
    #expect(run.run("wait-for", "inside:home").code == 0)
    #expect(run.run("wait-for", "inside:work", "--timeout", "0.1").code == 75)
  }
}

extension String {
  /// What stands after the last occurrence of the mark.
  fileprivate func text(afterLast mark: String) -> Substring {
    var rest = self[...]
    while let range = rest.firstRange(of: mark) { rest = rest[range.upperBound...] }
    return rest
  }
}
