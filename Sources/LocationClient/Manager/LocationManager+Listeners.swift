// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// Who listens to a manager: delegates first, then closures, then observers.
extension LocationManager {
  /// The delegate that is called first; held weakly.
  public var delegate: (any LocationManagerDelegate)? {
    get { core.read { $0.primary?.value } }
    set {
      let entry = newValue.map { ManagerState.WeakDelegate($0) }
      core.change { $0.primary = entry }
      if let entry { core.greet(entry) }
    }
  }

  /// Adds a delegate beside the others, called in the order of adding; held weakly.
  public func addDelegate(_ delegate: any LocationManagerDelegate) {
    let entry = ManagerState.WeakDelegate(delegate)
    core.change { state in
      state.delegates.removeAll { $0.identity == entry.identity }
      state.delegates.append(entry)
    }
    core.greet(entry)
  }

  /// Removes a delegate that was added.
  public func removeDelegate(_ delegate: any LocationManagerDelegate) {
    let identity = ObjectIdentifier(delegate)
    core.change { state in
      state.delegates.removeAll { $0.identity == identity }
    }
  }

  /// A closure for each callback, called after the delegates.
  public var closures: LocationClosures {
    get { core.read(\.closures) }
    set {
      // The former closures are let go outside the lock, with whatever they own.
      _ = core.change { state in
        let former = state.closures
        state.closures = newValue
        return former
      }
    }
  }

  /// Calls the handler with every callback of these kinds, for as long as the result is kept.
  public func observe(
    _ kinds: CallbackKinds = .all,
    _ handler: @escaping @Sendable (LocationEvent) -> Void
  ) -> LocationObservation {
    let identifier = core.change { state in
      let identifier = state.newID()
      state.observers[identifier] = ManagerState.Observer(kinds: kinds, handler: handler)
      return identifier
    }
    core.greet(observer: identifier)
    return LocationObservation { [weak core] in
      _ = core?.change { $0.observers.removeValue(forKey: identifier) }
    }
  }
}
