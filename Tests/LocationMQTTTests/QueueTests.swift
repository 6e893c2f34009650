// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

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
    queue.commit(at: now)
    queue.tend(at: now)
    #expect(rest(queue) == ["2", "3"])
    #expect(queue.losses.expired == 1)
  }

  @Test func `a damaged file is set aside`() throws {
    try folder.write(String(repeating: "no database ", count: 1000), to: "queue.sqlite")
    let queue = try queue()
    queue.append(message(1))
    queue.commit(at: now)
    #expect(rest(queue) == ["1"])
    #expect(INIFile.exists("\(path).damaged"))
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
