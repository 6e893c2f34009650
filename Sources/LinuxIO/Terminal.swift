// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc

/// What a program at a terminal needs of its standard streams; these calls may wait.
package enum Terminal {
  package static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  /// The width in characters, if the descriptor is a terminal that knows it.
  package static func columns(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// Writes all bytes to a file, pipe or terminal, waiting as long as its reader makes it wait.
  package static func writeAll(_ descriptor: Int32, _ bytes: [UInt8]) throws(SystemError) {
    var offset = 0
    while offset < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe write(
          descriptor,
          UnsafeRawBufferPointer(rebasing: buffer[offset...]).baseAddress,
          buffer.count - offset
        )
      }
      if count >= 0 {
        offset += count
      } else if errno == EAGAIN {
        // Somebody else made the shared file description non-blocking.
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&wait, 1, -1)
      } else if errno != EINTR {
        throw .last("write")
      }
    }
  }
}

extension SystemError {
  /// Whether the reader of a pipe has gone.
  package var isBrokenPipe: Bool { code == EPIPE }

  /// Whether file permissions were the reason.
  package var isPermissionDenied: Bool { code == EACCES || code == EPERM }
}
