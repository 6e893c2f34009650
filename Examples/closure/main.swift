// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Dispatch
import Glibc
import LocationClient

// Prints where this device is: the closures' form.
let manager = LocationManager(configuration: .init(callbackQueue: .main))
manager.closures.didUpdateLocations = { locations in
  for location in locations { print(location.coordinate) }
  fflush(nil)
}
manager.closures.didFailWithError = { error in
  print(error)
  fflush(nil)
}
manager.startUpdatingLocation()
dispatchMain()
