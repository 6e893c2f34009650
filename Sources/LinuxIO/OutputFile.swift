// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc

/// A file that a command-line program writes from front to back.
package final class OutputFile {
  private let path: String
  /// Where it is written until it is whole; nil where it is written in place.
  private let temporary: String?
  private let descriptor: OwnedDescriptor
  private var isCommitted = false

  /// Opens a file; with `whenWhole` the old contents stay until `commit`, also if they are being
  /// read meanwhile.
  package init(path: String, whenWhole: Bool) throws(SystemError) {
    self.path = path
    let isReplaced = whenWhole && Self.isReplaceable(path)
    temporary = isReplaced ? "\(path).\(getpid()).new" : nil
    let name = temporary ?? path
    let raw = unsafe open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard raw >= 0 else { throw .last("open") }
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
    isCommitted = true
    guard let temporary else { return }
    guard unsafe rename(temporary, path) == 0 else { throw .last("rename") }
  }

  /// A device, a pipe or a link is written to, never replaced.
  private static func isReplaceable(_ path: String) -> Bool {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return errno == ENOENT }
    return status.st_mode & S_IFMT == S_IFREG
  }
}
