// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// The fields of one sentence; a field that is not there is empty.
struct NMEASentence {
  private let bytes: [UInt8]
  private var fields: [Range<Int>] = []

  /// Of the formatter, without the talker: GGA, RMC, …; empty for proprietary sentences.
  let type: String
  let talker: String

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var start = 0
    for index in bytes.indices where bytes[index] == UInt8(ascii: ",") {
      fields.append(start..<index)
      start = index + 1
    }
    fields.append(start..<bytes.count)
    let address = bytes[fields[0]]
    let isStandard = address.count == 5 && address.first != UInt8(ascii: "P")
    type = isStandard ? String(decoding: address.suffix(3), as: UTF8.self) : ""
    talker = isStandard ? String(decoding: address.prefix(2), as: UTF8.self) : ""
  }

  var count: Int { fields.count }

  func isEmpty(_ field: Int) -> Bool {
    field >= fields.count || bytes[fields[field]].allSatisfy(\.isBlank)
  }

  func character(_ field: Int) -> UInt8? {
    isEmpty(field) ? nil : bytes[fields[field]].first { !$0.isBlank }
  }

  func text(_ field: Int) -> ArraySlice<UInt8> {
    field < fields.count ? bytes[fields[field]] : []
  }

  func number(_ field: Int) -> Double? {
    isEmpty(field) ? nil : DecimalText.parse(bytes.span.extracting(fields[field]))
  }

  /// Whether a field says something in the unit named by the one after it.
  func isGiven(_ field: Int, unit: Unicode.Scalar) -> Bool {
    !isEmpty(field) && character(field + 1) == UInt8(ascii: unit)
  }

  private func digits(_ range: Range<Int>) -> Int? {
    guard !range.isEmpty, range.count < 10 else { return nil }
    var value = 0
    for index in range {
      guard bytes[index].isDigit else { return nil }
      value = value * 10 + Int(bytes[index] - UInt8(ascii: "0"))
    }
    return value
  }

  func integer(_ field: Int) -> Int? {
    field < fields.count ? digits(fields[field]) : nil
  }

  /// hhmmss with any fraction, as milliseconds since midnight; a leap second is the next midnight.
  func timeOfDay(_ field: Int) -> Int64? {
    guard field < fields.count, fields[field].count >= 6 else { return nil }
    let start = fields[field].lowerBound
    guard let hour = digits(start..<(start + 2)), hour < 24,
      let minute = digits((start + 2)..<(start + 4)), minute < 60,
      digits((start + 4)..<(start + 6)) != nil,
      let second = DecimalText.parse(
        bytes.span.extracting((start + 4)..<fields[field].upperBound)
      ), second >= 0, second < 61
    else { return nil }
    return Int64(hour * 60 + minute) * 60_000 + Int64(clamping: second * 1000)
  }

  /// ddmmyy; 80 to 99 are the twentieth century, as receivers' week counts begin in 1980.
  func date(_ field: Int) -> CivilDate? {
    guard field < fields.count, fields[field].count == 6 else { return nil }
    let start = fields[field].lowerBound
    guard let day = digits(start..<(start + 2)), let month = digits((start + 2)..<(start + 4)),
      let year = digits((start + 4)..<(start + 6))
    else { return nil }
    return CivilDate(year: year >= 80 ? 1900 + year : 2000 + year, month: month, day: day)
  }

  enum Position: Equatable {
    case empty
    case malformed
    case outOfRange
    case valid(Coordinate)
  }

  /// The four fields of a position: latitude, N or S, longitude, E or W.
  func position(_ field: Int) -> Position {
    if (field..<(field + 4)).allSatisfy(isEmpty) { return .empty }
    guard let latitude = angle(field, positive: "N", negative: "S"),
      let longitude = angle(field + 2, positive: "E", negative: "W")
    else { return .malformed }
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
      return .outOfRange
    }
    return .valid(coordinate)
  }

  /// Degrees and minutes run together, dddmm.mmmm, with the hemisphere in the next field.
  ///
  /// 60.0000 minutes are what a careless writer's rounding makes of a full degree, so they count
  /// as one; anything above is no angle.
  private func angle(
    _ field: Int,
    positive: Unicode.Scalar,
    negative: Unicode.Scalar
  ) -> Double? {
    guard field < fields.count, let hemisphere = character(field + 1) else { return nil }
    let isNegative = hemisphere == UInt8(ascii: negative)
    guard isNegative || hemisphere == UInt8(ascii: positive) else { return nil }
    let text = bytes.span.extracting(fields[field])
    let trimmed = text.trimmedRange()
    let start = fields[field].lowerBound + trimmed.lowerBound
    let end = fields[field].lowerBound + trimmed.upperBound
    let point = bytes[start..<end].firstIndex(of: UInt8(ascii: ".")) ?? end
    guard point - start >= 3, point - start <= 5, let degrees = digits(start..<(point - 2)),
      bytes[point - 2].isDigit,
      let minutes = DecimalText.parse(bytes.span.extracting((point - 2)..<end)),
      minutes >= 0, minutes <= 60
    else { return nil }
    let angle = Double(degrees) + minutes / 60
    return isNegative ? -angle : angle
  }
}
