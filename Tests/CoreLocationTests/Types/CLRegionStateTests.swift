// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Testing

@Suite struct CLRegionStateTests {
  @Test func `its cases have Apple's numbers`() {
    let number: Int = CLRegionState.unknown.rawValue
    #expect(number == 0 && CLRegionState.inside.rawValue == 1)
    #expect(CLRegionState.outside.rawValue == 2 && CLRegionState(rawValue: 2) == .outside)
  }
}
