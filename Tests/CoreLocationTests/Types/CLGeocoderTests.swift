// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Testing

/// As programs abstract from the geocoder.
private protocol PlaceFinder {
  func reverseGeocodeLocation(_ location: CLLocation) async throws -> [CLPlacemark]
  func reverseGeocodeLocation(_ location: CLLocation, preferredLocale locale: Locale?) async throws
    -> [CLPlacemark]
  func geocodeAddressString(_ addressString: String) async throws -> [CLPlacemark]
  func geocodeAddressString(_ addressString: String, in region: CLRegion?) async throws
    -> [CLPlacemark]
  func geocodeAddressString(
    _ addressString: String,
    in region: CLRegion?,
    preferredLocale locale: Locale?
  ) async throws -> [CLPlacemark]
}

extension CLGeocoder: PlaceFinder {}

/// As programs abstract from the manager.
private protocol AccuracyAsking {
  func requestTemporaryFullAccuracyAuthorization(withPurposeKey purposeKey: String) async throws
  func requestTemporaryFullAccuracyAuthorization(withPurposeKey purposeKey: String)
  func requestTemporaryFullAccuracyAuthorization(
    withPurposeKey purposeKey: String,
    completion: (((any Error)?) -> Void)?
  )
}

extension CLLocationManager: AccuracyAsking {}

/// Answers twice, as no geocoder should.
private final class KnowingGeocoder: CLGeocoder {
  override func reverseGeocodeLocation(
    _ location: CLLocation,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    completionHandler([], nil)
    completionHandler(nil, CLError(.network))
  }
  override func geocodeAddressString(
    _ addressString: String,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) { completionHandler(nil, nil) }
}

private final class RefusingManager: CLLocationManager {
  override func requestTemporaryFullAccuracyAuthorization(
    withPurposeKey purposeKey: String,
    completion: (((any Error)?) -> Void)?
  ) { completion?(CLError(.denied)) }
}

@Suite struct CLGeocoderTests {
  @Test func `asynchronous calls reach an override of the form with a handler`() async throws {
    let geocoder: CLGeocoder = KnowingGeocoder()
    let place = CLLocation(latitude: 1, longitude: 2)
    #expect(try await geocoder.reverseGeocodeLocation(place).isEmpty)
    await #expect(throws: CLError(.geocodeFoundNoResult)) {
      _ = try await geocoder.geocodeAddressString("x")
    }
    await #expect(throws: CLError(.network)) {
      _ = try await geocoder.geocodeAddressString("x", in: nil)
    }
    let finder: any PlaceFinder = geocoder
    #expect(try await finder.reverseGeocodeLocation(place).isEmpty)
    let manager: CLLocationManager = RefusingManager()
    await #expect(throws: CLError(.denied)) {
      try await manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "k")
    }
  }

  @Test func `geocoding answers the documented error`() async {
    let geocoder = CLGeocoder()
    await #expect(throws: CLError(.network)) {
      _ = try await geocoder.reverseGeocodeLocation(CLLocation(latitude: 1, longitude: 2))
    }
    await #expect(throws: CLError(.network)) {
      _ = try await geocoder.geocodeAddressString("Paris")
    }
    let code = await withCheckedContinuation { continuation in
      let handler: CLGeocodeCompletionHandler = { places, error in
        continuation.resume(returning: places == nil ? (error as? CLError)?.code : nil)
      }
      geocoder.geocodeAddressString("Paris", completionHandler: handler)
    }
    #expect(code == .network)
    let place = CLLocation(latitude: 1, longitude: 2)
    let region = CLCircularRegion(center: place.coordinate, radius: 1, identifier: "r")
    let codes: [CLError.Code?] = await [
      answer { geocoder.reverseGeocodeLocation(place, completionHandler: $0) },
      answer {
        geocoder.reverseGeocodeLocation(place, preferredLocale: nil, completionHandler: $0)
      },
      answer { geocoder.geocodeAddressString("Paris", in: region, completionHandler: $0) },
      answer {
        geocoder.geocodeAddressString(
          "Paris",
          in: region,
          preferredLocale: Locale(identifier: "fr"),
          completionHandler: $0
        )
      },
      answer { geocoder.geocodeAddressDictionary(["City": "Paris"], completionHandler: $0) },
      answer {
        geocoder.geocodeAddressString(
          "Paris",
          inRegionCenteredAt: place.coordinate,
          inRegionRadius: 1000,
          preferredLocale: nil,
          completionHandler: $0
        )
      },
    ]
    #expect(codes == Array(repeating: .network, count: 6))
    await #expect(throws: CLError(.network)) {
      _ = try await geocoder.geocodeAddressDictionary(["City": "Paris"])
    }
    await #expect(throws: CLError(.network)) {
      _ = try await geocoder.geocodeAddressString(
        "Paris",
        inRegionCenteredAt: place.coordinate,
        inRegionRadius: 1000,
        preferredLocale: Locale(identifier: "fr")
      )
    }
    #expect(!geocoder.isGeocoding)
    geocoder.cancelGeocode()
  }

  private func answer(_ ask: (@escaping CLGeocodeCompletionHandler) -> Void) async -> CLError.Code?
  {
    await withCheckedContinuation { continuation in
      ask { places, error in
        continuation.resume(returning: places == nil ? (error as? CLError)?.code : nil)
      }
    }
  }
}
