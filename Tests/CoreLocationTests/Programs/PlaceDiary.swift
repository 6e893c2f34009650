// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Glibc
import LocationTestSupport
import Testing

// As programs do: a diary of the places where its user has been.

private final class PlaceDiary: NSObject, CLLocationManagerDelegate {
  struct Entry: Codable {
    let latitude, longitude, accuracy: Double
    let arrival: Date
    let departure: Date?
  }

  private let locationManager = CLLocationManager()
  private(set) var entries: [Entry] = []

  override init() {
    super.init()
    locationManager.delegate = self
    locationManager.requestAlwaysAuthorization()
    locationManager.startMonitoringVisits()
  }

  func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) {
    let isOver = visit.departureDate != Date.distantFuture
    entries.append(
      Entry(
        latitude: visit.coordinate.latitude,
        longitude: visit.coordinate.longitude,
        accuracy: visit.horizontalAccuracy,
        arrival: visit.arrivalDate,
        departure: isOver ? visit.departureDate : nil
      )
    )
  }
}

/// A library by which a program's clocks, monotonic ones too, run faster; nil where there is none.
///
/// A program under a sanitizer cannot be given it: both take the place of the same functions.
private let fakeTime: String? = {
  let isSanitized = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
  let folders = ["x86_64", "aarch64"].map { "/usr/lib/\($0)-linux-gnu/faketime" }
  let files = folders.map { "\($0)/libfaketime.so.1" }
  return isSanitized ? nil : files.first { access($0, R_OK) == 0 }
}()

extension CLLocationManagerTests {
  @Test(
    .enabled(if: fakeTime != nil, "faketime is not installed, or a sanitizer is in its place")
  )
  func `a stay of minutes is told on arrival and on departure, with place and dates`()
    async throws
  {
    let library = try #require(fakeTime)
    let gpsd = try FakeGPSD()
    // A hundred seconds of the daemon are one of ours.
    let daemon = try RunningDaemon(
      gpsd: gpsd.port,
      environment: ["LD_PRELOAD": library, "FAKETIME": "+0 x100"]
    )
    defer {
      for name in ["faketime_shm", "sem.faketime_sem"] {
        unlink("/dev/shm/\(name)_\(daemon.process.pid)")
      }
    }
    setenv("LOCATIOND_SOCKET", daemon.socketPath, 1)
    let diary = PlaceDiary()
    let receiver = try gpsd.accept()
    try receiver.send(FakeGPSD.banner)
    _ = try receiver.requests()
    try receiver.send(FakeGPSD.watching)
    let begin = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded())
    let formatter = ISO8601DateFormatter()
    var seconds = 0
    /// Reports a fix of every second at a place, at the daemon's pace, until something happens.
    func stay(_ latitude: Double, until condition: () -> Bool) async throws {
      try await wait("a visit", seconds: 30) {
        let time = formatter.string(from: begin.addingTimeInterval(Double(seconds)))
        let place = #""lat":\#(latitude),"lon":2.2945,"eph":5.0"#
        try? receiver.send(FakeGPSD.tpv(place, time: time))
        seconds += 1
        return condition()
      }
    }
    try await stay(48.8584) { diary.entries.count == 1 }
    let lastSecond = seconds - 1
    try await stay(48.9) { diary.entries.count == 2 }
    let (arrival, departure) = (diary.entries[0], diary.entries[1])
    for entry in diary.entries {
      #expect(abs(entry.latitude - 48.8584) < 1e-6 && abs(entry.longitude - 2.2945) < 1e-6)
      #expect(entry.arrival == begin && entry.accuracy > 0)
    }
    #expect(arrival.departure == nil)
    #expect(departure.departure == begin.addingTimeInterval(Double(lastSecond)))
  }
}
