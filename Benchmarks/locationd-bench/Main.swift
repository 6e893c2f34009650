// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import LinuxIO
internal import LocationTestSupport

/// Runs the benchmarks that are named, or all, and holds them to the thresholds.
@main
struct Main {
  static let all = [
    "fan-out", "latency", "standing", "load", "overrides", "peers", "surface", "regions", "mqtt",
    "instructions",
  ]

  static func main() {
    Signals.ignoreSIGPIPE()
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("locationd-bench: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ arguments: [String]) throws {
    let quick = arguments.contains("--quick")
    var counts = [10, 100, 1000, 10_000]
    if let sizes = arguments.first(where: { $0.hasPrefix("--sizes=") }) {
      counts = sizes.dropFirst(8).split(separator: ",").compactMap { Int($0) }
    }
    let named = arguments.filter { !$0.hasPrefix("--") }
    if let soak = named.firstIndex(of: "soak") {
      return try Soak.run(seconds: named.dropFirst(soak + 1).first.flatMap(Double.init) ?? 300)
    }
    guard named.allSatisfy(all.contains) else {
      throw SceneError("there are only the benchmarks \(all.joined(separator: ", "))")
    }
    let chosen = named.isEmpty ? all : named
    var report = Report(try Thresholds(folder: Project.root + "/Benchmarks/Thresholds"))
    print(Report.head)
    for name in chosen {
      switch name {
      case "fan-out": try FanOut.measure(counts, quick: quick, into: &report)
      case "load": try Load.measure(quick: quick, into: &report)
      case "overrides": try Load.measureOverrides(quick: quick, into: &report)
      case "surface": try Surface.measure(quick: quick, into: &report)
      case "peers": try Peers.measure(quick: quick, into: &report)
      case "regions": try Regions.measure(into: &report)
      case "mqtt": try MQTT.measure(quick: quick, into: &report)
      case "latency": try Latency.measure(quick: quick, into: &report)
      case "instructions": try Instructions.measure(into: &report)
      default: try Standing.measure(quick: quick, into: &report)
      }
    }
    try write(report)
    guard report.broken.isEmpty else {
      throw SceneError("beyond the limit: " + report.broken.map(\.name).joined(separator: ", "))
    }
  }

  private static func write(_ report: Report) throws {
    let folder = Project.root + "/Benchmarks/results"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try report.json().write(to: URL(fileURLWithPath: folder + "/latest.json"))
  }
}
