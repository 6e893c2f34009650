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
  /// Overrides that can hold at once, so that a careless script does not swell the daemon.
  package static let capacity = 64
  /// Views that nobody sees but that keep what their layers remember, for who comes next.
  private static let idleViews = 8
  /// Rises with each change of the stack; subscribers then ask for their view again.
  package private(set) var revision = 0
  /// The view of those whom no override touches.
  package let liveView = ViewID(number: 0)
  var generators: [String: any FixGenerator] = [:]
  /// What waits beside the provisional override of that name, one each at most.
  var aside: [String: (override: Override, generator: (any FixGenerator)?)] = [:]
  private var views: [View]
  private var publisher = Publisher()
  /// The number of the newest id; it is not given out again.
  package private(set) var lastOverride: Int64 = 0
  private var lastView = 0

  package init() {
    views = [View(id: liveView)]
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
    process(callback, at: now, to: &publications)
    return publications
  }

  /// The same for many callbacks in a row; what each view is told is added, not copied.
  mutating func process(
    _ callback: Callback<Fix>,
    at now: Now,
    to publications: inout [Publication]
  ) {
    for index in views.indices {
      guard views[index].hasLayers else {
        // As it is: a list of one on the way would cost more than all the rest here.
        publish(callback, in: index, at: now, to: &publications)
        continue
      }
      let risen = views[index].push([callback], at: now)
      publish(risen, in: index, at: now, to: &publications)
    }
  }

  /// Lets generators and layers speak whose time has come.
  package mutating func advance(to now: Now) -> [Publication] {
    var publications: [Publication] = []
    for override in overrides {
      publications += publish(
        generators[override.id]?.advance(to: now) ?? [],
        of: override.id,
        at: now
      )
    }
    for index in views.indices {
      publish(views[index].advance(to: now), in: index, at: now, to: &publications)
    }
    return publications
  }

  /// Tells what a replacement says to all views it holds for.
  mutating func publish(
    _ callbacks: [Callback<Fix>],
    of override: String,
    at now: Now
  ) -> [Publication] {
    guard !callbacks.isEmpty else { return [] }
    var publications: [Publication] = []
    for index in views.indices {
      let risen = views[index].push(callbacks, above: override, at: now)
      publish(risen, in: index, at: now, to: &publications)
    }
    return publications
  }

  private mutating func publish(
    _ callbacks: [Callback<Fix>],
    in index: Int,
    at now: Now,
    to publications: inout [Publication]
  ) {
    for callback in callbacks { publish(callback, in: index, at: now, to: &publications) }
  }

  private mutating func publish(
    _ callback: Callback<Fix>,
    in index: Int,
    at now: Now,
    to publications: inout [Publication]
  ) {
    let located = callback.map { publisher.publish($0) }
    guard views[index].note(located, at: now) else { return }
    publications.append(Publication(view: views[index].id, callback: located))
  }

  // MARK: - The stack

  /// Puts an override on top; a replacement takes the place of one with the same target, so that
  /// the transforms above stay in force.
  ///
  /// - Parameters:
  ///   - request: What it is to be.
  ///   - owner: Who asked for it.
  ///   - now: When it begins.
  ///   - former: What an override that comes back after a restart was called and since when.
  /// - Returns: The override, and those it took the place of and that are gone.
  /// - Throws: `ParameterError` if a parameter is out of range or too many overrides hold; the stack
  ///   is as it was then.
  package mutating func add(
    _ request: OverrideRequest,
    owner: Owner,
    at now: Now,
    former: FormerOverride? = nil
  ) throws(ParameterError) -> (added: Override, replaced: [Override]) {
    try request.validate()
    let place = overrides.firstIndex { other in
      request.spec.isReplacement && other.request.spec.isReplacement
        && other.request.target.means(request.target)
    }
    guard place != nil || overrides.count < Self.capacity else {
      throw ParameterError("overrides", "\(Self.capacity) hold already; clear some first")
    }
    let override = Override(
      id: nextID(former),
      request: request,
      owner: owner,
      createdAt: Now(instant: now.instant, utc: former?.created ?? now.utc),
      expiresAt: request.duration.map { now.instant + $0 }
    )
    var replaced: [Override] = []
    if let place {
      replaced = keepAside(overrides[place], for: override)
      put(override, at: place)
    } else {
      overrides.append(override)
      revision += 1
    }
    generators[override.id] = request.spec.makeGenerator(at: now)
    remember(override, at: now)
    return (override, replaced)
  }

  /// Ids up to this number have been given out by an earlier run.
  package mutating func skipIDs(upTo number: Int64) {
    lastOverride = max(lastOverride, min(number, .max / 2))
  }

  private mutating func nextID(_ former: FormerOverride?) -> String {
    guard let number = former?.number, number > 0,
      !overrides.contains(where: { $0.id == "o\(number)" })
    else {
      lastOverride += 1
      return "o\(lastOverride)"
    }
    skipIDs(upTo: number)
    return "o\(number)"
  }

  /// Puts an override where another one is.
  mutating func put(_ override: Override, at place: Int) {
    generators[overrides[place].id] = nil
    overrides[place] = override
    revision += 1
  }

  /// Takes overrides off the stack and returns them, with what they kept aside.
  @discardableResult
  package mutating func remove(where isGone: (Override) -> Bool) -> [Override] {
    let removed = overrides.filter(isGone)
    let forgotten = forgetAside(of: removed, where: isGone)
    guard !removed.isEmpty else { return forgotten }
    overrides.removeAll(where: isGone)
    for override in removed { generators[override.id] = nil }
    revision += 1
    return removed + forgotten
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
    view(of: overrides.filter { $0.request.target.targets(peer) }, at: now)
  }

  /// Lets layers remember from now on, not from the first subscriber on.
  private mutating func remember(_ override: Override, at now: Now) {
    let applying = overrides.filter { other in
      other.request.target.means(override.request.target) || other.request.target.means(.all)
    }
    _ = view(of: applying, at: now)
  }

  private mutating func view(of applying: [Override], at now: Now) -> ViewID {
    let ids = applying.map(\.id)
    if let known = views.first(where: { $0.overrides == ids }) { return known.id }
    lastView += 1
    let id = ViewID(number: lastView)
    var nearest = views[0]
    for view in views where view.sharedCount(with: ids) > nearest.sharedCount(with: ids) {
      nearest = view
    }
    let shared = nearest.sharedCount(with: ids)
    let (view, standing) = nearest.branch(id: id, overrides: applying, at: now) { override in
      override.request.spec.makeLayer(since: override.createdAt)
    }
    views.append(view)
    introduce(shared == 0 ? views[0].state.callbacks(at: now) : standing, above: shared, at: now)
    return id
  }

  /// Tells the view that was just made what holds now, starting above the layers that know.
  private mutating func introduce(_ callbacks: [Callback<Fix>], above shared: Int, at now: Now) {
    var ignored: [Publication] = []
    let index = views.count - 1
    let risen = views[index].push(callbacks, from: shared, at: now)
    publish(risen, in: index, at: now, to: &ignored)
    dateLastFix(of: callbacks, in: index, at: now)
    for id in views[index].overrides.dropFirst(shared) {
      guard let latest = generators[id]?.latest(at: now), !latest.isEmpty else { continue }
      publish(views[index].push(latest, above: id, at: now), in: index, at: now, to: &ignored)
      dateLastFix(of: latest, in: index, at: now)
    }
    publish(views[index].advance(to: now), in: index, at: now, to: &ignored)
  }

  /// What a view is told when it is made came before; the age of its source counts from then.
  private mutating func dateLastFix(of callbacks: [Callback<Fix>], in index: Int, at now: Now) {
    for case .didChangeSource(let change) in callbacks {
      guard let age = change.age else { continue }
      views[index].dateLastFix(now.instant + -age, of: change.device)
    }
  }

  /// Nobody listened, so the loss in between is no news: the source gets its time again.
  mutating func forgetLoss() {
    for index in views.indices { views[index].forgetLoss() }
  }

  /// Forgets the views that nobody sees, except the newest few of those that still can be seen.
  package mutating func keepViews(_ isSeen: (ViewID) -> Bool) {
    let standing = Set(overrides.map(\.id))
    var idle = 0
    let kept = views.reversed().filter { view in
      if view.id == liveView || isSeen(view.id) { return true }
      idle += 1
      return idle <= Self.idleViews && standing.isSuperset(of: view.overrides)
    }
    views = kept.reversed()
  }

  /// What a subscriber of a view is told first.
  package func state(of id: ViewID) -> ViewState {
    view(id).state
  }

  /// What a subscriber is told at once that moves from one view to another, besides a change of
  /// its authorization; what it knows already is left out.
  package func transition(
    from old: ViewID,
    to new: ViewID,
    at now: Now
  ) -> [Callback<Location>] {
    guard old != new else { return [] }
    let before = state(of: old)
    let after = state(of: new)
    var callbacks: [Callback<Location>] = []
    if let source = after.source(at: now),
      source.device != before.source?.device || source.state != before.source?.state
    {
      callbacks.append(.didChangeSource(source))
    }
    if let sky = after.sky, sky != before.sky { callbacks.append(.didUpdateSatellites(sky)) }
    if let location = after.location { callbacks.append(.didUpdateLocations([location])) }
    if let error = after.error, error.code != before.error?.code {
      callbacks.append(.didFailWithError(error))
    }
    return callbacks
  }

  /// The number of the newest location, in any view.
  package var lastSequence: UInt64 { publisher.lastSequence }

  /// Publishes anew what a view holds, because whoever comes to it may have been told of higher
  /// numbers in the view that was left.
  ///
  /// - Returns: The location with its new number; nil if the view holds none.
  package mutating func republish(in id: ViewID) -> Location? {
    guard let index = views.firstIndex(where: { $0.id == id }),
      let location = views[index].state.location
    else { return nil }
    let renewed = publisher.publish(location.fix)
    views[index].renumber(renewed)
    return renewed
  }

  /// What a view makes of a subscriber's own authorization.
  package func authorization(_ base: Authorization, in id: ViewID, at now: Now) -> Authorization {
    view(id).authorization(base, at: now)
  }

  private func view(_ id: ViewID) -> View {
    views.first { $0.id == id } ?? views[0]
  }
}
