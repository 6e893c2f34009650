// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// The whole domain in flow order: reports in at the top, publications for each view out below.
///
/// Pure: whoever drives it passes `now` and calls `advance` when `deadline` has come.
package struct LocationPipeline {
  package private(set) var source: LiveSource
  package var stage = OverrideStage()
  private var isDemanded = true

  package init(settings: SourceSettings, now: Now) {
    source = LiveSource(settings: settings, now: now)
  }

  /// When `advance` has something to do; nil while only the outside can change anything.
  package var deadline: Instant? {
    earlier(source.deadline, stage.deadline)
  }

  /// Takes one report from upstream.
  package mutating func receive(_ report: Report, at now: Now) -> [Publication] {
    flow(source.receive(report, at: now), at: now)
  }

  /// Does what is due: ends epochs, tells of losses, lets overrides speak.
  ///
  /// Expired overrides are not removed here but by `removeExpired`, because whoever drives the
  /// pipeline must move subscribers to their new view before the next publication.
  package mutating func advance(to now: Now) -> [Publication] {
    let live = flow(source.advance(to: now), at: now)
    if isDemanded { return live + stage.advance(to: now) }
    // Nobody listens to the receiver: its silence is our own doing and no loss.
    stage.forgetLoss()
    return stage.advance(to: now)
  }

  private mutating func flow(_ callbacks: [Callback<Fix>], at now: Now) -> [Publication] {
    var publications: [Publication] = []
    for callback in callbacks { stage.process(callback, at: now, to: &publications) }
    return publications
  }

  /// Takes settings that were read again; what is known of the receivers stays.
  package mutating func apply(_ settings: SourceSettings) {
    source.apply(settings)
  }

  /// Demand began after there was none.
  package mutating func beginDemand(at now: Now) {
    isDemanded = true
    source.beginDemand(at: now.instant)
    stage.forgetLoss()
  }

  /// Nobody wants fixes any more: the last location grows stale without a word.
  package mutating func endDemand() {
    isDemanded = false
    source.endDemand()
    stage.forgetLoss()
  }

  // MARK: - Overrides

  /// Puts an override on top of the stack.
  ///
  /// - Throws: `ParameterError` if a parameter is out of range or too many overrides hold.
  package mutating func add(
    _ request: OverrideRequest,
    owner: Owner,
    at now: Now,
    former: FormerOverride? = nil
  ) throws(ParameterError) -> (added: Override, replaced: [Override]) {
    try stage.add(request, owner: owner, at: now, former: former)
  }

  /// Takes overrides off the stack and returns them.
  package mutating func remove(where isGone: (Override) -> Bool) -> [Override] {
    stage.remove(where: isGone)
  }

  /// Takes off the overrides whose time is up and returns them.
  package mutating func removeExpired(at now: Now) -> [Override] {
    stage.removeExpired(at: now)
  }

  /// The view of one subscriber.
  package mutating func view(for peer: PeerIdentity, at now: Now) -> ViewID {
    stage.view(for: peer, at: now)
  }

  /// Forgets the views that nobody sees.
  package mutating func keepViews(_ isSeen: (ViewID) -> Bool) {
    stage.keepViews(isSeen)
  }
}
