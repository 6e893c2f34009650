// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Testing

@Suite struct CLHeadingTests {
  @Test func `a heading has every property, is archived and described`() throws {
    let heading = CLHeading()
    let (magnetic, north): (CLLocationDirection, CLLocationDirection) = (
      heading.magneticHeading, heading.trueHeading
    )
    let accuracy: CLLocationDirection = heading.headingAccuracy
    let field: [CLHeadingComponentValue] = [heading.x, heading.y, heading.z]
    let timestamp: Date = heading.timestamp
    #expect(magnetic == 0 && north == -1 && accuracy == -1 && field == [0, 0, 0])
    #expect(timestamp < Date())
    let prefix = "magneticHeading 0.00 trueHeading -1.00 accuracy -1.00 x +0.000 y +0.000 z +0.000"
    #expect(heading.description.hasPrefix(prefix))
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: heading,
      requiringSecureCoding: true
    )
    let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: CLHeading.self, from: data)
    #expect(read?.trueHeading == -1 && read?.timestamp == timestamp)
    #expect(heading.copy() as? CLHeading == heading && CLHeading.supportsSecureCoding)
  }
}
