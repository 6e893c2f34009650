// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

package import ControlRequests
internal import LocationClient
internal import LocationCore
package import LocationProtocol
internal import TrackFiles

/// A track file that was dropped on the map, read with the rights of this process's user.
package struct DroppedTrack: Sendable {
  /// Why a file is refused.
  package struct Refusal: Error, Hashable, Sendable {
    package let reason: String

    package init(reason: String) { self.reason = reason }
  }

  /// Points of a file at most; longer ones are for `locationctl play`.
  package static let capacity = 100_000
  package let name: String
  package let stops: [RouteStop]
  private let format: String
  /// What was left out, and what of its times is not as the file has them.
  private let notes: [String]
  private let timeNote: String?
  private let tracks: Int

  /// Reads a whole file, or of its tracks only that one, the first being 1.
  package init(name: String, bytes: [UInt8], number: Int? = nil) throws(Refusal) {
    self.name = name
    let reader = TrackReader(
      source: MemorySource(bytes),
      name: name,
      options: TrackReader.Options(track: number)
    )
    var track = TrackStops(keepsTimes: true)
    var stops: [RouteStop] = []
    do throws(TrackError) {
      while let event = try reader.next() {
        stops += track.add(event)
        guard stops.count <= Self.capacity else { break }
      }
    } catch {
      throw Refusal(reason: error.description)
    }
    stops += track.finish()
    guard stops.count <= Self.capacity else {
      throw Refusal(
        reason: "\(name): more than \(Self.capacity) points; locationctl play takes such a file"
      )
    }
    self.stops = stops
    format = reader.format?.rawValue ?? ""
    var summary = reader.summary
    for (value, count) in track.refusedValues { summary.refuse(value, count: count) }
    notes = TrackNotes.lines(summary, nil)
    timeNote = TrackNotes.times(track.repairs)
    tracks = summary.tracks
  }

  /// What a page needs to show it, with the points that give it its form.
  package func summary(id: String) -> JSONValue {
    // The loss of a fix is a stop, but no point of the file.
    let points = stops.count { !$0.isLoss }
    var members: [String: JSONValue] = [
      "id": .string(id), "name": .string(name), "format": .string(format),
      "points": .integer(Int64(points)), "isLong": .bool(stops.count > RouteSpec.window),
      "notes": .array(notes.map { .string($0) }),
      "tracks": .integer(Int64(tracks)),
      "seconds": .number(stops.last?.offset ?? 0),
      "metres": .number(PlannedRoute.metres(of: stops)), "line": PlannedRoute.line(of: stops),
    ]
    members["timeNote"] = timeNote.map { .string($0) }
    return .object(members)
  }
}
