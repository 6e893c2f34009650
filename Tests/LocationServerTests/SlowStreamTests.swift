// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import LocationTestSupport
import Testing

@testable import LocationServer

/// What waits for one slow client of a surface.
@Suite struct StreamQueueTests {
  private func frames(_ queue: StreamQueue) -> [String] {
    var queue = queue
    var frames: [String] = []
    while let frame = queue.first {
      frames.append(String(decoding: frame.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self))
      _ = queue.dropFirst()
    }
    return frames
  }

  private func frame(_ name: String, _ size: Int = 1000) -> [UInt8] {
    Array(name.utf8) + [UInt8](repeating: UInt8(ascii: " "), count: size - name.utf8.count)
  }

  private let fix = StreamKey(kind: .fix, device: "a")

  @Test func `a short hold-up loses nothing and keeps the order`() {
    var queue = StreamQueue()
    for step in 0..<29 {
      #expect(queue.append(frame("\(step)"), step % 2 == 0 ? fix : nil) == 0)
    }
    #expect(frames(queue) == (0..<29).map(String.init))
  }

  @Test func `beyond half a newer one replaces the older ones of its kind and receiver only`() {
    var queue = StreamQueue()
    _ = queue.append(frame("other"), StreamKey(kind: .fix, device: "b"))
    _ = queue.append(frame("sky"), StreamKey(kind: .sky, device: "a"))
    _ = queue.append(frame("ais"), nil)
    for step in 0..<26 { #expect(queue.append(frame("\(step)"), fix) == 0) }
    #expect(queue.append(frame("new"), fix) == 26)
    #expect(frames(queue) == ["other", "sky", "ais", "new"])
    #expect(queue.cost == 4 * (1000 + StreamQueue.overhead))
  }

  @Test func `what replaces nothing pushes out the oldest, and the bound holds`() {
    var queue = StreamQueue()
    var dropped = 0
    for step in 0..<200 {
      dropped += queue.append(frame("\(step)"), nil)
      #expect(queue.cost <= StreamQueue.hardLimit)
    }
    let kept = StreamQueue.hardLimit / (1000 + StreamQueue.overhead)
    #expect(dropped == 200 - kept)
    #expect(frames(queue) == (200 - kept..<200).map(String.init))
  }

  @Test func `tiny objects are bounded, too, and one of any size is kept`() {
    var queue = StreamQueue()
    for _ in 0..<100_000 { _ = queue.append([0x0A], nil) }
    #expect(queue.cost <= StreamQueue.hardLimit)
    var count = 0
    while queue.dropFirst() { count += 1 }
    #expect(count == StreamQueue.hardLimit / (1 + StreamQueue.overhead))
    #expect(queue.cost == 0 && queue.isEmpty && !queue.dropFirst())
    #expect(queue.append(frame("big", 100_000), nil) == 0 && queue.first?.count == 100_000)
  }
}

@Suite struct SlowStreamTests {
  private func patientHarness() throws -> ServerHarness {
    var settings = ServiceSettings()
    settings.limits.stallTimeout = 86_400
    return try ServerHarness(settings)
  }

  @Test func `a client that does not read gets whole objects and the newest, and is not dropped`()
    throws
  {
    let harness = try patientHarness()
    harness.connectUpstream()
    let slow = try harness.gpsdClient(sendBuffer: 4608)
    let quick = try harness.gpsdClient()
    var seen: [String] = []
    for step in 0..<600 {
      harness.epoch(10 + Double(step) / 1000)
      seen += quick.texts()
    }
    #expect(seen.count == 600)
    let late = slow.texts()
    #expect(late.count < 400 && late.allSatisfy { JSONObject($0) != nil })
    // What came is what was sent, in its order.
    var rest = seen[...]
    for line in late {
      let place = try #require(rest.firstIndex(of: line))
      rest = rest[(place + 1)...]
    }
    #expect(late.last == seen.last && !slow.isClosed)
    harness.epoch(11)
    #expect(slow.objects("TPV").map { $0.number("lat") } == [11])
    #expect(harness.service.counters.sessionsClosed == 0)
  }

  @Test func `a reader of NMEA that does not read gets whole epochs and the newest`() throws {
    let harness = try patientHarness()
    harness.connectUpstream()
    let slow = try harness.nmeaReader(sendBuffer: 4608)
    for step in 0..<600 { harness.epoch(10 + Double(step) / 1000) }
    let lines = slow.texts()
    #expect(lines.allSatisfy { $0.hasPrefix("$GP") && $0.dropLast(2).hasSuffix("*") })
    let last = lines.last { $0.hasPrefix("$GPGGA") }
    #expect(last?.contains(",1035.940000,N,") == true && !slow.isClosed)
    #expect(lines.count < 2000)
  }

  @Test func `nothing real that waits is delivered once a replacement holds`() throws {
    let harness = try patientHarness()
    harness.connectUpstream()
    let slow = try harness.gpsdClient(sendBuffer: 4608)
    let control = try harness.controller()
    for step in 0..<100 { harness.epoch(10 + Double(step) / 1000) }
    _ = try control.result("setOverride", tower)
    harness.advance(2)
    let latitudes = slow.objects("TPV").compactMap { $0.number("lat") }
    let real = latitudes.prefix { $0 < 11 }
    // What the kernel took before stands; what waited here is gone.
    #expect(real.count < 60 && latitudes.count > real.count)
    #expect(latitudes.dropFirst(real.count).allSatisfy { $0 == 48.8584 })
  }

  @Test func `a client that takes nothing for the time limit is closed`() throws {
    var settings = ServiceSettings()
    settings.limits.stallTimeout = 20
    let harness = try ServerHarness(settings)
    harness.connectUpstream()
    let stuck = try harness.gpsdClient(sendBuffer: 4608)
    for _ in 0..<100 { harness.epoch(10) }
    #expect(harness.service.counters.dropped == 1)
    _ = stuck.texts()
    #expect(stuck.isClosed)
  }

  @Test func `a client that only asks and never reads is not read any more`() throws {
    let harness = try ServerHarness()
    harness.connectUpstream()
    let slow = try harness.gpsdClient("", sendBuffer: 4608)
    var sent = 0
    while sent < 2000 {
      do { try slow.send(String(repeating: "?DEVICES;", count: 100)) } catch { break }
      sent += 1
    }
    #expect(sent < 500)
    let served = harness.service.counters.requests
    harness.advance(5)
    #expect(harness.service.counters.requests == served)
    #expect(slow.objects("DEVICES").count == sent * 100)
  }
}
