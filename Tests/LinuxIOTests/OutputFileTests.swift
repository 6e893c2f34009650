// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Foundation
import Glibc
import LinuxIO
import Testing

struct OutputFileTests {
  private func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  private func isLink(_ path: String) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
  }

  @Test func `a link is replaced and what it names stays`() throws {
    let folder = try TemporaryFolder()
    let (target, link) = ("\(folder.path)/target", "\(folder.path)/link")
    try Data("old".utf8).write(to: URL(fileURLWithPath: target))
    try #require(symlink(target, link) == 0)
    let file = try OutputFile(path: link)
    try file.write(Array("new".utf8))
    try file.commit()
    #expect(text(target) == "old")
    #expect(text(link) == "new")
    #expect(!isLink(link))
  }

  @Test func `what is no regular file is refused without waiting`() throws {
    let folder = try TemporaryFolder()
    let (pipe, link) = ("\(folder.path)/pipe", "\(folder.path)/link")
    try #require(mkfifo(pipe, 0o600) == 0)
    try #require(symlink(pipe, link) == 0)
    for path in [pipe, link, folder.path, "/dev/null", "/dev/stdout", "/proc/self/fd/1"] {
      #expect(throws: OutputFileError.notRegular) { try OutputFile(path: path) }
    }
    #expect(isLink(link))
  }

  @Test func `a file that does not become whole leaves the old one and nothing else`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/file"
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    func start() throws {
      let file = try OutputFile(path: path)
      try file.write(Array("half".utf8))
    }
    try start()
    let other = try OutputFile(path: path)
    try other.write(Array("half".utf8))
    #expect(text(path) == "old")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file"])
  }

  @Test func `a name may be as long as names are`() throws {
    let folder = try TemporaryFolder()
    let name = String(repeating: "ü", count: 127)
    let file = try OutputFile(path: "\(folder.path)/\(name)")
    try file.write(Array("text".utf8))
    try file.commit()
    #expect(text("\(folder.path)/\(name)") == "text")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [name])
  }

  @Test func `a file that has taken its name is written on, and read meanwhile`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/file"
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    let file = try OutputFile(path: path)
    try file.write(Array("one".utf8))
    #expect(!file.isCommitted && text(path) == "old")
    try file.commit()
    #expect(file.isCommitted && text(path) == "one")
    try file.write(Array(" two".utf8))
    try file.commit()
    #expect(text(path) == "one two")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file"])
  }
}
