// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

public import Foundation
internal import LocationClient

/// A floor of a building.
@MainActor open class CLFloor: NSObject, NSCopying, NSSecureCoding {
  /// 0 is the ground floor.
  nonisolated public let level: Int

  nonisolated init(level: Int) {
    self.level = level
    super.init()
  }

  /// Reads a floor from an archive.
  nonisolated public required init?(coder: NSCoder) {
    level = coder.decodeInteger(forKey: "level")
    super.init()
  }

  /// Writes the floor to an archive.
  nonisolated open func encode(with coder: NSCoder) { coder.encode(level, forKey: "level") }
  /// Always true.
  nonisolated public class var supportsSecureCoding: Bool { true }
  /// The floor itself.
  nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// Where a location comes from.
@MainActor open class CLLocationSourceInformation: NSObject, NSCopying, NSSecureCoding {
  /// Whether it was made by software.
  nonisolated public let isSimulatedBySoftware: Bool
  /// Whether it comes from a receiver outside of the device.
  nonisolated public let isProducedByAccessory: Bool

  /// Makes the source of a location.
  nonisolated public init(
    softwareSimulationState isSoftware: Bool,
    andExternalAccessoryState isAccessory: Bool
  ) {
    isSimulatedBySoftware = isSoftware
    isProducedByAccessory = isAccessory
    super.init()
  }

  /// Reads a source from an archive.
  nonisolated public required init?(coder: NSCoder) {
    isSimulatedBySoftware = coder.decodeBool(forKey: "isSimulated")
    isProducedByAccessory = coder.decodeBool(forKey: "isFromAccessory")
    super.init()
  }

  /// Writes the source to an archive.
  nonisolated open func encode(with coder: NSCoder) {
    coder.encode(isSimulatedBySoftware, forKey: "isSimulated")
    coder.encode(isProducedByAccessory, forKey: "isFromAccessory")
  }
  /// Always true.
  nonisolated public class var supportsSecureCoding: Bool { true }
  /// The source itself.
  nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// Where the device points.
@MainActor open class CLHeading: NSObject, NSCopying, NSSecureCoding {
  nonisolated private let magnetic: Double
  nonisolated private let geographic: Double
  nonisolated private let accuracy: Double
  nonisolated private let date: Date

  nonisolated init(_ heading: Heading) {
    magnetic = heading.magneticHeading ?? heading.trueHeading ?? 0
    geographic = heading.trueHeading ?? -1
    // Without a magnetic heading the one that stands for it is not valid.
    accuracy = heading.magneticHeading == nil ? -1 : heading.headingAccuracy ?? 0
    date = heading.timestamp
    super.init()
  }

  /// Reads a heading from an archive.
  nonisolated public required init?(coder: NSCoder) {
    magnetic = coder.decodeDouble(forKey: "magneticHeading")
    geographic = coder.decodeDouble(forKey: "trueHeading")
    accuracy = coder.decodeDouble(forKey: "headingAccuracy")
    date = Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: "timestamp"))
    super.init()
  }

  /// Degrees from magnetic north.
  nonisolated open var magneticHeading: CLLocationDirection { magnetic }
  /// Degrees from true north; negative if not known.
  nonisolated open var trueHeading: CLLocationDirection { geographic }
  /// Degrees by which the magnetic heading may be off; negative if it is invalid.
  nonisolated open var headingAccuracy: CLLocationDirection { accuracy }
  /// Always 0: the field is not measured.
  nonisolated open var x: CLHeadingComponentValue { 0 }
  /// Always 0: the field is not measured.
  nonisolated open var y: CLHeadingComponentValue { 0 }
  /// Always 0: the field is not measured.
  nonisolated open var z: CLHeadingComponentValue { 0 }
  /// When it was measured.
  nonisolated open var timestamp: Date { date }

  /// Writes the heading to an archive.
  nonisolated open func encode(with coder: NSCoder) {
    coder.encode(magnetic, forKey: "magneticHeading")
    coder.encode(geographic, forKey: "trueHeading")
    coder.encode(accuracy, forKey: "headingAccuracy")
    coder.encode(date.timeIntervalSinceReferenceDate, forKey: "timestamp")
  }
  /// Always true.
  nonisolated public class var supportsSecureCoding: Bool { true }
  /// The heading itself.
  nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Headings, accuracy and time in Apple's form.
  nonisolated open override var description: String {
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
@MainActor open class CLVisit: NSObject, NSCopying, NSSecureCoding {
  nonisolated private let visit: Visit

  nonisolated init(_ visit: Visit) {
    self.visit = visit
    super.init()
  }

  /// Reads a visit from an archive.
  nonisolated public required init?(coder: NSCoder) {
    guard let data = coder.decodeObject(of: NSData.self, forKey: "visit"),
      let visit = try? JSONDecoder().decode(Visit.self, from: Data(referencing: data))
    else { return nil }
    self.visit = visit
    super.init()
  }

  /// When it began; the distant past if that is not known.
  nonisolated open var arrivalDate: Date { visit.arrivalDate ?? .distantPast }
  /// When it ended; the distant future while it lasts.
  nonisolated open var departureDate: Date { visit.departureDate ?? .distantFuture }
  /// The middle of the place.
  nonisolated open var coordinate: CLLocationCoordinate2D {
    CLLocationCoordinate2D(visit.coordinate)
  }
  /// Metres.
  nonisolated open var horizontalAccuracy: CLLocationAccuracy { visit.horizontalAccuracy }

  /// Writes the visit to an archive.
  nonisolated open func encode(with coder: NSCoder) {
    guard let data = try? JSONEncoder().encode(visit) else { return }
    coder.encode(data as NSData, forKey: "visit")
  }
  /// Always true.
  nonisolated public class var supportsSecureCoding: Bool { true }
  /// The visit itself.
  nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Point, accuracy and times in Apple's form.
  nonisolated open override var description: String {
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
