// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Foundation
import Glibc
import LinuxIO
import LocationServer
import LocationTestSupport
import Testing

/// What is accepted for keeping can be read again, and what could not be is refused.
@Suite struct StateRoomTests {
  private func settings(_ folder: borrowing TemporaryFolder, limit: Int? = nil) -> ServiceSettings {
    var settings = ServiceSettings()
    settings.stateDirectory = folder.path
    if let limit { settings.stateLimit = limit }
    return settings
  }

  private func refusal(of answer: JSONObject) throws -> String {
    try #require(answer.object("error")?.text("message"))
  }

  private func size(_ name: String, in folder: borrowing TemporaryFolder) throws -> Int {
    try Data(contentsOf: URL(filePath: folder.path(name))).count
  }

  /// A persistent override of about so many bytes, for somebody of its own.
  private func override(_ number: Int, bytes: Int) -> String {
    #"{"kind":"set","latitude":1,"longitude":2,"persist":true,"target":"uid=\#(number)","note":""#
      + String(repeating: "n", count: bytes - 100) + #""}"#
  }

  @Test func `more than a megabyte of overrides, each as long as a request, is there again`() throws
  {
    let folder = try TemporaryFolder()
    let count = 20
    do {
      let harness = try ServerHarness(settings(folder))
      let control = try harness.controller()
      for number in 1...count {
        let result = try control.result("setOverride", override(number, bytes: 60_000))
        #expect(result.text("unsaved") == nil)
      }
    }
    #expect(try size("overrides.json", in: folder) > 1_200_000)
    let next = try ServerHarness(settings(folder)).controller()
    #expect(try next.result("status").texts("persistentOverrides").count == count)
  }

  @Test func `as many decisions as may hold, each as long as a selector, are there again`() throws {
    let folder = try TemporaryFolder()
    let name = String(repeating: "u", count: 1000)
    let kept = (1..<1000).map {
      #"{"decision":"deny","means":"exe=/\#(name)\#($0)","selector":"exe=/\#(name)\#($0)"}"#
    }
    try folder.write("[\(kept.joined(separator: ","))]", to: "privacy.json")
    do {
      let control = try ServerHarness(settings(folder)).controller()
      _ = try control.result("privacyRevoke", #"{"selector":"exe=/\#(name)1000"}"#)
      let reason = try refusal(of: control.call("privacyRevoke", #"{"selector":"uid=7"}"#))
      #expect(reason == "selector: 1000 decisions hold already; reset some")
    }
    #expect(try size("privacy.json", in: folder) > 2_000_000)
    let next = try ServerHarness(settings(folder))
    let list = try next.controller().result("privacyList").objects("decisions")
    #expect(list.count == 1000 && list.allSatisfy { $0.text("decision") == "deny" })
    #expect(
      try next.subscriber(uid: 7).result("authorization").text("status") == "authorizedAlways"
    )
  }

  @Test func `an override beyond the room is refused, and all before it holds again`() throws {
    let folder = try TemporaryFolder()
    let harness = try ServerHarness(settings(folder, limit: 40_000))
    let control = try harness.controller()
    for number in 1...3 { _ = try control.result("setOverride", override(number, bytes: 12_000)) }
    let before = try size("overrides.json", in: folder)
    let reason = try refusal(of: control.call("setOverride", override(4, bytes: 12_000)))
    #expect(
      reason.wholeMatch(
        of:
          #/persist: all that is kept over a restart would take 4\d{4} bytes, 40000 are allowed; clear some overrides, or leave it out/#
      ) != nil,
      "\(reason)"
    )
    #expect(try control.result("overrides").objects("overrides").count == 3)
    #expect(try size("overrides.json", in: folder) == before)
    // One that is not kept has room, and so has one in the place of another.
    _ = try control.result("setOverride", #"{"kind":"set","latitude":1,"longitude":2}"#)
    _ = try control.result("setOverride", override(3, bytes: 12_000))
    let next = try ServerHarness(settings(folder, limit: 40_000)).controller()
    #expect(try next.result("status").texts("persistentOverrides") == ["o1", "o2", "o5"])
  }

  @Test func `a decision beyond the room is refused, and all before it holds again`() throws {
    let folder = try TemporaryFolder()
    let harness = try ServerHarness(settings(folder, limit: 4000))
    let control = try harness.controller()
    func revoke(_ number: Int) -> String {
      #"{"selector":"exe=/\#(String(repeating: "u", count: 600))\#(number),uid=7"}"#
    }
    for number in 1...3 { _ = try control.result("privacyRevoke", revoke(number)) }
    let reason = try refusal(of: control.call("privacyRevoke", revoke(4)))
    #expect(reason.contains("4000 are allowed; reset some decisions"), "\(reason)")
    #expect(try control.result("privacyList").objects("decisions").count == 3)
    let next = try ServerHarness(settings(folder, limit: 4000)).controller()
    #expect(try next.result("privacyList").objects("decisions").count == 3)
  }

  @Test(arguments: ["privacy.json", "overrides.json", "secret.json"])
  func `a pipe in the place of a file is not waited for`(name: String) throws {
    let folder = try TemporaryFolder()
    try #require(mkfifo(folder.path(name), 0o600) == 0)
    let harness = try ServerHarness(settings(folder))
    let status = try harness.subscriber(uid: 7).result("authorization").text("status")
    #expect(status == (name == "privacy.json" ? "notDetermined" : "authorizedAlways"))
    var entry = stat()
    #expect(lstat(folder.path("\(name).corrupt"), &entry) == 0 || name == "secret.json")
  }

  @Test func `a file is read as long as it is written`() throws {
    let folder = try TemporaryFolder()
    let file = StateFile(path: folder.path("state"), limit: 100)
    let edge = [UInt8](repeating: 1, count: 100)
    try file.write(edge)
    #expect(throws: SystemError.self) { try file.write(edge + [2]) }
    #expect(try file.read() == edge)
  }
}
