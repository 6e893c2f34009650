// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// Binds the service's streams to the view.
let service = LocationService()
let view = TextView()
await withDiscardingTaskGroup { group in
  group.addTask {
    for await isAuthorized in service.authorized { await view.show(isAuthorized: isAuthorized) }
  }
  group.addTask {
    for await coordinate in service.location { await view.show(place: "\(coordinate)") }
  }
}
