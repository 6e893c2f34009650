// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import Testing

@testable import TrackFiles

struct WriterTests {
  /// Two tracks, three segments, every value somewhere, and the corners of the world.
  static func events() throws -> [TrackEvent] {
    func point(_ latitude: Double, _ longitude: Double, _ second: Int64) throws -> TrackPoint {
      TrackPoint(
        coordinate: try #require(Coordinate(latitude: latitude, longitude: longitude)),
        time: UTCTime(milliseconds: 1_740_830_400_123 + second * 1000)
      )
    }
    var full = try point(48.85837, 2.294481, 0)
    full.altitude = 35.25
    full.ellipsoidalAltitude = 79.85
    full.horizontalAccuracy = 4.125
    full.verticalAccuracy = 6.5
    full.speed = 1.4
    full.course = 271.25
    full.speedAccuracy = 0.3
    full.courseAccuracy = 5
    full.dimension = .threeD
    full.isSimulated = true
    var flat = try point(-89.999999999, -179.999999999, 1)
    flat.dimension = .twoD
    return [
      .track(name: "a <b> & \"c\" \u{1} 漢"), .point(full), .point(flat),
      .point(try point(90, 180, 2)),
      .segmentBreak, .point(try point(-0.0000002, 0.000056, 3)),
      .point(try point(9.9999999999, 20, 4)),
      .track(name: nil), .point(try point(-90, -180, 5)),
    ]
  }

  static func write(_ events: [TrackEvent], as format: TrackFormat) -> [UInt8] {
    var output: [UInt8] = []
    guard var writer = TrackWriter(format: format) else { return output }
    for event in events { writer.write(event, to: &output) }
    writer.finish(to: &output)
    return output
  }

  private static func points() throws -> [TrackPoint] {
    try events().compactMap { if case .point(let point) = $0 { point } else { nil } }
  }

  @Test(arguments: [TrackFormat.gpx, .geoJSON, .gpsd, .nmea])
  func `what is written is read back the same`(format: TrackFormat) throws {
    let reading = try Reading(Self.write(Self.events(), as: format))
    let written = try Self.points()
    #expect(reading.format == format)
    #expect(reading.points.count == written.count)
    let precise = format != .nmea
    for (found, written) in zip(reading.points, written) {
      let way = Geodesic.distance(from: found.coordinate, to: written.coordinate)
      #expect(way < (precise ? 0.0002 : 0.002))
      #expect(found.time == written.time)
      #expect(found.isSimulated == written.isSimulated)
      #expect(found.dimension == written.dimension || written.dimension == nil)
      expectClose(found.altitude, written.altitude, 0.001)
      expectClose(found.ellipsoidalAltitude, written.ellipsoidalAltitude, precise ? 1e-6 : 0.05)
      expectClose(found.speed, written.speed, precise ? 1e-6 : 0.0003)
      expectClose(found.course, written.course, precise ? 1e-6 : 0.005)
      expectClose(found.horizontalAccuracy, written.horizontalAccuracy, precise ? 1e-6 : 0.001)
      expectClose(found.verticalAccuracy, written.verticalAccuracy, 0.001)
      guard precise else { continue }
      expectClose(found.speedAccuracy, written.speedAccuracy, 1e-6)
      expectClose(found.courseAccuracy, written.courseAccuracy, 1e-6)
    }
  }

  private func expectClose(_ found: Double?, _ written: Double?, _ tolerance: Double) {
    guard let found, let written else {
      #expect(found == nil && written == nil)
      return
    }
    #expect(abs(found - written) <= tolerance, "\(found) \(written)")
  }

  @Test(arguments: [TrackFormat.gpx, .geoJSON])
  func `tracks, segments and names survive`(format: TrackFormat) throws {
    let reading = try Reading(Self.write(Self.events(), as: format))
    #expect(reading.segments.map(\.count) == [3, 2, 1])
    #expect(reading.summary.tracks == 2)
    let control = format == .gpx ? " " : "\u{1}"
    #expect(reading.names == ["a <b> & \"c\" \(control) 漢", nil])
  }

  @Test(arguments: [TrackFormat.gpsd, .nmea])
  func `where a format has no segments the interruption is a loss of the fix`(
    format: TrackFormat
  ) throws {
    let reading = try Reading(Self.write(Self.events(), as: format))
    let losses = reading.events.map { if case .fixLost = $0 { true } else { false } }
    #expect(losses == [false, false, false, false, true, false, false, true, false])
  }

