// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import LocationTestSupport
import Testing

@testable import locationctl

/// What the commands that override send, and what they refuse before anything is sent.
@Suite struct ChangeCommandTests {
  @Test func `every transform and every fault of the daemon has its command`() throws {
    let transform = try #require(CommandTable.all.first { $0.name == "transform" })
    #expect(transform.subcommands.map(\.name) == TransformSpec.Name.allCases.map(\.rawValue))
    let fault = try #require(CommandTable.all.first { $0.name == "fault" })
    #expect(fault.subcommands.map(\.name) == FaultSpec.Name.allCases.map(\.rawValue))
  }

  @Test(arguments: [
    (
      ["transform", "offset", "--east", "-5", "--north", "2.5", "--up", "1"],
      #""east":-5,"kind":"transform","name":"offset","north":2.5,"target":"all","up":1"#
    ),
    (
      ["transform", "offset", "--bearing", "90", "--distance", "100"],
      #""bearing":90,"distance":100,"kind":"transform","name":"offset","target":"all""#
    ),
    (
      ["transform", "noise", "--metres", "15", "--vertical-metres", "20", "--seed", "3"],
      #""kind":"transform","metres":15,"name":"noise","seed":3,"target":"all","verticalMetres":20"#
    ),
    (
      ["transform", "drift", "--rate", "0.5", "--bearing", "10", "--walk", "2", "--seed", "1"],
      #""bearing":10,"kind":"transform","name":"drift","rate":0.5,"seed":1,"target":"all","walk":2"#
    ),
    (["transform", "freeze"], #""kind":"transform","name":"freeze","target":"all""#),
    (
      ["transform", "delay", "--seconds", "1m"],
      #""kind":"transform","name":"delay","seconds":60,"target":"all""#
    ),
    (
      ["transform", "decimate", "--every", "3"],
      #""every":3,"kind":"transform","name":"decimate","target":"all""#
    ),
    (
      ["transform", "decimate", "--interval", "10s"],
      #""interval":10,"kind":"transform","name":"decimate","target":"all""#
    ),
    (
      ["transform", "decimate", "--probability", "0.5", "--seed", "2"],
      #""kind":"transform","name":"decimate","probability":0.5,"seed":2,"target":"all""#
    ),
    (
      ["transform", "accuracy", "--accuracy", "50", "--vertical-accuracy", "80", "--scale", "2"],
      #""horizontalAccuracy":50,"kind":"transform","name":"accuracy","scale":2,"target":"all","verticalAccuracy":80"#
    ),
    (
      ["transform", "flatten", "--for", "10m", "--target", "uid=1"],
      #""duration":600,"kind":"transform","name":"flatten","target":"uid=1""#
    ),
    (
      ["transform", "quantize", "--degrees", "0.01"],
      #""degrees":0.01,"kind":"transform","name":"quantize","target":"all""#
    ),
    (
      ["transform", "quantize", "--metres", "500"],
      #""kind":"transform","metres":500,"name":"quantize","target":"all""#
    ),
    (
      ["fault", "jump", "--distance", "2000", "--period", "30", "--seed", "9"],
      #""distance":2000,"kind":"fault","name":"jump","period":30,"seed":9,"target":"all""#
    ),
    (
      ["fault", "slow", "--interval", "1m"],
      #""interval":60,"kind":"fault","name":"slow","target":"all""#
    ),
    (["fault", "2d", "--persist"], #""kind":"fault","name":"2d","persist":true,"target":"all""#),
    (
      ["run", "tunnel", "--seed", "7", "--rate", "2", "--once"],
      #""kind":"run","loop":false,"rate":2,"scenario":"tunnel","seed":7,"target":"all""#
    ),
    (
      ["start", "1,2", "-1,-2", "--speed", "3", "--distance", "10", "--loop"],
      #""complete":true,"distance":10,"kind":"start","loop":true,"points":[{"latitude":1,"longitude":2},{"latitude":-1,"longitude":-2}],"speed":3,"target":"all""#
    ),
    (
      ["start", "1,2", "1,3", "--interval", "0.5"],
      #""complete":true,"interval":0.5,"kind":"start","points":[{"latitude":1,"longitude":2},{"latitude":1,"longitude":3}],"target":"all""#
    ),
  ])
  func `every parameter reaches the daemon`(words: [String], members: String) throws {
    let run = try CommandRun(control: ["setOverride": answerLine(#"{"id":"o1"}"#)])
    #expect(run.run(words).code == 0)
    #expect(
      run.control.lines
        == [#"{"id":1,"jsonrpc":"2.0","method":"setOverride","params":{\#(members)}}"#]
    )
  }

  @Test(arguments: ["0", "-1", "1e308", "nan", "inf", "0x10", "1,5", "1e400", "", " 1", "1e-400"])
  func `a rate or speed that is none is refused with the range`(text: String) throws {
    let run = try CommandRun()
    let cases = [
      (["run", "tunnel", "--rate=\(text)"], "--rate", "0.001 … 10000"),
      (["play", "x.gpx", "--rate=\(text)"], "--rate", "0.001 … 10000"),
      (["start", "1,2", "1,3", "--speed=\(text)"], "--speed", "0.01 … 100000 m/s"),
    ]
    for (words, name, range) in cases {
      let result = run.run(words)
      #expect(result.code == 65)
      #expect(result.message == "\(name) \(quoted(text)) is not allowed; give a number in \(range)")
    }
    #expect(run.control.lines.isEmpty)
  }

  @Test(arguments: [
    ["start", "1,2"], ["start", "1,2", "91,3"], ["run", "warp"], ["run", "tunnel", "--seed", "-1"],
    ["play", "x.gpx", "--from", "-1"], ["play", "x.gpx", "--from", "20", "--to", "10"],
    ["transform", "noise", "--metres", "1e9"], ["transform", "decimate", "--every", "1"],
    ["transform", "delay", "--seconds", "0"], ["fault", "slow", "--interval", "0"],
    ["seek", "-1"], ["seek", "soon"], ["set", "1,2", "--altitude", "1e7"],
    ["set", "1,2", "--for", "1e12"], ["transform", "quantize", "--degrees", "1,5"],
  ])
  func `a value that is not allowed sends nothing`(words: [String]) throws {
    let run = try CommandRun()
    #expect(run.run(words).code == 65)
    #expect(run.control.lines.isEmpty)
  }

  @Test(arguments: [
    ["start"], ["run"], ["play"], ["transform"], ["transform", "shake"], ["fault", "2D"],
    ["start", "1,2", "1,3", "--distance", "5", "--interval", "1"], ["set", "-", "--speed", "1"],
    ["set", "1,2", "--keep-times"], ["set", "-", "--persist"], ["play", "-", "--loop"],
    ["play", "-", "--persist"], ["play", "x.gpx", "--keep-times", "--speed", "1"],
    ["pause", "o1", "o2"], ["seek"], ["privacy"], ["privacy", "grant"], ["explain"],
    ["record"], ["convert", "a"], ["check-regions", "a"], ["record", "-", "--json"],
    ["convert", "a", "-", "--json"], ["convert", "-", "-", "--json", "--format", "gpsd"],
    ["transform", "freeze", "--lease", "--persist"],
  ])
  func `a command line of the wrong form sends nothing`(words: [String]) throws {
    let run = try CommandRun()
    #expect(run.run(words).code == 64)
    #expect(run.control.lines.isEmpty)
  }

  @Test(arguments: [
    ("offset", "transform offset needs --east (a number in -1000000 … 1000000 m), --north "),
    ("offset --bearing 90", "transform offset: --bearing (a number in 0 … 360 degrees) and "),
    ("noise", "transform noise needs --metres (a number in 0 … 100000 m)"),
    ("noise --vertical-metres 1", "transform noise needs --metres (a number in 0 … 100000 m)"),
    ("drift", "transform drift needs --rate (a number in 0 … 1000 m/s) or --walk ("),
    ("delay", "transform delay needs --seconds (a duration such as 0.5, 90s or 1h30m in 0.001 "),
    ("decimate", "transform decimate needs one of --every (a whole number from 2 to 1000000), "),
    ("decimate --every 2 --interval 3", "transform decimate needs only one of --every ("),
    ("accuracy", "transform accuracy needs --accuracy (a number in 0.001 … 1000000 m), "),
    ("quantize", "transform quantize needs one of --degrees (a number in 0.0000001 … 90 degrees)"),
  ])
  func `a transform names the options that it needs`(words: String, message: String) throws {
    let run = try CommandRun()
    let result = run.run(["transform"] + words.split(separator: " ").map(String.init))
    #expect(result.code == 64)
    #expect(result.message?.hasPrefix(message) == true, "\(result.message ?? "")")
    #expect(run.control.lines.isEmpty)
  }

  @Test func `the keys of a player name the routes they moved`() throws {
    let answer = answerLine(#"{"ids":["o1","o4"]}"#)
    let run = try CommandRun(control: ["pause": answer, "resume": answer, "seek": answer])
    #expect(run.run("pause").code == 0 && run.output == "paused o1, o4\n")
    #expect(run.run("resume", "o4").code == 0 && run.output == "resumed o1, o4\n")
    #expect(run.run("seek", "1m30s", "o4", "--json").code == 0)
    #expect(run.output == "{\"ids\":[\"o1\",\"o4\"]}\n")
    #expect(
      run.control.lines == [
        #"{"id":1,"jsonrpc":"2.0","method":"pause","params":{}}"#,
        #"{"id":1,"jsonrpc":"2.0","method":"resume","params":{"id":"o4"}}"#,
        #"{"id":1,"jsonrpc":"2.0","method":"seek","params":{"id":"o4","seconds":90}}"#,
      ]
    )
  }

  @Test(arguments: [
    (
      ["set", "1,2", "--vertical-accuracy", "3"],
      "set: --vertical-accuracy needs --altitude beside it"
    ),
    (
      ["transform", "offset", "--east", "3", "--bearing", "3", "--distance", "3"],
      "transform offset: --bearing and --east exclude each other"
    ),
  ])
  func `options that exclude or need each other are named as options`(
    words: [String],
    message: String
  ) throws {
    let run = try CommandRun()
    let result = run.run(words)
    #expect(result.code == 64 && result.message == message)
    #expect(run.control.lines.isEmpty)
  }

  @Test(arguments: [
    (["clear", "o99"], "clearOverrides", #"ids: no override "o99" is in force; none is"#),
    (["pause"], "pause", "id: no route is being played"),
  ])
  func `the daemon's refusal of a word does not name a parameter`(
    words: [String],
    method: String,
    message: String
  ) throws {
    let escaped = message.replacing("\"", with: "\\\"")
    let run = try CommandRun(control: [method: errorLine(-32602, escaped)])
    let result = run.run(words)
    #expect(result.code == 65)
    #expect(result.message == String(message.drop { $0 != " " }.dropFirst()))
  }

  @Test func `an override that ends by its time says so`() throws {
    let params = #""params":{"id":"o1","reason":"expired"}"#
    let ended = #"{"jsonrpc":"2.0","method":"overrideEnded",\#(params)}"#
    let run = try CommandRun(control: ["setOverride": answerLine(#"{"id":"o1"}"#) + ended + "\n"])
    #expect(run.run("set", "1,2", "--lease", "--for", "1").code == 0)
    #expect(run.notes == "locationctl: o1 has ended, its time is over\n")
  }
}
