// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

public import Foundation

// Beacons need a radio that no satellite receiver has. Their names are here so that programs
// compile; whatever is asked of them is answered as unavailable.

/// Which beacons are meant.
open class CLBeaconIdentityCondition: NSObject, NSCopying, NSSecureCoding {
  /// The beacons' common identifier.
  public let uuid: UUID
  private let majorValue: UInt16?
  private let minorValue: UInt16?

  /// Means all beacons of an identifier.
  public convenience init(uuid: UUID) { self.init(uuid, nil, nil) }
  /// Means those of one major value.
  public convenience init(uuid: UUID, major: CLBeaconMajorValue) { self.init(uuid, major, nil) }
  /// Means one beacon.
  public convenience init(uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue) {
    self.init(uuid, major, minor)
  }

  init(_ uuid: UUID, _ major: UInt16?, _ minor: UInt16?) {
    self.uuid = uuid
    majorValue = major
    minorValue = minor
    super.init()
  }

  /// Reads a condition from an archive.
  public required init?(coder: NSCoder) {
    guard let text = coder.decodeObject(of: NSString.self, forKey: "uuid"),
      let uuid = UUID(uuidString: String(describing: text))
    else { return nil }
    func value(_ key: String) -> UInt16? {
      coder.containsValue(forKey: key) ? UInt16(exactly: coder.decodeInteger(forKey: key)) : nil
    }
    self.uuid = uuid
    majorValue = value("major")
    minorValue = value("minor")
    super.init()
  }

  /// The major value, if one is meant.
  open var major: NSNumber? { majorValue.map { NSNumber(value: $0) } }
  /// The minor value, if one is meant.
  open var minor: NSNumber? { minorValue.map { NSNumber(value: $0) } }

  /// Writes the condition to an archive.
  open func encode(with coder: NSCoder) {
    coder.encode(uuid.uuidString as NSString, forKey: "uuid")
    if let majorValue { coder.encode(Int(majorValue), forKey: "major") }
    if let minorValue { coder.encode(Int(minorValue), forKey: "minor") }
  }
  /// Always true.
  open class var supportsSecureCoding: Bool { true }
  /// The condition itself.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// Which beacons are meant; the former name.
open class CLBeaconIdentityConstraint: CLBeaconIdentityCondition {}

/// An area around beacons; it cannot be monitored here.
open class CLBeaconRegion: CLRegion {
  /// The beacons' common identifier.
  public let uuid: UUID
  /// Whether beacons are told when the display is turned on.
  open var notifyEntryStateOnDisplay = false
  private let constraint: CLBeaconIdentityConstraint

  /// Makes an area around all beacons of an identifier.
  public convenience init(uuid: UUID, identifier: String) {
    let constraint = CLBeaconIdentityConstraint(uuid: uuid)
    self.init(beaconIdentityConstraint: constraint, identifier: identifier)
  }

  /// Makes an area around those of one major value.
  public convenience init(uuid: UUID, major: CLBeaconMajorValue, identifier: String) {
    let constraint = CLBeaconIdentityConstraint(uuid: uuid, major: major)
    self.init(beaconIdentityConstraint: constraint, identifier: identifier)
  }

  /// Makes an area around one beacon.
  public convenience init(
    uuid: UUID,
    major: CLBeaconMajorValue,
    minor: CLBeaconMinorValue,
    identifier: String
  ) {
    let constraint = CLBeaconIdentityConstraint(uuid: uuid, major: major, minor: minor)
    self.init(beaconIdentityConstraint: constraint, identifier: identifier)
  }

  /// Makes an area around the beacons that are meant.
  public init(beaconIdentityConstraint: CLBeaconIdentityConstraint, identifier: String) {
    uuid = beaconIdentityConstraint.uuid
    constraint = beaconIdentityConstraint
    super.init(identifier: identifier)
  }

  /// Reads an area from an archive.
  public required init?(coder: NSCoder) {
    guard let constraint = CLBeaconIdentityConstraint(coder: coder) else { return nil }
    self.constraint = constraint
    uuid = constraint.uuid
    super.init(coder: coder)
  }

  /// Writes the area to an archive.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    constraint.encode(with: coder)
  }

  /// Which beacons are meant.
  open var beaconIdentityConstraint: CLBeaconIdentityConstraint { constraint }
  /// The major value, if one is meant.
  open var major: NSNumber? { constraint.major }
  /// The minor value, if one is meant.
  open var minor: NSNumber? { constraint.minor }

  /// An area of the same values.
  open override func copy(with zone: NSZone? = nil) -> Any {
    copied(CLBeaconRegion(beaconIdentityConstraint: constraint, identifier: identifier))
  }
}

/// A beacon; none is ever seen here.
open class CLBeacon: NSObject {
  /// The beacon's identifier.
  public let uuid: UUID
  /// The major value.
  public let major: NSNumber
  /// The minor value.
  public let minor: NSNumber
  /// When it was seen.
  public let timestamp: Date

  init(uuid: UUID, major: UInt16, minor: UInt16, timestamp: Date) {
    self.uuid = uuid
    self.major = NSNumber(value: major)
    self.minor = NSNumber(value: minor)
    self.timestamp = timestamp
    super.init()
  }

  /// How near it is.
  open var proximity: CLProximity { .unknown }
  /// Metres; negative if not known.
  open var accuracy: CLLocationAccuracy { -1 }
  /// Signal strength in decibels.
  open var rssi: Int { 0 }
}
