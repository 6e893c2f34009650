// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

public import Foundation

// Beacons need a radio that no satellite receiver has. Their names are here so that programs
// compile; whatever is asked of them is answered as unavailable.

/// Which beacons are meant.
open class CLBeaconIdentityCondition: NSObject, NSCopying, NSSecureCoding {
  private let identity: UUID
  private let majorValue: CLBeaconMajorValue?
  private let minorValue: CLBeaconMinorValue?

  /// Means all beacons of an identifier.
  public init(uuid: UUID) {
    identity = uuid
    majorValue = nil
    minorValue = nil
    super.init()
  }

  /// Means those of one major value.
  public init(uuid: UUID, major: CLBeaconMajorValue) {
    identity = uuid
    majorValue = major
    minorValue = nil
    super.init()
  }

  /// Means one beacon.
  public init(uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue) {
    identity = uuid
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
    identity = uuid
    majorValue = value("major")
    minorValue = value("minor")
    super.init()
  }

  /// The beacons' common identifier.
  open var uuid: UUID { identity }
  /// The major value, if one is meant.
  open var major: CLBeaconMajorValue? { majorValue }
  /// The minor value, if one is meant.
  open var minor: CLBeaconMinorValue? { minorValue }

  /// Writes the condition to an archive.
  open func encode(with coder: NSCoder) {
    coder.encode(uuid.uuidString as NSString, forKey: "uuid")
    if let major { coder.encode(Int(major), forKey: "major") }
    if let minor { coder.encode(Int(minor), forKey: "minor") }
  }
  /// Always true.
  open class var supportsSecureCoding: Bool { true }
  /// The condition itself.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// By all three values.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(uuid)
    hasher.combine(major)
    hasher.combine(minor)
    return hasher.finalize()
  }

  /// Whether all three values are the same.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CLBeaconIdentityCondition else { return false }
    return uuid == other.uuid && major == other.major && minor == other.minor
  }
}

/// Which beacons are meant; the former name.
open class CLBeaconIdentityConstraint: CLBeaconIdentityCondition, @unchecked Sendable {}
