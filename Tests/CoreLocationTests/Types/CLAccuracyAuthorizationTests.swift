// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Testing

@Suite struct CLAccuracyAuthorizationTests {
  @Test func `its cases have Apple's numbers`() {
    let number: Int = CLAccuracyAuthorization.fullAccuracy.rawValue
    #expect(number == 0 && CLAccuracyAuthorization.reducedAccuracy.rawValue == 1)
    #expect(CLAccuracyAuthorization(rawValue: 1) == .reducedAccuracy)
  }
}
