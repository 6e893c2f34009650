// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Foundation
import Glibc
import LinuxIO
import Testing

struct InputFileTests {
  @Test func `a file is read in pieces to its end`() throws {
    let path = FileManager.default.temporaryDirectory.path + "/input-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let content = (0..<150_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    try Data(content).write(to: URL(fileURLWithPath: path))

    let file = try InputFile(path: path)
    #expect(file.size == 150_000)
    var pieces: [[UInt8]] = []
    var buffer: [UInt8] = []
    repeat {
      try file.read(into: &buffer)
      pieces.append(buffer)
    } while !buffer.isEmpty
    #expect(pieces.map(\.count) == [65_536, 65_536, 18_928, 0])
    #expect(pieces.flatMap { $0 } == content)
  }

  @Test func `a missing file and a folder fail with the system's reason`() throws {
    let missing = #expect(throws: SystemError.self) { try InputFile(path: "/nowhere/a.gpx") }
    #expect(missing?.code == ENOENT)
    let folder = try InputFile(path: "/")
    #expect(folder.size == nil)
    let failed = #expect(throws: SystemError.self) {
      var buffer: [UInt8] = []
      try folder.read(into: &buffer)
    }
    #expect(failed == SystemError("read", EISDIR))
  }
}
