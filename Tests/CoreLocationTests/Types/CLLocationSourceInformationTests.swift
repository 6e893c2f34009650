// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Testing

@Suite struct CLLocationSourceInformationTests {
  @Test func `a source has its two properties and is archived`() throws {
    let source = CLLocationSourceInformation(
      softwareSimulationState: true,
      andExternalAccessoryState: false
    )
    #expect(source.isSimulatedBySoftware && !source.isProducedByAccessory)
    let data = try NSKeyedArchiver.archivedData(withRootObject: source, requiringSecureCoding: true)
    let read = try NSKeyedUnarchiver.unarchivedObject(
      ofClass: CLLocationSourceInformation.self,
      from: data
    )
    #expect(read?.isSimulatedBySoftware == true && read?.isProducedByAccessory == false)
    #expect(source.copy() as? CLLocationSourceInformation == source)
    #expect(CLLocationSourceInformation.supportsSecureCoding)
  }
}
