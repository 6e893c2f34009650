// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc
internal import LinuxIO

/// A socket that plays a daemon on a thread of its own, for loads that the real one does not make.
package final class FloodingDaemon {
  package let path: String
  private let folder: TemporaryFolder
  /// Every line that clients have sent.
  package let lines = Notebook<String>()

  /// Follows each request of the method with the lines, at full speed, and answers only if told to.
  package init(
    _ flood: [UInt8],
    when method: String = "startUpdatingLocation",
    answers: Bool = false
  ) throws {
    folder = try TemporaryFolder()
    path = folder.path("daemon.sock")
    let listener = try listenUnix(path: path, mode: 0o600).intoDescriptor()
    let raw = listener.release()
    let lines = lines
    try startThread {
      let owner = OwnedDescriptor(raw)
      var entry = pollfd(fd: owner.raw, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 10_000) > 0 else { return }
      let client = OwnedDescriptor(accept(owner.raw, nil, nil))
      Self.serve(client.raw, flood, method, answers, lines)
    }
  }

  private static func serve(
    _ client: Int32,
    _ flood: [UInt8],
    _ method: String,
    _ answers: Bool,
    _ lines: Notebook<String>
  ) {
    var received: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(client, &piece, piece.count, 0)
      guard count > 0 else { return }
      received += piece[..<count]
      while let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: received[..<end], as: UTF8.self)
        received.removeSubrange(...end)
        lines.write(line)
        if answers, let id = JSONObject(line)?.integer("id") {
          let answer = #"{"id":\#(id),"jsonrpc":"2.0","result":{"status":"authorizedAlways"}}"#
          guard pour(Array((answer + "\n").utf8), into: client) else { return }
        }
        if line.contains(method), !pour(flood, into: client) { return }
      }
    }
  }

  /// Whether the client took all of it.
  private static func pour(_ bytes: [UInt8], into client: Int32) -> Bool {
    var offset = 0
    while offset < bytes.count {
      let sent = bytes.withUnsafeBytes {
        send(client, $0.baseAddress?.advanced(by: offset), bytes.count - offset, 0x4000)
      }
      guard sent > 0 else { return false }
      offset += sent
    }
    return true
  }
}

/// So many `didUpdateLocations`, numbered from 1: by their sequence, and by metres of altitude for
/// those who are not told it.
package func flood(_ count: Int) -> [UInt8] {
  var text =
    #"{"jsonrpc":"2.0","method":"didChangeAuthorization","params":{"accuracy":"full","status":"authorizedAlways"}}"#
    + "\n"
  for number in 1...count {
    text +=
      #"{"jsonrpc":"2.0","method":"didUpdateLocations","params":{"locations":[{"altitude":\#(number),"horizontalAccuracy":5,"latitude":48.8584,"longitude":2.2945,"sequence":\#(number),"source":{"isProducedByAccessory":true,"isSimulatedBySoftware":false},"timestamp":"2026-11-30T01:22:20.120Z"}]}}"#
      + "\n"
  }
  return Array(text.utf8)
}
