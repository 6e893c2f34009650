// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import LocationServer
import LocationTestSupport
import Testing

/// Each fault and the delay, as a client of the gpsd protocol and a reader of NMEA see them.
///
/// The receiver moves by a hundredth of a degree each second, from 10° on; the fault comes after
/// the second epoch.
@Suite struct SurfaceFaultTests {
  private static let start = 10.0

  private struct Seen {
    let objects: [JSONObject]
    let sentences: [String]

    var fixes: [JSONObject] { objects.filter { $0.text("class") == "TPV" } }
    var latitudes: [Double] { fixes.compactMap { $0.number("lat") } }
    var times: [String] { fixes.compactMap { $0.text("time").map { String($0.dropFirst(14)) } } }

    func fields(_ formatter: String, _ index: Int) -> [String] {
      sentences.filter { $0.dropFirst(3).hasPrefix(formatter) }.map { line in
        line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)[index]
      }
    }
  }

  /// What both surfaces were told from the fault on, over `count` epochs.
  private func run(_ override: String, epochs count: Int = 4) throws -> Seen {
    let harness = try ServerHarness()
    harness.connectUpstream()
    let client = try harness.gpsdClient()
    let reader = try harness.nmeaReader()
    let control = try harness.controller()
    for step in 0..<2 { harness.epoch(Self.start + Double(step) / 100) }
    #expect(client.objects("TPV").count == 2 && reader.texts().count > 8)
    _ = try control.result("setOverride", "{\(override)}")
    let atOnce = client.texts()
    let atOnceRead = reader.texts()
    for step in 2..<(2 + count) { harness.epoch(Self.start + Double(step) / 100) }
    return Seen(
      objects: (atOnce + client.texts()).compactMap(JSONObject.init),
      sentences: atOnceRead + reader.texts()
    )
  }

  private func fault(_ name: String, _ more: String = "") -> String {
    "\"kind\":\"fault\",\"name\":\"\(name)\"\(more)"
  }

  @Test(arguments: ["no-fix", "denied", "unplugged"])
  func `a fault that takes the location leaves none on either surface`(name: String) throws {
    let seen = try run(fault(name))
    #expect(seen.latitudes == [] && seen.fixes.map { $0.integer("mode") } == [1])
    #expect(seen.fields("GGA", 2).allSatisfy { $0.isEmpty })
    // At once, and then each second while there is none.
    #expect((4...6).contains(seen.fields("GGA", 6).count))
    #expect(Set(seen.fields("GGA", 6)) == ["0"] && Set(seen.fields("RMC", 2)) == ["V"])
    let receivers = seen.objects.filter { $0.text("class") == "DEVICE" }
    #expect(
      receivers.map { "\($0.text("path") ?? "") \($0.integer("activated") ?? -1)" }
        == (name == "unplugged" ? ["\(ServerHarness.device) 0"] : [])
    )
  }

  @Test func `stale repeats the same place and time, on both`() throws {
    let seen = try run(fault("stale"))
    #expect(Set(seen.latitudes) == [10.01] && seen.latitudes.count >= 4)
    #expect(Set(seen.times) == ["00:01.000Z"])
    #expect(Set(seen.fields("RMC", 1)) == ["120001.00"])
  }

  @Test func `jump shows a wild place now and then`() throws {
    let seen = try run(fault("jump", #","distance":5000,"period":2,"seed":1"#), epochs: 8)
    let expected = (2..<10).map { Self.start + Double($0) / 100 }
    // The first one is where the override found the device.
    let wild = zip(seen.latitudes.suffix(8), expected).filter { abs($0 - $1) > 1e-6 }
    #expect((3...4).contains(wild.count))
    #expect(wild.allSatisfy { abs($0.0 - $0.1) < 0.046 })
    #expect(seen.fixes.allSatisfy { $0.integer("status") == 8 })
    #expect(Set(seen.fields("GGA", 6)) == ["8"])
  }

  @Test func `2d has no altitude`() throws {
    let seen = try run(fault("2d"))
    #expect(Set(seen.fixes.map { $0.integer("mode") }) == [2])
    for name in ["alt", "altMSL", "altHAE", "epv", "climb", "geoidSep"] {
      #expect(!seen.fixes.contains { $0.has(name) })
    }
    for name in ["epx", "epy", "eph", "lat", "lon"] {
      #expect(seen.fixes.allSatisfy { $0.has(name) })
    }
    #expect(Set(seen.fields("GGA", 9)) == [""] && Set(seen.fields("GSA", 2)) == ["2"])
  }

  @Test func `duplicate tells each epoch twice`() throws {
    let seen = try run(fault("duplicate"))
    #expect(
      seen.latitudes.suffix(8) == [10.02, 10.02, 10.03, 10.03, 10.04, 10.04, 10.05, 10.05]
    )
    let sequences = seen.fixes.compactMap { $0.integer("sequence") }
    #expect(Set(sequences).count == sequences.count && sequences == sequences.sorted())
    #expect(
      seen.fields("RMC", 1).suffix(4) == ["120004.00", "120004.00", "120005.00", "120005.00"]
    )
  }

  @Test func `out of order tells the later one first, after one that is told at once`() throws {
    let seen = try run(fault("out-of-order"))
    #expect(
      seen.times == ["00:01.000Z", "00:03.000Z", "00:02.000Z", "00:05.000Z", "00:04.000Z"]
    )
    #expect(seen.fixes.allSatisfy { $0.integer("mode") == 3 })
    #expect(
      seen.fields("RMC", 1) == ["120001.00", "120003.00", "120002.00", "120005.00", "120004.00"]
    )
    #expect(Set(seen.fields("GGA", 6)) == ["8"])
  }

  @Test func `rollover is 1024 weeks early on both`() throws {
    let seen = try run(fault("rollover"))
    #expect(seen.fixes.allSatisfy { $0.text("time")?.hasPrefix("2007-04-16T12:00:0") == true })
    #expect(!seen.fixes.isEmpty && Set(seen.fields("RMC", 9)) == ["160407"])
    #expect(Set(seen.fields("ZDA", 4)) == ["2007"])
  }

  @Test func `slow lets one epoch through for each interval`() throws {
    let seen = try run(fault("slow", #","interval":4"#), epochs: 9)
    // The place at which the override found the device, at second 2; then each fourth second.
    #expect(seen.times == ["00:01.000Z", "00:06.000Z", "00:10.000Z"])
    #expect(seen.fields("RMC", 1).count == seen.times.count)
  }

  @Test func `a delay is the same locations later, on both`() throws {
    let seen = try run(#""kind":"transform","name":"delay","seconds":2"#, epochs: 6)
    #expect(seen.times == (1...6).map { "00:0\($0).000Z" })
    #expect(seen.latitudes == (1...6).map { (1000 + Double($0)) / 100 })
    let read = seen.fields("RMC", 1)
    #expect(read.filter { !$0.isEmpty } == (1...6).map { "12000\($0).00" })
  }

  @Test func `after an unplugged receiver comes back, its DEVICE and its TPVs do`() throws {
    let harness = try ServerHarness()
    harness.connectUpstream()
    let client = try harness.gpsdClient()
    let control = try harness.controller()
    harness.epoch(10)
    _ = try control.result("setOverride", "{\(fault("unplugged"))}")
    harness.epoch(10.01)
    _ = client.texts()
    try client.send("?DEVICES;?POLL;")
    let answers = client.texts().compactMap(JSONObject.init)
    #expect(answers.first?.objects("devices").isEmpty == true)
    // As of a gpsd that has none.
    let poll = try #require(answers.last)
    #expect(poll.text("class") == "POLL" && poll.integer("active") == 0)
    for list in ["tpv", "gst", "sky"] { #expect(poll.has(list) && poll.objects(list).isEmpty) }
    _ = try control.result("clearOverrides")
    harness.epoch(10.02)
    let back = client.texts()
    #expect(back.first == FakeGPSD.device())
    #expect(back.last?.contains("\"lat\":10.02") == true)
  }
}
