// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationProtocol
internal import TrackFiles

/// The file that `record` and `convert` write.
final class TrackOutput {
  /// When the file takes the place of what had its name.
  enum NameTaking {
    /// When it is whole.
    case atEnd
    /// With its first point: from then on it can be read while it grows. Without one nothing is lost.
    case withFirstPoint
  }

  private let file: OutputFile?
  private let context: Context
  private var writer: TrackWriter
  private var buffer: [UInt8] = []
  private let takesName: NameTaking
  private(set) var points = 0

  /// Bytes that are collected before they are written.
  private static let pieceSize = 65_536

  /// `-` is standard output.
  init(
    _ path: String,
    format: TrackFormat,
    takesName: NameTaking,
    _ context: Context
  ) throws(Failure) {
    guard let writer = TrackWriter(format: format) else {
      throw .badData("\(format.rawValue) is only read; give \(TrackOutput.formats)")
    }
    self.writer = writer
    self.context = context
    self.takesName = takesName
    do {
      file = path == "-" ? nil : try OutputFile(path: path)
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
      if takesName == .withFirstPoint, points > 0 { try file.commit() }
    } catch {
      throw .outputFailed("cannot write the track: \(error)")
    }
  }

  /// False if a file of nothing would have taken the place of another one, which is left as it was.
  func finish() throws(Failure) -> Bool {
    writer.finish(to: &buffer)
    try flush()
    if takesName == .withFirstPoint, points == 0, file?.isReplacing == true { return false }
    do {
      try file?.commit()
      return true
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