  /// Two lines of which neither may be left for the other, a minute apart.
  @Test(
    arguments: [
      gpx("<trk><trkseg>1</trkseg></trk><trk><trkseg>2</trkseg></trk>"),
      gpx("<trk><trkseg>1</trkseg><trkseg>2</trkseg></trk>"),
      gpx("<rte>1</rte><rte>2</rte>"),
      gpx("<rte>1</rte><trk><trkseg>2</trkseg></trk>"),
      kml("<Placemark>1</Placemark><Placemark>2</Placemark>"),
      "{\"type\":\"FeatureCollection\",\"features\":[1,2]}",
    ],
    TrackFormat.allCases.filter { $0 != .kml }
  )
  func `what lies between two tracks is not driven in any format`(
    text: String,
    format: TrackFormat
  ) throws {
    let read = try Reading(Self.lines(in: text))
    let written = try Reading(Self.write(read.events, as: format))
    var timeline = Timeline()
    let entries = written.events.flatMap { timeline.add($0) } + timeline.finish()
    let points = entries.filter { if case .point = $0.content { true } else { false } }
    #expect(points.map(\.isDiscontinuous) == [false, false, true, false])
  }

  /// The text with two lines of two points in place of the figures 1 and 2 that stand alone.
  private static func lines(in text: String) -> String {
    func point(_ latitude: Int, _ step: Int) -> String {
      if text.contains("kml") { return "20.00\(step),\(latitude)0 " }
      if text.hasPrefix("{") { return "[20.00\(step),\(latitude)0]" }
      let tag = text.contains("<rte>\(latitude)") ? "rtept" : "trkpt"
      return "<\(tag) lat='\(latitude)0' lon='20.00\(step)'>"
        + "<time>2025-03-01T12:0\(latitude):0\(step)Z</time></\(tag)>"
    }
    func line(_ latitude: Int) -> String {
      let points = [point(latitude, 0), point(latitude, 1)]
      if text.contains("kml") {
        return "<LineString><coordinates>\(points.joined())</coordinates></LineString>"
      }
      guard text.hasPrefix("{") else { return points.joined() }
      return "{\"type\":\"Feature\",\"properties\":{},\"geometry\":{\"type\":\"LineString\","
        + "\"coordinates\":[\(points.joined(separator: ","))]}}"
    }
    return text.replacing(">1<", with: ">\(line(1))<").replacing(">2<", with: ">\(line(2))<")
      .replacing("[1,2]", with: "[\(line(1)),\(line(2))]")
  }

