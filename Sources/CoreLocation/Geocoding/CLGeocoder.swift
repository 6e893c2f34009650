// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

public import Foundation

/// Called with places or an error.
public typealias CLGeocodeCompletionHandler = ([CLPlacemark]?, (any Error)?) -> Void

/// Looks for places by name or point; without a network service it answers `CLError.network`.
open class CLGeocoder: NSObject {
  /// Makes a geocoder.
  public override init() { super.init() }

  /// Always false: answers are immediate.
  open var isGeocoding: Bool { false }

  /// Does nothing.
  open func cancelGeocode() {}

  /// Looks for the place at a location.
  open func reverseGeocodeLocation(
    _ location: CLLocation,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) { fail(completionHandler) }

  /// Looks for the place at a location, in a language.
  open func reverseGeocodeLocation(
    _ location: CLLocation,
    preferredLocale locale: Locale?,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) { fail(completionHandler) }

  /// Looks for places of a name.
  open func geocodeAddressString(
    _ addressString: String,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) { fail(completionHandler) }

  /// Looks for places of a name near a region.
  open func geocodeAddressString(
    _ addressString: String,
    in region: CLRegion?,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) { fail(completionHandler) }

  /// Looks for places of a name near a region, in a language.
  open func geocodeAddressString(
    _ addressString: String,
    in region: CLRegion?,
    preferredLocale locale: Locale?,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) { fail(completionHandler) }

  /// Looks for the place at a location.
  open func reverseGeocodeLocation(
    _ location: CLLocation,
    preferredLocale locale: Locale? = nil
  ) async throws -> [CLPlacemark] { throw CLError(.network) }

  /// Looks for places of a name.
  open func geocodeAddressString(
    _ addressString: String,
    in region: CLRegion? = nil,
    preferredLocale locale: Locale? = nil
  ) async throws -> [CLPlacemark] { throw CLError(.network) }

  private func fail(_ completionHandler: @escaping CLGeocodeCompletionHandler) {
    DispatchQueue.main.async { completionHandler(nil, CLError(.network)) }
  }
}

/// A place; all that only a network service knows is nil.
open class CLPlacemark: NSObject, NSCopying, NSSecureCoding {
  /// Where the place is.
  public let location: CLLocation?

  /// Makes a copy of a place.
  public init(placemark: CLPlacemark) {
    location = placemark.location
    super.init()
  }

  /// Reads a place from an archive.
  public required init?(coder: NSCoder) {
    location = coder.decodeObject(of: CLLocation.self, forKey: "location")
    super.init()
  }

  /// Writes the place to an archive.
  open func encode(with coder: NSCoder) { coder.encode(location, forKey: "location") }
  /// Always true.
  open class var supportsSecureCoding: Bool { true }
  /// The place itself.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// The area of the place.
  open var region: CLRegion? { nil }
  /// Its time zone.
  open var timeZone: TimeZone? { nil }
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
