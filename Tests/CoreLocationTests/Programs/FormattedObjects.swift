// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Testing

// As programs do: objects in formats.

private final class Place: CLLocation, @unchecked Sendable {
  override var description: String { "a place" }
}

@Suite struct FormattedObjectsTests {
  @Test func `every object stands for its description in a format`() {
    let objects: [NSObject & CVarArg] = [
      CLLocation(latitude: 48.8584, longitude: 2.2945), Place(), CLHeading(), CLVisit(), CLFloor(),
      CLCircularRegion(center: .init(), radius: 9, identifier: "home"), CLBeacon(), CLGeocoder(),
      CLBeaconIdentityConstraint(uuid: UUID()), CLLocationManager(), CLPlacemark(),
      CLLocationSourceInformation(
        softwareSimulationState: true,
        andExternalAccessoryState: false
      ),
    ]
    for object in objects {
      #expect(String(format: "at %@ %d", object, 7) == "at \(object.description) 7")
      #expect(NSString(format: "%@!", object).isEqual(NSString(string: "\(object.description)!")))
    }
    #expect(String(format: "%@", Place()) == "a place")
  }
}
