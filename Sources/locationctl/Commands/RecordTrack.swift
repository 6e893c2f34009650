// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationClient
internal import LocationCore
internal import LocationProtocol
internal import TrackFiles

/// `record`: what a subscriber gets, as a track.
enum RecordTrack {
  static func run(_ invocation: Invocation, _ context: Context) throws(Failure) {
    guard let path = invocation.texts.first else { return }
    let format = try TrackOutput.format(invocation, path)
    let connection = try context.subscriber()
    let output = try TrackOutput(path, format: format, whenWhole: false, context)
    let deadline = invocation.duration(.recordingTime)
      .map { LocationConnection.deadline(after: $0) }
    try context.untilInterrupted { () throws(Failure) in
      let method = SubscriberMethod.startUpdatingLocation.rawValue
      _ = try context.call(connection, method)
      var recorder = TrackRecorder()
      while let callback = try context.next(connection, until: deadline) {
        guard let message = callback.message else { continue }
        if case .didChangeAuthorization(let authorization) = message.callback,
          [.denied, .restricted].contains(authorization.status)
        {
          throw .notPermitted("location is not permitted: \(authorization.status.rawValue)")
        }
        for event in recorder.events(message.callback) { try output.write(event) }
        // Whoever looks at the file, or at a full disk, sees it now.
        try output.flush()
      }
    }
    try output.finish()
    try output.report("location", path, isJSON: invocation.has(.json))
  }
}

/// Turns callbacks into the events of a track.
struct TrackRecorder {
  private var overrides: [String]?
  private var isBegun = false

  /// A change of the overrides is a jump, not a way.
  mutating func events(_ callback: Callback<LocationMessage>) -> [TrackEvent] {
    switch callback {
    case .didUpdateLocations(let locations):
      var events: [TrackEvent] = []
      for location in locations {
        if !isBegun {
          events.append(.track(name: nil))
        } else if overrides != location.source.overrides {
          events.append(.segmentBreak)
        }
        isBegun = true
        overrides = location.source.overrides
        if let point = TrackPoint(location) { events.append(.point(point)) }
      }
      return events
    case .didFailWithError(let error) where error.code == .locationUnknown && isBegun:
      return [.fixLost(time: nil)]
    default: return []
    }
  }
}

extension TrackPoint {
  /// Nil for a position that is none.
  init?(_ location: LocationMessage) {
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
    switch location.gnss?.mode {
    case .twoD: dimension = .twoD
    case .threeD: dimension = .threeD
    case nil: break
    }
  }
}
