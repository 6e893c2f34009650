// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationTestSupport
internal import Testing

/// The bundled drive through a real gpsd to a running locationd.
struct MainJobScene {
  let gpsd: RealGPSD
  let daemon: RunningDaemon

  init(configuration: String = "") throws {
    gpsd = try RealGPSD(feeder: .drive())
    daemon = try RunningDaemon(gpsd: gpsd.port, configuration: configuration)
  }

  /// A subscriber that has started updates.
  func subscriber(before deadline: Deadline) throws -> SubscriberConnection {
    let subscriber = try daemon.connect()
    let answer = try subscriber.call("startUpdatingLocation", before: deadline)
    #expect(answer.has("result"))
    return subscriber
  }
}

extension RecordingFeeder {
  /// The drive again and again at five epochs per second, so that tests need not wait long for a fix.
  static func drive() throws -> RecordingFeeder {
    let feeder = try RecordingFeeder(
      file: BundledRecordingTests.file,
      pace: .epochs(beginningWith: "$GNRMC", milliseconds: 200),
      isLooped: true
    )
    feeder.start()
    return feeder
  }
}

/// Whether a location is one of the drive, near enough to its start.
func isOfDrive(_ location: JSONObject) -> Bool {
  guard let latitude = location.number("latitude"), let longitude = location.number("longitude")
  else { return false }
  return abs(latitude + 34.9) < 0.05 && abs(longitude + 56.19) < 0.05
}

/// Whether a location says that software made it.
func isSimulated(_ location: JSONObject) -> Bool? {
  location.object("source")?.flag("isSimulatedBySoftware")
}
