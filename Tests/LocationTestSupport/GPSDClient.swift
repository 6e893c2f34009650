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

  /// Asks and returns the first object of the class.
  package func ask(
    _ command: String,
    answer className: String,
    before deadline: Deadline
  ) throws -> JSONObject {
    try sendAll("\(command)\n", on: lines.raw, before: deadline)
    while let line = try lines.nextLine(before: deadline) {
      if let object = JSONObject(line), object.text("class") == className { return object }
    }
    throw SceneError("gpsd closed the connection")
  }

  /// A report that has arrived already.
  package func takeReport() -> JSONObject? {
    lines.takeLine().flatMap(JSONObject.init)
  }
}
