// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import LocationClient

/// All that a `CLLocation` says.
struct LocationValues: Hashable, Sendable {
  var latitude: Double
  var longitude: Double
  var altitude = 0.0
  var ellipsoidalAltitude = 0.0
  var horizontalAccuracy = -1.0
  var verticalAccuracy = -1.0
  var course = -1.0
  var courseAccuracy = -1.0
  var speed = -1.0
  var speedAccuracy = -1.0
  var timestamp: Date
  /// Nil if nothing is known of the source.
  var isSimulated: Bool?
  var isFromAccessory = false

  init(coordinate: CLLocationCoordinate2D, timestamp: Date) {
    latitude = coordinate.latitude
    longitude = coordinate.longitude
    self.timestamp = timestamp
  }

  /// What is not known becomes invalid, never 0.
  init(_ location: Location) {
    self.init(
      coordinate: CLLocationCoordinate2D(location.coordinate),
      timestamp: location.timestamp
    )
    horizontalAccuracy = location.horizontalAccuracy
    if location.altitude != nil || location.ellipsoidalAltitude != nil {
      altitude = location.altitude ?? location.ellipsoidalAltitude ?? 0
      ellipsoidalAltitude = location.ellipsoidalAltitude ?? altitude
      verticalAccuracy = location.verticalAccuracy ?? -1
    }
    course = location.course ?? -1
    courseAccuracy = location.course == nil ? -1 : location.courseAccuracy ?? -1
    speed = location.speed ?? -1
    speedAccuracy = location.speed == nil ? -1 : location.speedAccuracy ?? -1
    isSimulated = location.source.isSimulatedBySoftware
    isFromAccessory = location.source.isProducedByAccessory
  }

  private static let numbers: [(String, any WritableKeyPath<LocationValues, Double> & Sendable)] = [
    ("latitude", \.latitude),
    ("longitude", \.longitude),
    ("altitude", \.altitude),
    ("ellipsoidalAltitude", \.ellipsoidalAltitude),
    ("horizontalAccuracy", \.horizontalAccuracy),
    ("verticalAccuracy", \.verticalAccuracy),
    ("course", \.course),
    ("courseAccuracy", \.courseAccuracy),
    ("speed", \.speed),
    ("speedAccuracy", \.speedAccuracy),
  ]

  init?(_ coder: NSCoder) {
    guard coder.containsValue(forKey: "latitude"), coder.containsValue(forKey: "timestamp") else {
      return nil
    }
    let seconds = coder.decodeDouble(forKey: "timestamp")
    self.init(
      coordinate: CLLocationCoordinate2D(),
      timestamp: Date(timeIntervalSinceReferenceDate: seconds)
    )
    for (key, path) in Self.numbers { self[keyPath: path] = coder.decodeDouble(forKey: key) }
    if coder.containsValue(forKey: "isSimulated") {
      isSimulated = coder.decodeBool(forKey: "isSimulated")
      isFromAccessory = coder.decodeBool(forKey: "isFromAccessory")
    }
  }

  func encode(_ coder: NSCoder) {
    for (key, path) in Self.numbers { coder.encode(self[keyPath: path], forKey: key) }
    coder.encode(timestamp.timeIntervalSinceReferenceDate, forKey: "timestamp")
    guard let isSimulated else { return }
    coder.encode(isSimulated, forKey: "isSimulated")
    coder.encode(isFromAccessory, forKey: "isFromAccessory")
  }

  /// A time as it stands in descriptions: short date, long time, in the user's locale and zone.
  static func text(_ date: Date) -> String {
    let formatter = DateFormatter()
    formatter.locale = locale
    formatter.dateStyle = .short
    formatter.timeStyle = .full
    return formatter.string(from: date)
  }

  /// Foundation does not read the environment here, and writes the world's English without it.
  private static var locale: Locale {
    let environment = ProcessInfo.processInfo.environment
    let names = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { environment[$0] }
    guard Locale.current.identifier == "en_001", let name = names.first(where: { !$0.isEmpty }),
      let identifier = name.split(whereSeparator: { ".@".contains($0) }).first,
      identifier != "C", identifier != "POSIX"
    else { return .current }
    return Locale(identifier: String(identifier))
  }
}
