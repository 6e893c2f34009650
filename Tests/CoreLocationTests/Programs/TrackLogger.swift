// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import LocationTestSupport
import Testing

// As programs do: a logger that keeps the good locations and writes them as GPX.

private final class TrackLogger: NSObject, CLLocationManagerDelegate {
  private let locationManager = CLLocationManager()
  private let dateFormatter: ISO8601DateFormatter = {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    return formatter
  }()
  private(set) var track: [CLLocation] = []
  private(set) var distance: CLLocationDistance = 0

  override init() {
    super.init()
    locationManager.delegate = self
    locationManager.desiredAccuracy = kCLLocationAccuracyBest
    locationManager.distanceFilter = 5
    locationManager.activityType = .fitness
    locationManager.allowsBackgroundLocationUpdates = true
  }

  func start() {
    guard CLLocationManager.locationServicesEnabled() else { return }
    switch locationManager.authorizationStatus {
    case .notDetermined: locationManager.requestWhenInUseAuthorization()
    case .authorizedAlways, .authorizedWhenInUse: locationManager.startUpdatingLocation()
    case .denied, .restricted: break
    @unknown default: break
    }
  }

  func stop() { locationManager.stopUpdatingLocation() }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    for location in locations
    where location.horizontalAccuracy >= 0 && location.horizontalAccuracy < 20
      && abs(location.timestamp.timeIntervalSinceNow) < 10
    {
      if let last = track.last { distance += location.distance(from: last) }
      track.append(location)
    }
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
    if let error = error as? CLError, error.code == .denied { manager.stopUpdatingLocation() }
  }

  func export(to url: URL) throws {
    var gpx = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
    gpx += #"<gpx version="1.1" creator="TrackLogger" xmlns="http://www.topografix.com/GPX/1/1">"#
    gpx += "\n<trk><trkseg>\n"
    for location in track {
      let coordinate = location.coordinate
      gpx += #"<trkpt lat="\#(coordinate.latitude)" lon="\#(coordinate.longitude)">"#
      gpx += String(format: "<ele>%.2f</ele>", location.altitude)
      gpx += "<time>\(dateFormatter.string(from: location.timestamp))</time></trkpt>\n"
    }
    gpx += "</trkseg></trk>\n</gpx>\n"
    try gpx.write(to: url, atomically: true, encoding: .utf8)
  }
}

extension CLLocationManagerTests {
  @Test func `a logger of tracks writes a GPX that is read back as it was driven`() async throws {
    try run("start", "--speed", "50", "--interval", "0.05", "48.8584,2.2945", "48.8984,2.2945")
    let logger = TrackLogger()
    logger.start()
    try await wait("a track") { logger.track.count >= 20 }
    logger.stop()
    let folder = try TemporaryFolder()
    let (gpx, lines) = (folder.path("track.gpx"), folder.path("track.json"))
    try logger.export(to: URL(fileURLWithPath: gpx))
    try run("convert", gpx, lines, "--format", "gpsd")
    let fixes = try String(contentsOfFile: lines, encoding: .utf8).split(separator: "\n")
      .compactMap { JSONObject(String($0)) }.filter { $0.text("class") == "TPV" }
    #expect(fixes.count == logger.track.count)
    // Nine decimals of a degree are written.
    for (fix, location) in zip(fixes, logger.track) {
      let (latitude, longitude) = (try #require(fix.number("lat")), try #require(fix.number("lon")))
      #expect(abs(latitude - location.coordinate.latitude) < 1e-9)
      #expect(abs(longitude - location.coordinate.longitude) < 1e-9)
    }
    let (first, last) = (try #require(logger.track.first), try #require(logger.track.last))
    #expect(abs(logger.distance - last.distance(from: first)) < 0.01)
    // The distance filter: no two neighbours are nearer than it.
    for (one, next) in zip(logger.track, logger.track.dropFirst()) {
      #expect(next.distance(from: one) >= 5)
    }
  }
}
