// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Testing

@Suite struct CLActivityTypeTests {
  @Test func `its cases have Apple's numbers`() {
    let number: Int = CLActivityType.other.rawValue
    #expect(number == 1 && CLActivityType.automotiveNavigation.rawValue == 2)
    #expect(CLActivityType.fitness.rawValue == 3)
    #expect(CLActivityType.otherNavigation.rawValue == 4)
    #expect(CLActivityType.airborne.rawValue == 5 && CLActivityType(rawValue: 3) == .fitness)
  }
}
