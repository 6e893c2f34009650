// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Glibc
package import LinuxIO

/// A Unix socket that speaks for the daemon in tests of its clients.
///
/// It runs on the client's own loop, in the same thread: whenever the client waits, this answers.
package final class ScriptedDaemon {
  /// One connected client.
  package final class Session {
    private let loop: EventLoop
    private var descriptor: OwnedDescriptor?
    private var token: EventLoop.Token?
    private var received: [UInt8] = []
    private var unsent: [UInt8] = []
    fileprivate var onLine: ((String) -> Void)?

    fileprivate init(_ loop: EventLoop, _ descriptor: consuming OwnedDescriptor) throws {
      self.loop = loop
      let raw = descriptor.raw
      self.descriptor = consume descriptor
      token = try loop.watch(raw, .readable) { [weak self] readiness in self?.handle(readiness) }
    }

    /// Sends text as it is, as fast as the client takes it.
    package func send(_ text: String) {
      unsent += text.utf8
      flush()
    }

    /// Closes at once; what the client has not taken is lost.
    package func hangUp() {
      if let token { loop.unwatch(token) }
      token = nil
      descriptor = nil
    }

    /// Whether the client has hung up.
    package var isClosed: Bool { token == nil }

    /// Bytes that the client has not taken yet.
    package var unsentCount: Int { unsent.count }

    private func flush() {
      guard let raw = descriptor?.raw, let token else { return }
      if case .bytes(let count) = Descriptor.sendFrame(raw, unsent, from: 0) {
        unsent.removeFirst(count)
      }
      loop.update(token, unsent.isEmpty ? .readable : [.readable, .writable])
    }

    private func handle(_ readiness: EventLoop.Readiness) {
      if readiness.contains(.writable) { flush() }
      guard let raw = descriptor?.raw, readiness != .writable else { return }
      var piece = [UInt8](repeating: 0, count: 4096)
      switch Descriptor.receive(raw, into: &piece) {
      case .bytes(let count): take(piece[..<count])
      case .wouldBlock: return
      case .closed, .failed: return hangUp()
      }
    }

    /// Looks at each byte once: a long line comes in many pieces.
    private func take(_ piece: ArraySlice<UInt8>) {
      var rest = piece
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: received + rest[..<end], as: UTF8.self)
        received = []
        rest = rest[(end + 1)...]
        onLine?(line)
      }
      received += rest
    }
  }

  package let path: String
  /// Every line that any client sent, in order.
  package private(set) var lines: [String] = []
  package private(set) var sessions: [Session] = []
  private let file: SocketFile
  private var listener: Listener?

  /// Listens in a folder of its own; `respond` is called with each line.
  package init(_ loop: EventLoop, respond: @escaping (String, Session) -> Void) throws {
    var template = Array("/tmp/scripted-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError("mkdtemp", errno) }
    let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    path = "\(folder)/daemon.sock"
    let bound = try listenUnix(path: path, mode: 0o600)
    file = bound.file
    listener = try Listener(loop, bound.intoDescriptor()) { [weak self] descriptor, _ in
      guard let self, let session = try? Session(loop, descriptor) else { return }
      session.onLine = { [weak self, weak session] line in
        self?.lines.append(line)
        if let session { respond(line, session) }
      }
      self.sessions.append(session)
    }
  }

  deinit {
    for session in sessions { session.hangUp() }
    listener?.close()
    file.unlinkIfOurs()
    rmdir(String(path.dropLast("/daemon.sock".count)))
  }

  /// Answers each request by its method; a method that is not in the table is left unanswered.
  ///
  /// Requests are numbered from 1 by the clients under test. `{id}` in an answer is that number.
  package convenience init(_ loop: EventLoop, answers: [String: String]) throws {
    try self.init(loop) { line, session in
      let id = Self.text(after: "\"id\":", in: line).prefix { $0.isNumber }
      let method = Self.text(after: "\"method\":\"", in: line).prefix { $0 != "\"" }
      guard let answer = answers[String(method)] else { return }
      session.send(
        answer.split(separator: "{id}", omittingEmptySubsequences: false)
          .joined(separator: String(id))
      )
    }
  }

  private static func text(after mark: String, in line: String) -> Substring {
    guard let found = line.utf8.firstRange(of: mark.utf8) else { return "" }
    return Substring(line.utf8[found.upperBound...])
  }
}

/// A line that answers request `{id}` with a result.
package func answerLine(_ result: String) -> String {
  #"{"id":{id},"jsonrpc":"2.0","result":"# + result + "}\n"
}

/// A line that answers request `{id}` with an error.
package func errorLine(_ code: Int, _ message: String) -> String {
  #"{"error":{"code":\#(code),"message":"\#(message)"},"id":{id},"jsonrpc":"2.0"}"# + "\n"
}
