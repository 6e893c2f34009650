// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc

/// A small file that is replaced as a whole, so that a power cut leaves the old one or the new one.
package struct StateFile {
  /// No state of ours is larger; a larger file is not ours.
  package static let limit = 1 << 20

  package let path: String

  package init(path: String) {
    self.path = path
  }

  /// The contents, or nil if there is no file.
  package func read() throws(SystemError) -> [UInt8]? {
    let raw = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard raw >= 0 else {
      if errno == ENOENT { return nil }
      throw .last("open \(path)")
    }
    let file = OwnedDescriptor(raw)
    var bytes = [UInt8](repeating: 0, count: Self.limit + 1)
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
    guard count <= Self.limit else { throw SystemError("read \(path)", EFBIG) }
    return Array(bytes[..<count])
  }

  /// Replaces the contents; on failure the old ones stay.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    let temporary = "\(path).new"
    let raw = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
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
