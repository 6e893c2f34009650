// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

public import Foundation
internal import LocationClient

/// A floor of a building.
open class CLFloor: NSObject, NSCopying, NSSecureCoding {
  private let number: Int

  /// Makes the ground floor.
  public override init() {
    number = 0
    super.init()
  }

  /// 0 is the ground floor.
  open var level: Int { number }

  /// Reads a floor from an archive.
  public required init?(coder: NSCoder) {
    number = coder.decodeInteger(forKey: "level")
    super.init()
  }

  /// Writes the floor to an archive.
  open func encode(with coder: NSCoder) { coder.encode(number, forKey: "level") }
  /// Always true.
  open class var supportsSecureCoding: Bool { true }
  /// The floor itself.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// Where a location comes from.
open class CLLocationSourceInformation: NSObject, NSCopying, NSSecureCoding {
  private let isSimulated: Bool
  private let isFromAccessory: Bool

  /// Whether it was made by software.
  open var isSimulatedBySoftware: Bool { isSimulated }
  /// Whether it comes from a receiver outside of the device.
  open var isProducedByAccessory: Bool { isFromAccessory }

  /// Makes the source of a location.
  public init(
    softwareSimulationState isSoftware: Bool,
    andExternalAccessoryState isAccessory: Bool
  ) {
    isSimulated = isSoftware
    isFromAccessory = isAccessory
    super.init()
  }

  /// Reads a source from an archive.
  public required init?(coder: NSCoder) {
    isSimulated = coder.decodeBool(forKey: "isSimulated")
    isFromAccessory = coder.decodeBool(forKey: "isFromAccessory")
    super.init()
  }

  /// Writes the source to an archive.
  open func encode(with coder: NSCoder) {
    coder.encode(isSimulated, forKey: "isSimulated")
    coder.encode(isFromAccessory, forKey: "isFromAccessory")
  }
  /// Always true.
  open class var supportsSecureCoding: Bool { true }
  /// The source itself.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// Where the device points.
open class CLHeading: NSObject, NSCopying, NSSecureCoding {
  /// Degrees between magnetic and true north that are hardly exceeded where people live: a figure
  /// of this project, which no receiver tells.
  private static let usualDeclination = 30.0
  /// Degrees by which a compass is usually off that says nothing of it: another figure of this project.
  private static let usualError = 10.0

  // Set while it is made, not after. An initializer for them could not be hidden: subclasses
  // elsewhere would inherit none at all.
  private var magnetic = 0.0
  private var geographic = -1.0
  private var accuracy = -1.0
  private var date = Date(timeIntervalSinceReferenceDate: 0)

  /// Makes an invalid heading.
  public override init() { super.init() }

  convenience init(_ heading: Heading) {
    self.init()
    magnetic = heading.magneticHeading ?? heading.trueHeading ?? 0
    geographic = heading.trueHeading ?? -1
    // Programs take an accuracy that is negative, and many one that is 0, for a compass that does
    // not work, and look at its headings no more. So what is not known is a positive figure, and
    // where true north is known alone, it is what the declination may be.
    let known = heading.headingAccuracy.flatMap { $0 > 0 ? $0 : nil }
    accuracy =
      heading.magneticHeading == nil
      ? max(Self.usualDeclination, known ?? 0) : known ?? Self.usualError
    date = heading.timestamp
  }

  /// Reads a heading from an archive.
  public required init?(coder: NSCoder) {
    magnetic = coder.decodeDouble(forKey: "magneticHeading")
    geographic = coder.decodeDouble(forKey: "trueHeading")
    accuracy = coder.decodeDouble(forKey: "headingAccuracy")
    date = Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: "timestamp"))
    super.init()
  }

  /// Degrees from magnetic north, or from true north if the receiver knows that alone.
  open var magneticHeading: CLLocationDirection { magnetic }
  /// Degrees from true north; negative if not known.
  open var trueHeading: CLLocationDirection { geographic }
  /// Degrees by which the magnetic heading may be off; negative if there is none.
  ///
  /// Where true north stands for magnetic north it is 30, and else 10 if the receiver says nothing
  /// of it. These are this project's own figures for the most that the two differ where people live,
  /// and for a usual compass, no measurement: gpsd reports no accuracy of a heading. `trueHeading`
  /// is as exact as the receiver.
  open var headingAccuracy: CLLocationDirection { accuracy }
  /// Always 0: the field is not measured.
  open var x: CLHeadingComponentValue { 0 }
  /// Always 0: the field is not measured.
  open var y: CLHeadingComponentValue { 0 }
  /// Always 0: the field is not measured.
  open var z: CLHeadingComponentValue { 0 }
  /// When it was measured.
  open var timestamp: Date { date }

  /// Writes the heading to an archive.
  open func encode(with coder: NSCoder) {
    coder.encode(magnetic, forKey: "magneticHeading")
    coder.encode(geographic, forKey: "trueHeading")
    coder.encode(accuracy, forKey: "headingAccuracy")
    coder.encode(date.timeIntervalSinceReferenceDate, forKey: "timestamp")
  }
  /// Always true.
  open class var supportsSecureCoding: Bool { true }
  /// The heading itself.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Headings, accuracy and time in Apple's form.
  open override var description: String {
    String(
      format: "magneticHeading %.2f trueHeading %.2f accuracy %.2f x %+.3f y %+.3f z %+.3f @ %@",
      magneticHeading,
      trueHeading,
      headingAccuracy,
      x,
      y,
      z,
      LocationValues.text(timestamp)
    )
  }
}

/// A stay at one place.
open class CLVisit: NSObject, NSCopying, NSSecureCoding {
  /// Set while it is made, not after.
  private var visit = Visit(
    coordinate: Coordinate(kCLLocationCoordinate2DInvalid),
    horizontalAccuracy: -1
  )

  /// Makes an invalid visit.
  public override init() { super.init() }

  convenience init(_ visit: Visit) {
    self.init()
    self.visit = visit
  }

  /// Reads a visit from an archive.
  public required init?(coder: NSCoder) {
    guard let data = coder.decodeObject(of: NSData.self, forKey: "visit"),
      let visit = try? JSONDecoder().decode(Visit.self, from: Data(referencing: data))
    else { return nil }
    self.visit = visit
    super.init()
  }

  /// When it began; the distant past if that is not known.
  open var arrivalDate: Date { visit.arrivalDate ?? .distantPast }
  /// When it ended; the distant future while it lasts.
  open var departureDate: Date { visit.departureDate ?? .distantFuture }
  /// The middle of the place.
  open var coordinate: CLLocationCoordinate2D {
    CLLocationCoordinate2D(visit.coordinate)
  }
  /// Metres.
  open var horizontalAccuracy: CLLocationAccuracy { visit.horizontalAccuracy }

  /// Writes the visit to an archive.
  open func encode(with coder: NSCoder) {
    guard let data = try? JSONEncoder().encode(visit) else { return }
    coder.encode(data as NSData, forKey: "visit")
  }
  /// Always true.
  open class var supportsSecureCoding: Bool { true }
  /// The visit itself.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Point, accuracy and times in Apple's form.
  open override var description: String {
    String(
      format: "<%+.8f,%+.8f> +/- %.2fm (%@ to %@)",
      coordinate.latitude,
      coordinate.longitude,
      horizontalAccuracy,
      LocationValues.text(arrivalDate),
      LocationValues.text(departureDate)
    )
  }
}
