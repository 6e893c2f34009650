// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Testing

@Suite struct CLAuthorizationStatusTests {
  @Test func `its cases have Apple's numbers`() {
    let status = CLAuthorizationStatus(rawValue: 3)
    let number: Int32 = CLAuthorizationStatus.notDetermined.rawValue
    #expect(status == .authorizedAlways && number == 0)
    #expect(CLAuthorizationStatus.restricted.rawValue == 1)
    #expect(CLAuthorizationStatus.denied.rawValue == 2)
    #expect(CLAuthorizationStatus.authorizedAlways.rawValue == 3)
    #expect(CLAuthorizationStatus.authorizedWhenInUse.rawValue == 4)
    #expect(CLAuthorizationStatus.authorized == .authorizedAlways)
  }
}
