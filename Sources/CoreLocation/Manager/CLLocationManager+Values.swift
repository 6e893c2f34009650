// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationClient

// Apple's values and those of the client made from each other.

extension CLLocationManager {
  static func accuracy(_ metres: CLLocationAccuracy) -> UpdateOptions.Accuracy {
    switch metres {
    case kCLLocationAccuracyBestForNavigation: .bestForNavigation
    case kCLLocationAccuracyReduced: .reduced
    case let metres where metres > 0: .metres(metres)
    default: .best
    }
  }
}

extension CLAuthorizationStatus {
  init(_ status: Authorization.Status) {
    self =
      switch status {
      case .notDetermined: .notDetermined
      case .restricted: .restricted
      case .denied: .denied
      case .authorizedAlways: .authorizedAlways
      case .authorizedWhenInUse: .authorizedWhenInUse
      }
  }
}

extension CLRegionState {
  init(_ state: RegionState) {
    self =
      switch state {
      case .unknown: .unknown
      case .inside: .inside
      case .outside: .outside
      }
  }
}

extension CLError {
  init(_ error: LocationError) {
    self.init(Code(rawValue: error.code.rawValue) ?? .locationUnknown, message: error.message)
  }
}

extension UpdateOptions.Activity {
  init(_ activity: CLActivityType) {
    self =
      switch activity {
      case .other: .other
      case .automotiveNavigation: .automotiveNavigation
      case .fitness: .fitness
      case .otherNavigation: .otherNavigation
      case .airborne: .airborne
      }
  }
}
