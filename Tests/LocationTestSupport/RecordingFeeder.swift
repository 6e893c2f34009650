// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import CLinux
internal import Foundation
internal import Glibc
internal import LinuxIO

/// A receiver played from a recording: a TCP server that sends the file to whoever connects.
///
/// One connection at a time. The data waits until `start`, so that all watchers can be in place.
package final class RecordingFeeder: Sendable {
  package enum Pace: Hashable, Sendable {
    /// So many bytes at once, so many milliseconds apart.
    case pieces(bytes: Int, milliseconds: Int32)
    /// One epoch at a time, each of which begins with this text, so many milliseconds apart.
    case epochs(beginningWith: String, milliseconds: Int32)
  }

  package let port: UInt16
  private let control: Int32
  private let progress: Int32

  /// Listens on a free port; lines with `#` before the data are notes and are left out.
  ///
  /// A looped recording starts again at its end, and goes on where it was when the connection is
  /// replaced.
  package init(recording: [UInt8], pace: Pace, isLooped: Bool = false) throws {
    let listener = try listenTCP(ListenAddress(parsing: "127.0.0.1:0"))
    port = try localPort(listener.raw)
    let (control, commands) = try socketPair()
    let (progress, report) = try socketPair()
    (self.control, self.progress) = (control, progress)
    let chunks = Self.chunks(of: Self.withoutNotes(recording), pace: pace)
    let interval: Int32 =
      switch pace {
      case .pieces(_, let milliseconds), .epochs(_, let milliseconds): milliseconds
      }
    let server = listener.release()
    Thread.detachNewThread {
      var run = FeederRun(
        chunks: chunks,
        interval: interval,
        isLooped: isLooped,
        listener: server,
        commands: commands,
        report: report
      )
      run.serve()
    }
  }

  /// Reads a file and feeds it.
  package convenience init(
    file: String,
    pace: Pace = .pieces(bytes: 300, milliseconds: 4),
    isLooped: Bool = false
  ) throws {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw SceneError("cannot read \(file)")
    }
    try self.init(recording: [UInt8](data), pace: pace, isLooped: isLooped)
  }

  /// Lets the data flow.
  package func start() { _ = Descriptor.sendFrame(control, [UInt8(ascii: "s")], from: 0) }

  /// Whether the last byte of the recording has been sent once.
  package var isSent: Bool {
    var entry = pollfd(fd: progress, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) > 0
  }

  deinit {
    close(control)
    close(progress)
  }

  private static func withoutNotes(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    var rest = bytes[...]
    while rest.first == UInt8(ascii: "#") {
      guard let end = rest.firstIndex(of: 0x0A) else { return [] }
      rest = rest[(end + 1)...]
    }
    return rest
  }

  private static func chunks(of bytes: ArraySlice<UInt8>, pace: Pace) -> [[UInt8]] {
    switch pace {
    case .pieces(let size, _):
      return stride(from: bytes.startIndex, to: bytes.endIndex, by: size).map {
        Array(bytes[$0..<min($0 + size, bytes.endIndex)])
      }
    case .epochs(let start, _):
      let mark = Array(start.utf8)
      var chunks: [[UInt8]] = []
      for line in bytes.split(separator: 0x0A) {
        if chunks.isEmpty || line.starts(with: mark) { chunks.append([]) }
        chunks[chunks.count - 1] += line + [0x0A]
      }
      return chunks
    }
  }
}

/// The thread of a feeder: it ends when the other end of `commands` closes.
private struct FeederRun {
  let chunks: [[UInt8]]
  let interval: Int32
  let isLooped: Bool
  let listener: Int32
  let commands: Int32
  let report: Int32
  private var isStarted = false
  private var isOver = false
  private var next = 0

  init(
    chunks: [[UInt8]],
    interval: Int32,
    isLooped: Bool,
    listener: Int32,
    commands: Int32,
    report: Int32
  ) {
    self.chunks = chunks
    self.interval = interval
    self.isLooped = isLooped
    self.listener = listener
    self.commands = commands
    self.report = report
  }

  mutating func serve() {
    while !isOver {
      guard wait(on: listener, milliseconds: -1) else { continue }
      let connection = clinux_accept(listener)
      guard connection >= 0 else { continue }
      _ = clinux_set_nodelay(connection)
      feed(connection)
      close(connection)
    }
    for descriptor in [listener, commands, report] { close(descriptor) }
  }

  /// Returns when the connection ends or the feeder is let go.
  private mutating func feed(_ connection: Int32) {
    if !isLooped { next = 0 }
    while !isOver {
      guard isStarted, next < chunks.count else {
        if wait(on: connection, milliseconds: -1), hasEnded(connection) { return }
        continue
      }
      guard send(chunks[next], on: connection) else { return }
      next += 1
      if next == chunks.count {
        _ = Descriptor.sendFrame(report, [UInt8(ascii: "d")], from: 0)
        if isLooped { next = 0 }
      }
      pause(connection)
    }
  }

  /// Waits for the time of the next piece; commands come through meanwhile.
  private mutating func pause(_ connection: Int32) {
    let deadline = Deadline(in: Double(interval) / 1000)
    while !isOver, !deadline.isOver {
      if wait(on: connection, milliseconds: deadline.remainingMilliseconds),
        hasEnded(connection)
      {
        return
      }
    }
  }

  /// Waits for input on a descriptor and obeys commands; tells whether the descriptor has some.
  private mutating func wait(on descriptor: Int32, milliseconds: Int32) -> Bool {
    var entries = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: commands, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&entries, 2, milliseconds) > 0 else { return false }
    if entries[1].revents != 0 {
      var byte: UInt8 = 0
      if read(commands, &byte, 1) == 1 { isStarted = true } else { isOver = true }
    }
    return entries[0].revents != 0
  }

  /// Whether the peer is gone; what it says, such as a driver's probes, is thrown away.
  private func hasEnded(_ connection: Int32) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    return switch Descriptor.receive(connection, into: &bytes) {
    case .bytes, .wouldBlock: false
    case .closed, .failed: true
    }
  }

  private func send(_ bytes: [UInt8], on connection: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      switch Descriptor.sendFrame(connection, bytes, from: sent) {
      case .bytes(let count): sent += count
      case .wouldBlock:
        var entry = pollfd(fd: connection, events: Int16(POLLOUT), revents: 0)
        _ = poll(&entry, 1, 1000)
      case .failed: return false
      }
    }
    return true
  }
}
