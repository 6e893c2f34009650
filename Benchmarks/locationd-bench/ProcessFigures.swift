// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import Glibc

/// What the kernel says about another process.
enum ProcessFigures {
  /// Nanoseconds of processor time, user and system.
  static func processorTime(_ pid: Int32) -> Int64 {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      // No figure of a process that has gone may look like the least.
      FileHandle.standardError.write(Data("process \(pid) has gone while it was measured\n".utf8))
      exit(1)
    }
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The same of this process.
  static func ownProcessorTime() -> Int64 { processorTime(getpid()) }

  /// Bytes of resident memory.
  static func residentBytes(_ pid: Int32) -> Int { number("VmRSS", pid) * 1024 }

  /// How often it has slept, which is how often it has been woken.
  static func sleeps(_ pid: Int32) -> Int { number("voluntary_ctxt_switches", pid) }

  private static func number(_ name: String, _ pid: Int32) -> Int {
    let text = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") } ?? ""
    return Int(line.filter(\.isNumber)) ?? 0
  }
}

/// Nanoseconds of CLOCK_MONOTONIC.
func monotonic() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// Sleeps up to a point on CLOCK_MONOTONIC.
func sleep(until nanoseconds: Int64) {
  var time = timespec(
    tv_sec: Int(nanoseconds / 1_000_000_000),
    tv_nsec: Int(nanoseconds % 1_000_000_000)
  )
  while clock_nanosleep(CLOCK_MONOTONIC, Int32(TIMER_ABSTIME), &time, nil) == EINTR {}
}
