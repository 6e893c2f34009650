// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import LocationClient

/// Whom a manager tells, and what that delegate was told last.
///
/// Any thread may use it: a program may set a delegate, or end one that does so in its `deinit`,
/// away from the main thread. A delegate always leaves the lock before it can be let go, because
/// its `deinit` may come back here.
final class ToldDelegate {
  private let lock = NSLock()
  private weak var holder: (any CLLocationManagerDelegate)?
  private var authorization: Authorization?
  /// Somebody will soon tell it to whoever is the delegate then.
  private var isFirstExpected = false
  private var formerLocation: CLLocation?
  /// By the identifier of a region: the watch, and the state told last in it.
  private var regionStates: [String: (watch: Int, state: RegionState)] = [:]
  /// By the identifier of a region: the watch whose beginning was told.
  private var startedWatches: [String: Int] = [:]

  /// Held weakly; another one has not been told anything.
  var delegate: (any CLLocationManagerDelegate)? {
    get { lock.withLock { holder } }
    set {
      lock.withLock {
        holder = newValue
        if newValue != nil { authorization = nil }
      }
    }
  }

  /// Whether somebody has to be sent to tell a new delegate the authorization.
  func expectFirst() -> Bool {
    lock.withLock {
      defer { isFirstExpected = true }
      return !isFirstExpected
    }
  }

  /// That somebody has come.
  func beginFirst() { lock.withLock { isFirstExpected = false } }

  var knowsAuthorization: Bool { lock.withLock { authorization != nil } }

  /// The delegate, if it is to be told this authorization, which it then counts as told.
  ///
  /// Before a daemon has said anything nobody has decided, either.
  func claim(_ news: Authorization?) -> (any CLLocationManagerDelegate)? {
    let news = news ?? Authorization(.notDetermined, accuracy: .full)
    let (delegate, isNews) = lock.withLock {
      let delegate = holder
      let isNews = delegate != nil && authorization != news
      if isNews { authorization = news }
      return (delegate, isNews)
    }
    return isNews ? delegate : nil
  }

  /// Keeps a region's state as told; the one told before in the same watch.
  func replaceState(
    _ state: RegionState,
    of watch: MonitoredRegions.Watch
  ) -> RegionState? {
    lock.withLock {
      let former = regionStates[watch.region.identifier]
      let isSame = former?.watch == watch.number
      // Whoever may not know the state now still knows the one before.
      if state != .unknown || !isSame {
        regionStates[watch.region.identifier] = (watch.number, state)
      }
      return isSame ? former?.state : nil
    }
  }

  /// Whether the beginning of a watch is news; after a restart of the daemon it is none.
  func claimStart(of watch: MonitoredRegions.Watch) -> Bool {
    lock.withLock {
      let former = startedWatches.updateValue(watch.number, forKey: watch.region.identifier)
      return former != watch.number
    }
  }

  /// Keeps a location as the former one of the next.
  func replaceFormerLocation(_ location: CLLocation) -> CLLocation? {
    lock.withLock {
      defer { formerLocation = location }
      return formerLocation
    }
  }
}
