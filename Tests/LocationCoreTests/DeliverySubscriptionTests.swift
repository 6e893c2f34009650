// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Testing

@testable import LocationCore

struct DeliveryHeadingTests {
  private func heading(true trueHeading: Double?, magnetic: Double? = nil) -> Heading {
    Heading(
      magneticHeading: magnetic,
      trueHeading: trueHeading,
      time: UTCTime(milliseconds: 0)
    )
  }

  @Test func `a heading passes when it has turned far enough, across north too`() throws {
    var filter = try HeadingFilter(filter: 5)
    let headings = [358.0, 359, 2.9, 3, 359, 358, 357.5, 178, 358]
    let admitted = headings.filter { filter.admits(heading(true: $0)) }
    #expect(admitted == [358, 3, 358, 178, 358])
  }

  @Test(arguments: [(359.0, 1.0, 2.0), (0, 180, 180), (10, 350, 20), (90, 90, 0), (0, 359.5, 0.5)])
  func `directions differ the short way round`(_ first: Double, _ second: Double, _ by: Double) {
    #expect(abs(HeadingFilter.difference(first, second) - by) < 1e-12)
    #expect(abs(HeadingFilter.difference(second, first) - by) < 1e-12)
  }

  @Test func `a reference that comes or goes is news`() throws {
    var filter = try HeadingFilter(filter: 90)
    let headings = [
      heading(true: nil, magnetic: 10), heading(true: nil, magnetic: 11),
      heading(true: 12, magnetic: 11), heading(true: 12, magnetic: 11),
      heading(true: nil, magnetic: 11),
    ]
    let admitted = headings.map { filter.admits($0) }
    #expect(admitted == [true, false, true, false, true])
    filter.reset()
    let admittedAfterReset = filter.admits(heading(true: nil, magnetic: 11))
    #expect(admittedAfterReset)
  }

  @Test func `no filter passes everything`() throws {
    var filter = try HeadingFilter(filter: 0)
    let same = heading(true: 10)
    let admitted = (0..<5).map { _ in filter.admits(same) }
    #expect(admitted == [true, true, true, true, true])
  }

  @Test(arguments: [-1, 180.5, .nan, .infinity])
  func `a filter beyond a half turn is refused`(_ degrees: Double) {
    #expect(throws: FilterRejection.self) { try HeadingFilter(filter: degrees) }
  }
}

struct DeliverySignificantTests {
  private var stream = Stream()
  private var continuity = Continuity()
  private var change = SignificantChange()

  private mutating func admits(
    _ distance: Double,
    _ seconds: Double,
    accuracy: Double = 10,
    discontinuous: Bool = false
  ) throws -> Bool {
    let location = stream.location(
      at: try place(try place(0, 180), 90, distance),
      accuracy: accuracy,
      seconds: seconds,
      discontinuous: discontinuous
    )
    return change.admits(continuity.candidate(for: location, at: instant(seconds)))
  }

  @Test mutating func `500 m and five minutes both have to pass`() throws {
    #expect(try admits(0, 0))
    #expect(try !admits(600, 299))
    #expect(try !admits(499.99, 300))
    #expect(try admits(500.01, 301))
    #expect(try !admits(5000, 600))
    #expect(try admits(5000, 601))
  }

  @Test mutating func `a movement smaller than its own error is none`() throws {
    #expect(try admits(0, 0))
    #expect(try !admits(1500, 400, accuracy: 2000))
    #expect(try admits(2500, 401, accuracy: 2000))
  }

  @Test mutating func `an override's jump does not wait, but has to be far enough`() throws {
    #expect(try admits(0, 0))
    #expect(try !admits(300, 10, discontinuous: true))
    change.reset()
    #expect(try admits(0, 11))
    #expect(try admits(9000, 20, discontinuous: true))
    #expect(try !admits(18_000, 21))
  }
}

struct DeliveryRequestTests {
  private var stream = Stream()
  private let home: Coordinate

  init() throws {
    home = try place(1, 2)
  }

  @Test mutating func `the first location accurate enough answers, once`() throws {
    var request = try LocationRequest(desiredAccuracy: .metres(10), at: instant(0))
    #expect(request.offer(stream.location(at: home, accuracy: 40)) == nil)
    let good = stream.location(at: home, accuracy: 9)
    #expect(request.offer(good) == .location(good))
    #expect(request.offer(good) == nil)
    #expect(request.expire(at: instant(99)) == nil)
  }

  @Test mutating func `when time is over the most accurate one answers, once`() throws {
    var request = try LocationRequest(desiredAccuracy: .metres(1), at: instant(0))
    let better = stream.location(at: home, accuracy: 20)
    #expect(request.offer(stream.location(at: home, accuracy: 40)) == nil)
    #expect(request.offer(better) == nil)
    #expect(request.offer(stream.location(at: home, accuracy: 30)) == nil)
    #expect(request.expire(at: instant(9.999)) == nil)
    #expect(request.expire(at: instant(10)) == .location(better))
    #expect(request.expire(at: instant(11)) == nil)
    #expect(request.offer(stream.location(at: home)) == nil)
  }

  @Test mutating func `without a location the answer is locationUnknown`() throws {
    var request = try LocationRequest(desiredAccuracy: .metres(1), timeout: 2, at: instant(5))
    #expect(request.deadline == instant(7))
    _ = request.offer(stream.location(at: home, accuracy: 40))
    request.interrupt()
    guard case .error(let error) = request.expire(at: instant(7)) else {
      Issue.record("no error")
      return
    }
    #expect(error.code == .locationUnknown)
  }

  @Test mutating func `a place from before a jump is no answer`() throws {
    var request = try LocationRequest(desiredAccuracy: .metres(1), at: instant(0))
    _ = request.offer(stream.location(at: home, accuracy: 20))
    let after = stream.location(at: try place(50, 50), accuracy: 90, discontinuous: true)
    _ = request.offer(after)
    #expect(request.expire(at: instant(10)) == .location(after))
  }

  @Test(arguments: [0, -1, 3601, Double.nan])
  func `a timeout out of range is refused`(_ timeout: Double) {
    #expect(throws: FilterRejection.self) { try LocationRequest(timeout: timeout, at: instant(0)) }
  }
}
