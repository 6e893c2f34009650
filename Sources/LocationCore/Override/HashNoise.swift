// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc

/// Random numbers by position instead of by order: the same seed, stream and index give the same
/// number, whatever was asked before.
struct HashNoise: Hashable, Sendable {
  let seed: UInt64

  /// 64 random bits.
  func bits(_ stream: UInt64, _ index: Int64) -> UInt64 {
    let streamKey = Self.mix(seed &+ Self.mix(stream &+ 0x9E37_79B9_7F4A_7C15))
    return Self.mix(streamKey &+ UInt64(bitPattern: index) &* 0x9E37_79B9_7F4A_7C15)
  }

  /// Evenly spread in 0 ≤ value < 1.
  func uniform(_ stream: UInt64, _ index: Int64) -> Double {
    Double(bits(stream, index) >> 11) * 0x1p-53
  }

  /// Normally distributed with mean 0 and standard deviation 1, by Box and Muller.
  func gaussian(_ stream: UInt64, _ index: Int64) -> Double {
    let radius = (-2 * log(1 - uniform(stream, index))).squareRoot()
    return radius * cos(2 * .pi * uniform(stream ^ 0x5555_5555_5555_5555, index))
  }

  /// A normally distributed value that changes smoothly, with a new independent one each `period`.
  func smooth(_ stream: UInt64, at seconds: Double, period: Double) -> Double {
    let position = seconds / period
    let knot = position.rounded(.down)
    let fraction = position - knot
    let weight = fraction * fraction * (3 - 2 * fraction)
    let index = Int64(clamping: knot)
    let mixed =
      gaussian(stream, index) * (1 - weight) + gaussian(stream, index &+ 1) * weight
    return mixed / (weight * weight + (1 - weight) * (1 - weight)).squareRoot()
  }

  /// A random walk that starts at 0 and gains a variance of 1 each second.
  ///
  /// Lévy's construction: the value at a time is found by halving intervals whose middle is drawn
  /// given its ends, so that any second of a long walk costs the same.
  func walk(_ stream: UInt64, at seconds: Double) -> Double {
    var span = Self.longestWalk
    let time = min(max(seconds, 0), span)
    var start = 0.0
    var left = 0.0
    var right = span.squareRoot() * gaussian(stream, -1)
    var node: Int64 = 1
    while span > 1 {
      let middle = (left + right) / 2 + (span / 4).squareRoot() * gaussian(stream, node)
      span /= 2
      if time < start + span {
        right = middle
        node = node &* 2
      } else {
        left = middle
        start += span
        node = node &* 2 &+ 1
      }
    }
    return left + (right - left) * (time - start)
  }

  /// Seconds; about 34 years.
  private static let longestWalk = 0x1p30

  /// The finalizer of SplitMix64.
  private static func mix(_ value: UInt64) -> UInt64 {
    var mixed = value
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
