// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

public import Foundation
internal import LocationClient

/// An area that can be monitored.
open class CLRegion: NSObject, NSCopying, NSSecureCoding {
  /// The name of the area.
  public let identifier: String
  /// Whether entering is told.
  open var notifyOnEntry = true
  /// Whether leaving is told.
  open var notifyOnExit = true

  init(identifier: String) {
    self.identifier = identifier
    super.init()
  }

  /// Reads a region from an archive.
  public required init?(coder: NSCoder) {
    guard let identifier = coder.decodeObject(of: NSString.self, forKey: "identifier") else {
      return nil
    }
    self.identifier = String(describing: identifier)
    notifyOnEntry = coder.decodeBool(forKey: "notifyOnEntry")
    notifyOnExit = coder.decodeBool(forKey: "notifyOnExit")
    super.init()
  }

  /// Writes the region to an archive.
  open func encode(with coder: NSCoder) {
    coder.encode(identifier as NSString, forKey: "identifier")
    coder.encode(notifyOnEntry, forKey: "notifyOnEntry")
    coder.encode(notifyOnExit, forKey: "notifyOnExit")
  }

  /// Always true.
  open class var supportsSecureCoding: Bool { true }

  /// A region of the same values.
  open func copy(with zone: NSZone? = nil) -> Any {
    copied(CLRegion(identifier: identifier))
  }

  func copied(_ region: CLRegion) -> CLRegion {
    region.notifyOnEntry = notifyOnEntry
    region.notifyOnExit = notifyOnExit
    return region
  }

  /// By the identifier.
  open override var hash: Int { identifier.hashValue }

  /// Whether the other one is a region of the same identifier.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? CLRegion)?.identifier == identifier
  }

  /// The form in which the daemon is asked for it; nil if it cannot watch it.
  var region: Region? { nil }
}

/// A circle that can be monitored.
open class CLCircularRegion: CLRegion {
  /// The middle.
  public let center: CLLocationCoordinate2D
  /// Metres.
  public let radius: CLLocationDistance

  /// Makes a circle; the radius is in metres.
  public init(center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String) {
    self.center = center
    self.radius = radius
    super.init(identifier: identifier)
  }

  /// Reads a circle from an archive.
  public required init?(coder: NSCoder) {
    center = CLLocationCoordinate2D(
      latitude: coder.decodeDouble(forKey: "latitude"),
      longitude: coder.decodeDouble(forKey: "longitude")
    )
    radius = coder.decodeDouble(forKey: "radius")
    super.init(coder: coder)
  }

  /// Writes the circle to an archive.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(center.latitude, forKey: "latitude")
    coder.encode(center.longitude, forKey: "longitude")
    coder.encode(radius, forKey: "radius")
  }

  /// A circle of the same values.
  open override func copy(with zone: NSZone? = nil) -> Any {
    copied(CLCircularRegion(center: center, radius: radius, identifier: identifier))
  }

  /// Whether a point is within the radius, measured on the ellipsoid.
  open func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
    Coordinate(center).distance(to: Coordinate(coordinate)) <= radius
  }

  /// Identifier, middle and radius in Apple's form.
  open override var description: String {
    String(
      format: "CLCircularRegion (identifier:'%@', center:<%+.8f,%+.8f>, radius:%.2fm)",
      identifier,
      center.latitude,
      center.longitude,
      radius
    )
  }

  override var region: Region? {
    Region(
      identifier: identifier,
      shape: .circle(center: Coordinate(center), radius: radius),
      notifiesOnEntry: notifyOnEntry,
      notifiesOnExit: notifyOnExit
    )
  }
}
