// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc

/// A file that a command-line program writes from front to back.
///
/// It has no name until `commit`: what had the name stays until then, also if it is being read, and a
/// program that is killed leaves nothing behind. A symbolic link is replaced and never followed, as
/// what it names may belong to somebody else.
package final class OutputFile {
  /// Linux's O_TMPFILE, which Glibc hides; the same on every architecture that Swift runs on.
  private static let withoutName = 0o20_000_000 | O_DIRECTORY

  private let path: String
  private let temporary: String
  private let descriptor: OwnedDescriptor
  /// Whether it has the temporary name, as on file systems that know no file without one.
  private var hasTemporaryName = false
  package private(set) var isCommitted = false
  /// Whether something had the name when this one was opened.
  package let isReplacing: Bool

  /// Opens a file for writing, which takes the name later.
  package init(path: String) throws(OutputFileError) {
    self.path = path
    isReplacing = try Self.isTaken(path)
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { path[...$0] } ?? "./"
    let name = path[(slash.map(path.index(after:)) ?? path.startIndex)...]
    // Also a name as long as names may be has room for what is added.
    temporary = "\(folder)\(String(name.unicodeScalars.prefix(50))).\(getpid()).new"
    let flags = O_WRONLY | O_CLOEXEC
    var raw = unsafe open(String(folder), flags | Self.withoutName, 0o666)
    if raw < 0 {
      _ = unsafe unlink(temporary)
      raw = unsafe open(temporary, flags | O_CREAT | O_EXCL | O_NOFOLLOW, 0o666)
      hasTemporaryName = true
    }
    guard raw >= 0 else { throw .system(.last("open")) }
    descriptor = OwnedDescriptor(raw)
  }

  deinit {
    if hasTemporaryName { _ = unsafe unlink(temporary) }
  }

  /// Writes all bytes, however long their reader takes; also after `commit`.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    try Terminal.writeAll(descriptor.raw, bytes)
  }

  /// Takes the name, from what had it.
  package func commit() throws(SystemError) {
    guard !isCommitted else { return }
    if !hasTemporaryName {
      _ = unsafe unlink(temporary)
      let own = "/proc/self/fd/\(descriptor.raw)"
      guard unsafe linkat(AT_FDCWD, own, AT_FDCWD, temporary, AT_SYMLINK_FOLLOW) == 0 else {
        throw .last("linkat")
      }
      hasTemporaryName = true
    }
    guard unsafe rename(temporary, path) == 0 else { throw .last("rename") }
    hasTemporaryName = false
    isCommitted = true
  }

  /// Whether the name is taken; nothing but a regular file or a link may have it.
  private static func isTaken(_ path: String) throws(OutputFileError) -> Bool {
    var status = stat()
    // The links of the system to what a process has open are not ours to replace.
    let isOpen = ["/dev/fd/", "/proc/"].contains(where: path.hasPrefix)
    guard !isOpen, !["/dev/stdin", "/dev/stdout", "/dev/stderr"].contains(path) else {
      throw .notRegular
    }
    // Also a link that leads nowhere has the name, and may be replaced.
    guard unsafe stat(path, &status) == 0 else { return unsafe lstat(path, &status) == 0 }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    return true
  }
}

/// Why a file cannot be written.
package enum OutputFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A pipe, a device, a folder, or a name for what a process has open.
  case notRegular
  case system(SystemError)

  package var description: String {
    switch self {
    case .notRegular: "it is not a regular file"
    case .system(let error): "\(error)"
    }
  }
}
