// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

public import Foundation
internal import LocationClient

/// An area that can be monitored.
open class CLRegion: NSObject, NSCopying, NSSecureCoding {
  /// Set while it is made, not after.
  final var name = ""
  /// What a region of no subclass stands for, if it was made in the former way.
  private final var circle: CLCircularRegion?

  private final let notices = Guarded((entry: true, exit: true))

  /// Whether entering is told.
  open var notifyOnEntry: Bool {
    get { notices.withLock(\.entry) }
    set { notices.withLock { $0.entry = newValue } }
  }
  /// Whether leaving is told.
  open var notifyOnExit: Bool {
    get { notices.withLock(\.exit) }
    set { notices.withLock { $0.exit = newValue } }
  }

  /// Makes an area without name; one of its subclasses can be monitored.
  public override init() { super.init() }

  /// The name of the area.
  open var identifier: String { name }

  /// Makes a circle; the former way.
  public convenience init(
    circularRegionWithCenter center: CLLocationCoordinate2D,
    radius: CLLocationDistance,
    identifier: String
  ) {
    self.init()
    name = identifier
    circle = CLCircularRegion(center: center, radius: radius, identifier: identifier)
  }

  /// Reads a region from an archive.
  public required init?(coder: NSCoder) {
    guard let identifier = coder.decodeObject(of: NSString.self, forKey: "identifier") else {
      return nil
    }
    super.init()
    name = String(describing: identifier)
    notifyOnEntry = coder.decodeBool(forKey: "notifyOnEntry")
    notifyOnExit = coder.decodeBool(forKey: "notifyOnExit")
    if type(of: self) == CLRegion.self, coder.containsValue(forKey: "radius") {
      circle = CLCircularRegion(coder: coder)
    }
  }

  /// The middle of a circle; invalid for other areas.
  open var center: CLLocationCoordinate2D { circle?.center ?? kCLLocationCoordinate2DInvalid }
  /// Metres from the middle of a circle; 0 for other areas.
  open var radius: CLLocationDistance { circle?.radius ?? 0 }

  /// Whether a point is in it.
  open func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
    circle?.contains(coordinate) ?? false
  }

  /// Writes the region to an archive.
  open func encode(with coder: NSCoder) {
    coder.encode(identifier as NSString, forKey: "identifier")
    coder.encode(notifyOnEntry, forKey: "notifyOnEntry")
    coder.encode(notifyOnExit, forKey: "notifyOnExit")
    circle?.encodeCircle(coder)
  }

  /// Always true.
  open class var supportsSecureCoding: Bool { true }

  /// A region of the same values.
  open func copy(with zone: NSZone? = nil) -> Any { copied(CLRegion()) }

  func copied(_ region: CLRegion) -> CLRegion {
    region.name = identifier
    region.circle = circle
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
  final var region: Region? {
    shape.map {
      Region(
        identifier: identifier,
        shape: $0,
        notifiesOnEntry: notifyOnEntry,
        notifiesOnExit: notifyOnExit
      )
    }
  }

  var shape: Region.Shape? { circle?.shape }
}

/// A circle that can be monitored.
open class CLCircularRegion: CLRegion {
  private let middle: CLLocationCoordinate2D
  private let metres: CLLocationDistance

  /// Makes a circle; the radius is in metres.
  public init(center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String) {
    middle = center
    metres = radius
    super.init()
    name = identifier
  }

  /// Makes a circle without name and extent.
  public override init() {
    middle = CLLocationCoordinate2D()
    metres = 0
    super.init()
  }

  /// Reads a circle from an archive.
  public required init?(coder: NSCoder) {
    middle = CLLocationCoordinate2D(
      latitude: coder.decodeDouble(forKey: "latitude"),
      longitude: coder.decodeDouble(forKey: "longitude")
    )
    metres = coder.decodeDouble(forKey: "radius")
    super.init(coder: coder)
  }

  /// The middle.
  open override var center: CLLocationCoordinate2D { middle }
  /// Metres.
  open override var radius: CLLocationDistance { metres }

  /// Writes the circle to an archive.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    encodeCircle(coder)
  }

  fileprivate func encodeCircle(_ coder: NSCoder) {
    coder.encode(center.latitude, forKey: "latitude")
    coder.encode(center.longitude, forKey: "longitude")
    coder.encode(radius, forKey: "radius")
  }

  /// A circle of the same values.
  open override func copy(with zone: NSZone? = nil) -> Any {
    copied(CLCircularRegion(center: center, radius: radius, identifier: identifier))
  }

  /// Whether a point is within the radius, measured on the ellipsoid.
  open override func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
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

  override var shape: Region.Shape? { .circle(center: Coordinate(center), radius: radius) }
}