  @Test func `a simulated location is marked as each format does it`() throws {
    var point = TrackPoint(
      coordinate: try #require(Coordinate(latitude: 1, longitude: 1)),
      time: UTCTime(milliseconds: 1_740_830_400_000)
    )
    point.isSimulated = true
    func text(_ format: TrackFormat) -> String {
      String(decoding: Self.write([.point(point)], as: format), as: UTF8.self)
    }
    #expect(
      text(.nmea)
        == nmea("GPGGA,120000.000,0100.000000,N,00100.000000,E,8,,,,M,,M,,")
        + nmea("GPRMC,120000.000,A,0100.000000,N,00100.000000,E,,,010325,,,S")
    )
    #expect(text(.gpsd).contains(#""time":"2025-03-01T12:00:00.000Z","status":8,"lat":1"#))
    #expect(text(.gpx).contains("<extensions><loc:simulated>true</loc:simulated></extensions>"))
    #expect(text(.geoJSON).contains(#""simulated":[1]"#))
    for format in [TrackFormat.nmea, .gpsd, .gpx, .geoJSON] {
      #expect(try Reading(text(format)).points.map(\.isSimulated) == [true], "\(format)")
    }
  }

  @Test(arguments: [TrackFormat.gpx, .geoJSON, .gpsd, .nmea])
  func `the greatest values come back as they were`(format: TrackFormat) throws {
    var point = TrackPoint(coordinate: try #require(Coordinate(latitude: 1, longitude: 1)))
    point.altitude = 10_000_000
    point.horizontalAccuracy = 12_000_000.5
    point.dimension = .threeD
    let found = try #require(try Reading(Self.write([.point(point)], as: format)).points.first)
    #expect(found.altitude == 10_000_000)
    expectClose(found.horizontalAccuracy, 12_000_000.5, 0.001)
  }

  @Test func `NMEA lines keep to the standard`() throws {
    var points: [TrackPoint] = []
    for index in 0..<2000 {
      let share = Double(index) / 1999
      guard
        let coordinate = Coordinate(
          latitude: share * 180 - 90,
          longitude: 180 - share * 360 + (index == 0 ? 0 : 1e-9)
        )
      else { continue }
      var point = TrackPoint(coordinate: coordinate, time: .init(milliseconds: 951_782_400_000))
      point.altitude = -20_000 + share * 40_000
      point.ellipsoidalAltitude = (point.altitude ?? 0) - 106.5
      point.speed = share * 20_000
      point.course = index == 7 ? 359.999 : share * 359
      point.horizontalAccuracy = 0.001 + share * 20_000_000
      point.verticalAccuracy = point.horizontalAccuracy
      point.dimension = .threeD
      points.append(point)
    }
    let text = String(
      decoding: Self.write(points.map(TrackEvent.point), as: .nmea),
      as: UTF8.self
    )
    let lines = text.split(separator: "\r\n").map(String.init)
    #expect(lines.count == points.count * 4)
    for line in lines {
      #expect(line.utf8.count + 2 <= 82, "\(line)")
      #expect(!line.contains("60.000000"))
      let parts = line.dropFirst().split(separator: "*")
      #expect(UInt8(parts[1], radix: 16) == parts[0].utf8.reduce(0, ^))
      let fields = parts[0].split(separator: ",", omittingEmptySubsequences: false)
      switch fields[0] {
      case "GPRMC":
        #expect(fields.count == 13)
        #expect(fields[3].count == 11 && fields[5].count == 12)
        #expect(fields[9] == "290200" && fields[8] != "360.00")
      case "GPGGA": #expect(fields.count == 15)
      case "GPGSA": #expect(fields.count == 18)
      default: #expect(fields.count == 9)
      }
    }
  }

  @Test(arguments: [
    (10.0 - 1e-10, "1000.000000"), (9.99999999, "0959.999999"), (0.5, "0030.000000"),
    (89.9999999999, "9000.000000"), (1.0 / 60, "0001.000000"),
  ])
  func `minutes never round to sixty`(latitude: Double, field: String) throws {
    let coordinate = try #require(Coordinate(latitude: latitude, longitude: 0))
    let bytes = Self.write([.point(TrackPoint(coordinate: coordinate))], as: .nmea)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("A,\(field),N"))
  }

  @Test(arguments: [TrackFormat.gpx, .geoJSON, .gpsd, .nmea])
  func `points without times keep their number, equal ones too`(format: TrackFormat) throws {
    let trap = try Reading(trap: "gpx-no-time.gpx")
    let reading = try Reading(Self.write(trap.events, as: format))
    #expect(reading.points.count == 5)
    #expect(reading.times == [nil, nil, nil, nil, nil])
    for (found, written) in zip(reading.points, trap.points) {
      #expect(Geodesic.distance(from: found.coordinate, to: written.coordinate) < 0.002)
    }
  }

  @Test func `a long segment is cut into features and joined again`() throws {
    var encoder = GeoJSONEncoder(longestFeature: 100)
    var output: [UInt8] = []
    encoder.begin(to: &output)
    encoder.encode(.track(name: "long"), to: &output)
    for index in 0..<201 {
      let coordinate = try #require(Coordinate(latitude: 1, longitude: Double(index) / 10))
      let time = UTCTime(milliseconds: 1_740_830_400_000)
      encoder.encode(.point(TrackPoint(coordinate: coordinate, time: time)), to: &output)
    }
    encoder.encode(.segmentBreak, to: &output)
    let last = try #require(Coordinate(latitude: 2, longitude: 2))
    encoder.encode(.point(TrackPoint(coordinate: last)), to: &output)
    encoder.finish(to: &output)
    let reading = try Reading(output)
    #expect(reading.segments.map(\.count) == [201, 1])
    #expect(reading.summary.tracks == 1)
    #expect(reading.summary.timedPoints == 201)
  }

  @Test func `the format of a file to write is found in its name`() {
    #expect(TrackWriter.format(fileName: "a.GPX") == .gpx)
    #expect(TrackWriter.format(fileName: "a.b.geojson") == .geoJSON)
    #expect(TrackWriter.format(fileName: "a.nmea") == .nmea)
    #expect(TrackWriter.format(fileName: "a.json") == .gpsd)
    #expect(TrackWriter.format(fileName: "a.kml") == nil)
    #expect(TrackWriter.format(fileName: "gpx") == nil)
  }
}
