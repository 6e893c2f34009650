// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Testing

@Suite struct CLCircularRegionTests {
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
    #expect(CLCircularRegion.supportsSecureCoding)
    let copy = try #require(region.copy() as? CLCircularRegion)
    #expect(copy !== region && copy.radius == 100 && !copy.notifyOnExit)
  }
}
