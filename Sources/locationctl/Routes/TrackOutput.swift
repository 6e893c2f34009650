// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationProtocol
internal import TrackFiles

/// The file that `record` and `convert` write.
final class TrackOutput {
  private let file: OutputFile?
  private let context: Context
  private var writer: TrackWriter
  private var buffer: [UInt8] = []
  private(set) var points = 0

  /// Bytes that are collected before they are written.
  private static let pieceSize = 65_536

  /// `-` is standard output.
  init(
    _ path: String,
    format: TrackFormat,
    whenWhole: Bool,
    _ context: Context
  ) throws(Failure) {
    guard let writer = TrackWriter(format: format) else {
      throw .badData("\(format.rawValue) is only read; give \(TrackOutput.formats)")
    }
    self.writer = writer
    self.context = context
    do {
      file = path == "-" ? nil : try OutputFile(path: path, whenWhole: whenWhole)
    } catch {
      throw .outputFailed("cannot write \(printable(path)): \(error)")
    }
  }

  static let names = ["gpx", "nmea", "geojson", "gpsd"]
  static let formats = names.joined(separator: ", ")

  /// The format that is asked for, or the one that the file's name says, or GPX.
  static func format(_ invocation: Invocation, _ path: String) throws(Failure) -> TrackFormat {
    if let name = invocation.text(.format), let format = TrackFormat(rawValue: name) {
      return format
    }
    if let format = TrackWriter.format(fileName: path) { return format }
    guard TrackFormat(fileName: path) == nil else {
      throw .badData("\(quoted(path)): KML is only read; give --format, one of \(formats)")
    }
    return .gpx
  }

  /// Standard output is the track or the report, never both.
  static func checkReport(
    of command: String,
    _ invocation: Invocation,
    _ path: String
  ) throws(Failure) {
    guard path == "-", invocation.has(.json) else { return }
    throw .usage("\(command): --json needs a file to write; standard output is the track")
  }

  func write(_ event: TrackEvent) throws(Failure) {
    if case .point = event { points += 1 }
    writer.write(event, to: &buffer)
    if buffer.count >= Self.pieceSize { try flush() }
  }

  func flush() throws(Failure) {
    guard !buffer.isEmpty else { return }
    defer { buffer.removeAll(keepingCapacity: true) }
    guard let file else { return try context.output.write(String(decoding: buffer, as: UTF8.self)) }
    do {
      try file.write(buffer)
    } catch {
      throw .outputFailed("cannot write the track: \(error)")
    }
  }

  func finish() throws(Failure) {
    writer.finish(to: &buffer)
    try flush()
    do {
      try file?.commit()
    } catch {
      throw .outputFailed("cannot write the track: \(error)")
    }
  }

  /// Says what was written.
  func report(_ thing: String, _ path: String, isJSON: Bool) throws(Failure) {
    guard isJSON else {
      return context.note(
        "\(counted(points, thing)) written to \(path == "-" ? "standard output" : quoted(path))"
      )
    }
    try context.output.json(["file": JSONValue.string(path), "points": .integer(Int64(points))])
  }
}
