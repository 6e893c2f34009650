// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import LocationProtocol
import Testing

@testable import locationctl

/// A location as the contract's example has it.
func exampleLocation(
  _ change: (inout LocationMessage) -> Void = { _ in }
) throws -> LocationMessage {
  let text = """
    {"latitude":48.858370,"longitude":-2.294481,"horizontalAccuracy":4.1,"altitude":35.2,
    "ellipsoidalAltitude":79.9,"verticalAccuracy":6.0,"speed":1.4,"speedAccuracy":0.3,
    "course":271.0,"courseAccuracy":5.0,"timestamp":"2026-11-30T01:22:20.120Z","sequence":1042,
    "source":{"isSimulatedBySoftware":false,"isProducedByAccessory":true,
    "device":"/dev/ttyACM0","driver":"u-blox"},
    "gnss":{"mode":"3D","status":"dgps","satellitesUsed":9,"satellitesVisible":14,"hdop":0.9}}
    """
  var location = try JSONText.decode(LocationMessage.self, from: Array(text.utf8))
  change(&location)
  return location
}

@Suite struct TextTests {
  @Test(arguments: [
    (0.0, 1, "0.0"), (-0.0, 1, "0.0"), (-0.04, 1, "0.0"), (0.05, 1, "0.1"), (2.5, 0, "3"),
    (-33.8568, 6, "-33.856800"), (59.9996, 3, "60.000"), (0.000001, 6, "0.000001"),
    (1e18, 1, "1e+18"), (-180, 6, "-180.000000"),
  ])
  func `a number has its decimals`(value: Double, decimals: Int, text: String) {
    #expect(fixed(value, decimals) == text)
  }

  @Test(arguments: [
    (4.0, "4"), (4.10, "4.1"), (100, "100"), (-0.5, "-0.5"), (0, "0"), (1e20, "1e+20"),
  ])
  func `a short number has no trailing zeros`(value: Double, text: String) {
    #expect(shortNumber(value) == text)
  }

  @Test(arguments: [
    ("plain", "plain"), ("é日本", "é日本"), ("a\u{1B}[31mb", "a\u{FFFD}[31mb"),
    ("a\r\nb", "a\u{FFFD}\u{FFFD}b"),
    ("a\u{202E}b", "a\u{FFFD}b"), ("a\u{9B}2Jb", "a\u{FFFD}2Jb"),
  ])
  func `text from elsewhere cannot steer the terminal`(text: String, shown: String) {
    #expect(printable(text) == shown)
  }

  @Test func `a table is aligned and its cells are safe`() {
    var table = TextTable("ID", "NAME")
    table.add("o1", "x")
    table.add("o100", "y\u{1B}")
    #expect(table.lines == ["ID    NAME", "o1    x", "o100  y\u{FFFD}"])
  }

  @Test func `a table gives way where a terminal is narrow, the least useful column first`() {
    var table = TextTable("ID", "PROGRAM", "CLIENT")
    table.elastic = [
      TextTable.Elastic(heading: "CLIENT", minimum: 6),
      TextTable.Elastic(heading: "PROGRAM", minimum: 8, keepsEnd: true),
    ]
    table.add("s1", "/usr/bin/compass", "compass 2.1")
    #expect(table.lines(width: nil)[1] == "s1  /usr/bin/compass  compass 2.1")
    #expect(table.lines(width: 33)[1] == "s1  /usr/bin/compass  compass 2.1")
    #expect(table.lines(width: 28)[1] == "s1  /usr/bin/compass  compa…")
    #expect(table.lines(width: 24) == ["ID  PROGRAM       CLIENT", "s1  …bin/compass  compa…"])
    #expect(table.lines(width: 1) == ["ID  PROGRAM   CLIENT", "s1  …compass  compa…"])
  }

  @Test func `text is broken at blanks only`() {
    #expect(wrapped("one two three\n\nfour", width: 8) == ["one two", "three", "", "four"])
    #expect(wrapped("overlong word", width: 4) == ["overlong", "word"])
  }
}

@Suite struct LocationTextTests {
  @Test func `one line tells all that is known`() throws {
    let line = LocationText.line(try exampleLocation())
    let expected =
      "2026-11-30T01:22:20.120Z  48.858370,-2.294481  ±4.1 m  alt 35.2 m  1.4 m/s  271°  "
      + "3D 9/14 sat  /dev/ttyACM0 (u-blox)"
    #expect(line == expected)
  }

