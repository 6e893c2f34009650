// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// SipHash-2-4 under the installation's secret: the same on each start, unguessable without it.
package struct KeyedHash: Hashable, Sendable {
  private let first: UInt64
  private let second: UInt64

  /// The two halves of the secret.
  package init(_ first: UInt64, _ second: UInt64) {
    self.first = first
    self.second = second
  }

  /// A number from 0 up to but not 1 that two words decide.
  func fraction(of word: UInt64, _ other: UInt64) -> Double {
    Double(hash(word, other) >> 11) * 0x1p-53
  }

  /// The hash of two words, as of their 16 bytes in little-endian order.
  func hash(_ word: UInt64, _ other: UInt64) -> UInt64 {
    var state = State(first, second)
    state.absorb(word)
    state.absorb(other)
    // The last block holds the length in its highest byte.
    state.absorb(16 << 56)
    return state.finish()
  }

  private struct State {
    private var v0: UInt64
    private var v1: UInt64
    private var v2: UInt64
    private var v3: UInt64

    init(_ first: UInt64, _ second: UInt64) {
      v0 = first ^ 0x736f_6d65_7073_6575
      v1 = second ^ 0x646f_7261_6e64_6f6d
      v2 = first ^ 0x6c79_6765_6e65_7261
      v3 = second ^ 0x7465_6462_7974_6573
    }

    mutating func absorb(_ word: UInt64) {
      v3 ^= word
      mix()
      mix()
      v0 ^= word
    }

    mutating func finish() -> UInt64 {
      v2 ^= 0xff
      for _ in 0..<4 { mix() }
      return v0 ^ v1 ^ v2 ^ v3
    }

    private mutating func mix() {
      v0 &+= v1
      v2 &+= v3
      v1 = (v1 << 13 | v1 >> 51) ^ v0
      v3 = (v3 << 16 | v3 >> 48) ^ v2
      v0 = v0 << 32 | v0 >> 32
      v2 &+= v1
      v0 &+= v3
      v1 = (v1 << 17 | v1 >> 47) ^ v2
      v3 = (v3 << 21 | v3 >> 43) ^ v0
      v2 = v2 << 32 | v2 >> 32
    }
  }
}
