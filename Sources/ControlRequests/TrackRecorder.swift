// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

package import LocationCore
package import LocationProtocol
package import TrackFiles

/// Turns callbacks into the events of a track.
package struct TrackRecorder {
  private var overrides: [String]?
  private var isBegun = false
  private var last: TrackPoint?

  package init() {}

  /// A change of the overrides is a jump, not a way.
  ///
  /// A location that is told again at the same place and time, as at the end of a recording, is no
  /// point of its own.
  package mutating func events(_ callback: Callback<LocationMessage>) -> [TrackEvent] {
    switch callback {
    case .didUpdateLocations(let locations):
      var events: [TrackEvent] = []
      for location in locations {
        if !isBegun {
          events.append(.track(name: nil))
        } else if overrides != location.source.overrides {
          events.append(.segmentBreak)
          last = nil
        }
        isBegun = true
        overrides = location.source.overrides
        guard let point = TrackPoint(location),
          point.coordinate != last?.coordinate || point.time != last?.time
        else { continue }
        last = point
        events.append(.point(point))
      }
      return events
    case .didFailWithError(let error) where error.code == .locationUnknown && isBegun:
      last = nil
      return [.fixLost(time: nil)]
    default: return []
    }
  }
}

extension TrackPoint {
  /// Nil for a position that is none.
  package init?(_ location: LocationMessage) {
    guard
      let coordinate = Coordinate(latitude: location.latitude, longitude: location.longitude)
    else { return nil }
    self.init(coordinate: coordinate, time: location.timestamp)
    altitude = location.altitude
    ellipsoidalAltitude = location.ellipsoidalAltitude
    horizontalAccuracy = location.horizontalAccuracy
    verticalAccuracy = location.verticalAccuracy
    speed = location.speed
    speedAccuracy = location.speedAccuracy
    course = location.course
    courseAccuracy = location.courseAccuracy
    isSimulated = location.source.isSimulatedBySoftware
    switch location.gnss?.mode {
    case .twoD: dimension = .twoD
    case .threeD: dimension = .threeD
    case nil: break
    }
  }
}
