// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

public import Foundation

/// A beacon; none is ever seen here, but programs' own tests make their own.
open class CLBeacon: NSObject, NSCopying, NSSecureCoding {
  /// Makes a beacon of which nothing is known.
  public override init() { super.init() }

  /// Reads a beacon from an archive; there is nothing in it.
  public required init?(coder: NSCoder) { super.init() }

  /// Writes nothing: no beacon is ever seen.
  open func encode(with coder: NSCoder) {}
  /// Always true.
  open class var supportsSecureCoding: Bool { true }
  /// The beacon itself.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// The beacon's identifier.
  open var uuid: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
  /// The beacon's identifier; the former name.
  open var proximityUUID: UUID { uuid }
  /// The major value.
  open var major: NSNumber { 0 }
  /// The minor value.
  open var minor: NSNumber { 0 }
  /// How near it is.
  open var proximity: CLProximity { .unknown }
  /// Metres; negative if not known.
  open var accuracy: CLLocationAccuracy { -1 }
  /// Signal strength in decibels.
  open var rssi: Int { 0 }
  /// When it was seen.
  open var timestamp: Date { Date(timeIntervalSinceReferenceDate: 0) }
}
