// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc

/// The time of day where this process is, for people.
package enum LocalTime {
  /// As `14:03:07`; seconds of the Unix epoch.
  package static func timeOfDay(_ seconds: Int) -> String {
    var instant = time_t(seconds)
    // C's struct holds a pointer to the zone's name.
    var parts = unsafe tm()
    guard unsafe localtime_r(&instant, &parts) != nil else { return "--:--:--" }
    let numbers = unsafe [parts.tm_hour, parts.tm_min, parts.tm_sec]
    return numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}
