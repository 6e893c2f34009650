// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import LocationClient

/// The regions that the program monitors: as on Apple's systems, all of its managers share them.
///
/// Each manager asks the daemon for all of them, so that each of their delegates is told, and a
/// region outlives the manager that it was given to. Any thread may use it.
final class MonitoredRegions {
  static let ofProcess = MonitoredRegions()

  private struct WeakManager {
    weak var manager: LocationManager?
  }

  private let lock = NSLock()
  private var regions: [String: CLRegion] = [:]
  private var managers: [WeakManager] = []

  var all: Set<CLRegion> { lock.withLock { Set(regions.values) } }

  subscript(identifier: String) -> CLRegion? { lock.withLock { regions[identifier] } }

  /// Has another manager monitor what the others do.
  func join(_ manager: LocationManager) {
    let wanted = lock.withLock {
      managers.removeAll { $0.manager == nil }
      managers.append(WeakManager(manager: manager))
      return regions.values.compactMap(\.region)
    }
    for region in wanted { manager.startMonitoring(region) }
  }

  func start(_ region: CLRegion, as wanted: Region) {
    for manager in change({ $0[region.identifier] = region }) { manager.startMonitoring(wanted) }
  }

  func stop(_ identifier: String) {
    for manager in change({ $0[identifier] = nil }) { manager.stopMonitoring(identifier) }
  }

  /// The managers are called without the lock: whatever stands behind them may ask for regions.
  private func change(_ body: (inout [String: CLRegion]) -> Void) -> [LocationManager] {
    lock.withLock {
      body(&regions)
      return managers.compactMap(\.manager)
    }
  }
}
