// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import FuzzTargets
internal import LocationTestSupport
internal import Testing

/// What `make fuzz` starts from and what it has found, played again.
struct CorpusTests {
  private static func files(_ target: FuzzTarget) throws -> [String] {
    let folder = "\(Project.root)/Tests/Corpus/\(target.rawValue)"
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .map { "\(folder)/\($0)" }
  }

  @Test(arguments: FuzzTarget.allCases)
  func `nothing in the corpus stops or traps its reader`(target: FuzzTarget) throws {
    let files = try Self.files(target)
    #expect(files.count >= 5)
    for file in files {
      let data = try #require(FileManager.default.contents(atPath: file), "\(file)")
      try target.take([UInt8](data))
    }
  }
}
