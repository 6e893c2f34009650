// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc
internal import LinuxIO
internal import LocationClient
internal import TrackFiles

/// A track that is read with the rights of the user who runs the command.
final class TrackFile {
  /// A file is read without waiting, so signals must be asked for; this is a few milliseconds.
  private static let eventsPerCheck = 2000
  /// Bytes in which the end of a document is looked for; comments may follow it.
  private static let endSize = 4096

  let name: String
  private let reader: TrackReader
  private let input: InputSource?
  private let file: InputFile?
  private let context: Context
  private var events = 0

  /// Opens a track; `-` is the standard input.
  init(
    _ path: String,
    _ context: Context,
    options: TrackReader.Options = TrackReader.Options()
  ) throws(Failure) {
    self.context = context
    guard path != "-" else {
      let source = InputSource(context.input)
      name = "standard input"
      self.input = source
      file = nil
      reader = TrackReader(source: source, name: name, options: options)
      return
    }
    name = path
    self.input = nil
    do {
      let file = try InputFile(path: path)
      self.file = file
      let source = FileByteSource(file)
      reader = TrackReader(source: source, name: path, options: options)
    } catch {
      throw .unreadable(path, error.code, "\(error)")
    }
  }

  var summary: ReadSummary { reader.summary }
  /// How much of it has been read, 0 to 1; nil for a pipe.
  var fraction: Double? {
    reader.totalBytes.map { $0 > 0 ? Double(reader.bytesRead) / Double($0) : 1 }
  }

  /// The next event, nil at the end; a refusal has the exit code that belongs to it.
  func next() throws(Failure) -> TrackEvent? {
    events += 1
    if events % Self.eventsPerCheck == 0 { try context.checkInterruption() }
    do {
      return try reader.next()
    } catch {
      throw input?.failure ?? .refused(error)
    }
  }

  /// Looks for faults before anything is changed: reads on for so many seconds, which is to the end
  /// of most files; of a longer one it makes sure that the end is there.
  func check(for seconds: Double) throws(Failure) {
    let deadline = LocationConnection.deadline(after: seconds)
    while LocationConnection.deadline(after: 0) < deadline {
      for _ in 0..<Self.eventsPerCheck {
        guard try next() != nil else { return }
      }
    }
    guard let file, hasEnd((try? file.end(Self.endSize)) ?? []) else {
      throw .refused(
        TrackError(
          kind: .malformed,
          file: name,
          line: try lastLine(),
          reason: "the end of the file is missing"
        )
      )
    }
  }

  /// The number of the last line, counted anew from the beginning; nil if it cannot be read again.
  private func lastLine() throws(Failure) -> Int? {
    guard let copy = try? InputFile(path: name) else { return nil }
    var piece: [UInt8] = []
    var line = 1
    while (try? copy.read(into: &piece)) != nil, !piece.isEmpty {
      try context.checkInterruption()
      line += piece.count { $0 == UInt8(ascii: "\n") }
    }
    return line
  }

  /// Whether the last bytes are those of a whole file of its format.
  private func hasEnd(_ bytes: [UInt8]) -> Bool {
    let end = String(decoding: bytes, as: UTF8.self)
    switch reader.format {
    case .gpx: return end.contains("gpx>")
    case .kml: return end.contains("kml>")
    case .geoJSON:
      let blanks = " \t\r\n\u{1E}\0".utf8
      return bytes.last { !blanks.contains($0) }.map { "}]".utf8.contains($0) } ?? false
    case .nmea, .gpsd, nil: return true
    }
  }
}

extension Failure {
  fileprivate static func unreadable(_ path: String, _ code: Int32, _ reason: String) -> Failure {
    let message = "\(printable(path)): \(printable(reason))"
    return code == EACCES || code == EPERM ? .notPermitted(message) : .noSuchFile(message)
  }

  fileprivate static func refused(_ error: TrackError) -> Failure {
    guard case .unreadable(let code) = error.kind else {
      return .badData(printable(error.description))
    }
    return unreadable(error.file, code, error.reason)
  }
}

private final class FileByteSource: ByteSource {
  private let file: InputFile

  init(_ file: InputFile) {
    self.file = file
  }

  var size: Int? { file.size }

  func read(into buffer: inout [UInt8]) throws(ByteSourceFailure) {
    do throws(SystemError) {
      try file.read(into: &buffer)
    } catch {
      throw ByteSourceFailure(errno: error.code, reason: error.description)
    }
  }
}

private final class InputSource: ByteSource {
  private let input: StandardInput
  /// Why a read failed, in the terms of the command.
  private(set) var failure: Failure?

  init(_ input: StandardInput) {
    self.input = input
  }

  var size: Int? { input.size }

  func read(into buffer: inout [UInt8]) throws(ByteSourceFailure) {
    do throws(Failure) {
      try input.read(into: &buffer)
    } catch {
      failure = error
      throw ByteSourceFailure(errno: EIO, reason: error.message ?? "interrupted")
    }
  }
}
