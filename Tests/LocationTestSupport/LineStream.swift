// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc
package import LinuxIO

/// Lines from a pipe or socket, read without ever waiting past a deadline.
package final class LineStream {
  private let descriptor: OwnedDescriptor
  private var buffer: [UInt8] = []
  private var scanned = 0
  private var lines: [String] = []
  /// Whether the other side has closed; lines may still be queued.
  package private(set) var isClosed = false
  /// The newest lines, for messages of failed waits.
  package private(set) var recent: [String] = []

  package init(_ descriptor: consuming OwnedDescriptor) throws {
    self.descriptor = descriptor
    try Descriptor.setNonBlocking(self.descriptor.raw)
  }

  package var raw: Int32 { descriptor.raw }

  /// The next line without its end, or nil at the end of the stream.
  package func nextLine(before deadline: Deadline) throws -> String? {
    while true {
      if let line = takeLine() { return line }
      if isClosed { return nil }
      guard wait(before: deadline) else { throw TimedOut("a line", seen: recent) }
    }
  }

  /// The next line that suits, or nil at the end of the stream; the ones before it are dropped.
  package func nextLine(
    before deadline: Deadline,
    where suits: (String) throws -> Bool
  ) throws -> String? {
    while let line = try nextLine(before: deadline) {
      if try suits(line) { return line }
    }
    return nil
  }

  /// All lines up to the end of the stream.
  package func remainingLines(before deadline: Deadline) throws -> [String] {
    var all: [String] = []
    while let line = try nextLine(before: deadline) { all.append(line) }
    return all
  }

  /// A line that has arrived already.
  package func takeLine() -> String? {
    if lines.isEmpty { pump() }
    return lines.isEmpty ? nil : lines.removeFirst()
  }

  /// Waits until something arrives or the stream ends; tells whether it did.
  package func wait(before deadline: Deadline) -> Bool {
    LineStream.waitForAny([self], before: deadline)
  }

  /// Waits until something arrives on one of the streams or one ends; tells whether it did.
  ///
  /// Everything that has arrived is taken in, so that no writer waits for a full pipe.
  package static func waitForAny(_ streams: [LineStream], before deadline: Deadline) -> Bool {
    let open = streams.filter { !$0.isClosed }
    guard !open.isEmpty else { return true }
    var entries = open.map { pollfd(fd: $0.raw, events: Int16(POLLIN), revents: 0) }
    while true {
      let count = poll(&entries, nfds_t(entries.count), deadline.remainingMilliseconds)
      if count > 0 {
        for stream in open { stream.pump() }
        return true
      }
      if deadline.isOver { return false }
    }
  }

  /// Takes in what has arrived.
  package func pump() {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while !isClosed {
      let count = read(descriptor.raw, &chunk, chunk.count)
      if count > 0 {
        buffer += chunk[..<count]
      } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
        isClosed = true
      } else if errno == EAGAIN {
        break
      }
    }
    splitLines()
  }

  private func splitLines() {
    var start = 0
    while let end = buffer[scanned...].firstIndex(of: 0x0A) {
      queue(buffer[start..<end])
      start = end + 1
      scanned = start
    }
    buffer.removeFirst(start)
    scanned = buffer.count
    guard isClosed, !buffer.isEmpty else { return }
    queue(buffer[...])
    buffer = []
    scanned = 0
  }

  private func queue(_ bytes: ArraySlice<UInt8>) {
    let text = String(decoding: bytes.last == 0x0D ? bytes.dropLast() : bytes, as: UTF8.self)
    lines.append(text)
    recent.append(text)
    if recent.count > 40 { recent.removeFirst(20) }
  }
}

/// Sends a whole text on a socket.
package func sendAll(_ text: String, on socket: Int32, before deadline: Deadline) throws {
  let bytes = Array(text.utf8)
  var sent = 0
  while sent < bytes.count {
    switch Descriptor.sendFrame(socket, bytes, from: sent) {
    case .bytes(let count): sent += count
    case .wouldBlock:
      var entry = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
      guard poll(&entry, 1, deadline.remainingMilliseconds) > 0 else { throw TimedOut("a reader") }
    case .failed(let error): throw error
    }
  }
}
