// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Testing

@Suite struct CLFloorTests {
  @Test func `a floor has a level and is archived`() throws {
    let floor = CLFloor()
    let level: Int = floor.level
    let data = try NSKeyedArchiver.archivedData(withRootObject: floor, requiringSecureCoding: true)
    let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: CLFloor.self, from: data)
    #expect(level == 0 && read?.level == 0 && floor.copy() as? CLFloor == floor)
    #expect(CLFloor.supportsSecureCoding)
  }
}
