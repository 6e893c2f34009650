// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Reads one track file from front to back: a few pieces of 64 KiB are in memory, never the file.
///
/// Formats are told apart by content. Whatever is wrong with a single position is counted and
/// skipped; whatever makes the rest of the file doubtful refuses it. Points come out before the end
/// is seen: a caller that must not act on half a file reads it twice.
package final class TrackReader {
  package struct Options: Sendable {
    /// Only this track, the first one with points being 1; all if nil.
    package var track: Int?
    /// Skips the detection.
    package var format: TrackFormat?

    package init(track: Int? = nil, format: TrackFormat? = nil) {
      self.track = track
      self.format = format
    }
  }

  package let name: String
  package private(set) var bytesRead = 0
  package var totalBytes: Int? { source.size }
  /// Known after the first event; for XML it is the root element that decides.
  package var format: TrackFormat? { output.format }
  /// Complete when `next` has returned nil.
  package var summary: ReadSummary {
    var summary = output.summary
    summary.points = counts.points
    summary.timedPoints = counts.timedPoints
    summary.tracks = counts.tracks
    summary.segments = counts.segments
    return summary
  }

  private let source: any ByteSource
  private let options: Options
  private let output = DecoderOutput()
  private var decoder: (any TrackDecoder)?
  private var buffer: [UInt8] = []
  /// What was read before the format was known.
  private var opening: [UInt8] = []
  private var isAtEnd = false
  private var failure: TrackError?
  private var currentTrack = 0
  private var counts = ReadSummary()

  /// Reads from `source`; `name` is what errors call it.
  package init(source: any ByteSource, name: String, options: Options = Options()) {
    self.source = source
    self.name = name
    self.options = options
    output.isLive = source.size == nil
  }

  /// The next event of the selected track, nil at the end; after an error only that error.
  package func next() throws(TrackError) -> TrackEvent? {
    if let failure { throw failure }
    while true {
      while let event = output.next() {
        if let event = select(event) { return event }
      }
      guard !isAtEnd else { return nil }
      do throws(TrackFailure) {
        try advance()
      } catch {
        let failure = TrackError(
          kind: error.kind,
          file: name,
          line: error.line,
          byte: error.byte,
          reason: error.reason
        )
        self.failure = failure
        throw failure
      }
    }
  }

  private func select(_ event: TrackEvent) -> TrackEvent? {
    if case .track = event { currentTrack += 1 }
    guard options.track == nil || options.track == currentTrack else { return nil }
    switch event {
    case .track:
      counts.tracks += 1
      counts.segments += 1
    case .segmentBreak:
      counts.segments += 1
    case .point(let point):
      counts.points += 1
      counts.timedPoints += point.time == nil ? 0 : 1
    case .fixLost:
      break
    }
    return event
  }

  private func advance() throws(TrackFailure) {
    do throws(ByteSourceFailure) {
      try source.read(into: &buffer)
    } catch {
      throw TrackFailure(kind: .unreadable(errno: error.errno), reason: error.reason)
    }
    bytesRead += buffer.count
    guard !buffer.isEmpty else { return try finish() }
    if decoder == nil {
      guard try extendOpening() else { return }
    }
    let piece = buffer
    try decoder?.decode(piece.span)
  }

  /// Makes the decoder once the opening of the file shows its format.
  ///
  /// A pipe may deliver single bytes, so the opening is collected until it suffices.
  private func extendOpening() throws(TrackFailure) -> Bool {
    opening += buffer
    let isWhole = opening.count >= FormatDetector.opening
    if let format = detectedFormat(isWhole: isWhole) {
      try makeDecoder(format)
    } else if isWhole {
      try makeDecoder(try fallbackFormat())
    } else {
      return false
    }
    swap(&buffer, &opening)
    opening = []
    return true
  }

  private func detectedFormat(isWhole: Bool) -> TrackFormat? {
    let start = opening
    return options.format
      ?? FormatDetector.format(of: start.span, isWhole: isWhole, isLive: source.size == nil)
  }

  private func makeDecoder(_ format: TrackFormat) throws(TrackFailure) {
    switch format {
    case .gpx, .kml:
      let start = opening
      decoder = try XMLTrackDecoder(opening: start.span, expected: options.format, output: output)
    case .geoJSON:
      output.format = .geoJSON
      decoder = GeoJSONDecoder(output: output)
    case .nmea:
      output.format = .nmea
      decoder = NMEADecoder(output: output)
    case .gpsd:
      output.format = .gpsd
      decoder = GPSDLogDecoder(output: output)
    }
  }

  private func finish() throws(TrackFailure) {
    isAtEnd = true
    if decoder == nil { try decodeShortFile() }
    try decoder?.finish()
    try output.finish()
    guard output.hasTrack else {
      let line = output.summary.firstSkips.first?.line ?? decoder?.line
      throw TrackFailure(kind: .noPoints, line: line, reason: emptyReason)
    }
    guard let track = options.track, !(1...output.trackCount).contains(track) else { return }
    throw TrackFailure(
      kind: .noSuchTrack,
      reason: "track \(track) asked for, the file has \(output.trackCount)"
    )
  }

  private func decodeShortFile() throws(TrackFailure) {
    guard opening.contains(where: { !$0.isBlank }) else {
      throw TrackFailure(kind: .unknownFormat, line: 1, reason: "the file is empty")
    }
    if let format = detectedFormat(isWhole: true) {
      try makeDecoder(format)
    } else {
      try makeDecoder(try fallbackFormat())
    }
    let whole = opening
    opening = []
    try decoder?.decode(whole.span)
  }

  /// The name decides where the content does not: a log may open with any amount of junk.
  private func fallbackFormat() throws(TrackFailure) -> TrackFormat {
    let start = opening
    let refusal = FormatDetector.refusal(of: start.span)
    guard refusal == FormatDetector.unknown, let format = TrackFormat(fileName: name),
      format == .nmea || format == .gpsd
    else { throw TrackFailure(kind: .unknownFormat, line: 1, reason: refusal) }
    return format
  }

  private var emptyReason: String {
    let skipped = output.summary.skipped.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { "\($0.value) × \($0.key.rawValue)" }.joined(separator: ", ")
    return "no position to play" + (skipped.isEmpty ? "" : "; skipped: " + skipped)
  }
}
