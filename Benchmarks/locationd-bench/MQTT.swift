// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationTestSupport

/// The publisher to an MQTT broker beside `mosquitto_pub -l`, and a fleet of it, by `mqtt-load`.
enum MQTT {
  static func measure(quick: Bool, into report: inout Report) throws {
    try run(["throughput", quick ? "5000" : "20000"], into: &report)
    try run(["service", quick ? "5" : "15"], into: &report)
    try run(["fleet", "1000", "1", quick ? "5" : "20", "0"], into: &report)
    // The census, which fails when a number is missing: the broker is killed twice on the way.
    try run(["fleet", "1000", "1", quick ? "6" : "30", "2"], into: &report)
  }

  private static func run(_ arguments: [String], into report: inout Report) throws {
    let load = try ChildProcess(try Project.program("mqtt-load"), arguments + ["--figures"])
    let deadline = Deadline(in: 600)
    while let line = try load.nextLine(from: load.output, before: deadline) {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 6, cells[0] == "figure", let value = Double(cells[2]) else {
        print(line)
        continue
      }
      let reference = Double(cells[4])
      let figure = Figure(
        cells[1],
        value,
        cells[3],
        beside: reference,
        reference.map { _ in cells[5] }
      )
      report.add(figure)
    }
    guard try load.waitForExit(before: deadline) == .code(0) else {
      throw SceneError("mqtt-load \(arguments) failed")
    }
  }
}
