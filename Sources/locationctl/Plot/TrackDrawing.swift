// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore
internal import LocationProtocol

/// A track as a picture: a map, and profiles of its altitude and speed.
struct TrackDrawing {
  /// Rings of land and of the lakes in it, latitudes and longitudes in degrees.
  typealias Land = (land: [[(Double, Double)]], lakes: [[(Double, Double)]])

  private static let size = (width: 1000, height: 900)
  private static let mapArea = Drawing.Rectangle(x: 60, y: 60, width: 920, height: 480)
  private static let profileAreas = [
    Drawing.Rectangle(x: 60, y: 590, width: 920, height: 110),
    Drawing.Rectangle(x: 60, y: 740, width: 920, height: 110),
  ]

  private let track: PlotTrack
  private var drawing: Drawing

  static func make(_ track: PlotTrack, name: String, land: Land?) -> Drawing {
    var picture = TrackDrawing(track: track, name: name)
    picture.addMap(land)
    picture.addProfile(0, "altitude, m", least: 20) { $0.altitude }
    picture.addProfile(1, "speed, m/s", least: 1, floor: 0) { $0.speed }
    return picture.drawing
  }

  private init(track: PlotTrack, name: String) {
    self.track = track
    drawing = Drawing(title: name, width: Self.size.width, height: Self.size.height)
    addText(name, 60, 28, size: 18, .start, .ink)
    var words = ["\(track.count) \(track.count == 1 ? "point" : "points")"]
    words.append("\(fixed(track.metres / 1000, 2)) km")
    if track.hasTimes { words.append(spanText(track.seconds)) }
    if let start = track.start?.text { words.append("from \(start)") }
    addText(words.joined(separator: ", "), 60, 48, size: 13, .start, .muted)
  }

  private mutating func addText(
    _ text: String,
    _ x: Double,
    _ y: Double,
    size: Double,
    _ anchor: Drawing.Anchor,
    _ colour: Drawing.Colour
  ) {
    drawing.steps.append(.text(text, Drawing.Point(x: x, y: y), size: size, anchor, colour))
  }

  // MARK: Map

  private mutating func addMap(_ land: Land?) {
    let area = Self.mapArea
    let map = PlotMap(track.points.map { ($0.coordinate.latitude, $0.longitude) }, in: area)
    drawing.steps.append(.clip(area))
    drawing.steps.append(.areas([Self.corners(area)], land == nil ? .land : .water))
    if let land {
      for shift in [-360.0, 0, 360] {
        add(land.land, .land, map, shift)
        add(land.lakes, .water, map, shift)
      }
    }
    addGraticule(map)
    drawing.steps.append(
      .lines(lines { map.place($0.coordinate.latitude, $0.longitude) }, .track, width: 2.5)
    )
    for (point, colour) in [(track.points.first, Drawing.Colour.start), (track.points.last, .end)] {
      guard let point else { continue }
      let place = map.place(point.coordinate.latitude, point.longitude)
      drawing.steps.append(.disc(place, radius: 6, colour))
    }
    drawing.steps.append(.unclip)
    addFrame(area)
    addScaleBar(map)
  }

  private mutating func add(
    _ rings: [[(Double, Double)]],
    _ colour: Drawing.Colour,
    _ map: PlotMap,
    _ shift: Double
  ) {
    let areas: [[Drawing.Point]] = rings.compactMap { ring in
      let longitudes = ring.map { $0.1 + shift }
      guard (longitudes.min() ?? 0) < map.east, (longitudes.max() ?? 0) > map.west else {
        return nil
      }
      return ring.map { map.place($0.0, $0.1 + shift) }
    }
    if !areas.isEmpty { drawing.steps.append(.areas(areas, colour)) }
  }

  private mutating func addGraticule(_ map: PlotMap) {
    let area = map.area
    let x = PlotScale(map.west, map.east, from: 0, to: 1, ticks: 6, least: 0)
    let y = PlotScale(map.south, map.north, from: 0, to: 1, ticks: 5, least: 0)
    var lines: [[Drawing.Point]] = []
    for longitude in x.ticks {
      let place = map.place(0, longitude).x
      lines.append([
        Drawing.Point(x: place, y: area.y), Drawing.Point(x: place, y: area.y + area.height),
      ])
      let wrapped = longitude - ((longitude + 180) / 360).rounded(.down) * 360
      let text = Self.degrees(wrapped, "E", "W", x.decimals)
      addText(text, place, area.y + area.height - 6, size: 11, .middle, .muted)
    }
    for latitude in y.ticks {
      let place = map.place(latitude, 0).y
      lines.append([
        Drawing.Point(x: area.x, y: place), Drawing.Point(x: area.x + area.width, y: place),
      ])
      addText(
        Self.degrees(latitude, "N", "S", y.decimals),
        area.x + 4,
        place - 4,
        size: 11,
        .start,
        .muted
      )
    }
    drawing.steps.append(.lines(lines, .grid, width: 0.7))
  }

  private static func degrees(_ value: Double, _ plus: String, _ minus: String, _ decimals: Int)
    -> String
  {
    let text = fixed(value.magnitude, decimals)
    let hasNoSide = value.magnitude < 1e-9 || value.magnitude > 180 - 1e-9
    return hasNoSide ? "\(text)°" : "\(text)° \(value < 0 ? minus : plus)"
  }

