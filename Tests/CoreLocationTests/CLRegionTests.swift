// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Testing

@Suite struct CLRegionTests {
  private func circle(_ identifier: String = "home") -> CLCircularRegion {
    CLCircularRegion(
      center: CLLocationCoordinate2D(latitude: 48.8584, longitude: 2.2945),
      radius: 100,
      identifier: identifier
    )
  }

  @Test func `a circle has its values and contains what is within its radius`() {
    let region = circle()
    #expect(region.identifier == "home" && region.radius == 100)
    #expect(region.center.latitude == 48.8584)
    #expect(region.notifyOnEntry && region.notifyOnExit)
    #expect(region.contains(CLLocationCoordinate2D(latitude: 48.8590, longitude: 2.2945)))
    #expect(!region.contains(CLLocationCoordinate2D(latitude: 48.8600, longitude: 2.2945)))
    #expect(
      region.description
        == "CLCircularRegion (identifier:'home', center:<+48.85840000,+2.29450000>, radius:100.00m)"
    )
  }

  @Test func `regions are the same when their identifiers are`() {
    let other = CLCircularRegion(
      center: CLLocationCoordinate2D(latitude: 1, longitude: 1),
      radius: 5,
      identifier: "home"
    )
    #expect(circle() == other && circle().hash == other.hash)
    #expect(circle() != circle("work"))
    let regions: Set<CLRegion> = [circle(), other]
    #expect(regions.count == 1)
  }

  @Test func `a region is archived and copied with all its values`() throws {
    let region = circle()
    region.notifyOnExit = false
    let data = try NSKeyedArchiver.archivedData(withRootObject: region, requiringSecureCoding: true)
    let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: CLCircularRegion.self, from: data)
    #expect(read?.radius == 100 && read?.notifyOnExit == false && read?.center.longitude == 2.2945)
    let copy = try #require(region.copy() as? CLCircularRegion)
    #expect(copy !== region && copy.radius == 100 && !copy.notifyOnExit)
  }

  @Test func `beacons have their names and values`() {
    let uuid = UUID()
    let region = CLBeaconRegion(uuid: uuid, major: 1, minor: 2, identifier: "b")
    #expect(region.uuid == uuid && region.major == 1 && region.minor == 2)
    #expect(region.beaconIdentityConstraint.minor == 2)
    let constraint = CLBeaconIdentityConstraint(uuid: uuid, major: 3)
    #expect(constraint.major == 3 && constraint.minor == nil)
    #expect(CLBeaconRegion(beaconIdentityConstraint: constraint, identifier: "c").major == 3)
    region.notifyEntryStateOnDisplay = true
    #expect(CLBeaconRegion(uuid: uuid, identifier: "d").major == nil)
  }
}

@Suite struct CLGeocoderTests {
  @Test func `geocoding answers the documented error`() async {
    let geocoder = CLGeocoder()
    await #expect(throws: CLError(.network)) {
      _ = try await geocoder.reverseGeocodeLocation(CLLocation(latitude: 1, longitude: 2))
    }
    await #expect(throws: CLError(.network)) {
      _ = try await geocoder.geocodeAddressString("Paris")
    }
    let code = await withCheckedContinuation { continuation in
      let handler: CLGeocodeCompletionHandler = { places, error in
        continuation.resume(returning: places == nil ? (error as? CLError)?.code : nil)
      }
      geocoder.geocodeAddressString("Paris", completionHandler: handler)
    }
    #expect(code == .network)
    #expect(!geocoder.isGeocoding)
    geocoder.cancelGeocode()
  }

  /// Uses every property of a placemark; there is no way to get one without a network.
  func placemark(_ place: CLPlacemark) -> [String?] {
    _ = (place.location, place.region, place.timeZone, place.areasOfInterest)
    return [
      place.name, place.thoroughfare, place.subThoroughfare, place.locality, place.subLocality,
      place.administrativeArea, place.subAdministrativeArea, place.postalCode,
      place.isoCountryCode, place.country, place.inlandWater, place.ocean,
    ]
  }
}
