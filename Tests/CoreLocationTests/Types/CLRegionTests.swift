// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Testing

@Suite struct CLRegionTests {
  @Test func `a region of no subclass has a name and stands for a circle of old`() throws {
    let center = CLLocationCoordinate2D(latitude: 48.8584, longitude: 2.2945)
    let region = CLRegion(circularRegionWithCenter: center, radius: 100, identifier: "home")
    let identifier: String = region.identifier
    #expect(identifier == "home" && region.radius == 100 && region.center.longitude == 2.2945)
    #expect(region.contains(center) && !region.contains(kCLLocationCoordinate2DInvalid))
    region.notifyOnEntry = false
    region.notifyOnExit = true
    let data = try NSKeyedArchiver.archivedData(withRootObject: region, requiringSecureCoding: true)
    let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: CLRegion.self, from: data)
    #expect(read == region && read?.notifyOnEntry == false && read?.radius == 100)
    let copy = try #require(region.copy() as? CLRegion)
    #expect(copy == region && copy.hash == region.hash && copy.contains(center))
    #expect(CLRegion().identifier == "" && CLRegion.supportsSecureCoding)
  }
}
