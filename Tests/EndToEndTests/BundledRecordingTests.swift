// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import LocationCore
internal import LocationTestSupport
internal import Testing

/// The recording that `make run` plays.
struct BundledRecordingTests {
  private struct Epoch {
    var coordinate: Coordinate
    /// Metres per second.
    var speed: Double
    var course: Double?
  }

  static let file = "\(Project.root)/Recordings/drive.nmea"

  private static func lines() throws -> [String] {
    let text = try String(contentsOfFile: file, encoding: .utf8)
    return text.split(separator: "\r\n").flatMap { $0.split(separator: "\n") }
      .map(String.init).filter { !$0.hasPrefix("#") }
  }

  private static func epochs() throws -> [Epoch] {
    try lines().filter { $0.hasPrefix("$GNRMC") }.map { line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      let coordinate = Coordinate(
        latitude: degrees(fields[3], digits: 2) * (fields[4] == "S" ? -1 : 1),
        longitude: degrees(fields[5], digits: 3) * (fields[6] == "W" ? -1 : 1)
      )
      return Epoch(
        coordinate: try #require(coordinate),
        speed: try #require(Double(fields[7])) * 1852 / 3600,
        course: Double(fields[8])
      )
    }
  }

  private static func degrees(_ text: String, digits: Int) -> Double {
    (Double(text.prefix(digits)) ?? .nan) + (Double(text.dropFirst(digits)) ?? .nan) / 60
  }

  @Test func `generating the recording again gives the same bytes`() throws {
    let process = try ChildProcess(try Project.program("make-recording"))
    let deadline = Deadline(in: 30)
    var text = ""
    while let line = try process.nextLine(from: process.output, before: deadline) {
      text += line + (line.hasPrefix("#") ? "\n" : "\r\n")
    }
    #expect(try process.waitForExit(before: deadline) == .code(0))
    let isSame = try text == String(contentsOfFile: Self.file, encoding: .utf8)
    #expect(isSame)
  }

  @Test func `every sentence is whole, short enough and has the right checksum`() throws {
    for line in try Self.lines() {
      let parts = line.dropFirst().split(separator: "*")
      let sum = parts[0].utf8.reduce(0) { $0 ^ $1 }
      #expect(line.hasPrefix("$") && parts.count == 2)
      #expect(UInt8(parts[1], radix: 16) == sum, "\(line)")
      #expect(line.utf8.count + 2 <= 82, "\(line)")
    }
  }

  @Test func `each of 600 epochs has its sentences and RMC at least 13 fields`() throws {
    let kinds = try Self.lines().map { String($0.dropFirst(3).prefix(3)) }
    for kind in ["RMC", "VTG", "GGA", "ZDA"] {
      #expect(kinds.count { $0 == kind } == 600)
    }
    #expect(kinds.count { $0 == "GSA" } == 1200)
    #expect(kinds.count { $0 == "GSV" } == 3000)
    for line in try Self.lines() where line.hasPrefix("$GNRMC") {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      #expect(fields.count >= 13)
      #expect(fields[12] == "A")
    }
  }

  @Test func `the drive loops without a jump, keeps to its speed, turns and stops`() throws {
    let epochs = try Self.epochs()
    for (index, epoch) in epochs.enumerated() {
      let next = epochs[(index + 1) % epochs.count]
      let moved = Geodesic.distance(from: epoch.coordinate, to: next.coordinate)
      // The receiver's slow error adds a few centimetres per second.
      #expect(abs(moved - (epoch.speed + next.speed) / 2) < 0.8, "epoch \(index)")
      // Braking at 2 m/s², and below 0.3 m/s a receiver says 0.
      #expect(abs(next.speed - epoch.speed) <= 2.3, "epoch \(index)")
    }
    #expect((14...17).contains(epochs.map(\.speed).max() ?? 0))
    let stops = zip(epochs, epochs.dropFirst()).count { $0.speed > 0 && $1.speed == 0 }
    #expect(stops == 6)
    #expect(epochs.allSatisfy { ($0.speed == 0) == ($0.course == nil) })
    let quadrants = Set(epochs.compactMap { $0.course.map { Int($0 / 90) } })
    #expect(quadrants == [0, 1, 2, 3])
  }

  @Test func `a real gpsd sees every epoch of it, with its satellites`() throws {
    let deadline = Deadline(in: 60)
    let feeder = try RecordingFeeder(
      file: Self.file,
      pace: .epochs(beginningWith: "$GNRMC", milliseconds: 5)
    )
    let gpsd = try RealGPSD(feeder: feeder)
    let client = try GPSDClient(port: gpsd.port)
    try client.watch(before: deadline)
    feeder.start()
    var times: Set<String> = []
    var mostUsed = 0
    while times.count < 600, let line = try client.lines.nextLine(before: deadline) {
      guard let report = JSONObject(line) else { continue }
      if report.integer("mode") == 3, let time = report.text("time") { times.insert(time) }
      mostUsed = max(mostUsed, report.integer("uSat") ?? 0)
      #expect(report.text("device") == nil || report.text("device") == gpsd.device)
    }
    #expect(times.count == 600)
    #expect(mostUsed == 16)
  }

  @Test func `served live it says the clock's own time`() throws {
    let deadline = Deadline(in: 20)
    let process = try ChildProcess(try Project.program("make-recording"), ["--serve", Self.file])
    let line = try process.nextLine(from: process.output, before: deadline)
    let receiver = try GPSDClient(port: try #require(line.flatMap(UInt16.init)))
    var clocks: [Double] = []
    while clocks.count < 2, let line = try receiver.lines.nextLine(before: deadline) {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard fields[0] == "$GNRMC" else { continue }
      let (time, date) = (fields[1], fields[9])
      let text =
        "20\(date.suffix(2))-\(date.dropFirst(2).prefix(2))-\(date.prefix(2))T"
        + "\(time.prefix(2)):\(time.dropFirst(2).prefix(2)):\(time.dropFirst(4).prefix(2))Z"
      clocks.append(try #require(secondsSince1970(text)))
    }
    #expect(clocks[1] - clocks[0] == 1)
    #expect(abs(clocks[1] - Date().timeIntervalSince1970) < 1)
  }
}
