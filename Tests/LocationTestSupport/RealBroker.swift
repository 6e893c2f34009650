// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc
internal import LinuxIO

/// Debian's mosquitto on a port of its own, which it keeps over a restart.
package final class RealBroker {
  package let port: UInt16
  private let folder: TemporaryFolder
  private let file: String
  private var process: ChildProcess?

  /// Starts it; `configuration` comes after the listener and may say more about it.
  package init(configuration: String = "allow_anonymous true\n") throws {
    port = try freePort()
    folder = try TemporaryFolder()
    file = try folder.write(
      """
      log_dest none
      max_queued_messages 0
      max_inflight_messages 0
      listener \(port) 127.0.0.1
      \(configuration)
      """,
      to: "mosquitto.conf"
    )
    try start()
  }

  /// Starts it again after `kill`.
  package func start() throws {
    process = try ChildProcess(try Project.requiredProgram("mosquitto"), ["-c", file])
    let address = try ListenAddress(parsing: "127.0.0.1:\(port)")
    _ = try Deadline(in: 10).wait(for: "mosquitto's port") {
      (try? connectTCP(address)) == nil ? nil : true
    }
  }

  /// Ends it at once, as a power cut does.
  package func kill() {
    process?.kill()
    process = nil
  }

  package var pid: Int32 { process?.pid ?? -1 }
}
