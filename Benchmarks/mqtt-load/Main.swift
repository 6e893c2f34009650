// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Foundation
import LinuxIO

/// A fleet on one machine: many vehicles, each its own MQTT client with its own queue, and what it
/// costs; `mqtt-load fleet`, `mqtt-load throughput` and `mqtt-load service`.
@main
struct Main {
  static let usage = """
    usage: mqtt-load fleet [VEHICLES=1000] [HERTZ=1] [SECONDS=30] [KILLS=2]
           mqtt-load throughput [MESSAGES=20000]
           mqtt-load service [SECONDS=20]
           --figures behind any of them writes cells between tabs, for locationd-bench

    fleet       numbered locations of each vehicle through a mosquitto that is killed on the way; a
                census of what arrives; the cost of each with no kills
    throughput  a queue on disk filled and drained, beside mosquitto_pub -l
    service     processor time of location-mqtt for each location, beside mosquitto_pub -l
    """

  static func main() {
    Signals.ignoreSIGPIPE()
    // Three descriptors for each vehicle, and the broker inherits the limit.
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let arguments = CommandLine.arguments.dropFirst().filter { $0 != "--figures" }
    func number(_ index: Int, _ fallback: Double) -> Double {
      arguments.count > index ? Double(arguments[index]) ?? fallback : fallback
    }
    do {
      switch arguments.first {
      case "fleet":
        let fleet = try Fleet(vehicles: Int(number(1, 1000)), hertz: number(2, 1))
        try fleet.run(seconds: number(3, 30), kills: Int(number(4, 2)))
      case "throughput": try Throughput(messages: Int(number(1, 20_000))).run()
      case "service": try ServiceCost.run(seconds: number(1, 20))
      default:
        print(usage)
        exit(64)
      }
    } catch {
      print("mqtt-load: \(error)")
      exit(70)
    }
  }
}

/// One figure, beside the same of another program if there is one.
func show(
  _ name: String,
  _ value: Double,
  _ unit: String,
  beside reference: Double? = nil,
  _ referenceName: String = ""
) {
  if CommandLine.arguments.contains("--figures") {
    let cells = ["figure", name, "\(value)", unit, reference.map { "\($0)" } ?? "", referenceName]
    print(cells.joined(separator: "\t"))
  } else {
    let other = reference.map { String(format: ", beside %.1f of ", $0) + referenceName } ?? ""
    print("\(name): " + String(format: "%.1f ", value) + unit + other)
  }
  fflush(nil)
}

/// Nanoseconds of processor time of a process, user and system.
func processorTime(_ pid: Int32 = getpid()) -> Int64 {
  var clock = clockid_t()
  var time = timespec()
  guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// Kilobytes of resident memory.
func residentKilobytes(_ pid: Int32 = getpid()) -> Int {
  let text = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
  let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
  return Int(line.filter(\.isNumber)) ?? 0
}

/// Microseconds for each.
func micro(_ nanoseconds: Int64, per count: Int) -> Double {
  Double(nanoseconds) / 1000 / Double(max(count, 1))
}
