// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import CLinux
internal import Glibc

/// Accepts connections in the loop.
///
/// Loop thread only.
///
/// When descriptors or memory run out it stops listening, rather than be woken again at once by
/// the connection it could not take, until `rearm` is called or a second has passed.
package final class Listener {
  /// The most connections that one turn takes.
  package static let acceptsPerTurn = 64

  /// Takes an accepted connection: non-blocking, close-on-exec, over TCP without delay.
  ///
  /// The credentials are nil over TCP, and only there.
  package typealias Handler = (consuming OwnedDescriptor, PeerCredentials?) -> Void

  /// Called when accepting is paused, with the reason, once a minute at most; for the log.
  package var onPause: ((SystemError) -> Void)?

  /// Whether accepting is paused for want of descriptors or memory.
  package private(set) var isPaused = false

  package let descriptor: Int32

  private static let retryNanoseconds: Int64 = 1_000_000_000

  private static let tellNanoseconds: Int64 = 60_000_000_000

  private let loop: EventLoop
  private let isUnix: Bool
  private let handler: Handler
  private var owner: OwnedDescriptor?
  private var token: EventLoop.Token?
  private var retry: EventLoop.Timer?
  private var toldAt: Int64?

  /// Starts accepting on a listening socket.
  package init(
    _ loop: EventLoop,
    _ descriptor: consuming OwnedDescriptor,
    handler: @escaping Handler
  ) throws(SystemError) {
    let raw = descriptor.raw
    let family = clinux_family(raw)
    guard family >= 0 else { throw .last("getsockopt") }
    self.loop = loop
    self.descriptor = raw
    self.isUnix = family == AF_UNIX
    self.handler = handler
    self.owner = consume descriptor
    // Not weak, as in a session: the watch and the timer end before it goes.
    self.token = try loop.watch(raw, .readable) { [unowned self] _ in accept() }
  }

  deinit { close() }

  /// Accepts again after a pause; to be called when a session has closed.
  package func rearm() {
    guard isPaused, let token else { return }
    isPaused = false
    if let retry { loop.cancel(retry) }
    retry = nil
    loop.update(token, .readable)
  }

  /// Stops accepting and closes the socket; idempotent.
  package func close() {
    guard let token else { return }
    if let retry { loop.cancel(retry) }
    retry = nil
    loop.unwatch(token)
    self.token = nil
    owner = nil
  }

  private func accept() {
    // The handler may close this listener.
    for _ in 0..<Listener.acceptsPerTurn where token != nil {
      let raw = clinux_accept(descriptor)
      if raw >= 0 {
        admit(OwnedDescriptor(raw))
        continue
      }
      switch errno {
      case EAGAIN: return
      case EMFILE, ENFILE, ENOBUFS, ENOMEM, EBADF, EINVAL, ENOTSOCK, EOPNOTSUPP:
        pause(.last("accept4"))
        return
      default: continue  // The connection failed before it was accepted: accept(2), Linux.
      }
    }
  }

  private func admit(_ connection: consuming OwnedDescriptor) {
    guard isUnix else {
      _ = clinux_set_nodelay(connection.raw)
      handler(connection, nil)
      return
    }
    // Without credentials no rule can be applied to the peer, so it is turned away.
    guard let peer = try? peerCredentials(connection.raw) else { return }
    handler(connection, peer)
  }

  private func pause(_ reason: SystemError) {
    guard let token else { return }
    isPaused = true
    loop.update(token, [])
    retry = loop.schedule(at: loop.now.monotonic + Listener.retryNanoseconds) { [unowned self] in
      rearm()
    }
    if let toldAt, loop.now.monotonic - toldAt < Listener.tellNanoseconds { return }
    toldAt = loop.now.monotonic
    onPause?(reason)
  }
}
