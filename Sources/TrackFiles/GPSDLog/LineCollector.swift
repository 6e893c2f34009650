// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Cuts a stream of bytes into lines, ended by CR, LF or both, with a bound on their length.
struct LineCollector {
  /// gpsd's longest object has 10 KiB.
  private static let longest = 65_536

  private(set) var line: [UInt8] = []
  /// Of `line`, the first being 1.
  private(set) var number = 1
  private(set) var isTooLong = false
  private var isComplete = false
  private var wasCarriageReturn = false

  /// True if `line` is complete now.
  mutating func take(_ byte: UInt8) -> Bool {
    if isComplete { startOver() }
    let isSecondHalf = byte == 0x0A && wasCarriageReturn
    wasCarriageReturn = byte == 0x0D
    guard !isSecondHalf else { return false }
    guard byte != 0x0D, byte != 0x0A else {
      isComplete = true
      return true
    }
    if line.count < Self.longest { line.append(byte) } else { isTooLong = true }
    return false
  }

  /// True if a last line without an end is left.
  mutating func finish() -> Bool {
    if isComplete { startOver() }
    return !line.isEmpty
  }

  private mutating func startOver() {
    line.removeAll(keepingCapacity: true)
    isTooLong = false
    isComplete = false
    number += 1
  }
}