  @Test func `a simulated location says by which override`() throws {
    let location = try exampleLocation { location in
      location.source.isSimulatedBySoftware = true
      location.source.overrides = ["o1", "o3"]
      location.source.device = nil
    }
    #expect(LocationText.line(location).hasSuffix("  -  [simulated by override o1, o3]"))
  }

  @Test func `what is unknown has no field`() throws {
    let location = try exampleLocation { location in
      location.altitude = nil
      location.ellipsoidalAltitude = nil
      location.speed = nil
      location.course = nil
      location.gnss = nil
    }
    let labels = LocationText.fields(location).map(\.label)
    #expect(labels == ["position", "accuracy", "source", "simulated"])
  }

  @Test func `the fields carry units and accuracies`() throws {
    let fields = LocationText.fields(try exampleLocation()).map { "\($0.label): \($0.value)" }
    #expect(
      fields == [
        "position: 48.858370° N  2.294481° W",
        "accuracy: ± 4.1 m",
        "speed: 1.4 m/s ± 0.3 m/s  (5 km/h)",
        "course: 271° W ± 5°",
        "altitude: 35.2 m ± 6 m  (79.9 m above the ellipsoid)",
        "satellites: 3D, dgps, 9 used of 14 in view, HDOP 0.9",
        "source: /dev/ttyACM0 (u-blox)",
        "simulated: no",
      ]
    )
  }

  @Test(arguments: [
    (0.0, "N"), (22.4, "N"), (22.5, "NE"), (180, "S"), (337.4, "NW"), (337.6, "N"), (359.9, "N"),
  ])
  func `a course has its wind`(degrees: Double, wind: String) {
    #expect(LocationText.compassPoint(degrees) == wind)
  }
}

@Suite struct MonitorScreenTests {
  private let second: Int64 = 1_000_000_000

  private func texts(_ screen: MonitorScreen, at now: Int64) -> [String] {
    screen.block(at: now).map { "\($0.label): \($0.value)" }
  }

  @Test func `before the first location it waits`() {
    #expect(texts(MonitorScreen(), at: 0) == ["state: waiting for a location"])
  }

