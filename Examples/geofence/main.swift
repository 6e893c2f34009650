// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Glibc
import LocationClient

// Rings the bell when the device enters or leaves a circle: geofence LATITUDE,LONGITUDE RADIUS
let arguments = CommandLine.arguments
guard arguments.count == 3, let center = Coordinate(arguments[1]), let radius = Double(arguments[2])
else {
  print("usage: geofence LATITUDE,LONGITUDE RADIUS")
  exit(64)
}
let manager = LocationManager()
manager.startMonitoring(Region(identifier: "fence", center: center, radius: radius))
for await event in manager.regionEvents {
  switch event.kind {
  case .entered(let location): print("\u{7}entered at \(location.coordinate)")
  case .exited(let location): print("\u{7}left at \(location.coordinate)")
  case .determined(let state): print(state)
  case .failed(let error): print(error)
  case .started: print("watching \(Int(radius)) m around \(center)")
  }
  fflush(nil)
}
