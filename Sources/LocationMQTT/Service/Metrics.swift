// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO

/// The figures of one publisher as OpenMetrics text; they have no coordinate.
struct Metrics {
  private var text = ""

  /// A figure that may fall.
  mutating func gauge(_ name: String, _ help: String, _ value: Double) {
    add(name, "gauge", help, name, value)
  }

  /// A figure that only rises while the program runs.
  mutating func counter(_ name: String, _ help: String, _ value: Int) {
    add(name, "counter", help, "\(name)_total", Double(value))
  }

  private mutating func add(
    _ name: String,
    _ type: String,
    _ help: String,
    _ sample: String,
    _ value: Double
  ) {
    let number = value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    text += """
      # HELP location_mqtt_\(name) \(help)
      # TYPE location_mqtt_\(name) \(type)
      location_mqtt_\(sample) \(number)

      """
  }

  /// Replaces the file as a whole, as readers of such files expect.
  func write(to path: String) throws {
    let file = try OutputFile(path: path, whenWhole: true)
    try file.write(Array("\(text)# EOF\n".utf8))
    try file.commit()
  }
}
