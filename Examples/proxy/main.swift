// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Glibc
import LocationClient

// Prints where this device pretends to be: the stream's form with a proxy before every manager.
// What follows the installation is the program as it was.
let mock = MockLocationProxy(interval: 0.5)
let reykjavik = Coordinate(latitude: 64.1466, longitude: -21.9426)
mock.set(CommandLine.arguments.dropFirst().first.flatMap { Coordinate($0) } ?? reykjavik)
LocationManager.installForAll(mock)

for await location in LocationManager().locations {
  print(location.coordinate, location.source.isSimulatedBySoftware ? "simulated" : "real")
  fflush(nil)
}
