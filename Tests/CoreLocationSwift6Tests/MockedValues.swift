// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Testing

// As programs' tests do: subclasses of Apple's values whose members are set. In the Swift 6
// language mode they say again that they are Sendable, which the compiler believes.

private class SettableLocation: CLLocation, @unchecked Sendable {
  var settableAccuracy: CLLocationAccuracy?
  override var horizontalAccuracy: CLLocationAccuracy {
    settableAccuracy ?? super.horizontalAccuracy
  }
}

private class SlowedLocation: CLLocation, @unchecked Sendable {
  var turnPenalty = 0.0
  private let title: String

  init(title: String, coordinate: CLLocationCoordinate2D) {
    self.title = title
    super.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
  }

  required init?(coder: NSCoder) { nil }

  override var description: String { "\(title) \(turnPenalty)" }
}

private class NamedPlacemark: CLPlacemark, @unchecked Sendable {
  private let settableName: String?
  var visits = 0

  init(name: String?) {
    settableName = name
    super.init(placemark: CLPlacemark())
  }

  required init?(coder: NSCoder) { nil }

  override var name: String? { settableName }
}

private class CountedConstraint: CLBeaconIdentityConstraint, @unchecked Sendable { var count = 0 }

@Suite struct MockedValuesTests {
  @Test func `subclasses with variables are made, set and sent`() async {
    let location = SettableLocation(latitude: 1, longitude: 2)
    location.settableAccuracy = 9
    let place = NamedPlacemark(name: "Somewhere")
    place.visits = 2
    let constraint = CountedConstraint(uuid: UUID(), major: 7)
    constraint.count = 3
    let told = await Task.detached {
      (location.horizontalAccuracy, place.name, place.visits, constraint.major, constraint.count)
    }.value
    #expect(told == (9, "Somewhere", 2, 7, 3))
    let slowed = SlowedLocation(title: "curve", coordinate: .init())
    slowed.turnPenalty = 1.5
    #expect("\(slowed)" == "curve 1.5")
  }
}
