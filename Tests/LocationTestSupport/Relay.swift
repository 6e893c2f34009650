// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc
package import LinuxIO

/// A network between a client and a port of this machine, which a test can cut.
///
/// It runs on the test's own loop, in the same thread.
package final class Relay {
  /// What the network does.
  package enum State: Hashable, Sendable {
    case open
    /// Connections are refused; those that exist go on.
    case refusing
    /// Nothing passes and nobody is told, as behind a dead radio.
    case silent
  }

  private final class Side {
    let descriptor: OwnedDescriptor
    var token: EventLoop.Token?
    var unsent: [UInt8] = []

    init(_ descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }
  }

  package let port: UInt16
  package var state = State.open { didSet { change() } }
  /// How many connections were asked for, refused ones among them.
  package private(set) var attempts = 0
  private let loop: EventLoop
  private let target: ListenAddress
  private var listener: Listener?
  private var pairs: [(Side, Side)] = []

  package init(_ loop: EventLoop, to target: UInt16) throws {
    self.loop = loop
    self.target = try ListenAddress(parsing: "127.0.0.1:\(target)")
    let listening = try listenTCP(try ListenAddress(parsing: "127.0.0.1:0"))
    port = try localPort(listening.raw)
    listener = try Listener(loop, listening) { [weak self] descriptor, _ in
      self?.accept(descriptor)
    }
  }

  deinit {
    cut()
    listener?.close()
  }

  /// Ends all connections.
  package func cut() {
    for (left, right) in pairs {
      for side in [left, right] { if let token = side.token { loop.unwatch(token) } }
    }
    pairs = []
  }

  private func accept(_ descriptor: consuming OwnedDescriptor) {
    attempts += 1
    let client = Side(descriptor)
    guard state == .open, let upstream = try? connectTCP(target, nonBlocking: true) else { return }
    let server = Side(upstream)
    pairs.append((client, server))
    watch(client, server)
    watch(server, client)
  }

  private func watch(_ side: Side, _ other: Side) {
    side.token = try? loop.watch(side.descriptor.raw, .readable) { [weak self] readiness in
      self?.pass(side, other, readiness)
    }
  }

  private func change() {
    for (left, right) in pairs {
      for (side, other) in [(left, right), (right, left)] {
        if state == .silent {
          if let token = side.token { loop.unwatch(token) }
          side.token = nil
        } else if side.token == nil {
          watch(side, other)
        }
      }
    }
  }

  private func pass(_ side: Side, _ other: Side, _ readiness: EventLoop.Readiness) {
    if readiness.contains(.writable) { flush(side) }
    guard readiness != .writable else { return }
    var piece = [UInt8](repeating: 0, count: 65_536)
    switch Descriptor.receive(side.descriptor.raw, into: &piece) {
    case .bytes(let count):
      other.unsent += piece[..<count]
      flush(other)
    case .wouldBlock: return
    case .closed, .failed:
      for side in [side, other] { if let token = side.token { loop.unwatch(token) } }
      pairs.removeAll { $0.0 === side || $0.1 === side }
    }
  }

  private func flush(_ side: Side) {
    guard let token = side.token else { return }
    if case .bytes(let count) = Descriptor.sendFrame(side.descriptor.raw, side.unsent, from: 0) {
      side.unsent.removeFirst(count)
    }
    loop.update(token, side.unsent.isEmpty ? .readable : [.readable, .writable])
  }
}
