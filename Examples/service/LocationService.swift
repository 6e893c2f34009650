// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationClient

/// What a program's views need to know: may it know the location, and where is it.
///
/// Both streams begin with the present value, so that a view that comes late is not empty.
struct LocationService: Sendable {
  private let manager: LocationManager

  /// Asks for authorization by being made.
  init(_ manager: LocationManager = LocationManager()) {
    self.manager = manager
    manager.options = UpdateOptions(desiredAccuracy: .bestForNavigation)
    manager.requestAuthorization()
  }

  /// Whether the location may be known.
  var authorized: some AsyncSequence<Bool, Never> & Sendable {
    manager.authorizations.map(\.allowsLocation)
  }

  /// The last coordinate.
  var location: some AsyncSequence<Coordinate, Never> & Sendable {
    manager.locations(buffering: .newest(1)).map(\.coordinate)
  }
}
