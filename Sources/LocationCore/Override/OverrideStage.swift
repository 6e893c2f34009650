// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// One callback for all subscribers of one view.
package struct Publication: Hashable, Sendable {
  package let view: ViewID
  package let callback: Callback<Location>
}

/// The proxy at the heart: live callbacks in, what each view is told out.
///
/// The stack is an ordered list of overrides, each with a target. A view is one distinct sublist of
/// it. Nothing below can reach a location without passing here, because only this stage holds a
/// `Publisher`.
package struct OverrideStage {
  /// Bottom of the stack first.
  package private(set) var overrides: [Override] = []
  /// Rises with each change of the stack; subscribers then ask for their view again.
  package private(set) var revision = 0
  /// The view of those whom no override touches.
  package let liveView = ViewID(number: 0)
  private var generators: [String: any FixGenerator] = [:]
  private var views: [View]
  private var publisher = Publisher()
  private var lastOverride = 0
  private var lastView = 0

  package init() {
    views = [View(id: liveView, overrides: [], layers: [])]
  }

  /// When `advance` has something to do.
  package var deadline: Instant? {
    var earliest: Instant?
    for override in overrides { earliest = earlier(earliest, override.expiresAt) }
    for generator in generators.values { earliest = earlier(earliest, generator.deadline) }
    for view in views { earliest = earlier(earliest, view.deadline) }
    return earliest
  }

  // MARK: - The flow

  /// Takes one live callback and returns what each view is told.
  package mutating func process(_ callback: Callback<Fix>, at now: Now) -> [Publication] {
    var publications: [Publication] = []
    for index in views.indices {
      let risen = views[index].push([callback], at: now)
      publish(risen, in: index, at: now, to: &publications)
    }
    return publications
  }

  /// Lets generators and layers speak whose time has come.
  package mutating func advance(to now: Now) -> [Publication] {
    var publications: [Publication] = []
    for override in overrides {
      let spoken = generators[override.id]?.advance(to: now) ?? []
      guard !spoken.isEmpty else { continue }
      for index in views.indices {
        let risen = views[index].push(spoken, above: override.id, at: now)
        publish(risen, in: index, at: now, to: &publications)
      }
    }
    for index in views.indices {
      publish(views[index].advance(to: now), in: index, at: now, to: &publications)
    }
    return publications
  }

  private mutating func publish(
    _ callbacks: [Callback<Fix>],
    in index: Int,
    at now: Now,
    to publications: inout [Publication]
  ) {
    for callback in callbacks {
      let located = callback.map { publisher.publish($0) }
      guard views[index].note(located, at: now) else { continue }
      publications.append(Publication(view: views[index].id, callback: located))
    }
  }

  // MARK: - The stack

  /// Puts an override on top; a replacement takes the place of those with the same target.
  ///
  /// - Returns: The override, and those it took the place of.
  package mutating func add(
    _ request: OverrideRequest,
    owner: Owner,
    at now: Now
  ) -> (added: Override, replaced: [Override]) {
    var replaced: [Override] = []
    if request.spec.isReplacement {
      replaced = remove { $0.request.spec.isReplacement && $0.request.target == request.target }
    }
    lastOverride += 1
    let override = Override(
      id: "o\(lastOverride)",
      request: request,
      owner: owner,
      createdAt: now,
      expiresAt: request.duration.map { now.instant + $0 }
    )
    overrides.append(override)
    generators[override.id] = request.spec.makeGenerator(at: now)
    revision += 1
    return (override, replaced)
  }

  /// Takes overrides off the stack and returns them.
  @discardableResult
  package mutating func remove(where isGone: (Override) -> Bool) -> [Override] {
    let removed = overrides.filter(isGone)
    guard !removed.isEmpty else { return [] }
    overrides.removeAll(where: isGone)
    for override in removed { generators[override.id] = nil }
    revision += 1
    return removed
  }

  /// Takes off those whose time is up and returns them.
  package mutating func removeExpired(at now: Now) -> [Override] {
    remove { override in
      guard let expiresAt = override.expiresAt else { return false }
      return expiresAt <= now.instant
    }
  }

  // MARK: - Views

  /// The view of one subscriber, made if it is the first to see the stack like this.
  package mutating func view(for peer: PeerIdentity, at now: Now) -> ViewID {
    let applying = overrides.filter { $0.request.target.matches(peer) }
    let ids = applying.map(\.id)
    if let known = views.first(where: { $0.overrides == ids }) { return known.id }
    let layers = applying.map { override in
      views.lazy.compactMap { $0.layer(of: override.id) }.first
        ?? override.request.spec.makeLayer(at: now)
    }
    lastView += 1
    views.append(View(id: ViewID(number: lastView), overrides: ids, layers: layers))
    introduce(views.count - 1, at: now)
    return ViewID(number: lastView)
  }

  /// Tells a view that was just made what holds now.
  private mutating func introduce(_ index: Int, at now: Now) {
    var ignored: [Publication] = []
    let live = views[0].state
    var callbacks: [Callback<Fix>] = []
    if let sky = live.sky { callbacks.append(.didUpdateSatellites(sky)) }
    if let heading = live.heading { callbacks.append(.didUpdateHeading(heading)) }
    if let location = live.location { callbacks.append(.didUpdateLocations([location.fix])) }
    if let error = live.error { callbacks.append(.didFailWithError(error)) }
    publish(views[index].push(callbacks, at: now), in: index, at: now, to: &ignored)
    for id in views[index].overrides {
      guard let latest = generators[id]?.latest, !latest.isEmpty else { continue }
      publish(views[index].push(latest, above: id, at: now), in: index, at: now, to: &ignored)
    }
  }

  /// Nobody listened, so the loss in between is no news: the source gets its time again.
  mutating func forgetLoss() {
    for index in views.indices { views[index].forgetLoss() }
  }

  /// Forgets the views that nobody sees.
  package mutating func keepViews(_ isSeen: (ViewID) -> Bool) {
    views.removeAll { $0.id != liveView && !isSeen($0.id) }
  }

  /// What a subscriber of a view is told first.
  package func state(of id: ViewID) -> ViewState {
    view(id).state
  }

  /// What a view makes of a subscriber's own authorization.
  package func authorization(_ base: Authorization, in id: ViewID, at now: Now) -> Authorization {
    view(id).authorization(base, at: now)
  }

  private func view(_ id: ViewID) -> View {
    views.first { $0.id == id } ?? views[0]
  }
}
