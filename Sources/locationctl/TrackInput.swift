// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import TrackFiles

/// A track file opened with the rights of the user who runs the command.
enum TrackInput {
  /// Opens a track; `-` is standard input.
  static func open(
    _ path: String,
    options: TrackReader.Options = TrackReader.Options()
  ) throws(TrackError) -> TrackReader {
    guard path != "-" else {
      let source = FileByteSource(InputFile(borrowing: 0))
      return TrackReader(source: source, name: "standard input", options: options)
    }
    do {
      let source = FileByteSource(try InputFile(path: path))
      return TrackReader(source: source, name: path, options: options)
    } catch {
      let kind = TrackError.Kind.unreadable(errno: error.code)
      throw TrackError(kind: kind, file: path, reason: error.description)
    }
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
