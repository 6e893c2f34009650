// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// GPX or KML, whichever the root element says.
final class XMLTrackDecoder: TrackDecoder, XMLHandler {
  private let output: DecoderOutput
  private let expected: TrackFormat?
  private var parser: XMLParser?
  private var content: (any XMLHandler)?

  init(
    opening: Span<UInt8>,
    expected: TrackFormat?,
    output: DecoderOutput
  ) throws(TrackFailure) {
    self.output = output
    self.expected = expected
    parser = try XMLParser(encoding: XMLEncoding.override(for: opening), handler: self)
  }

  func decode(_ bytes: Span<UInt8>) throws(TrackFailure) {
    try parser?.parse(bytes, isFinal: false)
  }

  var line: Int? { parser?.line }

  func finish() throws(TrackFailure) {
    try parser?.parse([UInt8]().span, isFinal: true)
  }

  func startElement(_ name: XMLName, in parser: XMLParser) throws(TrackFailure) {
    if content == nil { content = try makeContent(for: name, in: parser) }
    try content?.startElement(name, in: parser)
  }

  func endElement(in parser: XMLParser) throws(TrackFailure) {
    try content?.endElement(in: parser)
  }

  func text(_ bytes: Span<UInt8>, in parser: XMLParser) throws(TrackFailure) {
    try content?.text(bytes, in: parser)
  }

  private func makeContent(
    for root: XMLName,
    in parser: XMLParser
  ) throws(TrackFailure) -> any XMLHandler {
    switch (root.tag, root.namespace) {
    case (.gpx, .gpx), (.gpx, .none):
      guard expected != .kml else { break }
      output.format = .gpx
      return GPXDecoder(root: root.namespace, output: output)
    case (.kml, .kml), (.kml, .none):
      guard expected != .gpx else { break }
      output.format = .kml
      return KMLDecoder(root: root.namespace, output: output)
    default:
      break
    }
    throw TrackFailure(
      kind: .unknownFormat,
      line: parser.line,
      reason: "the root element is not \(expected?.rawValue ?? "gpx or kml") of a known namespace"
    )
  }
}

/// The text of one short element, collected from its pieces.
struct ElementText {
  /// Names are cut here, values refused: no number or time is near as long.
  private static let limit = 1024

  private(set) var bytes: [UInt8] = []
  private(set) var isTooLong = false

  mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    isTooLong = false
  }

  mutating func append(_ piece: Span<UInt8>) {
    for index in 0..<piece.count {
      guard bytes.count < Self.limit else {
        isTooLong = true
        return
      }
      bytes.append(piece[index])
    }
  }

  var isBlank: Bool { bytes.allSatisfy(\.isBlank) }

  var number: Double? { isTooLong ? nil : DecimalText.parse(bytes.span) }

  /// Without the blanks around; a character that was cut in half is replaced.
  var string: String {
    String(decoding: bytes[bytes.span.trimmedRange()], as: UTF8.self)
  }
}
