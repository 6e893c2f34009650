// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Foundation
import LinuxIO
import LocationServer
import LocationTestSupport
import Testing

/// State that cannot be written is told to whoever changed it, and tried again.
@Suite struct UnsavedStateTests {
  /// A folder whose file of that name cannot be replaced, even by root.
  private func block(_ name: String, in folder: borrowing TemporaryFolder) throws -> String {
    let path = "\(folder.path)/\(name).new"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    return path
  }

  private func settings(_ folder: borrowing TemporaryFolder) -> ServiceSettings {
    var settings = ServiceSettings()
    settings.stateDirectory = folder.path
    return settings
  }

  /// How the next try comes about.
  enum Occasion: CaseIterable { case time, reload, stop, change }

  @Test(arguments: Occasion.allCases)
  func `a refusal that cannot be saved holds, is told, and is saved later`(
    occasion: Occasion
  ) throws {
    let folder = try TemporaryFolder()
    let harness = try ServerHarness(settings(folder))
    let control = try harness.controller()
    _ = try control.result("privacyGrant", #"{"selector":"all"}"#)
    let obstacle = try block("privacy.json", in: folder)
    let reason = "open \(obstacle): Is a directory (21)"
    let result = try control.result("privacyRevoke", #"{"selector":"all"}"#)
    #expect(result.text("decision") == "deny")
    #expect(result.text("unsaved") == reason)
    #expect(
      try harness.subscriber(uid: 7).result("authorization").text("status") == "denied"
    )
    let status = try control.result("status")
    #expect(status.text("unsaved") == reason)
    #expect(
      status.text("problem")
        == "privacy decisions cannot be saved and would not survive a restart: \(reason)"
    )
    try FileManager.default.removeItem(atPath: obstacle)
    switch occasion {
    case .time:
      harness.advance(6)
      #expect(try control.result("status").text("unsaved") == nil)
    case .reload: harness.service.apply(settings(folder), log: Log(threshold: .error))
    case .stop: harness.service.closeAll()
    case .change:
      _ = try control.result(
        "setOverride",
        #"{"kind":"set","latitude":1,"longitude":2,"persist":true}"#
      )
    }
    let next = try ServerHarness(settings(folder))
    #expect(try next.subscriber(uid: 7).result("authorization").text("status") == "denied")
  }

  @Test func `a persistent override that cannot be saved is not called one`() throws {
    let folder = try TemporaryFolder()
    let harness = try ServerHarness(settings(folder))
    let control = try harness.controller()
    let obstacle = try block("overrides.json", in: folder)
    let result = try control.result(
      "setOverride",
      #"{"kind":"set","latitude":1,"longitude":2,"persist":true}"#
    )
    #expect(result.text("id") == "o1")
    #expect(result.text("unsaved") == "open \(obstacle): Is a directory (21)")
    /// What the two lists say of persistence.
    func persistent() throws -> (Bool?, Int?) {
      let row = try control.result("overrides").objects("overrides").first
      let list = try control.result("status").texts("persistentOverrides")
      return (row?.flag("persist"), list.count)
    }
    #expect(try persistent() == (false, 0))
    try FileManager.default.removeItem(atPath: obstacle)
    harness.advance(6)
    #expect(try persistent() == (true, 1))
    let next = try ServerHarness(settings(folder))
    #expect(try next.started().result("location").object("location")?.number("latitude") == 1)
  }
}
