// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc

/// A file, pipe or terminal that a command-line program reads from front to back, waiting for it.
package final class InputFile {
  /// Bytes read at once.
  package static let pieceSize = 65_536

  /// Bytes in all; nil for what has no size, such as a pipe.
  package let size: Int?
  private let descriptor: Int32
  private let isOwned: Bool

  /// Opens a file for reading; it is closed with this object.
  package init(path: String) throws(SystemError) {
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last("open") }
    isOwned = true
    size = Self.size(of: descriptor)
  }

  /// Reads a descriptor that stays the caller's, standard input for example.
  package init(borrowing descriptor: Int32) {
    self.descriptor = descriptor
    isOwned = false
    size = Self.size(of: descriptor)
  }

  deinit {
    if isOwned { _ = close(descriptor) }
  }

  private static func size(of descriptor: Int32) -> Int? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return Int(status.st_size)
  }

  /// The last bytes of a file that has a size, wherever reading has come; empty for a pipe.
  package func end(_ count: Int) throws(SystemError) -> [UInt8] {
    guard let size else { return [] }
    var bytes = [UInt8](repeating: 0, count: min(count, size))
    let length = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe pread(descriptor, buffer.baseAddress, buffer.count, off_t(size - buffer.count))
    }
    guard length >= 0 else { throw .last("read") }
    bytes.removeLast(bytes.count - length)
    return bytes
  }

  /// Replaces the content of `buffer` by the next piece; an empty buffer means the end.
  package func read(into buffer: inout [UInt8]) throws(SystemError) {
    if buffer.count != Self.pieceSize { buffer = [UInt8](repeating: 0, count: Self.pieceSize) }
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe Glibc.read(descriptor, bytes.baseAddress, bytes.count)
      }
      if count >= 0 {
        buffer.removeLast(buffer.count - count)
        return
      }
      guard errno == EINTR else { throw .last("read") }
    }
  }
}
