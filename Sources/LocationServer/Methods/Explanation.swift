// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationCore
internal import LocationProtocol

/// Why a session last got, or did not get, a location.
struct Explanation: Encodable {
  let session: String
  /// One word for programs.
  let reason: String
  /// A sentence for people.
  let text: String
  let overrides: [String]
  let lastDelivered: Double?
}

extension LocationService {
  func explain(_ parameters: Parameters) throws(RPCError) -> Explanation {
    let parameter = parameters.required("session")
    let id = try parameter.string(maximumLength: 32)
    guard let session = sessions[id], session.kind != "control" else {
      throw parameter.error(expecting: "a subscriber's session (see subscribers)")
    }
    let (reason, text) = explanation(for: session)
    return Explanation(
      session: id,
      reason: reason,
      text: text,
      overrides: pipeline.stage.state(of: session.view).overrides,
      lastDelivered: session.lastDeliveredAt.map { seconds(since: $0) }
    )
  }

  /// In the order in which a location is stopped on its way: who may know, is there one, filters.
  private func explanation(for session: Session) -> (reason: String, text: String) {
    switch session.authorization.status {
    case .denied, .restricted: return ("denied", denial(of: session))
    case .notDetermined:
      return ("notDetermined", "Nobody has decided whether it may know the location.")
    case .authorizedAlways, .authorizedWhenInUse: break
    }
    if let reason = unasked(session) { return reason }
    let state = pipeline.stage.state(of: session.view)
    guard state.location != nil else { return missingLocation(state) }
    if let since = session.blockedSince {
      let seconds = Double(loop.now.monotonic - since) / 1e9
      return (
        "notReading", "It has not read for \(spanText(seconds)); newer locations replace older."
      )
    }
    if session.authorization.accuracy == .reduced {
      return ("reduced", "It may know a coarse location only, a few times an hour.")
    }
    if session.isStreaming { return streamVerdict(of: session) }
    if session.subscriptions.asksCoarseStream {
      return ("reduced", "It asked for coarse locations, which come a few times an hour.")
    }
    if session.subscriptions.pause?.isPaused == true {
      return ("paused", "The device stands still and the subscription pauses by itself.")
    }
    return verdict(of: session)
  }

  /// No decision helps against an override that denies.
  private func denial(of session: Session) -> String {
    guard let override = denyingOverrides(of: session).first else {
      return "It may not know the location."
    }
    let owner = override.owner
    let whom = owner.unit ?? "uid \(owner.uid), pid \(owner.pid)"
    return
      "Override \(override.id) (\(override.request.spec.kind)) of \(whom) denies it the location."
  }

  /// The overrides without which the session might know the location.
  func denyingOverrides(of session: Session) -> [Override] {
    guard session.authorization.status == .denied else { return [] }
    let seen = pipeline.stage.state(of: session.view).overrides
    return pipeline.stage.overrides.filter {
      $0.request.spec.kind == "fault denied" && seen.contains($0.id)
    }
  }

  private func missingLocation(_ state: ViewState) -> (reason: String, text: String) {
    guard state.overrides.isEmpty else {
      return (
        "override", "Override \(state.overrides.joined(separator: ", ")) gives no location now."
      )
    }
    switch pipeline.source.state {
    case .waiting: return ("waiting", "The receiver has given no fix yet.")
    case .lost, .fixed:
      return ("noFix", "There is no fix: \(advice(upstream())?.problem ?? "stale").")
    }
  }

  private func verdict(of session: Session) -> (reason: String, text: String) {
    switch session.subscriptions.location?.lastVerdict {
    case .first: ("delivered", "It got the last location: its first one.")
    case .stateChange: ("delivered", "It got the last location: something had changed.")
    case .passed: ("delivered", "It got the last location.")
    case .lessAccurate(let accuracy, let desired):
      ("accuracy", "The last one was ±\(rounded(accuracy)) m; it wants \(rounded(desired)) m.")
    case .tooSoon(let elapsed, let minimum):
      ("interval", "\(spanText(elapsed)) after the one before; it wants \(spanText(minimum)).")
    case .belowDistance(let moved, let filter):
      ("distance", "\(rounded(moved)) m from the one before; it wants \(rounded(filter)) m.")
    case nil: unheard
    }
  }

