// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Testing

@Suite struct CLGeocoderTests {
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
