// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Dispatch
import Glibc
import LocationClient

// Prints where this device is: the delegate's form.
final class Printer: LocationManagerDelegate {
  let receivedCallbacks: CallbackKinds = [.locations, .errors]

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    for location in locations { print(location.coordinate) }
    fflush(nil)
  }

  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {
    print(error)
    fflush(nil)
  }
}

let printer = Printer()
let manager = LocationManager(configuration: .init(callbackQueue: .main), delegate: printer)
manager.startUpdatingLocation()
dispatchMain()
