// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore
internal import LocationProtocol

/// A location in words, on one line or as the lines of a block.
enum LocationText {
  /// `48.858370° N  2.294481° E`.
  static func position(_ latitude: Double, _ longitude: Double) -> String {
    let north = latitude < 0 ? "S" : "N"
    let east = longitude < 0 ? "W" : "E"
    return "\(fixed(latitude.magnitude, 6))° \(north)  \(fixed(longitude.magnitude, 6))° \(east)"
  }

  /// Everything a script or a log needs, on one line; the position as `set` takes it.
  static func line(_ location: LocationMessage) -> String {
    var words = [
      location.timestamp.text ?? "-",
      "\(fixed(location.latitude, 6)),\(fixed(location.longitude, 6))",
      "±\(shortNumber(location.horizontalAccuracy, 1)) m",
    ]
    if let altitude = location.altitude { words.append("alt \(fixed(altitude, 1)) m") }
    if let speed = location.speed { words.append("\(fixed(speed, 1)) m/s") }
    if let course = location.course { words.append("\(fixed(course, 0))°") }
    if let satellites = satellites(location.gnss) { words.append(satellites) }
    words.append(source(location.source))
    if location.source.isSimulatedBySoftware { words.append("[\(simulation(location.source))]") }
    return words.joined(separator: "  ")
  }

  /// Labels and values for a block; what is unknown has no line, so the block stays readable.
  static func fields(_ location: LocationMessage) -> [(label: String, value: String)] {
    var fields: [(label: String, value: String)] = []
    func add(_ label: String, _ value: String?) {
      if let value { fields.append((label, value)) }
    }
    add("position", position(location.latitude, location.longitude))
    add(
      "accuracy",
      "± \(shortNumber(location.horizontalAccuracy, 1)) m"
        + estimate("horizontalAccuracy", location)
    )
    add("speed", location.speed.map { speedText($0, location.speedAccuracy) })
    add("course", location.course.map { courseText($0, location.courseAccuracy) })
    add("altitude", altitudeText(location))
    add("satellites", satelliteText(location.gnss))
    add("source", source(location.source))
    add(
      "simulated",
      location.source.isSimulatedBySoftware ? simulationAnswer(location.source) : "no"
    )
    return fields
  }

  /// Who made the location, or `-` if nobody says.
  static func source(_ source: LocationMessage.Source) -> String {
    guard let device = source.device else { return "-" }
    return printable(device) + (source.driver.map { " (\(printable($0)))" } ?? "")
  }

  static func simulation(_ source: LocationMessage.Source) -> String {
    "simulated" + (overrides(source).map { " by \($0)" } ?? "")
  }

  /// The answer to whether it is simulated: `yes, by override o1`.
  private static func simulationAnswer(_ source: LocationMessage.Source) -> String {
    "yes" + (overrides(source).map { ", by \($0)" } ?? "")
  }

  private static func overrides(_ source: LocationMessage.Source) -> String? {
    guard let overrides = source.overrides, !overrides.isEmpty else { return nil }
    return "override \(overrides.map(printable).joined(separator: ", "))"
  }

  static func speedText(_ speed: Double, _ accuracy: Double?) -> String {
    "\(fixed(speed, 1)) m/s\(tolerance(accuracy, 1, " m/s"))  (\(fixed(speed * 3.6, 0)) km/h)"
  }

  static func courseText(_ course: Double, _ accuracy: Double?) -> String {
    "\(fixed(course, 0))° \(compassPoint(course))\(tolerance(accuracy, 0, "°"))"
  }

  /// One of the eight winds.
  static func compassPoint(_ degrees: Double) -> String {
    let names = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    let index = Int64(clamping: normalizedCourse(degrees) / 45) % 8
    return names[Int(index)]
  }

  private static func altitudeText(_ location: LocationMessage) -> String? {
    let accuracy = tolerance(location.verticalAccuracy, 1, " m")
    if let altitude = location.altitude {
      let ellipsoidal = location.ellipsoidalAltitude.map {
        "  (\(fixed($0, 1)) m above the ellipsoid)"
      }
      return "\(fixed(altitude, 1)) m\(accuracy)\(ellipsoidal ?? "")"
    }
    return location.ellipsoidalAltitude.map { "\(fixed($0, 1)) m above the ellipsoid\(accuracy)" }
  }

  private static func satelliteText(_ gnss: LocationMessage.GNSS?) -> String? {
    guard let gnss else { return nil }
    var words = [gnss.mode.rawValue]
    if let status = gnss.status { words.append(status.rawValue) }
    if let used = gnss.satellitesUsed {
      words.append("\(used) used" + (gnss.satellitesVisible.map { " of \($0) in view" } ?? ""))
    }
    if let hdop = gnss.hdop { words.append("HDOP \(shortNumber(hdop, 1))") }
    return words.joined(separator: ", ")
  }

  private static func satellites(_ gnss: LocationMessage.GNSS?) -> String? {
    guard let gnss else { return nil }
    guard let used = gnss.satellitesUsed else { return gnss.mode.rawValue }
    return "\(gnss.mode.rawValue) \(used)" + (gnss.satellitesVisible.map { "/\($0)" } ?? "")
      + " sat"
  }

  private static func tolerance(_ accuracy: Double?, _ decimals: Int, _ unit: String) -> String {
    accuracy.map { " ± \(shortNumber($0, decimals))\(unit)" } ?? ""
  }

  private static func estimate(_ name: String, _ location: LocationMessage) -> String {
    location.source.estimated?.contains(name) == true ? "  (estimated)" : ""
  }
}
