// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import LinuxIO
internal import LocationTestSupport
internal import Testing

/// Without an override, a client of the gpsd surface sees what a client of gpsd sees: the same
/// objects in the same order, byte for byte; a TPV may have `sequence` besides.
@Suite(
  .enabled(
    if: Recordings.folder != nil,
    "LOCATIOND_RECORDINGS does not name a folder of recordings"
  )
)
struct GPSDDifferentialTests {
  /// Every fifth file: drivers and oddities of all kinds stand side by side in the alphabet.
  private static let sample = Recordings.files.enumerated().filter { $0.offset % 5 == 0 }
    .map(\.element)

  @Test(.timeLimit(.minutes(10)), arguments: sample)
  func `every object of a recording is forwarded as it is`(file: String) async throws {
    await TwoLanes.shared.enter()
    let result = Result { try Self.run(file) }
    await TwoLanes.shared.leave()
    let (expected, seen) = try result.get()
    #expect(!expected.isEmpty)
    #expect(seen == expected)
  }

  private static func run(_ file: String) throws -> (expected: [String], seen: [String]) {
    let deadline = Deadline(in: 60)
    let feeder = try RecordingFeeder(file: Recordings.path(file))
    let gpsd = try RealGPSD(feeder: feeder)
    let port = try freePort()
    let daemon = try RunningDaemon(
      gpsd: gpsd.port,
      configuration: "[source]\nstale-after = 30\n",
      arguments: ["--gpsd-listen", "127.0.0.1:\(port)"]
    )
    let streams = try [gpsd.port, port].map { port in
      let stream = try SurfaceScene.connect(port)
      try stream.send("?WATCH={\"enable\":true,\"json\":true,\"nmea\":true};")
      _ = try stream.object("WATCH", before: deadline)
      return stream
    }
    // What nmea:true asks of the upstream must be confirmed before the data flows.
    try daemon.waitUntilWatching(before: deadline)
    feeder.start()
    try feeder.waitUntilSent(before: deadline)
    var lines: [[String]] = [[], []]
    var quiet = Deadline(in: 1.5)
    while !quiet.isOver {
      _ = LineStream.waitForAny(streams + [daemon.process.errors], before: quiet.limited(to: 0.05))
      for (index, stream) in streams.enumerated() {
        while let line = stream.takeLine() {
          quiet = Deadline(in: 1.5)
          lines[index].append(line)
        }
      }
    }
    let plain = lines[1].map { line in
      guard line.hasPrefix("{\"class\":\"TPV\""), let range = line.range(of: ",\"sequence\":")
      else { return line }
      return line[..<range.lowerBound] + "}"
    }
    return (lines[0], plain)
  }
}
