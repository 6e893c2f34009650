// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import LocationTestSupport

/// Instructions of the daemon per fix and per delivery, counted by callgrind.
///
/// They repeat to a percent where times do not, so a regression is told from noise. The kernel's
/// share, which is most of a delivery, is not in them.
enum Instructions {
  private static let fixes = 100
  private static let many = 101

  static func measure(into report: inout Report) throws {
    let perFix = try count(subscribers: 1)
    let perFixOfMany = try count(subscribers: many)
    let perDelivery = (perFixOfMany - perFix) / Double(many - 1)
    report.add(Figure("instructions per fix", perFix, "", baseline: "instructions per fix"))
    report.add(
      Figure("instructions per delivery", perDelivery, "", baseline: "instructions per delivery")
    )
  }

  /// Of one fix: the difference between two runs that differ in their fixes only.
  private static func count(subscribers: Int) throws -> Double {
    let few = try total(subscribers: subscribers, fixes: 20)
    let all = try total(subscribers: subscribers, fixes: 20 + fixes)
    return (all - few) / Double(fixes)
  }

  private static func total(subscribers: Int, fixes: Int) throws -> Double {
    let folder = try TemporaryFolder()
    let file = folder.path("callgrind.out")
    let scene = try Scene(countingInto: file)
    let readers = try scene.subscribe(subscribers)
    _ = try readers.window(messages: fixes, server: scene.pid) {
      try scene.feed(fixes, hertz: 20)
    }
    scene.process.signal(SIGTERM)
    _ = try scene.process.waitForExit(before: Deadline(in: 60))
    if let kept = ProcessInfo.processInfo.environment["BENCH_CALLGRIND"] {
      try? FileManager.default.removeItem(atPath: "\(kept)-\(subscribers)-\(fixes)")
      try FileManager.default.copyItem(atPath: file, toPath: "\(kept)-\(subscribers)-\(fixes)")
    }
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let line = text.split(separator: "\n").first { $0.hasPrefix("totals:") } ?? ""
    guard let total = Double(line.dropFirst(7).trimmingCharacters(in: .whitespaces)) else {
      throw SceneError("callgrind said no total")
    }
    return total
  }
}
