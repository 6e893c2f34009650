// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Glibc
import LocationClient

// Prints where this device is, until it is interrupted.
for await location in LocationManager().locations {
  print(location.coordinate, "±\(location.horizontalAccuracy) m")
  fflush(nil)
}
