// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc

/// Lines for the operator on stderr.
///
/// Loop thread only.
///
/// Each line is one `write` that never waits: when nobody empties the pipe the line is dropped
/// and counted, and the next line that gets through tells how many.
package struct Log {
  /// How much a line matters; the raw value is syslog's.
  package enum Level: Int, Comparable, CaseIterable, Sendable {
    /// A fault of this program.
    case error = 3
    /// Somebody must act.
    case warning = 4
    /// Start, stop and every change of an override.
    case notice = 5
    /// Connections.
    case info = 6
    case debug = 7

    /// The level by its name, as in a configuration.
    package init?(named name: String) {
      guard let level = Level.allCases.first(where: { "\($0)" == name }) else { return nil }
      self = level
    }

    package static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  /// The least important level that is written.
  package var threshold: Level

  private let output: LogOutput

  /// Writes to stderr, with `<n>` priorities when journald reads it.
  package init(threshold: Level = .info) {
    self.init(threshold: threshold, descriptor: STDERR_FILENO, prefixed: isJournal(STDERR_FILENO))
  }

  /// Writes to a descriptor.
  package init(threshold: Level, descriptor: Int32, prefixed: Bool) {
    self.threshold = threshold
    output = LogOutput(descriptor: descriptor, isPrefixed: prefixed)
  }

  /// Writes one line; control characters come out as `\xNN`, so that no text can forge another.
  package func write(_ level: Level, _ message: @autoclosure () -> String) {
    guard level <= threshold else { return }
    output.write(level, message())
  }

  package func error(_ message: @autoclosure () -> String) { write(.error, message()) }
  package func warning(_ message: @autoclosure () -> String) { write(.warning, message()) }
  package func notice(_ message: @autoclosure () -> String) { write(.notice, message()) }
  package func info(_ message: @autoclosure () -> String) { write(.info, message()) }
  package func debug(_ message: @autoclosure () -> String) { write(.debug, message()) }
}

/// The descriptor of a log and what could not be written to it.
private final class LogOutput {
  /// A pipe takes this much at once or nothing, so lines never mix or end in the middle.
  private static let limit = Int(PIPE_BUF)

  private let descriptor: Int32
  private let isPrefixed: Bool
  private var dropped = 0

  init(descriptor: Int32, isPrefixed: Bool) {
    self.descriptor = descriptor
    self.isPrefixed = isPrefixed
  }

  func write(_ level: Log.Level, _ message: String) {
    if dropped > 0 {
      guard put(line(.warning, "\(dropped) log lines were lost: nobody read them")) else {
        dropped += 1
        return
      }
      dropped = 0
    }
    if !put(line(level, message)) { dropped += 1 }
  }

  private func line(_ level: Log.Level, _ message: String) -> [UInt8] {
    var line = Array((isPrefixed ? "<\(level.rawValue)>" : "\(level): ").utf8)
    for byte in message.utf8 {
      // Room for an escape, the sign of a cut and the line's end.
      guard line.count < LogOutput.limit - 8 else {
        line += Array("...".utf8)
        break
      }
      if byte >= 0x20, byte != 0x7F {
        line.append(byte)
      } else {
        let hex = String(byte, radix: 16)
        line += Array((hex.count == 1 ? "\\x0" : "\\x").utf8) + Array(hex.utf8)
      }
    }
    line.append(0x0A)
    return line
  }

  /// Writes when the descriptor has room.
  ///
  /// Its own flags stay, for others share it.
  private func put(_ line: [UInt8]) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard unsafe poll(&entry, 1, 0) == 1, Int32(entry.revents) & Int32(POLLOUT) != 0 else {
      return false
    }
    return unsafe line.withUnsafeBytes { bytes in
      switch unsafe Descriptor.send(descriptor, bytes) {
      case .bytes: true
      case .failed(let error) where error.code == ENOTSOCK:
        unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count) > 0
      case .wouldBlock, .failed: false
      }
    }
  }
}

/// Whether systemd says that the descriptor leads to the journal, and it still does.
private func isJournal(_ descriptor: Int32) -> Bool {
  guard let variable = unsafe getenv("JOURNAL_STREAM") else { return false }
  var status = stat()
  guard unsafe fstat(descriptor, &status) == 0 else { return false }
  return unsafe String(cString: variable) == "\(status.st_dev):\(status.st_ino)"
}
