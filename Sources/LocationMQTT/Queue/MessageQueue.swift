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

  private let path: String
  private let policy: QueuePolicy
  private let log: Log
  private var disk: DiskQueue?
  /// Appended in this turn.
  private var fresh: [QueuedMessage] = []
  private var memory: [Entry] = []
  private var lastInMemory = firstInMemory
  /// The last row that was taken; everything up to it is with the broker session.
  private var cursor: Int64 = 0
  private var batch: ArraySlice<Entry> = []
  private var acknowledged: [Int64] = []
  private var retryTime: Int64 = 0
  /// What was left when the disk's messages were last thinned out.
  private var thinnedCount = 0

  /// Throws if another process has the file; without room for it the queue begins in memory.
  package init(path: String, policy: QueuePolicy, log: Log) throws(DatabaseError) {
    self.path = path
    self.policy = policy
    self.log = log
    do {
      try open()
    } catch {
      if error.isBusy { throw error }
      fail(error)
    }
  }

  /// How many messages wait, sent ones without an answer among them.
  package var count: Int { (disk?.count ?? 0) + memory.count + fresh.count - acknowledged.count }

  /// The time of the oldest one, in milliseconds since 1970.
  package var oldestTime: Int64? {
    (try? disk?.oldestTime()) ?? memory.first?.message.time
  }

  private func open() throws(DatabaseError) {
    do {
      disk = try DiskQueue(path: path)
    } catch {
      guard error.isCorrupt else { throw error }
      log.warning("the queue \(path) is damaged and set aside as \(path).damaged: \(error)")
      removeFile("\(path)-wal")
      moveFile(path, to: "\(path).damaged")
      disk = try DiskQueue(path: path)
    }
  }

  // MARK: - In

  package func append(_ message: QueuedMessage) { fresh.append(message) }

  /// Makes durable what was appended, and what was acknowledged if that is much or `now` asks it.
  package func commit(at now: LoopTime, flushing: Bool = false) {
    guard !fresh.isEmpty || acknowledged.count >= (flushing ? 1 : Self.removalBatch) else { return }
    guard diskFailure == nil, let disk else { return keepInMemory(now) }
    do {
      for message in fresh { try disk.append(message) }
      try disk.remove(acknowledged)
      try thin(disk)
      try disk.commit()
      fresh = []
      acknowledged = []
    } catch {
      disk.rollBack()
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
      log.warning("the queue is in memory now, \(policy.memoryLimit) messages at most: \(error)")
    }
    diskFailure = error
    retryTime = 0
  }

  private func keepInMemory(_ now: LoopTime) {
    if retryTime == 0 { retryTime = now.monotonic + Self.retry }
    for message in fresh {
      lastInMemory += 1
      memory.append((lastInMemory, message))
    }
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
    return memory.isEmpty ? nil : memory.removeFirst()
  }

  private func refill(_ disk: DiskQueue) {
    do {
      batch = ArraySlice(try disk.messages(after: cursor, limit: Self.batch).map { ($0.id, $0.1) })
    } catch {
      fail(error)
    }
  }

  /// The broker has the message, or will never have it.
  package func acknowledge(_ id: Int64) {
    if id < Self.firstInMemory { acknowledged.append(id) }
  }

  // MARK: - Upkeep

  /// Lets old locations go, and tries the disk again; to be called every few seconds.
  package func tend(at now: LoopTime) {
    if diskFailure != nil { tryDisk(now) }
    commit(at: now, flushing: true)
    guard diskFailure == nil, let disk, disk.count > 0 else { return }
    do {
      losses.expired += try disk.expire(after: lastOffered, before: now.utc - policy.age)
      try disk.commit()
    } catch {
      disk.rollBack()
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
      disk?.rollBack()
    }
  }
}
