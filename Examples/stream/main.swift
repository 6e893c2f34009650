// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Glibc
import LocationClient

// Prints where this device is: the streams' form, with errors as values beside the locations.
let manager = LocationManager()
await withDiscardingTaskGroup { group in
  group.addTask {
    for await location in manager.locations {
      print(location.coordinate)
      fflush(nil)
    }
  }
  group.addTask {
    for await error in manager.errors {
      print(error)
      fflush(nil)
    }
  }
}
