// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import LocationTestSupport
internal import Testing

/// A start while descriptors are scarce: what the state holds is not taken for lost.
@Suite struct ScarceDescriptorTests {
  @Test func `state that cannot be opened for now refuses the start and stays as it is`() throws {
    let folder = try TemporaryFolder()
    let first = try RunningDaemon(gpsd: freePort(), folder: folder)
    #expect(try first.locationctl("privacy", "revoke", "uid=12345").exit == .code(0))
    #expect(try first.locationctl("set", "1,2", "--persist").exit == .code(0))
    #expect(try first.terminate(before: Deadline(in: 10)) == .code(0))
    let names = ["privacy.json", "overrides.json"]
    let before = try names.map { try Data(contentsOf: URL(fileURLWithPath: folder.path($0))) }
    var told: [String] = []
    for limit in [4, 5, 6, 7, 8, 9, 10, 64] {
      let process = try ChildProcess(
        try Project.requiredProgram("prlimit"),
        [
          "--nofile=\(limit):\(limit)", try Project.program("locationd"), "--config", "/dev/null",
          "--runtime-dir", folder.path, "--gpsd", "127.0.0.1:1",
        ]
      )
      let line = try process.nextLine(from: process.errors, before: Deadline(in: 10)) {
        told.append($0)
        return $0.contains("is ready")
      }
      if line != nil { process.kill() }
      _ = try process.waitForExit(before: Deadline(in: 10))
      let after = try names.map { try Data(contentsOf: URL(fileURLWithPath: folder.path($0))) }
      #expect(after == before, "with \(limit) descriptors")
      for name in names {
        #expect(!FileManager.default.fileExists(atPath: folder.path("\(name).corrupt")))
      }
    }
    #expect(told.contains { $0.contains("cannot be read now: open ") }, "\(told)")
    #expect(told.contains { $0.contains("is ready") }, "\(told)")
  }
}
