// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Testing

@Suite struct CLPlacemarkTests {
  @Test func `a place that no network told has only its point`() throws {
    let place = CLPlacemark()
    let texts: [String?] = [
      place.name, place.thoroughfare, place.subThoroughfare, place.locality, place.subLocality,
      place.administrativeArea, place.subAdministrativeArea, place.postalCode,
      place.isoCountryCode, place.country, place.inlandWater, place.ocean,
    ]
    #expect(texts.allSatisfy { $0 == nil })
    let region: CLRegion? = place.region
    let zone: TimeZone? = place.timeZone
    let areas: [String]? = place.areasOfInterest
    let address: [AnyHashable: Any]? = place.addressDictionary
    #expect(place.location == nil && region == nil && zone == nil && areas == nil)
    #expect(address == nil && CLPlacemark(placemark: place).location == nil)
    let data = try NSKeyedArchiver.archivedData(withRootObject: place, requiringSecureCoding: true)
    #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: CLPlacemark.self, from: data) != nil)
    #expect(place.copy() as? CLPlacemark == place && CLPlacemark.supportsSecureCoding)
  }
}
