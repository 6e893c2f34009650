// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

@testable import LocationCore

/// Simulated time: starts at 2026-11-30T12:00:00Z and moves only when told to.
func moment(_ seconds: Double) -> Now {
  Now(
    instant: Instant(nanoseconds: 1_000_000_000_000) + seconds,
    utc: UTCTime(milliseconds: 1_796_040_000_000) + seconds
  )
}

func coordinate(_ latitude: Double, _ longitude: Double) -> Coordinate {
  guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
    preconditionFailure("a test asked for a coordinate out of range")
  }
  return coordinate
}

/// A report of a plain 3D fix whose receiver's time is `time` seconds after `moment(0)`.
func report(
  _ latitude: Double,
  _ longitude: Double,
  time: Double?,
  device: String = "/dev/ttyACM0",
  mode: FixReport.Mode = .threeD
) -> FixReport {
  var report = FixReport(device: device, mode: mode)
  report.coordinate = coordinate(latitude, longitude)
  report.time = time.map { moment($0).utc }
  report.eph = 17.3
  return report
}

let operatorOwner = Owner(uid: 0, pid: 1, unit: nil, session: "c1")

extension Array where Element == Publication {
  /// The fixes of one view, in order.
  func fixes(of view: ViewID) -> [Fix] {
    flatMap { publication -> [Fix] in
      guard publication.view == view, case .didUpdateLocations(let locations) = publication.callback
      else { return [] }
      return locations.map(\.fix)
    }
  }
}
