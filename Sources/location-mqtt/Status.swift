// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationCore
internal import LocationMQTT

/// What a running publisher wrote into its metrics, in words.
struct Status {
  /// There is no such file, so nothing runs by that name.
  struct Missing: Error, CustomStringConvertible {
    let path: String
    var description: String { "there are no metrics at \(path): does it run?" }
  }

  private var values: [String: Double] = [:]
  private let now: Double
  /// Why the broker does not take messages.
  private var reason: String?

  init(path: String) throws {
    guard let bytes = try StateFile(path: path).read() else { throw Missing(path: path) }
    now = Double(LoopTime.read().utc) / 1000
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      if line.hasPrefix(Vehicle.reasonMark) {
        reason = String(line.dropFirst(Vehicle.reasonMark.count))
      }
      guard !line.hasPrefix("#") else { continue }
      let parts = line.split(separator: " ")
      guard parts.count == 2, let value = Double(parts[1]) else { continue }
      let name = parts[0].prefix { $0 != "{" }
      values[String(name.dropFirst("location_mqtt_".count))] = value
    }
  }

  /// Whether the process that wrote lives, and goes on writing.
  var isRunning: Bool {
    guard now - (values["written_timestamp_seconds"] ?? 0) < 30 else { return false }
    // In another namespace, as a container's, the number is another process's or nobody's.
    guard let namespace = ProcessLife.namespace, values["process_namespace"] == Double(namespace),
      let process = values["process_id"].flatMap(Int32.init(exactly:))
    else { return true }
    return ProcessLife.isAlive(process)
  }

  private var broker: String {
    guard isRunning else { return "unknown, location-mqtt does not run" }
    guard values["connected"] != 1 else { return "connected" }
    let since = age(", since", "disconnected_timestamp_seconds")
    return "not connected\(since)\(reason.map { ": \($0)" } ?? "")"
  }

  var text: String {
    """
    broker: \(broker)
    queued: \(count("queued"))\(age(", the oldest", "oldest_timestamp_seconds"))
    last publish: \(age("", "last_publish_timestamp_seconds", none: "never"))
    published: \(count("published_total")), refused: \(count("refused_total"))
    lost: \(count("thinned_total")) thinned, \(count("expired_total")) expired, \
    \(count("overflowed_total")) without a disk
    held back: \(count("simulated_total")) simulated
    disk: \(values["disk_failed"] == 1 ? "fails, the queue is in memory" : "good")
    written: \(age("", "written_timestamp_seconds"))

    """
  }

  private func count(_ name: String) -> String { "\(Int64(values[name] ?? 0))" }

  private func age(_ prefix: String, _ name: String, none: String = "") -> String {
    guard let time = values[name], time > 0 else { return none }
    return "\(prefix.isEmpty ? "" : "\(prefix) ")\(spanText(max(0, now - time))) ago"
  }
}
