// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Testing

// Compiles only if each public member is there in Apple's spelling; the values are checked too.

@Suite struct CLLocationTests {
  private let paris = CLLocationCoordinate2D(latitude: 48.8584, longitude: 2.2945)
  private let date = Date(timeIntervalSince1970: 1_796_000_000)

  private var location: CLLocation {
    CLLocation(
      coordinate: paris,
      altitude: 35,
      horizontalAccuracy: 5,
      verticalAccuracy: 6,
      course: 271,
      courseAccuracy: 5,
      speed: 1.4,
      speedAccuracy: 0.3,
      timestamp: date,
      sourceInfo: CLLocationSourceInformation(
        softwareSimulationState: true,
        andExternalAccessoryState: false
      )
    )
  }

  @Test func `every property has its value`() {
    let location = location
    let coordinate: CLLocationCoordinate2D = location.coordinate
    let degrees: CLLocationDegrees = coordinate.latitude
    #expect(degrees == 48.8584 && coordinate.longitude == 2.2945)
    let altitude: CLLocationDistance = location.altitude
    #expect(altitude == 35 && location.ellipsoidalAltitude == 0)
    let accuracy: CLLocationAccuracy = location.horizontalAccuracy
    #expect(accuracy == 5 && location.verticalAccuracy == 6)
    let course: CLLocationDirection = location.course
    let courseAccuracy: CLLocationDirectionAccuracy = location.courseAccuracy
    #expect(course == 271 && courseAccuracy == 5)
    let speed: CLLocationSpeed = location.speed
    let speedAccuracy: CLLocationSpeedAccuracy = location.speedAccuracy
    #expect(speed == 1.4 && speedAccuracy == 0.3)
    #expect(location.timestamp == date)
    let floor: CLFloor? = location.floor
    #expect(floor?.level == nil)
    #expect(location.sourceInformation?.isSimulatedBySoftware == true)
    #expect(location.sourceInformation?.isProducedByAccessory == false)
  }

  @Test func `a bare location is invalid in all but its point`() {
    let location = CLLocation(latitude: 1, longitude: 2)
    #expect(location.coordinate.latitude == 1 && location.coordinate.longitude == 2)
    #expect(location.horizontalAccuracy == 0 && location.verticalAccuracy == -1)
    #expect(location.course == -1 && location.courseAccuracy == -1)
    #expect(location.speed == -1 && location.speedAccuracy == -1)
    #expect(location.sourceInformation == nil)
  }

  @Test func `the shorter initializers leave course and speed invalid`() {
    let short = CLLocation(
      coordinate: paris,
      altitude: 1,
      horizontalAccuracy: 2,
      verticalAccuracy: 3,
      timestamp: date
    )
    #expect(short.course == -1 && short.speed == -1)
    let moving = CLLocation(
      coordinate: paris,
      altitude: 1,
      horizontalAccuracy: 2,
      verticalAccuracy: 3,
      course: 90,
      speed: 4,
      timestamp: date
    )
    #expect(moving.course == 90 && moving.speed == 4 && moving.courseAccuracy == -1)
  }

  @Test func `distance is measured on the ellipsoid`() {
    let start = CLLocation(latitude: 0, longitude: 0)
    let degree: CLLocationDistance = start.distance(from: CLLocation(latitude: 0, longitude: 1))
    #expect(abs(degree - 111_319.490793) < 0.0001)
    let north = start.distance(from: CLLocation(latitude: 1, longitude: 0))
    #expect(abs(north - 110_574.388557) < 0.0001)
    let west = CLLocation(latitude: 0, longitude: 179.5)
    #expect(
      abs(west.distance(from: CLLocation(latitude: 0, longitude: -179.5)) - 111_319.490793) < 0.0001
    )
  }

  @Test func `the description has Apple's form`() {
    let text = location.description
    #expect(
      text.hasPrefix("<+48.85840000,+2.29450000> +/- 5.00m (speed 1.40 mps / course 271.00) @ ")
    )
    #expect("\(CLLocation(latitude: -33.5, longitude: -70))".hasPrefix("<-33.50000000,-70.0000"))
  }

  @Test func `it is archived, copied, hashed and compared by value`() throws {
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: location,
      requiringSecureCoding: true
    )
    let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: CLLocation.self, from: data)
    #expect(read == location)
    #expect(read?.hash == location.hash)
    #expect(location.copy() as? CLLocation == location)
    #expect(Set([location, location]).count == 1)
    #expect(location != CLLocation(latitude: 48.8584, longitude: 2.2945))
    #expect(CLLocation.supportsSecureCoding)
  }

  @Test func `it may be sent to another task and subclassed`() async {
    let location = location
    let speed = await Task.detached { location.speed }.value
    #expect(speed == 1.4)
    let fake: CLLocation = FasterLocation(latitude: 1, longitude: 2)
    #expect(fake.speed == 99)
  }
}

private final class FasterLocation: CLLocation, @unchecked Sendable {
  override var speed: CLLocationSpeed { 99 }
}
