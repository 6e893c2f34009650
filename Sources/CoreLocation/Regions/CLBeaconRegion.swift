// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

public import Foundation
internal import LocationClient

/// An area around beacons; it cannot be monitored here.
open class CLBeaconRegion: CLRegion {
  private let notifiesOnDisplay = Guarded(false)
  private let constraint: CLBeaconIdentityConstraint

  /// Makes an area around the beacons that are meant.
  public init(beaconIdentityConstraint: CLBeaconIdentityConstraint, identifier: String) {
    constraint = beaconIdentityConstraint
    super.init()
    name = identifier
  }

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

  /// Makes an area around all beacons of an identifier; the former name.
  public convenience init(proximityUUID: UUID, identifier: String) {
    self.init(uuid: proximityUUID, identifier: identifier)
  }

  /// Makes an area around those of one major value; the former name.
  public convenience init(proximityUUID: UUID, major: CLBeaconMajorValue, identifier: String) {
    self.init(uuid: proximityUUID, major: major, identifier: identifier)
  }

  /// Makes an area around one beacon; the former name.
  public convenience init(
    proximityUUID: UUID,
    major: CLBeaconMajorValue,
    minor: CLBeaconMinorValue,
    identifier: String
  ) {
    self.init(uuid: proximityUUID, major: major, minor: minor, identifier: identifier)
  }

  /// Reads an area from an archive.
  public required init?(coder: NSCoder) {
    guard let constraint = CLBeaconIdentityConstraint(coder: coder) else { return nil }
    self.constraint = constraint
    super.init(coder: coder)
    notifyEntryStateOnDisplay = coder.decodeBool(forKey: "notifyEntryStateOnDisplay")
  }

  /// Writes the area to an archive.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    constraint.encode(with: coder)
    coder.encode(notifyEntryStateOnDisplay, forKey: "notifyEntryStateOnDisplay")
  }

  /// Whether beacons are told when the display is turned on.
  open var notifyEntryStateOnDisplay: Bool {
    get { notifiesOnDisplay.withLock(\.self) }
    set { notifiesOnDisplay.withLock { $0 = newValue } }
  }
  /// Which beacons are meant.
  open var beaconIdentityConstraint: CLBeaconIdentityConstraint { constraint }
  /// The beacons' common identifier.
  open var uuid: UUID { constraint.uuid }
  /// The beacons' common identifier; the former name.
  open var proximityUUID: UUID { uuid }
  /// The major value, if one is meant.
  open var major: NSNumber? { constraint.major.map { NSNumber(value: $0) } }
  /// The minor value, if one is meant.
  open var minor: NSNumber? { constraint.minor.map { NSNumber(value: $0) } }

  /// What a device must send to be such a beacon: empty, for none can be sent here.
  open func peripheralData(withMeasuredPower measuredPower: NSNumber?) -> NSMutableDictionary {
    NSMutableDictionary()
  }

  /// Name and values in Apple's form.
  open override var description: String {
    let (major, minor) = (major?.stringValue ?? "(null)", minor?.stringValue ?? "(null)")
    return "CLBeaconRegion (identifier:'\(identifier)', uuid:\(uuid.uuidString), "
      + "major:\(major), minor:\(minor))"
  }

  /// An area of the same values.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = CLBeaconRegion(beaconIdentityConstraint: constraint, identifier: identifier)
    copy.notifyEntryStateOnDisplay = notifyEntryStateOnDisplay
    return copied(copy)
  }
}
