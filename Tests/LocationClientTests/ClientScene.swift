// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Glibc
import LinuxIO
import LocationClient
import LocationTestSupport

/// The real daemon with a place that is set, and managers that find it.
final class ClientScene {
  var daemon: RunningDaemon
  let folder: TemporaryFolder
  private let gpsdPort: UInt16

  /// Without a gpsd there is no receiver: nobody listens on the port then.
  init(at place: String? = "48.8584,2.2945", gpsd: UInt16? = nil) throws {
    folder = try TemporaryFolder()
    gpsdPort = try gpsd ?? FakeGPSD().port
    daemon = try RunningDaemon(gpsd: gpsdPort, folder: folder)
    if let place { try set(place) }
  }

  func set(_ place: String, _ more: String...) throws {
    let run = try LocationctlRun(
      ["set", place] + more,
      environment: daemon.environment,
      before: Deadline(in: 10)
    )
    guard run.exit == .code(0) else { throw SceneError("set: \(run.errors)") }
  }

  func run(_ arguments: String...) throws {
    let run = try LocationctlRun(
      arguments,
      environment: daemon.environment,
      before: Deadline(in: 10)
    )
    guard run.exit == .code(0) else { throw SceneError("\(arguments): \(run.errors)") }
  }

  /// Ends the daemon and starts it again at the same place.
  func restart() throws {
    _ = try daemon.terminate(before: Deadline(in: 5))
    unlink(folder.path("notify"))
    daemon = try RunningDaemon(gpsd: gpsdPort, folder: folder)
  }

  var configuration: LocationManager.Configuration {
    LocationManager.Configuration(socketPath: daemon.socketPath, clientName: "test")
  }

  func manager(_ queue: CallbackQueue = .connection) -> LocationManager {
    var configuration = configuration
    configuration.callbackQueue = queue
    return LocationManager(configuration: configuration)
  }
}

/// What callbacks on other threads have told, for the test to wait for.
final class Notebook<Entry: Sendable>: Sendable {
  private let entries = Guarded<[Entry]>([])

  func write(_ entry: Entry) { entries.withLock { $0.append(entry) } }

  var all: [Entry] { entries.withLock(\.self) }

  /// Waits until the condition holds of all that is written.
  @discardableResult
  func wait(
    _ what: String,
    seconds: Double = 10,
    until condition: ([Entry]) -> Bool
  ) throws -> [Entry] {
    try Deadline(in: seconds).wait(for: what) {
      let all = all
      return condition(all) ? all : nil
    }
  }
}

/// A socket that plays a daemon on a thread of its own, for loads that the real one does not make.
final class FloodingDaemon {
  let path: String
  private let folder: TemporaryFolder
  /// Every line that clients have sent.
  let lines = Notebook<String>()

  /// Answers each request of the method with the lines, at full speed.
  init(_ flood: [UInt8], when method: String = "startUpdatingLocation") throws {
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
      Self.serve(client.raw, flood, method, lines)
    }
  }

  private static func serve(
    _ client: Int32,
    _ flood: [UInt8],
    _ method: String,
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
        guard line.contains(method) else { continue }
        var offset = 0
        while offset < flood.count {
          let sent = flood.withUnsafeBytes {
            send(client, $0.baseAddress?.advanced(by: offset), flood.count - offset, 0x4000)
          }
          guard sent > 0 else { return }
          offset += sent
        }
      }
    }
  }
}

/// So many `didUpdateLocations`, numbered from 1.
func flood(_ count: Int) -> [UInt8] {
  var text =
    #"{"jsonrpc":"2.0","method":"didChangeAuthorization","params":{"accuracy":"full","status":"authorizedAlways"}}"#
    + "\n"
  for number in 1...count {
    text +=
      #"{"jsonrpc":"2.0","method":"didUpdateLocations","params":{"locations":[{"horizontalAccuracy":5,"latitude":48.8584,"longitude":2.2945,"sequence":\#(number),"source":{"isProducedByAccessory":true,"isSimulatedBySoftware":false},"timestamp":"2026-11-30T01:22:20.120Z"}]}}"#
      + "\n"
  }
  return Array(text.utf8)
}
