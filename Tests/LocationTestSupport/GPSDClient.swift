// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO

/// A plain JSON client of gpsd, as a script would be one.
package final class GPSDClient {
  package let lines: LineStream

  /// Connects over the loopback interface.
  package init(port: UInt16) throws {
    lines = try LineStream(connectTCP(ListenAddress(parsing: "127.0.0.1:\(port)")))
  }

  /// Asks for all reports and waits until gpsd confirms.
  package func watch(before deadline: Deadline) throws {
    try sendAll("?WATCH={\"enable\":true,\"json\":true};\n", on: lines.raw, before: deadline)
    let reply = try lines.nextLine(before: deadline) { $0.contains("\"class\":\"WATCH\"") }
    guard reply != nil else { throw SceneError("gpsd closed the connection") }
  }
}