  @Test func `the age is counted from the arrival`() throws {
    var screen = MonitorScreen()
    let event = screen.take(
      CallbackMessage(.didUpdateLocations([try exampleLocation()]), conflated: 2),
      at: second
    )
    #expect(event == nil)
    let lines = texts(screen, at: second * 3 / 2)
    #expect(lines.first == "position: 48.858370° N  2.294481° W")
    #expect(
      lines.last == "age: 0.5 s  (fix of 2026-11-30T01:22:20.120Z, 1 location so far, 2 skipped)"
    )
    #expect(!lines.contains { $0.hasPrefix("state") })
  }

  @Test func `a loss keeps the last position but says so`() throws {
    var screen = MonitorScreen()
    _ = screen.take(CallbackMessage(.didUpdateLocations([try exampleLocation()])), at: 0)
    let loss = LocationError(.locationUnknown, "receiver silent")
    let event = screen.take(CallbackMessage(.didFailWithError(loss)), at: 0)
    #expect(event == "failed: locationUnknown: receiver silent")
    let lines = texts(screen, at: second * 60)
    #expect(lines[0] == "state: no fix: receiver silent")
    #expect(lines[1] == "last seen: 48.858370° N  2.294481° W")
    #expect(lines.last?.hasPrefix("age: 1 min ") == true)
    _ = screen.take(CallbackMessage(.didUpdateLocations([try exampleLocation()])), at: 0)
    #expect(texts(screen, at: 0)[0] == "position: 48.858370° N  2.294481° W")
  }

  @Test func `a simulated location is a warning in capitals`() throws {
    let location = try exampleLocation { location in
      location.source.isSimulatedBySoftware = true
      location.source.overrides = ["o3"]
    }
    var screen = MonitorScreen()
    _ = screen.take(CallbackMessage(.didUpdateLocations([location])), at: 0)
    let line = screen.block(at: 0).first { $0.label == "simulated" }
    #expect(line?.value == "YES, by override o3")
    #expect(line?.emphasis == .warning)
  }

  @Test func `a revoked authorization takes the position off the screen`() throws {
    var screen = MonitorScreen()
    let first = screen.take(
      CallbackMessage(.didChangeAuthorization(Authorization(.authorizedAlways))),
      at: 0
    )
    #expect(first == nil)
    _ = screen.take(CallbackMessage(.didUpdateLocations([try exampleLocation()])), at: 0)
    let event = screen.take(CallbackMessage(.didChangeAuthorization(Authorization(.denied))), at: 0)
    #expect(event == "authorization: denied")
    #expect(texts(screen, at: 0) == ["permission: denied", "state: waiting for a location"])
  }

  @Test func `regions keep their state and crossings are events`() throws {
    var screen = MonitorScreen()
    let state = CallbackMessage(.didDetermineState(identifier: "home", .outside))
    #expect(screen.take(state, at: 0) == "region home: outside")
    let enter = CallbackMessage(.didEnterRegion(identifier: "home", try exampleLocation()))
    #expect(screen.take(enter, at: 0) == "region home: entered at 48.858370,-2.294481")
    #expect(texts(screen, at: 0).contains("regions: home inside"))
  }

  @Test(arguments: [Authorization(.denied), Authorization(.authorizedAlways, accuracy: .reduced)])
  func `regions and satellites go with the full accuracy`(authorization: Authorization) {
    var screen = MonitorScreen()
    _ = screen.take(CallbackMessage(.didDetermineState(identifier: "home", .outside)), at: 0)
    _ = screen.take(CallbackMessage(.didUpdateSatellites(SkyView(device: "x"))), at: 0)
    #expect(screen.block(at: 0).map(\.label) == ["state", "in view", "regions"])
    _ = screen.take(CallbackMessage(.didChangeAuthorization(authorization)), at: 0)
    #expect(screen.block(at: 0).map(\.label) == ["permission", "state"])
  }

  @Test func `satellites say which are used and what the number is`() {
    var sky = SkyView(device: "x")
    #expect(CallbackText.skyText(sky) == "0 used of 0")
    sky.satellites = [
      SkyView.Satellite(system: "GPS", prn: 7, signal: 22, isUsed: false),
      SkyView.Satellite(system: "GPS", prn: 3, signal: 41, isUsed: true),
      SkyView.Satellite(system: "GPS", prn: 20, signal: 48, isUsed: true),
      SkyView.Satellite(system: "SBAS", prn: 120, isUsed: false),
    ]
    #expect(
      CallbackText.skyText(sky)
        == "2 used of 4, signal in dB-Hz; used GPS 20 (48), GPS 3 (41); not used GPS 7 (22), SBAS 120"
    )
  }

  @Test func `a block is drawn over itself and never wraps`() {
    var block = LiveBlock(isStyled: false)
    let line = MonitorScreen.Line(label: "source", value: String(repeating: "x", count: 40))
    #expect(
      block.redraw(events: [], block: [line, line], width: 30)
        == String(repeating: "source      xxxxxxxxxxxxxxxx…\u{1B}[K\n", count: 2) + "\u{1B}[J"
    )
    let next = block.redraw(events: ["event"], block: [line], width: 80)
    #expect(
      next
        == "\u{1B}[2A\revent\u{1B}[K\nsource      \(String(repeating: "x", count: 40))\u{1B}[K\n\u{1B}[J"
    )
    #expect(block.redraw(events: [], block: [], width: 80) == "\u{1B}[1A\r\u{1B}[J")
  }

  @Test func `style is added only where it is allowed`() {
    var block = LiveBlock(isStyled: true)
    let line = MonitorScreen.Line(label: "state", value: "no fix", emphasis: .warning)
    let text = block.redraw(events: [], block: [line], width: 80)
    #expect(text == "\u{1B}[2mstate\u{1B}[0m       \u{1B}[1;33mno fix\u{1B}[0m\u{1B}[K\n\u{1B}[J")
  }

  @Test func `a progress line says what is a guess, and that it stands`() {
    let bar = "[######------------------] 25 %"
    #expect(ProgressLine.text(elapsed: 65, total: 260) == "\(bar), 1 min 5 s of 4 min 20 s")
    #expect(
      ProgressLine.text(elapsed: 65, total: 260, isEstimated: true, isPaused: true)
        == "\(bar), 1 min 5 s of about 4 min 20 s, paused"
    )
    #expect(
      ProgressLine.text(elapsed: 65, total: nil, isPaused: true) == "played 1 min 5 s, paused"
    )
    #expect([0, 1, 2].map { counted($0, "point") } == ["0 points", "1 point", "2 points"])
  }
}
