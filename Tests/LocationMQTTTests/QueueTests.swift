// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Glibc
import LinuxIO
import LocationTestSupport
import Testing

@testable import LocationMQTT

struct QueueTests {
  private let folder: TemporaryFolder
  private let log = Log(threshold: .error)
  private let now = LoopTime(monotonic: 1_000_000_000, utc: 1_800_000_000_000)

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.path("queue.sqlite") }

  private func queue(_ policy: QueuePolicy = QueuePolicy()) throws -> MessageQueue {
    try MessageQueue(path: path, policy: policy, log: log)
  }

  private func message(
    _ number: Int,
    _ kind: QueuedMessage.Kind = .location,
    time: Int64 = 1_800_000_000_000
  ) -> QueuedMessage {
    QueuedMessage(
      kind: kind,
      topic: "owntracks/a/b",
      payload: Array("\(number)".utf8),
      isRetained: number.isMultiple(of: 2),
      time: time
    )
  }

  private func rest(_ queue: MessageQueue) -> [String] {
    var texts: [String] = []
    while let entry = queue.next() {
      texts.append(String(decoding: entry.message.payload, as: UTF8.self))
    }
    return texts
  }

  @Test(arguments: [false, true])
  func `nobody else reads the queue, nor what SQLite keeps beside it`(wasOpen: Bool) throws {
    if wasOpen {
      // As an earlier version left it.
      do {
        let queue = try queue()
        queue.append(message(1))
        queue.commit(at: now)
      }
      for name in ["queue.sqlite", "queue.sqlite-wal"] { chmod(folder.path(name), 0o644) }
    }
    let mask = umask(0o022)
    defer { umask(mask) }
    let queue = try queue()
    queue.append(message(2))
    queue.commit(at: now)
    var modes: [String: mode_t] = [:]
    for name in ["queue.sqlite", "queue.sqlite-wal", "queue.sqlite-shm"] {
      var status = stat()
      if stat(folder.path(name), &status) == 0 { modes[name] = status.st_mode & 0o777 }
    }
    #expect(modes["queue.sqlite"] == 0o600)
    #expect(modes.values.allSatisfy { $0 == 0o600 } && modes.count >= 2, "\(modes)")
    #expect(queue.count == (wasOpen ? 2 : 1))
  }

  @Test func `messages come out as they went in, once they are durable`() throws {
    let queue = try queue()
    for number in 1...200 { queue.append(message(number)) }
    #expect(queue.next() == nil)
    queue.commit(at: now)
    let first = try #require(queue.next())
    #expect(first.message == message(1))
    #expect(rest(queue) == (2...200).map { "\($0)" })
    #expect(queue.count == 200)
  }

  @Test func `a folder that is a link, as systemd makes it, has the queue, a linked file has not`()
    throws
  {
    let linked = folder.path("linked")
    mkdir(folder.path("private"), 0o700)
    try #require(symlink("private", linked) == 0)
    do {
      let queue = try MessageQueue(path: "\(linked)/q", policy: QueuePolicy(), log: log)
      queue.append(message(1))
      queue.commit(at: now)
      #expect(queue.diskFailure == nil)
    }
    let again = try MessageQueue(path: folder.path("private/q"), policy: QueuePolicy(), log: log)
    #expect(rest(again) == ["1"])
    try #require(symlink("private/q", folder.path("file")) == 0)
    let other = try MessageQueue(path: folder.path("file"), policy: QueuePolicy(), log: log)
    #expect(other.diskFailure != nil)
  }

  @Test func `what is not acknowledged is there again after a restart`() throws {
    do {
      let queue = try queue()
      for number in 1...10 { queue.append(message(number)) }
      queue.commit(at: now)
      for _ in 1...5 { if let entry = queue.next(), entry.id <= 3 { queue.acknowledge(entry.id) } }
      queue.commit(at: now, flushing: true)
      #expect(queue.count == 7)
    }
    #expect(rest(try queue()) == (4...10).map { "\($0)" })
  }

  @Test func `a second program cannot have the same queue`() throws {
    let first = try queue()
    let error = #expect(throws: DatabaseError.self) { try queue() }
    #expect(error?.isBusy == true)
    #expect(first.count == 0)
  }

  @Test func `above its bound the older half is thinned out, and events stay`() throws {
    let queue = try queue(QueuePolicy(limit: 100))
    for number in 1...20 { queue.append(message(number, .event)) }
    for number in 21...120 { queue.append(message(number)) }
    queue.commit(at: now)
    let left = rest(queue)
    // Of the fifty oldest locations every second one went.
    let thinned = (21...70).filter { $0.isMultiple(of: 2) }.map { "\($0)" }
    #expect(left == (1...120).map { "\($0)" }.filter { !thinned.contains($0) })
    #expect(queue.losses.thinned == 25)
  }

  @Test func `only events make no loop of thinning`() throws {
    let queue = try queue(QueuePolicy(limit: 100))
    for number in 1...500 {
      queue.append(message(number, .event))
      queue.commit(at: now)
    }
    #expect(rest(queue).count == 500)
    #expect(queue.losses == MessageQueue.Losses())
  }

  @Test func `a location that is too old goes, an event does not`() throws {
    let queue = try queue(QueuePolicy(age: 1000))
    queue.append(message(1, time: now.utc - 1001))
    queue.append(message(2, .event, time: now.utc - 1001))
    queue.append(message(3, time: now.utc - 999))
    queue.append(message(4, time: now.utc))
    queue.commit(at: now)
    queue.tend(at: now)
    #expect(rest(queue) == ["2", "3", "4"])
    #expect(queue.losses.expired == 1)
  }

  @Test func `a clock that jumps lets nothing expire before its time`() throws {
    let policy = QueuePolicy(age: 60_000)
    var queue: MessageQueue? = try queue(policy)
    for number in 1...3 { queue?.append(message(number, time: now.utc + Int64(number) * 1000)) }
    queue?.commit(at: now)
    let decade: Int64 = 315_360_000_000
    let later = LoopTime(monotonic: now.monotonic + 10_000_000_000, utc: now.utc + decade)
    queue?.tend(at: later)
    #expect(queue?.losses.expired == 0)
    queue?.tend(at: LoopTime(monotonic: later.monotonic, utc: now.utc - decade))
    #expect(queue?.losses.expired == 0)
    queue = nil
    // Nor after a restart with such a clock.
    let again = try self.queue(policy)
    again.tend(at: later)
    #expect(again.count == 3)
    // The first two are a minute older than this one.
    again.append(message(4, time: now.utc + 62_500))
    again.commit(at: later)
    again.tend(at: later)
    #expect(rest(again) == ["3", "4"])
  }

  @Test func `a damaged file is set aside`() throws {
    try folder.write(String(repeating: "no database ", count: 1000), to: "queue.sqlite")
    let queue = try queue()
    queue.append(message(1))
    queue.commit(at: now)
    #expect(rest(queue) == ["1"])
    #expect(INIFile.exists("\(path).damaged"))
  }

  @Test func `a file that is damaged while it is in use is set aside, and numbers go on`() throws {
    let queue = try queue()
    // More than SQLite keeps in memory.
    for number in 1...40_000 { queue.append(message(number)) }
    queue.commit(at: now)
    var entries = (1...10).compactMap { _ in queue.next() }
    folder.damage("queue.sqlite")
    folder.damage("queue.sqlite-wal")
    while let entry = queue.next() { entries.append(entry) }
    #expect(queue.diskFailure != nil)
    queue.tend(at: LoopTime(monotonic: now.monotonic + 11_000_000_000, utc: now.utc))
    #expect(queue.diskFailure == nil)
    #expect(INIFile.exists("\(path).damaged"))
    // Late answers for the old file's rows take none of the new one's.
    queue.append(message(201))
    queue.commit(at: now)
    for entry in entries { queue.acknowledge(entry.id) }
    queue.commit(at: now, flushing: true)
    #expect(rest(queue) == ["201"])
    #expect(queue.count == 1)
  }

  @Test(arguments: ["PRAGMA user_version = 2", "ALTER TABLE messages DROP COLUMN kind"])
  func `a file of a newer version is set aside as it is`(change: String) throws {
    do {
      let queue = try queue()
      queue.append(message(1))
      queue.commit(at: now)
    }
    try Database(path: path).execute(change)
    let queue = try queue()
    #expect(queue.diskFailure == nil)
    queue.append(message(2))
    queue.commit(at: now)
    #expect(rest(queue) == ["2"])
    #expect(INIFile.exists("\(path).foreign"))
  }

  @Test func `a new session gets everything that is not acknowledged, from disk and memory`() throws
  {
    let queue = try queue()
    for number in 1...100 { queue.append(message(number)) }
    queue.commit(at: now)
    for entry in (1...90).compactMap({ _ in queue.next() }) where entry.id != 50 {
      queue.acknowledge(entry.id)
    }
    queue.rewind(at: now)
    #expect(rest(queue) == ["50"] + (91...100).map { "\($0)" })

    let missing = try MessageQueue(path: folder.path("no/q"), policy: QueuePolicy(), log: log)
    for number in 1...3 { missing.append(message(number)) }
    missing.commit(at: now)
    let first = try #require(missing.next())
    #expect(missing.next() != nil)
    #expect(missing.count == 3)
    missing.acknowledge(first.id)
    missing.rewind(at: now)
    #expect(missing.count == 2)
    #expect(rest(missing) == ["2", "3"])
  }

  @Test func `without a disk it goes on in memory, bounded, and returns to it`() throws {
    let missing = folder.path("later/queue.sqlite")
    let queue = try MessageQueue(
      path: missing,
      policy: QueuePolicy(memoryLimit: 10),
      log: log
    )
    for number in 1...5 { queue.append(message(number, .event)) }
    for number in 6...15 { queue.append(message(number)) }
    queue.commit(at: now)
    #expect(queue.diskFailure != nil)
    // Of the older half of the locations two go; then the oldest of all.
    #expect(queue.losses == MessageQueue.Losses(thinned: 2, expired: 0, overflowed: 3))
    #expect(queue.count == 10)
    _ = try ChildProcess("/bin/mkdir", [folder.path("later")]).waitForExit(before: Deadline(in: 5))
    queue.tend(at: LoopTime(monotonic: now.monotonic + 11_000_000_000, utc: now.utc))
    #expect(queue.diskFailure == nil)
    #expect(rest(queue) == ["4", "5", "6", "8", "10", "11", "12", "13", "14", "15"])
  }

  @Test(arguments: [(0, [Int]()), (1, []), (2, []), (3, [1]), (4, [1]), (8, [1, 3]), (9, [1, 3])])
  func `thinning keeps the first of each two of the older half`(count: Int, gone: [Int]) {
    #expect(QueuePolicy.thinned(Array(0..<count)) == gone)
  }

  @Test func `a rate lets a second's worth go at once and no more`() {
    var rate = RateLimit(perSecond: 10, burst: 10)
    var time: Int64 = 5_000_000_000
    let first = (0..<11).map { _ in rate.take(at: time) }
    #expect(first == [Bool](repeating: true, count: 10) + [false])
    let next = rate.wait(at: time) ?? 0
    #expect(next - time == 100_000_001)
    time = next
    let later = (0..<2).map { _ in rate.take(at: time) }
    #expect(later == [true, false])
  }
}

extension TemporaryFolder {
  /// Writes rubbish over all of a file but its first page, as a bad disk does.
  fileprivate func damage(_ name: String) {
    let file = open(path(name), O_RDWR)
    defer { close(file) }
    let rubbish = [UInt8](repeating: 0xA5, count: 4096)
    for page in 1..<max(1, lseek(file, 0, SEEK_END) / 4096) {
      pwrite(file, rubbish, rubbish.count, page * 4096)
    }
  }
}
