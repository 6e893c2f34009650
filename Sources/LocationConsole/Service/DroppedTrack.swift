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
  /// Points that a page is given to draw.
  private static let drawn = 2000

  package let name: String
  package let stops: [RouteStop]
  private let format: String
  private let skipped: Int
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
    skipped = reader.summary.skippedPoints
    tracks = reader.summary.tracks
  }

  /// What a page needs to show it, with a part of its points.
  package func summary(id: String) -> JSONValue {
    let step = max(1, (stops.count + Self.drawn - 1) / Self.drawn)
    var line: [JSONValue] = []
    for (index, stop) in stops.enumerated() where index % step == 0 || index == stops.count - 1 {
      guard let latitude = stop.value["latitude"], let longitude = stop.value["longitude"] else {
        continue
      }
      line.append(.array([latitude, longitude]))
    }
    return .object([
      "id": .string(id), "name": .string(name), "format": .string(format),
      "points": .integer(Int64(stops.count)), "skipped": .integer(Int64(skipped)),
      "tracks": .integer(Int64(tracks)),
      "seconds": .number(stops.last?.offset ?? 0), "line": .array(line),
    ])
  }
}
