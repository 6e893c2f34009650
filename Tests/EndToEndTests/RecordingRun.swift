// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import LocationTestSupport

/// One recording through a real gpsd to a plain client, to a subscriber and to a client of the gpsd
/// surface, in one run.
struct RecordingRun {
  /// All that a client can ask for as lines.
  private static let watch = #"?WATCH={"enable":true,"json":true,"nmea":true,"raw":1,"pps":true};"#
  /// Seconds of silence on both sides after the last byte that mean the end: more than the
  /// longest wait for an epoch's last report.
  private static let silence = 1.5
  private static let longest = 60.0

  private(set) var reference = ReferenceEpochs()
  private(set) var received: [ReceivedLocation] = []
  /// Anything a subscriber must not see: conflated deliveries, malformed locations.
  private(set) var oddities: [String] = []
  /// Every line that gpsd's own client and the surface's were sent, without `sequence`.
  private(set) var forwarding = ForwardedLines()

  /// Plays a file until both sides have been silent for so many seconds.
  init(file: String, silence: Double = Self.silence) throws {
    let deadline = Deadline(in: Self.longest)
    let feeder = try RecordingFeeder(file: file)
    let gpsd = try RealGPSD(feeder: feeder)
    let surfacePort = try freePort()
    let daemon = try RunningDaemon(
      gpsd: gpsd.port,
      arguments: ["--gpsd-listen", "127.0.0.1:\(surfacePort)"]
    )
    let client = try Self.watcher(gpsd.port, before: deadline)
    let surface = try Self.watcher(surfacePort, before: deadline)
    let subscriber = try daemon.connect()
    _ = try subscriber.call("startUpdatingLocation", before: deadline)
    try daemon.waitUntilWatching(before: deadline)
    // The daemon has asked for what the surface's client wants; an answer to another client says
    // that gpsd has read it.
    try client.send("?VERSION;")
    _ = try client.object("VERSION", before: deadline)

    feeder.start()
    var quietSince = Deadline(in: silence)
    var isSent = false
    while !(isSent && quietSince.isOver) {
      guard !deadline.isOver else { throw TimedOut("gpsd to fall silent after \(file)") }
      if !isSent, feeder.isSent {
        isSent = true
        quietSince = Deadline(in: silence)
      }
      _ = LineStream.waitForAny(
        [client, surface, subscriber.lines, daemon.process.errors],
        before: deadline.limited(to: 0.05)
      )
      var hasNews = false
      while let line = client.takeLine() {
        hasNews = true
        forwarding.expected.append(line)
        if let report = JSONObject(line) { reference.take(report) }
      }
      while let line = surface.takeLine() {
        hasNews = true
        forwarding.takeSeen(line)
      }
      while let callback = subscriber.takeCallback() {
        hasNews = hasNews || callback.text("method") == "didUpdateLocations"
        take(callback)
      }
      if hasNews { quietSince = Deadline(in: silence) }
    }
    if subscriber.lines.isClosed { oddities.append("the daemon closed the connection") }
    if client.isClosed { oddities.append("gpsd closed the connection") }
    if surface.isClosed { oddities.append("the surface closed the connection") }
  }

  private static func watcher(_ port: UInt16, before deadline: Deadline) throws -> LineStream {
    let stream = try SurfaceScene.connect(port)
    try stream.send(watch)
    _ = try stream.object("WATCH", before: deadline)
    return stream
  }

  private mutating func take(_ callback: JSONObject) {
    guard callback.text("method") == "didUpdateLocations" else { return }
    let params = callback.object("params")
    if let conflated = params?.integer("conflated") { oddities.append("conflated \(conflated)") }
    let locations = params?.objects("locations") ?? []
    if locations.count != 1 { oddities.append("\(locations.count) locations in one callback") }
    for location in locations {
      if let location = ReceivedLocation(location) {
        received.append(location)
      } else {
        oddities.append("not a location: \(location)")
      }
    }
  }
}

/// What a client of gpsd and one of the gpsd surface were sent in the same time.
struct ForwardedLines {
  var expected: [String] = []
  private(set) var seen: [String] = []

  /// Takes a line of the surface without the one member that a TPV may have besides.
  mutating func takeSeen(_ line: String) {
    guard line.hasPrefix("{\"class\":\"TPV\""), let range = line.range(of: ",\"sequence\":") else {
      return seen.append(line)
    }
    seen.append(line[..<range.lowerBound] + "}")
  }

  /// The first place where they part, in words; nil where they never do.
  var difference: String? {
    if expected == seen { return nil }
    let same = zip(expected, seen).prefix { $0 == $1 }.count
    func line(_ lines: [String]) -> String { same < lines.count ? lines[same] : "the end" }
    return "line \(same) of \(expected.count) and \(seen.count): "
      + "gpsd sent \(line(expected)), the surface \(line(seen))"
  }
}
