// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO

/// The figures of one publisher as Prometheus's text format 0.0.4, which the node exporter reads; they
/// have no coordinate.
///
/// Each has the broker's name as a label, so that a collector can read those of several publishers.
struct Metrics {
  private let broker: String
  private var text = ""

  /// `broker` is the name of the configuration: letters, digits, `-`, `_` and `.`.
  init(broker: String) { self.broker = broker }

  /// A figure that may fall.
  mutating func gauge(_ name: String, _ help: String, _ value: Double) {
    add(name, "gauge", help, value)
  }

  /// A figure that only rises while the program runs.
  mutating func counter(_ name: String, _ help: String, _ value: Int) {
    add("\(name)_total", "counter", help, Double(value))
  }

  private mutating func add(_ name: String, _ type: String, _ help: String, _ value: Double) {
    let number = value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    text += """
      # HELP location_mqtt_\(name) \(help)
      # TYPE location_mqtt_\(name) \(type)
      location_mqtt_\(name){broker="\(broker)"} \(number)

      """
  }

  /// A line that collectors skip and `location-mqtt status` reads.
  mutating func remark(_ mark: String, _ words: String) {
    let line = words.map { $0.isNewline ? " " : $0 }
    text += mark + String(line) + "\n"
  }

  /// Replaces the file as a whole, as readers of such files expect.
  func write(to path: String) throws {
    let file = try OutputFile(path: path)
    try file.write(Array(text.utf8))
    try file.commit()
  }
}
