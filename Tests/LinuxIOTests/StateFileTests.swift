// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Foundation
import Glibc
import LinuxIO
import Testing

/// A state file is replaced as a whole, whatever stands where its successor is written.
@Suite struct StateFileTests {
  enum Obstacle: CaseIterable {
    case none, file, pipe, symbolicLink, danglingLink, hardLink

    func put(at path: String, victim: String) {
      switch self {
      case .none: break
      case .file: #expect(FileManager.default.createFile(atPath: path, contents: Data("x".utf8)))
      case .pipe: #expect(mkfifo(path, 0o600) == 0)
      case .symbolicLink: #expect(symlink(victim, path) == 0)
      case .danglingLink: #expect(symlink("/nowhere/at/all", path) == 0)
      case .hardLink: #expect(link(victim, path) == 0)
      }
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: Obstacle.allCases)
  func `what stands in the way is neither followed nor waited for`(obstacle: Obstacle) throws {
    let folder = try TemporaryFolder()
    let victim = "\(folder.path)/victim"
    try Data("precious".utf8).write(to: URL(fileURLWithPath: victim))
    let file = StateFile(path: "\(folder.path)/a.json")
    try file.write(Array("old".utf8))
    obstacle.put(at: "\(file.path).new", victim: victim)
    try file.write(Array("newer".utf8))
    #expect(try file.read() == Array("newer".utf8))
    #expect(FileManager.default.contents(atPath: victim) == Data("precious".utf8))
    #expect(!FileManager.default.fileExists(atPath: "\(file.path).new"))
    var status = stat()
    #expect(lstat(file.path, &status) == 0 && status.st_mode == S_IFREG | 0o600)
  }

  @Test func `a folder in the way is told, and the old file stays`() throws {
    let folder = try TemporaryFolder()
    let file = StateFile(path: "\(folder.path)/a.json")
    try file.write(Array("old".utf8))
    let obstacle = "\(file.path).new"
    #expect(mkdir(obstacle, 0o700) == 0)
    defer { rmdir(obstacle) }
    let error = #expect(throws: SystemError.self) { try file.write(Array("newer".utf8)) }
    #expect(error == SystemError("open \(obstacle)", EISDIR))
    #expect(try file.read() == Array("old".utf8))
  }
}
