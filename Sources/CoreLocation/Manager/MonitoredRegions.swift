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

  /// A region, and which watch it is: one that was ended and begun again is another one.
  struct Watch {
    let region: CLRegion
    let number: Int
    fileprivate let wanted: Region

    /// Whether a border was crossed that is to be told.
    ///
    /// It may have been while there was no daemon, which then knows of the state alone.
    func tells(_ state: RegionState, after former: RegionState?) -> Bool {
      switch (former, state) {
      case (.outside, .inside): wanted.notifiesOnEntry
      case (.inside, .outside): wanted.notifiesOnExit
      default: false
      }
    }
  }

  private let lock = NSLock()
  private var watches: [String: Watch] = [:]
  /// The last ones that the daemon did not take, of whom other managers' delegates are still told.
  private var refused: [String: Watch] = [:]
  private var lastNumber = 0
  private var managers: [WeakManager] = []

  var all: Set<CLRegion> { lock.withLock { Set(watches.values.map(\.region)) } }

  subscript(identifier: String) -> Watch? {
    lock.withLock { watches[identifier] ?? refused[identifier] }
  }

  /// Ends a watch that the daemon has not taken.
  func refuse(_ watch: Watch) {
    let identifier = watch.region.identifier
    let isWatched = lock.withLock {
      guard watches[identifier]?.number == watch.number else { return false }
      watches[identifier] = nil
      refused[identifier] = watch
      return true
    }
    guard isWatched else { return }
    for manager in present { manager.stopMonitoring(identifier) }
  }

  /// Has another manager monitor what the others do.
  func join(_ manager: LocationManager) {
    let wanted = lock.withLock {
      managers.removeAll { $0.manager == nil }
      managers.append(WeakManager(manager: manager))
      return watches.values.map(\.wanted)
    }
    for region in wanted { manager.startMonitoring(region) }
  }

  /// Whether that was news to the managers, or the region is watched as it is wanted already.
  func start(_ region: CLRegion, as wanted: Region) -> Bool {
    let isWatched = lock.withLock {
      if watches[region.identifier]?.wanted == wanted { return true }
      lastNumber += 1
      refused[region.identifier] = nil
      watches[region.identifier] = Watch(region: region, number: lastNumber, wanted: wanted)
      return false
    }
    if isWatched { return false }
    for manager in present { manager.startMonitoring(wanted) }
    return true
  }

  func stop(_ identifier: String) {
    lock.withLock {
      watches[identifier] = nil
      refused[identifier] = nil
    }
    for manager in present { manager.stopMonitoring(identifier) }
  }

  /// They are called without the lock: whatever stands behind them may ask for regions.
  private var present: [LocationManager] { lock.withLock { managers.compactMap(\.manager) } }
}
