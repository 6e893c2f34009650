// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import LocationTestSupport
internal import Testing

/// `locationctl plot`: pictures that others can read, with the right values in them.
struct PlotCommandTests {
  /// 0.01 degrees along the equator in 100 s, from 10 m to 30 m.
  private static let line = """
    <gpx version="1.1" creator="test"><trk><trkseg>
    <trkpt lat="0" lon="0"><ele>10</ele><time>2026-11-30T01:00:00Z</time></trkpt>
    <trkpt lat="0" lon="0.01"><ele>30</ele><time>2026-11-30T01:01:40Z</time></trkpt>
    </trkseg></trk></gpx>
    """

  private static func plot(
    _ arguments: [String]
  ) throws -> (exit: ChildProcess.Exit, lines: [String]) {
    let command = try ChildProcess(try Project.program("locationctl"), ["plot"] + arguments)
    let deadline = Deadline(in: 30)
    let lines = try command.output.remainingLines(before: deadline)
    return (try command.waitForExit(before: deadline), lines)
  }

  @Test func `an SVG has the track, its profiles and its texts where they belong`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.line, to: "a & <b>.gpx")
    let picture = folder.path("line.svg")
    let run = try Self.plot([file, "-o", picture, "--json"])
    #expect(run.exit == .code(0))
    let one = try folder.write(
      "{\"type\":\"Point\",\"coordinates\":[2,48]}",
      to: "one.geojson"
    )
    let told = folder.path("one.svg")
    #expect(try Self.plot([one, "-o", told]).lines == ["\(told): 1 point"])
    let report = try #require(run.lines.first.flatMap { JSONObject($0) })
    #expect(report.number("points") == 2 && report.number("seconds") == 100)
    #expect(abs((report.number("metres") ?? 0) - 1113.195) < 0.001)
    let text = try String(contentsOfFile: picture, encoding: .utf8)
    #expect(text.contains("<title>a &amp; &lt;b&gt;.gpx</title>"))
    // In the middle of the map, of whose width it takes 1 / 1.12.
    #expect(text.contains("<path d=\"M109.29,300L930.71,300\" fill=\"none\" stroke=\"#0b5fa5\""))
    // From the lower left to the upper right of the profile of the altitude.
    #expect(text.contains("<path d=\"M60,694L980,596\" fill=\"none\" stroke=\"#0b5fa5\""))
    for words in [
      "2 points, 1.11 km, 1 min 40 s, from 2026-11-30T01:00:00.000Z", "altitude, m",
      "speed, m/s", "0.002° E", "0.000°", "200 m", "100 s",
    ] { #expect(text.contains(">\(words)</text>"), "\(words)") }
    let python = try ChildProcess(
      try Project.requiredProgram("python3"),
      [
        "-c", "import sys, xml.etree.ElementTree as t; print(t.parse(sys.argv[1]).getroot().tag)",
        picture,
      ]
    )
    #expect(
      try python.output.remainingLines(before: Deadline(in: 10)) == [
        "{http://www.w3.org/2000/svg}svg"
      ]
    )
  }

  /// Reads a PNG of eight bits for each of three or four colours; prints its size and pixels.
  private static let readPNG = """
    import struct, sys, zlib
    data = open(sys.argv[1], 'rb').read()
    assert data[:8] == b'\\x89PNG\\r\\n\\x1a\\n'
    at, body = 8, b''
    while at < len(data):
        size, kind = struct.unpack('>I4s', data[at:at + 8])
        part = data[at + 8:at + 8 + size]
        assert struct.unpack('>I', data[at + 8 + size:at + 12 + size])[0] == zlib.crc32(kind + part)
        if kind == b'IHDR': width, height, depth, colour = struct.unpack('>IIBB', part[:10])
        if kind == b'IDAT': body += part
        at += 12 + size
    assert depth == 8 and kind == b'IEND'
    n = {2: 3, 6: 4}[colour]
    body, rows, before = zlib.decompress(body), [], bytes(width * n)
    for y in range(height):
        filter, *row = body[y * (width * n + 1):(y + 1) * (width * n + 1)]
        for i in range(len(row)):
            a = row[i - n] if i >= n else 0
            b, c = before[i], before[i - n] if i >= n else 0
            p = a + b - c
            paeth = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
            row[i] = (row[i] + (0, a, b, (a + b) // 2, paeth)[filter]) % 256
        rows.append(row)
        before = row
    print(width, height)
    for x, y in zip(*[map(int, sys.argv[2:])] * 2): print(*rows[y][x * n:x * n + 3])
    """

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: "/usr/include/cairo/cairo.h"),
      "needs Debian's libcairo2"
    )
  )
  func `a PNG has the track in its colour, the beginning in green and the end in red`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.line, to: "line.gpx")
    let picture = folder.path("line.PNG")
    #expect(try Self.plot([file, "--output", picture]).exit == .code(0))
    let python = try ChildProcess(
      try Project.requiredProgram("python3"),
      [
        "-c", Self.readPNG, picture, "520", "300", "520", "280", "109", "300", "930", "300", "5",
        "5",
      ]
    )
    let lines = try python.output.remainingLines(before: Deadline(in: 30))
    #expect(
      lines == ["1000 900", "11 95 165", "244 241 232", "27 110 51", "163 38 27", "255 255 255"]
    )
  }

  @Test func `files that nobody vouches for are drawn or refused, with nothing left behind`() throws
  {
    let files = try ["TrackFilesTests/Tracks", "Corpus/track"].flatMap { name in
      let folder = "\(Project.root)/Tests/\(name)"
      return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().prefix(60)
        .map { "\(folder)/\($0)" }
    }
    let folder = try TemporaryFolder()
    var drawn = 0
    for (index, file) in files.enumerated() {
      let picture = folder.path("\(index).svg")
      let run = try Self.plot([file, "-o", picture])
      let isThere = FileManager.default.fileExists(atPath: picture)
      #expect(run.exit == .code(isThere ? 0 : 65), "\(file)")
      drawn += isThere ? 1 : 0
    }
    #expect(drawn > 5 && drawn < files.count)
    // A picture that is there stays as it was.
    let picture = try folder.write("old", to: "old.svg")
    let bad = try folder.write(String(Self.line.dropLast(20)), to: "bad.gpx")
    #expect(try Self.plot([bad, "-o", picture]).exit == .code(65))
    #expect(try String(contentsOfFile: picture, encoding: .utf8) == "old")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy {
        !$0.hasSuffix(".new")
      }
    )
  }

  @Test(
    arguments: [
      (["x.gpx"], Int32(64)), (["x.gpx", "-o", "x.jpg"], 65), (["x.gpx", "-o"], 64),
      (["/nonexistent.gpx", "-o", "x.svg"], 66), (["-x", "y"], 64),
    ] as [([String], Int32)]
  )
  func `bad arguments are refused`(arguments: [String], code: Int32) throws {
    #expect(try Self.plot(arguments).exit == .code(code))
  }
}
