// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

public import Foundation

/// A place; all that only a network service knows is nil.
open class CLPlacemark: NSObject, NSCopying, NSSecureCoding {
  private let point: CLLocation?

  /// Makes a place of which nothing is known.
  public override init() {
    point = nil
    super.init()
  }

  /// Makes a copy of a place.
  public init(placemark: CLPlacemark) {
    point = placemark.location
    super.init()
  }

  /// Reads a place from an archive.
  public required init?(coder: NSCoder) {
    point = coder.decodeObject(of: CLLocation.self, forKey: "location")
    super.init()
  }

  /// Writes the place to an archive.
  open func encode(with coder: NSCoder) { coder.encode(location, forKey: "location") }
  /// Always true.
  open class var supportsSecureCoding: Bool { true }
  /// The place itself.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Where the place is.
  open var location: CLLocation? { point }
  /// The area of the place.
  open var region: CLRegion? { nil }
  /// Its time zone.
  open var timeZone: TimeZone? { nil }
  /// Its address in parts.
  open var addressDictionary: [AnyHashable: Any]? { nil }
  /// Its name.
  open var name: String? { nil }
  /// Its street.
  open var thoroughfare: String? { nil }
  /// Its house number.
  open var subThoroughfare: String? { nil }
  /// Its town.
  open var locality: String? { nil }
  /// Its part of town.
  open var subLocality: String? { nil }
  /// Its state or province.
  open var administrativeArea: String? { nil }
  /// Its county.
  open var subAdministrativeArea: String? { nil }
  /// Its postal code.
  open var postalCode: String? { nil }
  /// The code of its country.
  open var isoCountryCode: String? { nil }
  /// Its country.
  open var country: String? { nil }
  /// Its lake or river.
  open var inlandWater: String? { nil }
  /// Its ocean.
  open var ocean: String? { nil }
  /// What is of interest there.
  open var areasOfInterest: [String]? { nil }
}
