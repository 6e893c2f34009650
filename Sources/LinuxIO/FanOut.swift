// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import CUring
internal import Glibc

/// Sends frames to many sockets, by io_uring where the kernel lets it, else one after the other.
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
    /// Its place among the sockets.
    package let place: Int
    package let result: WriteResult
  }

  /// Frames and the sockets that get them, in their order.
  package struct Batch {
    fileprivate var bytes: [UInt8] = []
    fileprivate var frames: [curing_frame] = []
    fileprivate var descriptors: [Int32] = []

    package init() {}

    /// Adds a frame, not empty and at most 2 GB, and its sockets; −1 stands for one that must wait,
    /// whose result is that it would block.
    package mutating func add(_ frame: [UInt8], to sockets: [Int32]) {
      frames.append(curing_frame(length: UInt32(frame.count), count: Int32(sockets.count)))
      // Mostly it is the only one, of which nothing is copied then.
      if bytes.isEmpty { bytes = frame } else { bytes += frame }
      if descriptors.isEmpty { descriptors = sockets } else { descriptors += sockets }
    }

    fileprivate func length(at place: Int) -> Int {
      var end = 0
      for frame in frames {
        end += Int(frame.count)
        if place < end { return Int(frame.length) }
      }
      return 0
    }
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

  /// Sends each socket its frame once, in their order, without waiting or signalling.
  ///
  /// - Returns: Those that did not take all of it, in their order.
  package func send(_ batch: Batch) -> [Remainder] {
    let count = batch.descriptors.count
    if count > results.count { results = [Int32](repeating: 0, count: count) }
    let chosen = unsafe count >= least ? ring : nil
    let short = unsafe batch.bytes.withUnsafeBytes { bytes in
      unsafe curing_send(
        chosen,
        bytes.baseAddress,
        batch.frames,
        Int32(batch.frames.count),
        batch.descriptors,
        &results
      )
    }
    guard short > 0 else { return [] }
    return (0..<count).compactMap { place in
      let result = results[place]
      guard result != batch.length(at: place) else { return nil }
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
