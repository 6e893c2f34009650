// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import CLinux
internal import Glibc

/// What a read that does not wait came to.
package enum ReadResult: Hashable, Sendable {
  /// So many bytes were stored; 0 only for an empty buffer.
  case bytes(Int)
  case wouldBlock
  /// The peer will send no more; it may still read.
  case closed
  case failed(SystemError)
}

/// What a write that does not wait came to.
package enum WriteResult: Hashable, Sendable {
  /// So many bytes were taken, perhaps fewer than offered.
  case bytes(Int)
  case wouldBlock
  case failed(SystemError)
}

/// Reads and writes on numbers that somebody else owns: one system call each, EINTR retried.
package enum Descriptor {
  /// Sends the rest of a frame from `offset` on, in one call that never waits or signals.
  ///
  /// The path of the fan-out: the frame is borrowed, nothing is copied or allocated.
  package static func sendFrame(
    _ descriptor: Int32,
    _ frame: [UInt8],
    from offset: Int
  ) -> WriteResult {
    guard offset >= 0, offset < frame.count else { return .bytes(0) }
    return unsafe frame.withUnsafeBytes { bytes in
      unsafe send(descriptor, UnsafeRawBufferPointer(rebasing: bytes[offset...]))
    }
  }

  /// Sends on a socket without waiting and without SIGPIPE.
  package static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> WriteResult {
    while true {
      let count = unsafe clinux_send(descriptor, bytes.baseAddress, bytes.count)
      if count >= 0 { return .bytes(Int(count)) }
      let code = errno
      if code == EAGAIN { return .wouldBlock }
      guard code == EINTR else { return .failed(SystemError("send", code)) }
    }
  }

  /// Receives from a socket without waiting.
  package static func receive(
    _ descriptor: Int32,
    into buffer: UnsafeMutableRawBufferPointer
  ) -> ReadResult {
    guard unsafe !buffer.isEmpty else { return .bytes(0) }
    while true {
      let count = unsafe recv(
        descriptor,
        buffer.baseAddress,
        buffer.count,
        Int32(MSG_DONTWAIT)
      )
      if count > 0 { return .bytes(count) }
      if count == 0 { return .closed }
      let code = errno
      if code == EAGAIN { return .wouldBlock }
      guard code == EINTR else { return .failed(SystemError("recv", code)) }
    }
  }

  /// Receives into a buffer from `offset` to its end; the buffer keeps its size.
  package static func receive(
    _ descriptor: Int32,
    into buffer: inout [UInt8],
    from offset: Int = 0
  ) -> ReadResult {
    guard offset >= 0, offset < buffer.count else { return .bytes(0) }
    return unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe receive(descriptor, into: UnsafeMutableRawBufferPointer(rebasing: bytes[offset...]))
    }
  }

  /// Whether it is a stream socket that listens.
  package static func acceptsConnections(_ descriptor: Int32) -> Bool {
    clinux_accepts(descriptor) == 1
  }

  /// Whether it is a Unix socket, whose peers the kernel knows.
  package static func isUnixSocket(_ descriptor: Int32) -> Bool {
    clinux_family(descriptor) == AF_UNIX
  }

  /// Makes later calls on a descriptor return instead of waiting.
  package static func setNonBlocking(_ descriptor: Int32) throws(SystemError) {
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0 else {
      throw .last("fcntl")
    }
  }
}
