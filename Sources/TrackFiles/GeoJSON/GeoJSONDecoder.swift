// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// GeoJSON (RFC 7946): collections, features and geometries, also one per line.
///
/// Each feature with a line is a track, each line of a MultiLineString a segment. Points are
/// waypoints: a route only where the file has no line, and in a pipe that sends them one by one
/// with their times, where no end can be waited for. The third value is taken as metres above
/// the sea, because that is what the converters from GPX put there, although the standard says
/// ellipsoid; a fourth is ignored.
final class GeoJSONDecoder: TrackDecoder {
  private var tokenizer = JSONTokenizer()
  private let assembler: GeoJSONAssembler

  init(output: DecoderOutput) {
    assembler = GeoJSONAssembler(output: output)
  }

  func decode(_ bytes: Span<UInt8>) throws(TrackFailure) {
    do throws(TrackFailure) {
      try tokenizer.feed(bytes, to: assembler, position: { assembler.place = $0 })
    } catch {
      throw located(error)
    }
  }

  var line: Int? { tokenizer.line }

  func finish() throws(TrackFailure) {
    do throws(TrackFailure) {
      try tokenizer.finish(assembler)
    } catch {
      throw located(error)
    }
  }

  private func located(_ failure: TrackFailure) -> TrackFailure {
    guard failure.line == nil else { return failure }
    var located = failure
    located.line = tokenizer.line
    located.byte = tokenizer.byte
    return located
  }
}
