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

  /// Looks for places of a name within metres of a point, in a language.
  open func geocodeAddressString(
    _ addressString: String,
    inRegionCenteredAt centroid: CLLocationCoordinate2D,
    inRegionRadius radius: CLLocationDistance,
    preferredLocale locale: Locale?,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) { fail(completionHandler) }

  /// Looks for the place of an address in parts.
  open func geocodeAddressDictionary(
    _ addressDictionary: [AnyHashable: Any],
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) { fail(completionHandler) }

  private func fail(_ completionHandler: @escaping CLGeocodeCompletionHandler) {
    CallbackPlace.main.submit { completionHandler(nil, CLError(.network)) }
  }

  // MARK: Asynchronous forms, each over the one with a handler, which a program may override

  /// Looks for the place at a location.
  open func reverseGeocodeLocation(_ location: CLLocation) async throws -> [CLPlacemark] {
    try await Answer.of { reverseGeocodeLocation(location, completionHandler: $0) }
  }

  /// Looks for the place at a location, in a language.
  open func reverseGeocodeLocation(
    _ location: CLLocation,
    preferredLocale locale: Locale?
  ) async throws -> [CLPlacemark] {
    try await Answer.of {
      reverseGeocodeLocation(location, preferredLocale: locale, completionHandler: $0)
    }
  }

  /// Looks for places of a name.
  open func geocodeAddressString(_ addressString: String) async throws -> [CLPlacemark] {
    try await Answer.of { geocodeAddressString(addressString, completionHandler: $0) }
  }

  /// Looks for places of a name near a region.
  open func geocodeAddressString(
    _ addressString: String,
    in region: CLRegion?
  ) async throws -> [CLPlacemark] {
    try await Answer.of { geocodeAddressString(addressString, in: region, completionHandler: $0) }
  }

  /// Looks for places of a name near a region, in a language.
  open func geocodeAddressString(
    _ addressString: String,
    in region: CLRegion?,
    preferredLocale locale: Locale?
  ) async throws -> [CLPlacemark] {
    try await Answer.of {
      geocodeAddressString(
        addressString,
        in: region,
        preferredLocale: locale,
        completionHandler: $0
      )
    }
  }

  /// Looks for places of a name within metres of a point, in a language.
  open func geocodeAddressString(
    _ addressString: String,
    inRegionCenteredAt centroid: CLLocationCoordinate2D,
    inRegionRadius radius: CLLocationDistance,
    preferredLocale locale: Locale?
  ) async throws -> [CLPlacemark] {
    try await Answer.of {
      geocodeAddressString(
        addressString,
        inRegionCenteredAt: centroid,
        inRegionRadius: radius,
        preferredLocale: locale,
        completionHandler: $0
      )
    }
  }

  /// Looks for the place of an address in parts.
  open func geocodeAddressDictionary(
    _ addressDictionary: [AnyHashable: Any]
  ) async throws -> [CLPlacemark] {
    try await Answer.of { geocodeAddressDictionary(addressDictionary, completionHandler: $0) }
  }
}
