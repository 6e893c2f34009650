// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc

/// A small file that is replaced as a whole, so that a power cut leaves the old one or the new one.
package struct StateFile {
  /// Bytes that are read, and so the most that is written; a larger file is not ours.
  package static let limit = 8 << 20

  package let path: String
  private let limit: Int

  package init(path: String, limit: Int = Self.limit) {
    self.path = path
    self.limit = limit
  }

  /// The contents, or nil if there is no file.
  package func read() throws(SystemError) -> [UInt8]? {
    // Non-blocking: a pipe in the place of the file would be waited for.
    let raw = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard raw >= 0 else {
      if errno == ENOENT { return nil }
      throw .last("open \(path)")
    }
    let file = OwnedDescriptor(raw)
    var status = stat()
    guard unsafe fstat(file.raw, &status) == 0 else { throw .last("fstat \(path)") }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SystemError("read \(path), which is no regular file", EINVAL)
    }
    guard status.st_size <= limit else { throw SystemError("read \(path)", EFBIG) }
    // One more, which shows that it has grown meanwhile.
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size) + 1)
    var count = 0
    while count < bytes.count {
      let size = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe Glibc.read(file.raw, buffer.baseAddress?.advanced(by: count), buffer.count - count)
      }
      if size < 0, errno == EINTR { continue }
      guard size >= 0 else { throw .last("read \(path)") }
      if size == 0 { break }
      count += size
    }
    guard count < bytes.count else { throw SystemError("read \(path)", EAGAIN) }
    return Array(bytes[..<count])
  }

  /// Replaces the contents; on failure the old ones stay.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    // What could not be read again would replace what can.
    guard bytes.count <= limit else { throw SystemError("write \(path)", EFBIG) }
    let temporary = "\(path).new"
    // What an earlier run left there, or somebody put there: a link to another file's contents, or a
    // pipe that would be waited for. A folder stays, and is told.
    guard unsafe unlink(temporary) == 0 || errno == ENOENT else { throw .last("open \(temporary)") }
    let raw = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard raw >= 0 else { throw .last("open \(temporary)") }
    let file = OwnedDescriptor(raw)
    do throws(SystemError) {
      try Self.writeAll(bytes, to: file.raw, path: temporary)
      guard fsync(file.raw) == 0 else { throw .last("fsync \(temporary)") }
      guard unsafe rename(temporary, path) == 0 else { throw .last("rename \(temporary)") }
    } catch {
      _ = unsafe unlink(temporary)
      throw error
    }
    try syncFolder()
  }

  /// Until its folder is on the disk, too, a power cut brings the old file back, and with it what an
  /// operator has been told is gone.
  private func syncFolder() throws(SystemError) {
    let name = path.lastIndex(of: "/").map { path[...$0] } ?? "."
    let raw = unsafe open(String(name), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard raw >= 0 else { throw .last("open \(name)") }
    let folder = OwnedDescriptor(raw)
    // Not every file system knows this of a folder.
    guard fsync(folder.raw) == 0 || errno == EINVAL else { throw .last("fsync \(name)") }
  }

  /// Renames the file to one that no reader looks for, in place of an earlier one, and returns its
  /// path.
  package func setAside() throws(SystemError) -> String {
    let place = "\(path).corrupt"
    guard unsafe rename(path, place) == 0 else { throw .last("rename \(path)") }
    return place
  }

  private static func writeAll(
    _ bytes: [UInt8],
    to raw: Int32,
    path: String
  ) throws(SystemError) {
    var sent = 0
    while sent < bytes.count {
      let size = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(raw, buffer.baseAddress?.advanced(by: sent), buffer.count - sent)
      }
      if size < 0, errno == EINTR { continue }
      guard size > 0 else { throw .last("write \(path)") }
      sent += size
    }
  }
}
