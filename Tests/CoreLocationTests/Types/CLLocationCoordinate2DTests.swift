// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Testing

@Suite struct CLLocationCoordinate2DTests {
  private func bits<Value: BitwiseCopyable>(of value: Value) -> Int {
    MemoryLayout.size(ofValue: value)
  }

  @Test func `coordinates are made and checked`() {
    #expect(bits(of: CLLocationCoordinate2D()) == 16)
    var coordinate = CLLocationCoordinate2D()
    coordinate.latitude = 1
    coordinate.longitude = 2
    #expect(CLLocationCoordinate2DIsValid(coordinate))
    #expect(CLLocationCoordinate2DMake(-90, 180).longitude == 180)
    #expect(!CLLocationCoordinate2DIsValid(kCLLocationCoordinate2DInvalid))
    #expect(kCLLocationCoordinate2DInvalid.latitude == -180)
    #expect(!CLLocationCoordinate2DIsValid(CLLocationCoordinate2D(latitude: 91, longitude: 0)))
    #expect(!CLLocationCoordinate2DIsValid(CLLocationCoordinate2D(latitude: .nan, longitude: 0)))
  }
}
