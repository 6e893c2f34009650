// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

package import LinuxIO

/// The messages that have to reach the broker: on disk, and in memory while the disk is full.
///
/// Loop thread only. A message is offered by `next` once `commit` has made it durable, in the
/// order of `append`. It is forgotten when the broker has it.
package final class MessageQueue {
  /// How many messages went without having been sent, and why.
  package struct Losses: Hashable, Sendable {
    package var thinned = 0
    package var expired = 0
    /// Events too, when memory was all there was and it was full of them.
    package var overflowed = 0
  }

  /// What `next` gives: a number for `acknowledge`.
  package typealias Entry = (id: Int64, message: QueuedMessage)

  /// Numbers of messages that are in memory only; no row of a file gets so far.
  private static let firstInMemory = Int64.max / 2
  /// Rows read at once.
  private static let batch = 64
  /// Acknowledged messages that wait for a commit; a crash sends so many again.
  private static let removalBatch = 64
  /// Nanoseconds between two attempts to use the disk again.
  private static let retry: Int64 = 10_000_000_000

  package private(set) var losses = Losses()
  /// Why messages are in memory only; nil while the disk takes them.
  package private(set) var diskFailure: DatabaseError?

  package var policy: QueuePolicy
  package var log: Log
  private let path: String
  private var disk: DiskQueue?
  /// Appended in this turn.
  private var fresh: [QueuedMessage] = []
  private var memory: [Entry] = []
  /// Those of `memory` that `next` gave and nobody has acknowledged.
  private var offered: [Entry] = []
  private var lastInMemory = firstInMemory
  /// The last row that was taken; everything up to it is with the broker session.
  private var cursor: Int64 = 0
  private var batch: ArraySlice<Entry> = []
  private var acknowledged: [Int64] = []
  private var retryTime: Int64 = 0
  /// What was left when the disk's messages were last thinned out.
  private var thinnedCount = 0
  /// The file turned out to be damaged while it was in use.
  private var isDamaged = false
  private var clock = AgeClock()

  /// Throws if another process has the file; without room for it the queue begins in memory.
  package init(path: String, policy: QueuePolicy, log: Log) throws(DatabaseError) {
    self.path = path
    self.policy = policy
    self.log = log
    do {
      try open()
    } catch {
      if error.isBusy {
        let reason = "\(path) is another publisher's: \(error)"
        throw DatabaseError(code: error.code, description: reason)
      }
      fail(error)
    }
  }

  /// How many messages wait, sent ones without an answer among them.
  package var count: Int {
    (disk?.count ?? 0) + memory.count + offered.count + fresh.count - acknowledged.count
  }

  /// The time of the oldest one, in milliseconds since 1970.
  package var oldestTime: Int64? {
    (try? disk?.oldestTime()) ?? (offered.first ?? memory.first)?.message.time
  }

  private func open() throws(DatabaseError) {
    if isDamaged { setAside("damaged", "it turned out to be malformed") }
    do {
      disk = try DiskQueue(path: path, numberedAfter: cursor)
    } catch {
      guard error.isCorrupt || error.isForeign else { throw error }
      setAside(error.isCorrupt ? "damaged" : "foreign", "\(error)")
      disk = try DiskQueue(path: path, numberedAfter: cursor)
    }
    isDamaged = false
    clock.note(try disk?.newestTime() ?? 0, at: nil)
  }

  private func setAside(_ ending: String, _ reason: String) {
    log.warning("the queue \(path) is set aside as \(path).\(ending): \(reason)")
    removeFile("\(path).\(ending)-wal")
    moveFile("\(path)-wal", to: "\(path).\(ending)-wal")
    moveFile(path, to: "\(path).\(ending)")
  }

  // MARK: - In

  package func append(_ message: QueuedMessage) { fresh.append(message) }

  /// Makes durable what was appended, and what was acknowledged if that is much or `now` asks it.
  package func commit(at now: LoopTime, flushing: Bool = false) {
    guard !fresh.isEmpty || acknowledged.count >= (flushing ? 1 : Self.removalBatch) else { return }
    for message in fresh where message.kind == .location {
      clock.note(message.time, at: now.monotonic)
    }
    guard diskFailure == nil, let disk else { return keepInMemory(now) }
    do {
      for message in fresh { try disk.append(message) }
      try disk.remove(acknowledged)
      try thin(disk)
      try disk.commit()
      fresh = []
      acknowledged = []
    } catch {
      fail(error)
      keepInMemory(now)
    }
  }

  /// Not again at once when nearly all are events, which stay.
  private func thin(_ disk: DiskQueue) throws(DatabaseError) {
    guard disk.count > max(policy.limit, thinnedCount + policy.limit / 100) else { return }
    losses.thinned += try disk.thin(after: lastOffered)
    thinnedCount = disk.count
  }

  /// Rows up to here may be in use outside.
  private var lastOffered: Int64 { batch.last?.id ?? cursor }

  private func fail(_ error: DatabaseError) {
    if diskFailure == nil {
      log.warning(
        "the queue is in memory now, \(policy.memoryLimit) messages at most: \(path): \(error)"
      )
    }
    diskFailure = error
    retryTime = 0
    disk?.rollBack()
    guard error.isCorrupt, disk != nil else { return }
    // Nothing more can be read or deleted there.
    isDamaged = true
    disk = nil
    acknowledged = []
    cursor = lastOffered
    memory = batch.map { numbered($0.message) } + memory
    batch = []
  }

  private func numbered(_ message: QueuedMessage) -> Entry {
    lastInMemory += 1
    return (lastInMemory, message)
  }

  private func keepInMemory(_ now: LoopTime) {
    if retryTime == 0 { retryTime = now.monotonic + Self.retry }
    memory += fresh.map(numbered)
    fresh = []
    guard memory.count > policy.memoryLimit else { return }
    let locations = memory.filter { $0.message.kind == .location }.map(\.id)
    let gone = Set(QueuePolicy.thinned(locations))
    memory.removeAll { gone.contains($0.id) }
    losses.thinned += gone.count
    let excess = memory.count - policy.memoryLimit
    guard excess > 0 else { return }
    memory.removeFirst(excess)
    losses.overflowed += excess
  }

  // MARK: - Out

  /// The next message to be sent, durable or the best there is.
  package func next() -> Entry? {
    if batch.isEmpty, let disk, disk.lastID > cursor { refill(disk) }
    if let entry = batch.popFirst() {
      cursor = entry.id
      return entry
    }
    guard !memory.isEmpty else { return nil }
    offered.append(memory.removeFirst())
    return offered.last
  }

  private func refill(_ disk: DiskQueue) {
    let gone = Set(acknowledged)
    do {
      while batch.isEmpty {
        let rows = try disk.messages(after: cursor, limit: Self.batch)
        guard let last = rows.last else { return }
        batch = ArraySlice(rows.filter { !gone.contains($0.id) }.map { ($0.id, $0.1) })
        if batch.isEmpty { cursor = last.id }
      }
    } catch {
      fail(error)
    }
  }

  /// The broker has the message, or will never have it.
  package func acknowledge(_ id: Int64) {
    if id > Self.firstInMemory {
      offered.removeAll { $0.id == id }
    } else if disk != nil {
      acknowledged.append(id)
    }
  }

  /// Gives everything again that is not acknowledged, for a new session with a broker.
  package func rewind(at now: LoopTime) {
    commit(at: now, flushing: true)
    cursor = 0
    batch = []
    memory = offered + memory
    offered = []
  }

  // MARK: - Upkeep

  /// Lets old locations go, and tries the disk again; to be called every few seconds.
  package func tend(at now: LoopTime) {
    if diskFailure != nil { tryDisk(now) }
    commit(at: now, flushing: true)
    guard diskFailure == nil, let disk, disk.count > 0 else { return }
    do {
      let time = clock.time(at: now) - policy.age
      losses.expired += try disk.expire(after: lastOffered, before: time)
      try disk.commit()
    } catch {
      fail(error)
    }
  }

  private func tryDisk(_ now: LoopTime) {
    guard now.monotonic >= retryTime else { return }
    retryTime = now.monotonic + Self.retry
    do {
      if disk == nil { try open() }
      guard let disk else { return }
      // First, because what they leave makes room for the others in a file that cannot grow.
      try disk.remove(acknowledged)
      try disk.commit()
      acknowledged = []
      for entry in memory { try disk.append(entry.message) }
      try disk.commit()
      log.notice("the disk takes the queue again")
      memory = []
      diskFailure = nil
    } catch {
      if error.isCorrupt { fail(error) } else { disk?.rollBack() }
    }
  }
}
