// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Foundation
import Glibc
import Testing

@testable import LinuxIO

/// What is there and cannot be read is never taken for what is not there.
@Suite struct INIFolderTests {
  private static func read(_ path: String, isOptional: Bool) throws -> [String] {
    try INIFile.readWithDropIns(path, isOptional: isOptional).map(\.value)
  }

  private static func write(_ text: String, to path: String) throws {
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }

  @Test func `a file and its folder may be missing, each for itself`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.conf"
    #expect(try Self.read(path, isOptional: true) == [])
    #expect(throws: INIError(file: path, line: nil, reason: "No such file or directory")) {
      try Self.read(path, isOptional: false)
    }
    try FileManager.default.createDirectory(
      atPath: "\(path).d",
      withIntermediateDirectories: false
    )
    defer { try? FileManager.default.removeItem(atPath: "\(path).d") }
    try Self.write("[a]\nb = dropped\n", to: "\(path).d/x.conf")
    #expect(try Self.read(path, isOptional: true) == ["dropped"])
    try Self.write("[a]\nb = first\n", to: path)
    #expect(try Self.read(path, isOptional: true) == ["first", "dropped"])
  }

  @Test func `a folder of drop-ins that is none is refused`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.conf"
    try Self.write("", to: path)
    try Self.write("", to: "\(path).d")
    #expect(throws: INIError(file: "\(path).d", line: nil, reason: "Not a directory")) {
      try Self.read(path, isOptional: false)
    }
  }

  /// Nobody writes to it, so that who opens it would wait for ever.
  @Test(.timeLimit(.minutes(1)), arguments: ["", ".d/x.conf"])
  func `a pipe is refused and not waited for`(place: String) throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.conf"
    try FileManager.default.createDirectory(
      atPath: "\(path).d",
      withIntermediateDirectories: false
    )
    defer { try? FileManager.default.removeItem(atPath: "\(path).d") }
    #expect(mkfifo(path + place, 0o600) == 0)
    #expect(throws: INIError(file: path + place, line: nil, reason: "a pipe, not a file")) {
      try Self.read(path, isOptional: true)
    }
  }

  /// As `ln -s /dev/null` masks a drop-in.
  @Test func `a drop-in that leads nowhere says nothing`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.conf"
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/null")
    #expect(try Self.read(path, isOptional: false) == [])
  }

  @Test(arguments: [true, false])
  func `a loop of links is refused`(isOptional: Bool) throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.conf"
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
    #expect(throws: INIError(file: path, line: nil, reason: "Too many levels of symbolic links")) {
      try Self.read(path, isOptional: isOptional)
    }
  }
}
