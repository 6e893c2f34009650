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
  private var formerLocation: CLLocation?
  /// By the identifier of a region: the watch, and the state told last in it.
  private var regionStates: [String: (watch: Int, state: RegionState)] = [:]

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

  /// Keeps a location as the former one of the next.
  func replaceFormerLocation(_ location: CLLocation) -> CLLocation? {
    lock.withLock {
      defer { formerLocation = location }
      return formerLocation
    }
  }
}
