// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import ControlRequests
internal import FoundationEssentials
internal import LinuxIO
internal import LocationProtocol
internal import TrackFiles

/// `plot`: a track as a picture.
enum PlotCommand {
  /// Metres from which on the outlines of land, which are coarse, say something.
  private static let coarse = 20_000.0

  static func run(_ invocation: Invocation, _ context: Context) throws(Failure) {
    guard let path = invocation.texts.first else { return }
    guard let output = invocation.text(.picture) else {
      throw .usage("plot needs -o; give a name that ends in .png or .svg")
    }
    let isPNG = output.lowercased().hasSuffix(".png")
    guard isPNG || output.lowercased().hasSuffix(".svg") else {
      throw .badData("-o \(quoted(output)) is not allowed; give a name that ends in .png or .svg")
    }
    let options = TrackReader.Options(track: invocation.integer(.track))
    let file = try TrackFile(path, context, options: options)
    var track = PlotTrack()
    while let event = try file.next() { track.add(event) }
    track.finish()
    let drawing = TrackDrawing.make(
      track,
      name: printable(file.name.split(separator: "/").last.map(String.init) ?? file.name),
      land: track.metres < coarse ? nil : land()
    )
    guard let bytes = isPNG ? PNGImage.bytes(drawing) : SVGText.bytes(drawing) else {
      throw .noSuchFile("a PNG needs libcairo2, which is missing; SVG does without it")
    }
    try write(bytes, output)
    for line in TrackNotes.lines(file.summary, track.repairs) {
      context.note("\(printable(file.name)): \(line)")
    }
    if track.pointsBeyondEdge > 0 {
      let points = counted(track.pointsBeyondEdge, "point")
      context.note(
        "\(points) beyond \(shortNumber(PlotMap.edge))° north or south drawn at that edge"
      )
    }
    guard invocation.has(.json) else {
      return try context.output.line("\(printable(output)): \(counted(track.count, "point"))")
    }
    try context.output.json(
      JSONValue.object([
        "file": .string(output), "points": .integer(Int64(track.count)),
        "metres": .number(track.metres), "seconds": .number(track.seconds),
      ])
    )
  }

  private static func write(_ bytes: [UInt8], _ path: String) throws(Failure) {
    do {
      let file = try OutputFile(path: path)
      try file.write(bytes)
      try file.commit()
    } catch {
      throw .outputFailed("cannot write \(printable(path)): \(error)")
    }
  }

  /// The console's land, where it was made.
  private static func land() -> TrackDrawing.Land? {
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    guard let own, let slash = own.lastIndex(of: "/") else { return nil }
    let folder = own[..<slash]
    for path in [
      "\(folder)/../share/locationd/console/land.json", "\(folder)/../../console/land.json",
    ] {
      guard let data = FileManager.default.contents(atPath: path),
        let groups = try? JSONText.decode([[[Double]]].self, from: Array(data)), groups.count == 2
      else { continue }
      return (groups[0].map(ring), groups[1].map(ring))
    }
    return nil
  }

  private static func ring(_ numbers: [Double]) -> [(Double, Double)] {
    stride(from: 0, to: numbers.count - 1, by: 2).map {
      (numbers[$0 + 1] / 100, numbers[$0] / 100)
    }
  }
}