  /// A round length of about a fifth of the map, as it is in the middle.
  private mutating func addScaleBar(_ map: PlotMap) {
    let metres = PlotScale.step(map.metresPerPoint * map.area.width / 12)
    let (right, y) = (map.area.x + map.area.width - 16, map.area.y + 26)
    let left = right - metres / map.metresPerPoint
    let points = [(left, y - 5), (left, y), (right, y), (right, y - 5)]
    drawing.steps.append(.lines([points.map { Drawing.Point(x: $0.0, y: $0.1) }], .ink, width: 1.5))
    let text = metres < 1000 ? "\(shortNumber(metres)) m" : "\(shortNumber(metres / 1000)) km"
    addText(text, (left + right) / 2, y - 8, size: 12, .middle, .ink)
  }

  // MARK: Profiles

  private mutating func addProfile(
    _ index: Int,
    _ title: String,
    least: Double,
    floor: Double = -.infinity,
    _ value: (PlotTrack.Point) -> Double?
  ) {
    let area = Self.profileAreas[index]
    let values = track.points.compactMap(value)
    addText(title, area.x, area.y - 8, size: 13, .start, .ink)
    addFrame(area)
    guard let low = values.min(), let high = values.max() else {
      let middle = (area.x + area.width / 2, area.y + area.height / 2)
      return addText("not in the file", middle.0, middle.1, size: 13, .middle, .muted)
    }
    let y = PlotScale(
      low,
      high,
      from: area.y + area.height - 6,
      to: area.y + 6,
      ticks: 6,
      least: least,
      floor: floor
    )
    let (unit, factor, length) = horizontal
    let x = PlotScale(0, length, from: area.x, to: area.x + area.width, ticks: 9, least: 0)
    let inUnit = PlotScale(
      x.low / factor,
      x.high / factor,
      from: area.x,
      to: area.x + area.width,
      ticks: 9,
      least: 0
    )
    addProfileGrid(area, inUnit, unit, y)
    let line = lines { point in
      value(point).map {
        Drawing.Point(x: x.place(track.hasTimes ? point.offset : point.way), y: y.place($0))
      }
    }
    drawing.steps.append(.clip(area))
    drawing.steps.append(.lines(line, .track, width: 1.5))
    // One value on its own is no line.
    for part in line where part.count == 1 {
      drawing.steps.append(.disc(part[0], radius: 3, .track))
    }
    drawing.steps.append(.unclip)
  }

  /// Lines at round values, with the values beside and below.
  private mutating func addProfileGrid(
    _ area: Drawing.Rectangle,
    _ x: PlotScale,
    _ unit: String,
    _ y: PlotScale
  ) {
    var grid: [[Drawing.Point]] = []
    for tick in y.ticks {
      let place = y.place(tick)
      grid.append([
        Drawing.Point(x: area.x, y: place), Drawing.Point(x: area.x + area.width, y: place),
      ])
      addText(fixed(tick, y.decimals), area.x - 6, place + 4, size: 11, .end, .muted)
    }
    for tick in x.ticks {
      let place = x.place(tick)
      grid.append([
        Drawing.Point(x: place, y: area.y), Drawing.Point(x: place, y: area.y + area.height),
      ])
      addText(
        fixed(tick, x.decimals) + " \(unit)",
        place,
        area.y + area.height + 15,
        size: 11,
        .middle,
        .muted
      )
    }
    drawing.steps.append(.lines(grid, .grid, width: 0.7))
  }

  /// The axis below both: time, or the way where the file knows none; never without a length.
  private var horizontal: (unit: String, factor: Double, length: Double) {
    guard track.hasTimes else {
      return track.metres < 2000 ? ("m", 1, max(track.metres, 1)) : ("km", 1000, track.metres)
    }
    return switch track.seconds {
    case ..<180: ("s", 1, max(track.seconds, 1))
    case ..<10_800: ("min", 60, track.seconds)
    default: ("h", 3600, track.seconds)
    }
  }

  // MARK: Lines

  /// Lines through the points that have a place, broken where nothing was travelled.
  private func lines(_ place: (PlotTrack.Point) -> Drawing.Point?) -> [[Drawing.Point]] {
    var lines: [[Drawing.Point]] = []
    var isOpen = false
    for point in track.points {
      guard let found = place(point) else {
        isOpen = false
        continue
      }
      if point.isBegin || !isOpen { lines.append([]) }
      isOpen = true
      // What would fall on the same tenth of a point is not drawn again.
      if let last = lines[lines.count - 1].last, abs(last.x - found.x) < 0.1,
        abs(last.y - found.y) < 0.1
      {
        continue
      }
      lines[lines.count - 1].append(found)
    }
    return lines
  }

  private mutating func addFrame(_ area: Drawing.Rectangle) {
    let corners = Self.corners(area)
    drawing.steps.append(.lines([corners + [corners[0]]], .muted, width: 1))
  }

  private static func corners(_ area: Drawing.Rectangle) -> [Drawing.Point] {
    [(0.0, 0.0), (area.width, 0), (area.width, area.height), (0, area.height)].map {
      Drawing.Point(x: area.x + $0.0, y: area.y + $0.1)
    }
  }
}
