// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Testing

@Suite struct CLVisitTests {
  @Test func `a visit has every property, is archived and described`() throws {
    let visit = CLVisit()
    let (arrival, departure): (Date, Date) = (visit.arrivalDate, visit.departureDate)
    let (point, accuracy): (CLLocationCoordinate2D, CLLocationAccuracy) = (
      visit.coordinate, visit.horizontalAccuracy
    )
    #expect(arrival == .distantPast && departure == .distantFuture)
    #expect(!CLLocationCoordinate2DIsValid(point) && accuracy == -1)
    #expect(visit.description.hasPrefix("<-180.00000000,-180.00000000> +/- -1.00m ("))
    let data = try NSKeyedArchiver.archivedData(withRootObject: visit, requiringSecureCoding: true)
    let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: CLVisit.self, from: data)
    #expect(read?.horizontalAccuracy == -1 && read?.departureDate == .distantFuture)
    #expect(visit.copy() as? CLVisit == visit && CLVisit.supportsSecureCoding)
  }
}
