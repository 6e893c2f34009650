// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// A program's conformances must be public, and nobody documents them.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CoreLocation.CLLocation
import Foundation
import Testing

import struct CoreLocation.CLLocationCoordinate2D

// As programs do: Apple's values get the conformances and the arithmetic that they lack, and are
// used far from the main thread.

extension CLLocationCoordinate2D: Hashable {
  public static func == (left: Self, right: Self) -> Bool {
    left.latitude == right.latitude && left.longitude == right.longitude
  }
  public func hash(into hasher: inout Hasher) {
    hasher.combine(latitude)
    hasher.combine(longitude)
  }
}

extension CLLocationCoordinate2D: Codable {
  private enum CodingKeys: String, CodingKey { case latitude, longitude }

  public init(from decoder: Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init()
    latitude = try values.decode(CLLocationDegrees.self, forKey: .latitude)
    longitude = try values.decode(CLLocationDegrees.self, forKey: .longitude)
  }

  public func encode(to encoder: Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(latitude, forKey: .latitude)
    try values.encode(longitude, forKey: .longitude)
  }
}

extension CLLocationCoordinate2D: CustomStringConvertible {
  public var description: String { String(format: "%.4f, %.4f", latitude, longitude) }
}

extension CLAuthorizationStatus: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notDetermined: return "not determined"
    case .restricted: return "restricted"
    case .denied: return "denied"
    case .authorizedAlways: return "always"
    case .authorizedWhenInUse: return "when in use"
    @unknown default: return "unknown"
    }
  }
}

extension CLError: LocalizedError {
  public var errorDescription: String? {
    switch code {
    case .denied: return "Location access was denied."
    case .locationUnknown: return "The location is unknown."
    default: return nil
    }
  }
}

extension CLLocation {
  static let null = CLLocation(latitude: 0, longitude: 0)

  convenience init(_ coordinate: CLLocationCoordinate2D) {
    self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
  }

  var isUsable: Bool { horizontalAccuracy >= 0 && -timestamp.timeIntervalSinceNow < 30 }

  func bearing(to other: CLLocation) -> CLLocationDirection {
    let (a, b) = (coordinate.latitude * .pi / 180, other.coordinate.latitude * .pi / 180)
    let delta = (other.coordinate.longitude - coordinate.longitude) * .pi / 180
    let angle = atan2(sin(delta) * cos(b), cos(a) * sin(b) - sin(a) * cos(b) * cos(delta))
    return (angle * 180 / .pi + 360).truncatingRemainder(dividingBy: 360)
  }
}

extension Array where Element == CLLocation {
  var length: CLLocationDistance {
    zip(self, dropFirst()).reduce(0) { $0 + $1.1.distance(from: $1.0) }
  }
}

@Suite struct ExtendedValuesTests {
  private let home = CLLocationCoordinate2D(latitude: 48.8584, longitude: 2.2945)

  @Test func `coordinates get conformances of the program`() throws {
    #expect(Set([home, home]).count == 1 && "\(home)" == "48.8584, 2.2945")
    let data = try JSONEncoder().encode([home])
    #expect(try JSONDecoder().decode([CLLocationCoordinate2D].self, from: data) == [home])
    #expect("\(CLAuthorizationStatus.denied)" == "denied")
    #expect((CLError(.denied) as LocalizedError).errorDescription == "Location access was denied.")
  }

  @Test func `locations are extended and used on any thread`() async {
    let far = CLLocation(CLLocationCoordinate2D(latitude: 48.8584, longitude: 3.2945))
    let bearing = await Task.detached { [home] in CLLocation(home).bearing(to: far) }.value
    #expect(abs(bearing - 89.623) < 0.001)
    #expect(CLLocation.null.isUsable && ![CLLocation.null, far].isEmpty)
    #expect(abs([CLLocation(home), far].length - 73_378.5) < 0.1)
  }
}
