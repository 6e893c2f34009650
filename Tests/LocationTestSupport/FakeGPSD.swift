// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc
internal import LinuxIO

/// A gpsd for tests: a real TCP server on loopback that does exactly what the test says.
///
/// It has no thread. Whatever waits takes a `pump`, called between looks: the turns of a loop in
/// the same process, or a short sleep of `poll` when the client is another process.
package final class FakeGPSD {
  /// A wait was in vain.
  package struct TimedOut: Error, CustomStringConvertible {
    package let description: String
  }

  package typealias Pump = () throws -> Void

  package let port: UInt16
  private var listener: OwnedDescriptor?

  /// Listens on loopback of one family, on a free port unless one is given.
  package init(port: UInt16 = 0, isIPv6: Bool = false) throws {
    let address = try ListenAddress(parsing: isIPv6 ? "[::1]:\(port)" : "127.0.0.1:\(port)")
    let owned = try listenTCP(address)
    self.port = try localPort(owned.raw)
    listener = consume owned
  }

  /// Ends listening: later connects are refused.
  package func stop() { listener = nil }

  /// A connection that waits to be accepted, if any.
  package func acceptNow() throws -> Connection? {
    guard let raw = listener?.raw else { return nil }
    let descriptor = Glibc.accept(raw, nil, nil)
    guard descriptor >= 0 else {
      guard errno == EAGAIN || errno == EINTR || errno == ECONNABORTED else {
        throw SystemError("accept", errno)
      }
      return nil
    }
    let owned = OwnedDescriptor(descriptor)
    try Descriptor.setNonBlocking(descriptor)
    return Connection(owned)
  }

  /// The next connection.
  package func accept(within seconds: Double = 10, pump: Pump = FakeGPSD.idle) throws -> Connection
  {
    var accepted: Connection?
    try FakeGPSD.wait("a connection", within: seconds, pump: pump) {
      accepted = try acceptNow()
      return accepted != nil
    }
    guard let accepted else { throw TimedOut(description: "a connection") }
    return accepted
  }

  /// Pumps until the condition holds; throws when it never does.
  package static func wait(
    _ what: String,
    within seconds: Double = 10,
    pump: Pump = FakeGPSD.idle,
    until condition: () throws -> Bool
  ) throws {
    let end = LoopTime.read().monotonic + Int64(seconds * 1e9)
    while try !condition() {
      guard LoopTime.read().monotonic < end else { throw TimedOut(description: what) }
      try pump()
    }
  }

  /// Waits a millisecond.
  package static func idle() { _ = poll(nil, 0, 1) }

  /// One client of the fake gpsd.
  package final class Connection {
    private var descriptor: OwnedDescriptor?
    private var bytes: [UInt8] = []
    /// The client closed its end.
    package private(set) var isEnded = false

    init(_ descriptor: consuming OwnedDescriptor) { self.descriptor = consume descriptor }

    /// Sends everything, pumping while the client's buffer is full.
    package func send(_ text: String, pump: Pump = FakeGPSD.idle) throws {
      try send(bytes: Array(text.utf8), pump: pump)
    }

    package func send(bytes: [UInt8], pump: Pump = FakeGPSD.idle) throws {
      var offset = 0
      try FakeGPSD.wait("room to send", within: 30, pump: pump) {
        guard let raw = descriptor?.raw else { throw SystemError("send", EBADF) }
        while offset < bytes.count {
          switch Descriptor.sendFrame(raw, bytes, from: offset) {
          case .bytes(let count): offset += count
          case .wouldBlock: return false
          case .failed(let error): throw error
          }
        }
        return true
      }
    }

    /// Everything the client has sent so far.
    package func received() -> String {
      var chunk = [UInt8](repeating: 0, count: 4096)
      while let raw = descriptor?.raw, !isEnded {
        switch Descriptor.receive(raw, into: &chunk) {
        case .bytes(let count): bytes += chunk[..<count]
        case .wouldBlock: return String(decoding: bytes, as: UTF8.self)
        case .closed, .failed: isEnded = true
        }
      }
      return String(decoding: bytes, as: UTF8.self)
    }

    /// The requests the client has sent, once there is at least one whole line.
    package func requests(pump: Pump = FakeGPSD.idle) throws -> [String] {
      try FakeGPSD.wait("a request", pump: pump) { received().contains("\n") }
      return received().split(separator: "\n").map(String.init)
    }

    /// Waits until the client has closed.
    package func waitForEnd(within seconds: Double = 10, pump: Pump = FakeGPSD.idle) throws {
      try FakeGPSD.wait("the end of the connection", within: seconds, pump: pump) {
        _ = received()
        return isEnded
      }
    }

    /// Ends the connection in order.
    package func close() { descriptor = nil }

    /// Ends the connection with a reset.
    package func reset() {
      guard let raw = descriptor?.raw else { return }
      var option = linger(l_onoff: 1, l_linger: 0)
      setsockopt(raw, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
      descriptor = nil
    }
  }
}
