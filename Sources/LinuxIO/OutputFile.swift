// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc

/// A file that a command-line program writes from front to back.
///
/// A symbolic link is replaced and never followed, as what it names may belong to somebody else.
package final class OutputFile {
  private let path: String
  /// Where it is written until it is whole; nil where it is written in place.
  private let temporary: String?
  private let descriptor: OwnedDescriptor
  private var isCommitted = false

  /// Opens a file; with `whenWhole` the old contents stay until `commit`, also if they are being
  /// read meanwhile.
  package init(path: String, whenWhole: Bool) throws(OutputFileError) {
    self.path = path
    temporary = whenWhole ? "\(path).\(getpid()).new" : nil
    if try Self.isLink(path), !whenWhole { _ = unsafe unlink(path) }
    if let temporary { _ = unsafe unlink(temporary) }
    // Whatever takes the name meanwhile is neither followed nor waited for.
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let raw = unsafe open(temporary ?? path, flags | (whenWhole ? O_EXCL : O_TRUNC), 0o666)
    guard raw >= 0 else { throw .system(.last("open")) }
    descriptor = OwnedDescriptor(raw)
  }

  deinit {
    if let temporary, !isCommitted { _ = unsafe unlink(temporary) }
  }

  /// Writes all bytes, however long their reader takes.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    try Terminal.writeAll(descriptor.raw, bytes)
  }

  /// The file is whole.
  package func commit() throws(SystemError) {
    guard let temporary else { return }
    guard unsafe rename(temporary, path) == 0 else { throw .last("rename") }
    isCommitted = true
  }

  /// Whether a link has the name; nothing but a regular file or a link to one may have it.
  private static func isLink(_ path: String) throws(OutputFileError) -> Bool {
    var status = stat()
    // The links of the system to what a process has open are not ours to replace.
    let isOpen = ["/dev/fd/", "/proc/"].contains(where: path.hasPrefix)
    guard !isOpen, !["/dev/stdin", "/dev/stdout", "/dev/stderr"].contains(path) else {
      throw .notRegular
    }
    guard unsafe lstat(path, &status) == 0 else { return false }
    let isLink = status.st_mode & S_IFMT == S_IFLNK
    if isLink, unsafe stat(path, &status) != 0 { return true }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    return isLink
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
