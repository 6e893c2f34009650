// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc
internal import LinuxIO

/// A real gpsd on a free port with its receivers, each a recording played by a feeder.
package final class RealGPSD {
  package let port: UInt16
  package let feeder: RecordingFeeder?
  private let others: [RecordingFeeder]
  private let arguments: [String]
  private var process: ChildProcess?

  /// Starts it and waits until it answers; without a feeder it has no receiver.
  package init(feeder: RecordingFeeder?, others: [RecordingFeeder] = []) throws {
    self.feeder = feeder
    self.others = others
    let receivers = ([feeder].compactMap(\.self) + others).map { "tcp://127.0.0.1:\($0.port)" }
    let running = try Self.startOnFreePort(receivers)
    port = running.port
    arguments = running.arguments
    process = running.process
  }

  /// Another process may take a free port before gpsd does; a few tries make that harmless.
  private static func startOnFreePort(
    _ receivers: [String],
    tries: Int = 5
  ) throws -> (port: UInt16, arguments: [String], process: ChildProcess) {
    let port = try freePort()
    let arguments = ["-N", "-n", "-S", "\(port)"] + receivers
    do {
      return (port, arguments, try start(arguments, port: port))
    } catch {
      guard tries > 1 else { throw error }
      return try startOnFreePort(receivers, tries: tries - 1)
    }
  }

  /// The name of the receiver as gpsd tells it.
  package var device: String? { feeder.map { "tcp://127.0.0.1:\($0.port)" } }

  /// Ends it without a farewell.
  package func kill() {
    process?.kill()
    process = nil
  }

  /// Starts it again on the same port.
  package func restart() throws {
    kill()
    process = try Self.start(arguments, port: port)
  }

  private static func start(_ arguments: [String], port: UInt16) throws -> ChildProcess {
    let process = try ChildProcess(try Project.requiredProgram("gpsd"), arguments)
    _ = try Deadline(in: 10).wait(for: "gpsd on port \(port)") { () -> Bool? in
      if let exit = process.exitIfEnded() {
        throw SceneError("gpsd ended with \(exit): \(process.errors.recent)")
      }
      return (try? GPSDClient(port: port)) == nil ? nil : true
    }
    return process
  }
}

/// A TCP port of the loopback interface that nobody listens on just now.
package func freePort() throws -> UInt16 {
  let listener = try listenTCP(ListenAddress(parsing: "127.0.0.1:0"))
  return try localPort(listener.raw)
}
