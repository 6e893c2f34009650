// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore
internal import TrackFiles

/// What a plot keeps of a track: a bounded part of its points, and what all of them make.
struct PlotTrack {
  /// A point, with where it stands on the axes of the profiles.
  struct Point: Hashable {
    var coordinate: Coordinate
    /// Degrees that go on over the antimeridian.
    var longitude: Double
    /// Seconds since the first point.
    var offset: Double
    /// Metres travelled since the first point.
    var way: Double
    var altitude: Double?
    /// Metres per second.
    var speed: Double?
    /// Nothing was travelled between the point before and this one.
    var isBegin: Bool
  }

  /// Points at most; of a longer track every second one goes, again and again.
  static let capacity = 200_000

  private(set) var points: [Point] = []
  private(set) var count = 0
  /// Points that no map of this projection shows where they are.
  private(set) var pointsBeyondEdge = 0
  private(set) var hasTimes = false
  private(set) var start: UTCTime?
  private let capacity: Int
  private var timeline = Timeline()
  private var stride = 1
  private var last: Point?
  private var lostBegin = false

  var seconds: Double { last?.offset ?? 0 }
  var metres: Double { last?.way ?? 0 }
  var repairs: Timeline.Repairs { timeline.repairs }

  init(capacity: Int = PlotTrack.capacity) {
    self.capacity = capacity
  }

  mutating func add(_ event: TrackEvent) {
    for entry in timeline.add(event) { take(entry) }
  }

  mutating func finish() {
    for entry in timeline.finish() { take(entry) }
    // The end is drawn, whatever was left out before.
    if let last, points.last != last { points.append(last) }
  }

  private mutating func take(_ entry: Timeline.Entry) {
    guard case .point(let found) = entry.content else { return }
    var point = Point(
      coordinate: found.coordinate,
      longitude: found.coordinate.longitude,
      offset: entry.offset,
      way: 0,
      altitude: found.altitude ?? found.ellipsoidalAltitude,
      speed: found.speed,
      isBegin: last == nil || entry.isDiscontinuous
    )
    if found.time != nil { hasTimes = true }
    if count == 0 { start = found.time }
    if found.coordinate.latitude.magnitude > PlotMap.edge { pointsBeyondEdge += 1 }
    if let last {
      let turns = ((point.longitude - last.longitude) / 360).rounded()
      point.longitude -= turns * 360
      point.way = last.way
      if !entry.isDiscontinuous {
        let way = Geodesic.distance(from: last.coordinate, to: point.coordinate)
        point.way += way
        // What the file does not say, if its times are its own.
        let span = point.offset - last.offset
        if point.speed == nil, found.time != nil, span > 0 { point.speed = way / span }
      }
    }
    last = point
    keep(point)
    count += 1
  }

  private mutating func keep(_ point: Point) {
    guard count % stride == 0 else {
      lostBegin = lostBegin || point.isBegin
      return
    }
    var point = point
    point.isBegin = point.isBegin || lostBegin
    lostBegin = false
    points.append(point)
    guard points.count >= capacity else { return }
    stride *= 2
    var kept: [Point] = []
    var isBegin = false
    for (index, var point) in points.enumerated() {
      isBegin = isBegin || point.isBegin
      guard index % 2 == 0 else { continue }
      point.isBegin = isBegin
      isBegin = false
      kept.append(point)
    }
    points = kept
    lostBegin = isBegin
  }
}
