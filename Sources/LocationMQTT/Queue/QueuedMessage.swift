// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// A message that has to reach the broker.
package struct QueuedMessage: Hashable, Sendable {
  /// How much the queue may take from it.
  package enum Kind: Int64, Sendable {
    /// One of many: old ones are thinned out and expire.
    case location = 0
    /// A transition, or anything else that happened once.
    case event = 1
  }

  package var kind: Kind
  package var topic: String
  package var payload: [UInt8]
  package var isRetained: Bool
  /// Of what it tells, in milliseconds since 1970.
  ///
  /// A receiver's time is right where the clock is not set yet.
  package var time: Int64

  package init(kind: Kind, topic: String, payload: [UInt8], isRetained: Bool, time: Int64) {
    self.kind = kind
    self.topic = topic
    self.payload = payload
    self.isRetained = isRetained
    self.time = time
  }
}

/// How much the queue keeps.
package struct QueuePolicy: Hashable, Sendable {
  /// Messages; above it the old locations are thinned out.
  package var limit: Int
  /// Milliseconds after which a location is not worth sending.
  package var age: Int64
  /// Messages in memory while the disk takes none.
  package var memoryLimit: Int

  package init(limit: Int = 100_000, age: Int64 = 7 * 86_400_000, memoryLimit: Int = 1000) {
    self.limit = limit
    self.age = age
    self.memoryLimit = memoryLimit
  }

  /// Which of the old locations go: of the older half every second one, so that a long gap of
  /// the network leaves a coarser track and never a hole.
  package static func thinned<Item>(_ locations: [Item]) -> [Item] {
    stride(from: 1, to: (locations.count + 1) / 2, by: 2).map { locations[$0] }
  }
}
