// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc
internal import LinuxIO

/// The bytes of a connection: read as they come, written as there is room.
///
/// Loop thread only.
final class LinkSocket {
  /// Bytes that may wait for a daemon that does not read.
  private static let limit = 8 << 20

  private let loop: EventLoop
  private let onBytes: (ArraySlice<UInt8>) -> Void
  private let onEnd: (String) -> Void
  private var descriptor: OwnedDescriptor?
  private var token: EventLoop.Token?
  private var piece = [UInt8](repeating: 0, count: 64 * 1024)
  private var output: [UInt8] = []

  init(
    _ descriptor: consuming OwnedDescriptor,
    _ loop: EventLoop,
    onBytes: @escaping (ArraySlice<UInt8>) -> Void,
    onEnd: @escaping (String) -> Void
  ) {
    let raw = descriptor.raw
    self.loop = loop
    self.onBytes = onBytes
    self.onEnd = onEnd
    self.descriptor = consume descriptor
    token = try? loop.watch(raw, .readable) { [weak self] readiness in
      if readiness.contains(.writable) { self?.flush(raw) }
      if !readiness.isDisjoint(with: [.readable, .hangUp, .error]) { self?.read(raw) }
    }
  }

  deinit { close() }

  func close() {
    if let token { loop.unwatch(token) }
    token = nil
    descriptor = nil
  }

  func send(_ frame: [UInt8]) {
    guard let raw = descriptor?.raw else { return }
    guard output.count + frame.count <= Self.limit else { return end("locationd does not read") }
    output += frame
    flush(raw)
  }

  private func flush(_ raw: Int32) {
    var sent = 0
    while sent < output.count {
      switch Descriptor.sendFrame(raw, output, from: sent) {
      case .bytes(let count): sent += count
      case .wouldBlock:
        output.removeFirst(sent)
        if let token { loop.update(token, [.readable, .writable]) }
        return
      // What it said before is read first; then the end shows.
      case .failed: return
      }
    }
    output = []
    if let token { loop.update(token, .readable) }
  }

  private func read(_ raw: Int32) {
    switch Descriptor.receive(raw, into: &piece) {
    case .bytes(let count): onBytes(piece[..<count])
    case .wouldBlock: break
    case .closed: end("locationd closed the connection")
    case .failed(let error): end("the connection to locationd is lost: \(error)")
    }
  }

  private func end(_ reason: String) {
    guard descriptor != nil else { return }
    close()
    onEnd(reason)
  }
}
