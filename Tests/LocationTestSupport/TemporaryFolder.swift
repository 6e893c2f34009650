// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import Glibc

/// A folder of its own for one test, with a path short enough for socket names; removed at the end.
package final class TemporaryFolder {
  package let path: String

  package init() throws {
    var template = Array("/tmp/ld-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SceneError("mkdtemp: errno \(errno)") }
    path = template.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { String(cString: $0) } ?? ""
    }
  }

  /// The path of an entry.
  package func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file and returns its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    try text.write(toFile: path(name), atomically: false, encoding: .utf8)
    return path(name)
  }

  /// Writes a program and returns its path.
  ///
  /// By another process: a child that any other test starts meanwhile holds what this process has
  /// open for writing until it runs its own program, and so long the file is busy (`ETXTBSY`).
  @discardableResult
  package func writeProgram(_ text: String, to name: String) throws -> String {
    try runWriter("printf %s \"$2\" >\"$1\" && chmod 755 \"$1\"", [path(name), text])
    return path(name)
  }

  /// Copies a program and returns its path; by another process, as above.
  @discardableResult
  package func copyProgram(_ program: String, to name: String) throws -> String {
    try runWriter("cp \"$2\" \"$1\"", [path(name), program])
    return path(name)
  }

  private func runWriter(_ script: String, _ arguments: [String]) throws {
    let writer = try ChildProcess("/bin/sh", ["-c", script, "sh"] + arguments)
    let exit = try writer.waitForExit(before: Deadline(in: 30))
    guard exit == .code(0) else { throw SceneError("writing \(arguments[0]): \(exit)") }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// Where the package's own files and programs are.
package enum Project {
  /// The root of the package.
  package static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// Whether this is a build of `make sanitize`, whose programs keep what they freed.
  package static var isSanitized: Bool {
    dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
  }

  /// A program of this package, built beside the test bundle.
  package static func program(_ name: String) throws -> String {
    let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let folder = URL(fileURLWithPath: bundle).deletingLastPathComponent()
    let path = folder.appendingPathComponent(name).path
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw SceneError("\(path) is missing: run swift build before swift test")
    }
    return path
  }

  /// A program of the system; the folders of administrators count too.
  package static func systemProgram(_ name: String) -> String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folders = path.split(separator: ":").map(String.init) + ["/usr/sbin", "/sbin"]
    return folders.map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The same, for a program without which the test makes no sense.
  package static func requiredProgram(_ name: String) throws -> String {
    guard let path = systemProgram(name) else {
      throw SceneError("\(name) is not installed: run make test, which installs what it needs")
    }
    return path
  }
}
