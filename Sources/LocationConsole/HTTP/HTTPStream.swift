// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Server-sent events for one page, as they come.
///
/// Loop thread only. A page that does not read loses its stream, not our memory: it connects again
/// and is told what holds then.
package final class HTTPStream {
  static let pieceSize = 16 * 1024
  /// Bytes that may wait for a page.
  static let limit = 4 << 20

  /// Names this stream to the requests of its page.
  package let id: String
  /// Called once when the page has gone.
  package var onEnd: (() -> Void)?
  /// Whether no more will be sent.
  package private(set) var isOver = false
  var wake: () -> Void = {}
  private var buffer: [UInt8] = []
  private var start = 0

  package init(id: String) {
    self.id = id
  }

  /// Sends an event whose data is one line.
  package func send(_ event: String, _ data: [UInt8]) {
    append(Array("event: \(event)\ndata: ".utf8) + data + Array("\n\n".utf8))
  }

  /// Tells the page after how many milliseconds it is to connect again; browsers take seconds otherwise.
  package func sendPatience(_ milliseconds: Int) {
    append(Array("retry: \(milliseconds)\n\n".utf8))
  }

  /// Sends something that pages ignore, to see whether there is still one.
  package func beat() { append(Array(": \n\n".utf8)) }

  private func append(_ bytes: [UInt8]) {
    guard !isOver else { return }
    if buffer.count - start + bytes.count > Self.limit {
      isOver = true
      buffer = []
      start = 0
    } else {
      buffer += bytes
    }
    wake()
  }

  /// Takes what waits, at most so many bytes.
  func take(_ count: Int) -> ArraySlice<UInt8> {
    let end = min(buffer.count, start + count)
    let piece = buffer[start..<end]
    start = end
    if start == buffer.count {
      buffer = []
      start = 0
    }
    return piece
  }

  func end() {
    isOver = true
    let call = onEnd
    onEnd = nil
    call?()
  }
}
