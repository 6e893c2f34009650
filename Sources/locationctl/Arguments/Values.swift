// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore
internal import LocationProtocol

/// The value of one option or operand, already read and in range.
enum Value: Hashable, Sendable {
  case number(Double)
  case integer(Int)
  /// Seconds.
  case duration(Double)
  case coordinate(Coordinate)
  case region(RegionArgument)
  case accuracy(AccuracyArgument)
  case condition(Condition)
  case text(String)
}

/// A circle to watch: `LAT,LON,RADIUS[,ID]`.
struct RegionArgument: Hashable, Sendable {
  var center: Coordinate
  /// Metres, > 0.
  var radius: Double
  /// Absent if the command is to number the region itself.
  var identifier: String?
}

/// The accuracy a subscription asks for: metres, or one of the contract's words.
enum AccuracyArgument: Hashable, Sendable {
  case metres(Double)
  case word(String)
}

/// Finite decimal numbers only: no hexadecimal, no `nan` or `inf`, no decimal comma.
func decimal(_ text: some StringProtocol) -> Double? {
  let allowed = "0123456789+-.eE".utf8
  guard !text.isEmpty, text.utf8.allSatisfy({ allowed.contains($0) }) else { return nil }
  guard let value = Double(text), value.isFinite else { return nil }
  return value
}

/// Seconds from `90`, `90s`, `2500ms`, `10m`, `1h30m` or `2d`: units fall, and only the last may have a fraction.
func duration(_ text: String) -> Double? {
  if let seconds = decimal(text) { return seconds >= 0 ? seconds : nil }
  let units: [(name: Substring, seconds: Double)] = [
    ("d", 86400), ("h", 3600), ("m", 60), ("s", 1), ("ms", 0.001),
  ]
  var rest = Substring(text)
  var next = 0
  var total = 0.0
  while !rest.isEmpty {
    let digits = rest.prefix { $0 == "." || ("0"..."9").contains($0) }
    rest.removeFirst(digits.count)
    let name = rest.prefix { ("a"..."z").contains($0) }
    rest.removeFirst(name.count)
    guard let count = decimal(digits) else { return nil }
    guard let unit = units.indices.dropFirst(next).first(where: { units[$0].name == name }) else {
      return nil
    }
    guard rest.isEmpty || !digits.contains(".") else { return nil }
    total += count * units[unit].seconds
    next = unit + 1
  }
  return next > 0 && total.isFinite ? total : nil
}

/// A point from `LAT,LON` in degrees; blanks around the numbers are allowed.
func coordinate(_ text: some StringProtocol) -> Coordinate? {
  let parts = text.split(separator: ",", omittingEmptySubsequences: false)
  guard parts.count == 2,
    let latitude = decimal(trimmed(parts[0])),
    let longitude = decimal(trimmed(parts[1]))
  else { return nil }
  return Coordinate(latitude: latitude, longitude: longitude)
}

/// A circle from `LAT,LON,RADIUS[,ID]`; the identifier may itself hold commas.
func region(_ text: String) -> RegionArgument? {
  let parts = text.split(separator: ",", maxSplits: 3, omittingEmptySubsequences: false)
  guard parts.count >= 3,
    let center = coordinate("\(parts[0]),\(parts[1])"),
    let radius = decimal(trimmed(parts[2])), radius > 0, radius <= Region.maximumRadius
  else { return nil }
  guard parts.count == 4 else { return RegionArgument(center: center, radius: radius) }
  guard !parts[3].isEmpty else { return nil }
  return RegionArgument(center: center, radius: radius, identifier: String(parts[3]))
}

/// Which part of a text that is no `LAT,LON` is wrong.
func coordinateFlaw(_ text: String) -> String? {
  let parts = text.split(separator: ",", omittingEmptySubsequences: false)
  guard parts.count == 2 else {
    return "LATITUDE,LONGITUDE are one word, with a comma and no blank, such as 48.8584,2.2945"
  }
  return flaw(of: parts[0], "latitude", 90) ?? flaw(of: parts[1], "longitude", 180)
}

/// Which part of a text that is no `LAT,LON,RADIUS[,ID]` is wrong.
func regionFlaw(_ text: String) -> String? {
  let parts = text.split(separator: ",", maxSplits: 3, omittingEmptySubsequences: false)
  guard parts.count >= 3 else {
    return "LATITUDE,LONGITUDE,RADIUS are one word, with commas and no blanks, such as "
      + "48.8584,2.2945,100"
  }
  if let flaw = coordinateFlaw("\(parts[0]),\(parts[1])") { return flaw }
  guard let radius = decimal(trimmed(parts[2])), radius > 0, radius <= Region.maximumRadius else {
    return "wrong radius"
  }
  return "empty name"
}

private func flaw(of text: Substring, _ name: String, _ limit: Double) -> String? {
  guard let degrees = decimal(trimmed(text)), abs(degrees) <= limit else { return "wrong \(name)" }
  return nil
}

/// Without blanks at both ends.
func trimmed(_ text: some StringProtocol) -> String {
  let start = text.drop { $0 == " " }
  return String(start.reversed().drop { $0 == " " }.reversed())
}
