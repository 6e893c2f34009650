// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import LocationCore

/// Writes the bundled recording of a drive, or plays one as a receiver would.
@main struct Main {
  private static let usage = """
    usage: make-recording               write the recording of a drive to standard output
           make-recording --serve FILE  be a receiver on a TCP port that plays a recording forever
    """

  /// A town with a grid of streets that stands a little askew to north.
  private static let origin = Coordinate(latitude: -34.9058, longitude: -56.1913)
  private static let rotation = 8.0

  private static let route = Route(corners: [
    corner(230, 0, radius: 9, limit: 12.5, wait: 0),
    corner(230, 380, radius: 9, limit: 13.9, wait: 24),
    corner(630, 380, radius: 14, limit: 13.9, wait: 0),
    corner(1020, 700, radius: 60, limit: 16.7, wait: 0),
    corner(1020, 1060, radius: 12, limit: 16.7, wait: 31),
    corner(560, 1060, radius: 9, limit: 13.9, wait: 17),
    corner(560, 800, radius: 9, limit: 8.3, wait: 0),
    corner(30, 800, radius: 10, limit: 12.5, wait: 28),
    corner(30, 580, radius: 8, limit: 8.3, wait: 0),
    corner(-330, 580, radius: 25, limit: 13.9, wait: 0),
    corner(-500, 230, radius: 45, limit: 13.9, wait: 0),
    corner(-500, 0, radius: 9, limit: 12.5, wait: 12),
  ])

  static func main() {
    switch Array(CommandLine.arguments.dropFirst()) {
    case []: writeDrive()
    case let arguments where arguments.count == 2 && arguments[0] == "--serve":
      serve(arguments[1])
    default: fail(usage, code: 64)
    }
  }

  private static func writeDrive() {
    guard let origin, let drive = Drive(route: route, origin: origin, rotation: rotation) else {
      fail("make-recording: the drive does not fit its ten minutes", code: 70)
    }
    var text = """
      # A drive of ten minutes through a town that ends where it began; one epoch per second.
      # Written by make-recording; no receiver was there.

      """
    let writer = SentenceWriter()
    for sample in drive.samples {
      let time = SentenceTime(
        year: 2026,
        month: 6,
        day: 6,
        hour: 14,
        minute: 30 + sample.second / 60,
        second: sample.second % 60
      )
      for line in writer.epoch(sample, time: time) { text += line + "\r\n" }
    }
    FileHandle.standardOutput.write(Data(text.utf8))
  }

  private static func serve(_ path: String) {
    guard let data = FileManager.default.contents(atPath: path) else {
      fail("make-recording: cannot read \(path)", code: 66)
    }
    guard let feed = LiveFeed(String(decoding: data, as: UTF8.self)) else {
      fail("make-recording: \(path) has no RMC sentence", code: 65)
    }
    do { try feed.serve() } catch { fail("make-recording: \(error)", code: 71) }
  }

  private static func corner(
    _ east: Double,
    _ north: Double,
    radius: Double,
    limit: Double,
    wait: Double
  ) -> Route.Corner {
    Route.Corner(
      point: PlanPoint(east: east, north: north),
      radius: radius,
      speedLimit: limit,
      wait: wait
    )
  }

  private static func fail(_ message: String, code: Int32) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(code)
  }
}
