// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// Recorded gpsd JSON: the TPV objects of the receiver that has the first fix.
///
/// Other lines and classes are passed over; before the object a line may carry the timestamp that
/// gpspipe puts there.
final class GPSDLogDecoder: TrackDecoder {
  private let output: DecoderOutput
  private var lines = LineCollector()
  private var device: String?
  /// The last one of its epoch counts, so a point waits for the next epoch.
  private var pending: (point: TrackPoint, refused: [ReadSummary.RefusedValue])?

  init(output: DecoderOutput) {
    self.output = output
  }

  func decode(_ bytes: Span<UInt8>) throws(TrackFailure) {
    for index in 0..<bytes.count where lines.take(bytes[index]) { handleLine() }
  }

  var line: Int? { lines.number }

  func finish() throws(TrackFailure) {
    if lines.finish() { handleLine() }
    flush()
  }

  private func handleLine() {
    let line = lines.line
    guard line.first != UInt8(ascii: "#"), let start = line.firstIndex(of: UInt8(ascii: "{")),
      contains("\"TPV\"", in: line.span)
    else { return }
    guard !lines.isTooLong, let fields = TPVFields.parse(line.span.extracting(start...))
    else { return skip(.malformedLine) }
    if fields.text("class") == "TPV" { handle(fields) }
  }

  private func contains(_ text: String, in line: Span<UInt8>) -> Bool {
    for index in 0..<line.count where line[index] == UInt8(ascii: "\"") {
      if line.extracting(index..<line.count).starts(with: text) { return true }
    }
    return false
  }

  private func handle(_ fields: TPVFields) {
    let name = fields.text("device")
    if let device, let name, name != device {
      if fields.hasFix { skip(.otherDevice) }
      return
    }
    guard fields.hasFix else {
      flush()
      return output.fixLost(time: fields.time)
    }
    guard fields.hasCoordinate else { return skip(.missingCoordinate) }
    guard let point = fields.point() else { return skip(.outOfRange) }
    if pending?.point.time == nil || pending?.point.time != point.time { flush() }
    pending = (point, fields.refused)
    device = device ?? name
  }

  private func flush() {
    guard let (point, refused) = pending else { return }
    for value in refused { output.summary.refuse(value) }
    output.point(point)
    pending = nil
  }

  private func skip(_ reason: ReadSummary.SkipReason) {
    output.summary.skip(reason, line: lines.number)
  }
}
