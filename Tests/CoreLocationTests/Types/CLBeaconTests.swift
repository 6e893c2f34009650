// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Testing

@Suite struct CLBeaconTests {
  private let uuid = UUID()

  @Test func `a region of beacons has its names and values`() throws {
    let region = CLBeaconRegion(uuid: uuid, major: 1, minor: 2, identifier: "b")
    let major: NSNumber? = region.major
    #expect(region.uuid == uuid && major == 1 && region.minor == 2 && region.identifier == "b")
    #expect(region.beaconIdentityConstraint.minor == 2 && region.proximityUUID == uuid)
    let constraint = CLBeaconIdentityConstraint(uuid: uuid, major: 3)
    #expect(CLBeaconRegion(beaconIdentityConstraint: constraint, identifier: "c").major == 3)
    #expect(CLBeaconRegion(uuid: uuid, identifier: "d").major == nil)
    #expect(CLBeaconRegion(uuid: uuid, major: 4, identifier: "e").major == 4)
    #expect(CLBeaconRegion(proximityUUID: uuid, identifier: "f").minor == nil)
    #expect(CLBeaconRegion(proximityUUID: uuid, major: 5, identifier: "g").major == 5)
    #expect(CLBeaconRegion(proximityUUID: uuid, major: 5, minor: 6, identifier: "h").minor == 6)
    region.notifyEntryStateOnDisplay = true
    let power: NSMutableDictionary = region.peripheralData(withMeasuredPower: nil)
    #expect(power.count == 0)
    let data = try NSKeyedArchiver.archivedData(withRootObject: region, requiringSecureCoding: true)
    let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: CLBeaconRegion.self, from: data)
    #expect(read?.minor == 2 && read?.notifyEntryStateOnDisplay == true && read == region)
    #expect(
      region.description
        == "CLBeaconRegion (identifier:'b', uuid:\(uuid.uuidString), major:1, minor:2)"
    )
    #expect(
      "\(CLBeaconRegion(uuid: uuid, identifier: "d"))".hasSuffix("major:(null), minor:(null))")
    )
    let copy = region.copy() as? CLBeaconRegion
    #expect(copy?.major == 1 && copy?.notifyEntryStateOnDisplay == true)
  }

  @Test func `constraints are compared by their values`() throws {
    let constraint = CLBeaconIdentityConstraint(uuid: uuid, major: 1, minor: 2)
    let major: CLBeaconMajorValue? = constraint.major
    let minor: CLBeaconMinorValue? = constraint.minor
    #expect(constraint.uuid == uuid && major == 1 && minor == 2)
    #expect(constraint == CLBeaconIdentityConstraint(uuid: uuid, major: 1, minor: 2))
    #expect(constraint != CLBeaconIdentityConstraint(uuid: uuid, major: 1))
    #expect(CLBeaconIdentityConstraint(uuid: uuid).major == nil)
    let found: [CLBeaconIdentityConstraint: [CLBeacon]] = [constraint: []]
    #expect(found[CLBeaconIdentityConstraint(uuid: uuid, major: 1, minor: 2)]?.isEmpty == true)
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: constraint,
      requiringSecureCoding: true
    )
    let read = try NSKeyedUnarchiver.unarchivedObject(
      ofClass: CLBeaconIdentityConstraint.self,
      from: data
    )
    #expect(read == constraint && constraint.copy() as? CLBeaconIdentityConstraint == constraint)
  }

  @Test func `a beacon has every property`() {
    let beacon = CLBeacon()
    let (major, minor): (NSNumber, NSNumber) = (beacon.major, beacon.minor)
    let (accuracy, signal): (CLLocationAccuracy, Int) = (beacon.accuracy, beacon.rssi)
    #expect(major == 0 && minor == 0 && accuracy == -1 && signal == 0)
    #expect(beacon.proximity == .unknown && beacon.uuid == beacon.proximityUUID)
    #expect(beacon.timestamp < Date() && beacon.copy() as? CLBeacon == beacon)
    #expect(CLProximity.unknown.rawValue == 0 && CLProximity.immediate.rawValue == 1)
    #expect(CLProximity.near.rawValue == 2 && CLProximity.far.rawValue == 3)
  }
}
