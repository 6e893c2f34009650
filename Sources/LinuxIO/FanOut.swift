// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import CUring
internal import Glibc

/// Sends one frame to many sockets, by io_uring where the kernel lets it, else one after the other.
///
/// Each send is over when `send` returns, either way: nothing waits, nothing is kept. For the
/// thread that made it only.
@safe package final class FanOut {
  /// How it sends; tests force either.
  package enum Mode: Sendable, CaseIterable {
    /// By the ring from `worthwhile` sockets on, if there is one.
    case automatic
    /// By the ring, however few there are.
    case ring
    /// By system calls.
    case calls
  }

  /// A socket that did not take the whole frame.
  package struct Remainder: Hashable {
    /// Its place among the descriptors.
    package let place: Int
    package let result: WriteResult
  }

  /// Sockets that one system call serves; more take several.
  package let capacity: Int
  /// Fewer are served sooner and cheaper by a call each, after a pause in which caches went cold.
  private static let worthwhile = 32

  /// Why there is no ring; nil if there is one or none was wanted.
  package let refusal: SystemError?
  private let least: Int
  private let ring: OpaquePointer?
  private var results: [Int32] = []

  /// Makes a ring if the mode wants one; its room for 1,024 sends is some 100 KB.
  package init(_ mode: Mode = .automatic, capacity: Int = 1024) {
    self.capacity = capacity
    least = mode == .automatic ? Self.worthwhile : 1
    let ring = mode == .calls ? nil : unsafe curing_open(UInt32(capacity))
    refusal = unsafe ring == nil && mode != .calls ? .last("io_uring_setup") : nil
    unsafe self.ring = unsafe ring
  }

  deinit { unsafe curing_close(ring) }

  /// Whether it sends by a ring.
  package var hasRing: Bool { unsafe curing_serves(ring) != 0 }

  /// Sends the frame once on each descriptor, in their order, without waiting or signalling.
  ///
  /// - Parameters:
  ///   - frame: The bytes, not empty.
  ///   - descriptors: Sockets; −1 for one that must wait, whose result is that it would block.
  /// - Returns: Those that did not take all of it, in their order.
  package func send(_ frame: [UInt8], to descriptors: [Int32]) -> [Remainder] {
    let count = descriptors.count
    if count > results.count { results = [Int32](repeating: 0, count: count) }
    let chosen = unsafe count >= least ? ring : nil
    let short = unsafe frame.withUnsafeBytes { bytes in
      unsafe curing_send(
        chosen,
        descriptors,
        Int32(count),
        bytes.baseAddress,
        bytes.count,
        &results
      )
    }
    guard short > 0 else { return [] }
    return (0..<count).compactMap { place in
      let result = results[place]
      guard result != frame.count else { return nil }
      return Remainder(place: place, result: WriteResult(result))
    }
  }
}

extension WriteResult {
  /// A count of bytes or a negative error number.
  fileprivate init(_ result: Int32) {
    switch result {
    case 0...: self = .bytes(Int(result))
    case -EAGAIN: self = .wouldBlock
    default: self = .failed(SystemError("send", -result))
    }
  }
}
