// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// Turns the bytes of one format into events; fed piece by piece, so its memory is bounded.
protocol TrackDecoder: AnyObject {
  /// The line that reading has come to, the first being 1.
  var line: Int? { get }
  func decode(_ bytes: Span<UInt8>) throws(TrackFailure)
  /// The file has ended; a decoder that waits for more refuses it here.
  func finish() throws(TrackFailure)
}

/// What a decoder has found: events in order, and the counts that go with them.
///
/// Tracks, segments and losses are remembered and announced with the next point, so that empty
/// ones leave no trace.
final class DecoderOutput {
  /// Waypoints kept for the case that the file turns out to have no track: about 14 MB.
  static let keptWaypoints = 100_000

  var format: TrackFormat?
  /// What is read comes as it happens, from a pipe.
  var isLive = false
  var summary = ReadSummary()
  private(set) var trackCount = 0
  var hasTrack: Bool { trackCount > 0 }

  private var queue: [Item] = []
  private var head = 0
  private var trackName: String?
  private var beginsTrack = true
  private var beginsSegment = true
  private var isFixLost = false
  private var waypointPoints: [TrackPoint] = []

  private enum Item {
    case event(TrackEvent)
    /// Unpacked point by point on its way out, because a column takes a fifth of an event.
    case batch(PositionBatch, next: Int)
  }

  func beginTrack(name: String? = nil) {
    beginsTrack = true
    trackName = name
  }

  /// Names the track that began, if none of its points was given out yet.
  func nameTrack(_ name: String) {
    if beginsTrack, trackName == nil { trackName = name }
  }

  func beginSegment() {
    beginsSegment = true
  }

  func point(_ point: TrackPoint) {
    announce()
    queue.append(.event(.point(point)))
  }

  func batch(_ batch: PositionBatch) {
    guard batch.count > 0 else { return }
    announce()
    queue.append(.batch(batch, next: 0))
  }

  /// Reports the loss of the fix unless it is reported already.
  func fixLost(time: UTCTime?) {
    guard !isFixLost else { return }
    isFixLost = true
    queue.append(.event(.fixLost(time: time)))
  }

  /// A single place: no part of a track unless the file has nothing else.
  func waypoint(_ point: TrackPoint) {
    summary.waypoints += 1
    if !hasTrack, waypointPoints.count < Self.keptWaypoints { waypointPoints.append(point) }
  }

  private func announce() {
    if beginsTrack {
      if trackCount == 0 { waypointPoints = [] }
      trackCount += 1
      queue.append(.event(.track(name: trackName)))
      trackName = nil
    } else if beginsSegment {
      queue.append(.event(.segmentBreak))
    }
    beginsTrack = false
    beginsSegment = false
    isFixLost = false
  }

  /// Makes the waypoints the track of a file that has no other.
  ///
  /// Xcode's simulator files are written so: timed waypoints are the route.
  func finish() throws(TrackFailure) {
    guard !hasTrack, !waypointPoints.isEmpty else { return }
    guard summary.waypoints == waypointPoints.count else {
      throw TrackFailure(
        reason: "\(summary.waypoints) waypoints and no track; "
          + "at most \(Self.keptWaypoints) waypoints can be a route"
      )
    }
    let points = waypointPoints
    summary.waypoints = 0
    beginTrack()
    for waypoint in points { point(waypoint) }
  }

  /// The oldest event, removed.
  func next() -> TrackEvent? {
    while head < queue.count {
      switch queue[head] {
      case .event(let event):
        head += 1
        return event
      case .batch(let batch, let index):
        guard index < batch.count else {
          head += 1
          continue
        }
        queue[head] = .batch(batch, next: index + 1)
        return .point(batch.point(index, counting: &summary))
      }
    }
    queue.removeAll(keepingCapacity: queue.count < 4096)
    head = 0
    return nil
  }
}
