// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationTestSupport
internal import Testing

/// Real receivers' recordings through a real gpsd: what its clients see, subscribers see, and
/// clients of the gpsd surface see byte for byte.
@Suite(
  .enabled(
    if: Recordings.folder != nil,
    "LOCATIOND_RECORDINGS does not name a folder of recordings"
  )
)
struct RecordingsTests {
  @Test func `the folder that the environment names holds recordings`() {
    #expect(!Recordings.files.isEmpty)
  }

  @Test(.timeLimit(.minutes(10)), arguments: Recordings.files)
  func `every epoch arrives once, as gpsd gave it last, and every line of gpsd as it is`(
    file: String
  ) async throws {
    await TwoLanes.shared.enter()
    let result = Result { try RecordingRun(file: Recordings.path(file)) }
    await TwoLanes.shared.leave()

    let run = try result.get()
    let comparison = EpochComparison(reference: run.reference, received: run.received)
    #expect(run.oddities == [])
    #expect(comparison.differences == [])
    // A list of casters, of which gpsd makes nothing.
    #expect(run.forwarding.expected.isEmpty == (file == "ntrip_sourcetable.log"))
    #expect(run.forwarding.difference == nil)
  }
}

/// What the surface adds to gpsd's lines after they have ended.
struct EndOfRecordingTests {
  @Test func `gpsd's silence is one TPV without a fix, after stale-after, and nothing else`() throws
  {
    // Longer than the five seconds of stale-after, and as long again after what is told then.
    let run = try RecordingRun(file: BundledRecordingTests.file, silence: 6.5)
    let (expected, seen) = (run.forwarding.expected, run.forwarding.seen)
    let last = try #require(expected.compactMap(JSONObject.init).last { $0.text("class") == "TPV" })
    let device = try #require(last.text("device"))
    #expect(expected.count > 500 && last.integer("mode") == 3)
    #expect(Array(seen.dropLast()) == expected)
    #expect(seen.last == #"{"class":"TPV","device":"\#(device)","mode":1}"#)
  }
}

/// The rule itself, on made-up reports.
struct EpochComparisonTests {
  private static func report(_ time: String?, _ latitude: Double, mode: Int = 3) throws
    -> JSONObject
  {
    let member = time.map { "\"time\":\"\($0)\"," } ?? ""
    return try #require(
      JSONObject(
        "{\"class\":\"TPV\",\"device\":\"a\",\(member)\"mode\":\(mode),\"lat\":\(latitude),\"lon\":1}"
      )
    )
  }

  private static func location(
    _ time: String,
    _ latitude: Double,
    sequence: Int
  ) throws -> ReceivedLocation {
    let text = """
      {"latitude":\(latitude),"longitude":1,"timestamp":"\(time)","sequence":\(sequence),
      "source":{"device":"a"}}
      """
    let object = try #require(JSONObject(text))
    return try #require(ReceivedLocation(object))
  }

  private static func reference() throws -> ReferenceEpochs {
    var reference = ReferenceEpochs()
    reference.take(try report(nil, 9))
    reference.take(try report("2026-01-01T00:00:01.000Z", 1))
    reference.take(try report("2026-01-01T00:00:01.000Z", 2))
    reference.take(try report("2026-01-01T00:00:01.500Z", 8, mode: 1))
    reference.take(try report("2026-01-01T00:00:02.000Z", 3))
    return reference
  }

  @Test func `the last coordinates of each run of one time are right`() throws {
    let received = [
      try Self.location("2026-01-01T00:00:01.000Z", 2, sequence: 1),
      try Self.location("2026-01-01T00:00:02.000Z", 3, sequence: 2),
    ]
    let comparison = EpochComparison(reference: try Self.reference(), received: received)
    #expect(comparison.differences == [])
  }

  @Test(
    arguments: [
      [("2026-01-01T00:00:01.000Z", 1.0, 1), ("2026-01-01T00:00:02.000Z", 3, 2)],
      [("2026-01-01T00:00:01.000Z", 2, 1)],
      [("2026-01-01T00:00:01.001Z", 2, 1), ("2026-01-01T00:00:02.000Z", 3, 2)],
      [("2026-01-01T00:00:01.000Z", 2, 1), ("2026-01-01T00:00:02.000Z", 3.000_000_002, 2)],
      [("2026-01-01T00:00:01.000Z", 2, 1), ("2026-01-01T00:00:02.000Z", 3, 3)],
      [
        ("2026-01-01T00:00:01.000Z", 2, 1), ("2026-01-01T00:00:01.000Z", 2, 2),
        ("2026-01-01T00:00:02.000Z", 3, 3),
      ],
    ]
  )
  func `anything else is a difference`(rows: [(String, Double, Int)]) throws {
    let received = try rows.map { try Self.location($0.0, $0.1, sequence: $0.2) }
    let comparison = EpochComparison(reference: try Self.reference(), received: received)
    #expect(!comparison.differences.isEmpty)
  }
}
