// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationTestSupport

/// One recording through a real gpsd to a plain client and to a subscriber, in one run.
struct RecordingRun {
  /// Seconds of silence on both sides after the last byte that mean the end: more than the
  /// longest wait for an epoch's last report.
  private static let silence = 1.5
  private static let longest = 60.0

  private(set) var reference = ReferenceEpochs()
  private(set) var received: [ReceivedLocation] = []
  /// Anything a subscriber must not see: conflated deliveries, malformed locations.
  private(set) var oddities: [String] = []

  init(file: String) throws {
    let deadline = Deadline(in: Self.longest)
    let feeder = try RecordingFeeder(file: file)
    let gpsd = try RealGPSD(feeder: feeder)
    let daemon = try RunningDaemon(gpsd: gpsd.port)
    let client = try GPSDClient(port: gpsd.port)
    try client.watch(before: deadline)
    let subscriber = try daemon.connect()
    _ = try subscriber.call("startUpdatingLocation", before: deadline)
    try daemon.waitUntilWatching(before: deadline)

    feeder.start()
    var quietSince = Deadline(in: Self.silence)
    var isSent = false
    while !(isSent && quietSince.isOver) {
      guard !deadline.isOver else { throw TimedOut("gpsd to fall silent after \(file)") }
      if !isSent, feeder.isSent {
        isSent = true
        quietSince = Deadline(in: Self.silence)
      }
      _ = LineStream.waitForAny(
        [client.lines, subscriber.lines, daemon.process.errors],
        before: deadline.limited(to: 0.05)
      )
      var hasNews = false
      while let report = client.takeReport() {
        hasNews = true
        reference.take(report)
      }
      while let callback = subscriber.takeCallback() {
        hasNews = hasNews || callback.text("method") == "didUpdateLocations"
        take(callback)
      }
      if hasNews { quietSince = Deadline(in: Self.silence) }
    }
    if subscriber.lines.isClosed { oddities.append("the daemon closed the connection") }
    if client.lines.isClosed { oddities.append("gpsd closed the connection") }
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
