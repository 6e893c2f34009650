// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Testing

@Suite struct CLLocationUpdateTests {
  /// Compiles; what it does is shown elsewhere.
  func everyMember() async throws {
    for try await update in CLLocationUpdate.liveUpdates(.fitness) {
      let location: CLLocation? = update.location
      _ = (location, update.stationary, update.isStationary, update.authorizationDenied)
      _ = (update.authorizationDeniedGlobally, update.authorizationRestricted)
      _ = (update.authorizationRequestInProgress, update.insufficientlyInUse)
      _ = (update.accuracyLimited, update.locationUnavailable, update.serviceSessionRequired)
    }
    let updates: CLLocationUpdate.Updates = CLLocationUpdate.liveUpdates()
    var iterator: CLLocationUpdate.Updates.Iterator = updates.makeAsyncIterator()
    let update: CLLocationUpdate? = try await iterator.next()
    _ = update
  }

  @Test func `configurations have Apple's numbers`() {
    let configurations: [CLLocationUpdate.LiveConfiguration] = [
      .default, .automotiveNavigation, .otherNavigation, .fitness, .airborne,
    ]
    #expect(configurations.map(\.rawValue) == [0, 1, 2, 3, 4])
  }
}
