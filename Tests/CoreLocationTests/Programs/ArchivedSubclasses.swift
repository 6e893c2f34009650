// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Testing

// As programs do: subclasses that are archived with what they add. Foundation wants each that reads
// itself to say that it does so securely.

final class TaggedLocation: CLLocation, @unchecked Sendable {
  let tag: String

  init(tag: String, latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.tag = tag
    super.init(latitude: latitude, longitude: longitude)
  }

  required init?(coder: NSCoder) {
    guard let tag = coder.decodeObject(of: NSString.self, forKey: "tag") else { return nil }
    self.tag = String(describing: tag)
    super.init(coder: coder)
  }

  override class var supportsSecureCoding: Bool { true }

  override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(tag as NSString, forKey: "tag")
  }
}

private final class SecureHeading: CLHeading {
  override class var supportsSecureCoding: Bool { true }
}
private final class SecureVisit: CLVisit {
  override class var supportsSecureCoding: Bool { true }
}
private final class SecureFloor: CLFloor {
  override class var supportsSecureCoding: Bool { true }
}
private final class SecureSource: CLLocationSourceInformation {
  override class var supportsSecureCoding: Bool { true }
}
private final class SecurePlacemark: CLPlacemark, @unchecked Sendable {
  override class var supportsSecureCoding: Bool { true }
}
private final class SecureRegion: CLCircularRegion {
  override class var supportsSecureCoding: Bool { true }
}
private final class SecureBeacon: CLBeacon {
  override class var supportsSecureCoding: Bool { true }
}
private final class SecureConstraint: CLBeaconIdentityConstraint, @unchecked Sendable {
  override class var supportsSecureCoding: Bool { true }
}

@Suite struct ArchivedSubclassesTests {
  @Test func `a subclass is read with all that it wrote`() throws {
    let location = TaggedLocation(tag: "camp", latitude: 48.8584, longitude: 2.2945)
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: location,
      requiringSecureCoding: true
    )
    let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: TaggedLocation.self, from: data)
    #expect(read?.tag == "camp" && read?.coordinate.longitude == 2.2945 && read == location)
  }

  @Test func `every class that is archived can be subclassed so`() {
    let classes: [any NSSecureCoding.Type] = [
      TaggedLocation.self, SecureHeading.self, SecureVisit.self, SecureFloor.self,
      SecureSource.self, SecurePlacemark.self, SecureRegion.self, SecureBeacon.self,
      SecureConstraint.self,
    ]
    #expect(classes.allSatisfy { $0.supportsSecureCoding })
  }
}
