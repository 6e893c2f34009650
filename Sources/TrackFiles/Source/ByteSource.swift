// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Where the bytes of a track come from, a piece at a time.
///
/// The program that opens files implements it; this target makes no system calls.
package protocol ByteSource: AnyObject {
  /// Bytes in all, if that is known beforehand; for a progress display.
  var size: Int? { get }
  /// Replaces the content of `buffer` by the next piece; an empty buffer means the end.
  func read(into buffer: inout [UInt8]) throws(ByteSourceFailure)
}

/// A failed system call of a source: its error number, and what to tell the user.
package struct ByteSourceFailure: Error, Hashable, Sendable {
  package var errno: Int32
  package var reason: String

  package init(errno: Int32, reason: String) {
    self.errno = errno
    self.reason = reason
  }
}

/// Bytes that are in memory already, given out in pieces of a fixed size.
package final class MemorySource: ByteSource {
  private let bytes: [UInt8]
  private let pieceSize: Int
  private var position = 0

  package init(_ bytes: [UInt8], pieceSize: Int = 65_536) {
    self.bytes = bytes
    self.pieceSize = max(1, pieceSize)
  }

  package var size: Int? { bytes.count }

  package func read(into buffer: inout [UInt8]) throws(ByteSourceFailure) {
    let end = min(bytes.count, position + pieceSize)
    buffer.removeAll(keepingCapacity: true)
    buffer += bytes[position..<end]
    position = end
  }
}
