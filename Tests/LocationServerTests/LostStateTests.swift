// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Foundation
import Glibc
import LinuxIO
import LocationServer
import LocationTestSupport
import Testing

/// State files that cannot be read never give anybody more than an operator wanted.
@Suite struct LostStateTests {
  /// What a new subscriber is told of its authorization.
  private func status(_ harness: ServerHarness, uid: UInt32) throws -> String {
    try harness.subscriber(uid: uid).result("authorization").text("status") ?? ""
  }

  /// Not by Foundation, which leaks when it reads an empty file.
  private func bytes(_ path: String) throws -> [UInt8] {
    let file = try InputFile(path: path)
    var (bytes, piece): ([UInt8], [UInt8]) = ([], [])
    repeat {
      try file.read(into: &piece)
      bytes += piece
    } while !piece.isEmpty
    return bytes
  }

  private func settings(_ folder: borrowing TemporaryFolder) -> ServiceSettings {
    var settings = ServiceSettings()
    settings.stateDirectory = folder.path
    return settings
  }

  @Test(arguments: [
    "", "{", "null", "[{}]", "[\u{0}", "{\"decision\":\"deny\",\"selector\":\"all\"}",
    #"[{"decision":"deny","selector":"uid=7"}]"#,
    #"[{"decision":"forbid","means":"uid=7","selector":"uid=7"}]"#,
    #"[{"decision":"deny","means":"planet=7","selector":"uid=7"}]"#,
    #"[{"decision":"deny","means":"uid=7","selector":"uid=7"}"#,
    String(repeating: " ", count: 2_000_000),
  ])
  func `without the decisions that held nobody is authorized until an operator decides`(
    contents: String
  ) throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/privacy.json"
    try contents.write(toFile: file, atomically: false, encoding: .utf8)
    let first = try ServerHarness(settings(folder))
    let peer = try first.subscriber(uid: 7)
    try peer.call("startUpdatingLocation")
    for _ in 0..<3 { first.fix(10, 20) }
    #expect(try peer.methods() == ["didChangeAuthorization"])
    #expect(try peer.result("location").names == [])
    #expect(try bytes("\(file).corrupt") == Array(contents.utf8))
    // A restart is no way out, and neither is a second one.
    for _ in 0..<2 {
      #expect(try status(ServerHarness(settings(folder)), uid: 7) == "notDetermined")
    }
    let second = try ServerHarness(settings(folder))
    let control = try second.controller()
    let list = try control.result("privacyList").objects("decisions")
    #expect(list.map { "\($0.text("decision") ?? "") \($0.text("selector") ?? "")" } == ["ask all"])
    _ = try control.result("privacyGrant", #"{"selector":"uid=7"}"#)
    #expect(try status(second, uid: 7) == "authorizedAlways")
    #expect(try status(second, uid: 8) == "notDetermined")
    #expect(try control.result("privacyReset").integer("reset") == 2)
    #expect(try status(second, uid: 8) == "authorizedAlways")
    #expect(try status(ServerHarness(settings(folder)), uid: 8) == "authorizedAlways")
  }

  @Test func `a refusal holds when its user's name means nothing any more`() throws {
    let folder = try TemporaryFolder()
    let first = try ServerHarness(settings(folder))
    _ = try first.controller().result("privacyRevoke", #"{"selector":"user=root"}"#)
    let file = "\(folder.path)/privacy.json"
    let kept = try String(contentsOfFile: file, encoding: .utf8)
    #expect(
      kept == #"[{"decision":"deny","means":"uid=0","selector":"user=root"}]"#
    )
    try kept.replacingOccurrences(of: "root", with: "a-user-that-is-gone")
      .write(toFile: file, atomically: false, encoding: .utf8)
    let second = try ServerHarness(settings(folder))
    #expect(try status(second, uid: 0) == "denied")
    #expect(try status(second, uid: 1) == "authorizedAlways")
  }

  @Test(arguments: [
    (#"{"last":1,"overrides":[{"uid":48.8584}]}"#, #"overrides[0] has no member "parameters""#),
    (
      #"{"last":48.8584,"overrides":[]}"#,
      "last is not a whole number in the range of Int64"
    ),
    ("{", "byte 1: unexpected end"),
  ])
  func `what cannot be read is told with file, place and consequence, without coordinates`(
    contents: String,
    place: String
  ) throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/overrides.json"
    try contents.write(toFile: file, atomically: false, encoding: .utf8)
    let (near, far) = try socketPair()
    let lines = try LineStream(OwnedDescriptor(near))
    let log = Log(threshold: .info, descriptor: far, prefixed: false)
    _ = try ServerHarness(settings(folder), log: log)
    lines.pump()
    var told: [String] = []
    while let line = lines.takeLine() { told.append(line) }
    #expect(
      told == [
        "warning: the state in \(file) is not readable: \(place)",
        "warning: it is kept as \(file).corrupt",
        "warning: no persistent override of an earlier run holds; locations are the receivers'",
      ]
    )
    close(far)
  }

  /// As on a board without a clock of its own, before anybody has told it the time.
  @Test(arguments: [
    ("2029-11-30T12:00:00.000Z", "2029-11-30T12:10:00.000Z", 600.0),
    ("2026-11-30T11:55:00.000Z", "2026-11-30T12:05:00.000Z", 300.0),
  ])
  func `an override holds no longer than it was to, however wrong the clock is at the start`(
    created: String,
    expires: String,
    left: Double
  ) throws {
    let folder = try TemporaryFolder()
    let request = #"{"duration":600,"kind":"set","latitude":1,"longitude":2,"persist":true}"#
    let kept =
      #"{"created":"\#(created)","expires":"\#(expires)","id":"o1","parameters":\#(request),"#
      + #""pid":1,"uid":0}"#
    try #"{"last":1,"overrides":[\#(kept)]}"#.write(
      toFile: "\(folder.path)/overrides.json",
      atomically: false,
      encoding: .utf8
    )
    let harness = try ServerHarness(settings(folder))
    let control = try harness.controller()
    let override = try #require(control.result("overrides").objects("overrides").first)
    #expect(override.number("expiresIn") == left)
    // Somebody sets the clock.
    harness.clock.utc += 3 * 365 * 86_400_000
    harness.turn()
    harness.advance(left + 1)
    #expect(try control.result("overrides").objects("overrides").isEmpty)
  }

  @Test func `persistent overrides that cannot be read are kept aside`() throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/overrides.json"
    try "[{]".write(toFile: file, atomically: false, encoding: .utf8)
    let harness = try ServerHarness(settings(folder))
    let override = #"{"kind":"set","latitude":1,"longitude":2,"persist":true}"#
    _ = try harness.controller().result("setOverride", override)
    #expect(try String(contentsOfFile: "\(file).corrupt", encoding: .utf8) == "[{]")
    let next = try ServerHarness(settings(folder))
    #expect(try next.started().result("location").object("location")?.number("latitude") == 1)
  }
}
