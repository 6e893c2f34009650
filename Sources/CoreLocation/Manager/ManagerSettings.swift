// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationClient

/// All that a program sets on a manager, in Apple's values and at first with Apple's settings.
struct ManagerSettings: Sendable {
  var desiredAccuracy: CLLocationAccuracy = kCLLocationAccuracyBest
  var distanceFilter: CLLocationDistance = kCLDistanceFilterNone
  var activityType: CLActivityType = .other
  var pausesLocationUpdatesAutomatically = true
  var allowsBackgroundLocationUpdates = false
  var showsBackgroundLocationIndicator = false
  var purpose: String?
  var headingFilter: CLLocationDegrees = 1
  var headingOrientation: CLDeviceOrientation = .portrait

  /// What the client is asked for.
  var options: UpdateOptions {
    UpdateOptions(
      desiredAccuracy: CLLocationManager.accuracy(desiredAccuracy),
      distanceFilter: max(0, distanceFilter),
      activity: UpdateOptions.Activity(activityType),
      pausesAutomatically: pausesLocationUpdatesAutomatically
    )
  }
}