  private func rounded(_ value: Double) -> String {
    let tenths = (value * 10).rounded() / 10
    guard tenths == tenths.rounded(), abs(tenths) < 1e15 else { return "\(tenths)" }
    return "\(Int64(tenths))"
  }
}

/// The readers of gpsd's protocol and of NMEA, which have no subscription and no filter.
extension LocationService {
  /// Why a session that may know the location has no part in it, if it has none by its own wish.
  private func unasked(_ session: Session) -> (reason: String, text: String)? {
    if session.nmea != nil { return nil }
    guard let policy = session.gpsd?.policy else {
      return session.subscriptions.wantsLocation
        ? nil : ("notSubscribed", "It has not asked for locations.")
    }
    guard policy.isEnabled else {
      return ("notSubscribed", "It does not watch: it has sent no ?WATCH={\"enable\":true}.")
    }
    guard policy.json || policy.hasSentences else {
      return ("notSubscribed", "It watches, but asked for none of json, nmea and raw.")
    }
    guard let device = policy.device, !isReceiver(device, of: session),
      sight(of: session.view) != .replaced
    else { return nil }
    return ("otherReceiver", "It watches \(device) only, and there is no such receiver.")
  }

  private func streamVerdict(of session: Session) -> (reason: String, text: String) {
    guard let policy = session.gpsd?.policy else {
      guard session.lastDeliveredAt != nil else { return unheard }
      let interval = settings.nmea.interval
      let rate = interval > 0 ? ", one in \(spanText(interval)) at most" : ""
      return ("delivered", "It gets each location as NMEA sentences\(rate).")
    }
    let forms = [(policy.json, "json"), (policy.nmea, "nmea"), (policy.raw > 0, "raw")]
    let watch = "It watches (\(forms.filter(\.0).map(\.1).joined(separator: ", ")))"
    let sight = sight(of: session.view)
    let active = pipeline.source.activeDevice
    if let device = policy.device, let active, device != active, sight != .replaced {
      return ("otherReceiver", "\(watch) \(device) only; locations come from \(active).")
    }
    switch sight {
    case .live: return ("delivered", "\(watch) and gets what gpsd says, as it says it.")
    case .changed, .replaced, .unplugged:
      return ("delivered", "\(watch) and gets each location as the overrides make it.")
    }
  }

  private var unheard: (reason: String, text: String) {
    ("waiting", "No location has come since it asked.")
  }
}

/// The regions of all sessions, as `regions` lists them.
struct RegionsReport: Encodable {
  struct Entry: Encodable {
    let session: String
    let identifier: String
    let state: String
    let region: RegionMessage
  }

  let regions: [Entry]
}

extension LocationService {
  func regionsReport() -> RegionsReport {
    var entries: [RegionsReport.Entry] = []
    for session in sessions.values.oldestFirst {
      let roster = session.subscriptions.regions
      for region in roster?.regions ?? [] {
        let state = roster?[region.identifier].flatMap {
          audiences[session.view]?.regions.state(of: $0.handle)
        }
        entries.append(entry(session, region, state ?? .unknown))
      }
      for resting in session.subscriptions.restingRegions {
        entries.append(entry(session, resting.region, .unknown))
      }
    }
    return RegionsReport(regions: entries)
  }

  private func entry(
    _ session: Session,
    _ region: Region,
    _ state: RegionState
  ) -> RegionsReport.Entry {
    RegionsReport.Entry(
      session: session.id,
      identifier: region.identifier,
      state: state.rawValue,
      region: RegionMessage(region)
    )
  }
}
