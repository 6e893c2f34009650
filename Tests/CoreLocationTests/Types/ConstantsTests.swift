// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Testing

@Suite struct ConstantsTests {
  @Test func `constants have Apple's values`() {
    #expect(kCLDistanceFilterNone == -1 && kCLHeadingFilterNone == -1)
    #expect(kCLLocationAccuracyBestForNavigation == -2 && kCLLocationAccuracyBest == -1)
    #expect(kCLLocationAccuracyNearestTenMeters == 10)
    #expect(kCLLocationAccuracyHundredMeters == 100)
    #expect(kCLLocationAccuracyKilometer == 1000 && kCLLocationAccuracyThreeKilometers == 3000)
    #expect(kCLLocationAccuracyReduced > kCLLocationAccuracyThreeKilometers)
    #expect(CLLocationDistanceMax == .greatestFiniteMagnitude)
    #expect(CLTimeIntervalMax == .greatestFiniteMagnitude)
  }
}
