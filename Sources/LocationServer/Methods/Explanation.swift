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
    case .denied, .restricted: return ("denied", "It may not know the location.")
    case .notDetermined:
      return ("notDetermined", "Nobody has decided whether it may know the location.")
    case .authorizedAlways, .authorizedWhenInUse: break
    }
    guard session.subscriptions.wantsLocation else {
      return ("notSubscribed", "It has not asked for locations.")
    }
    let state = pipeline.stage.state(of: session.view)
    guard state.location != nil else { return missingLocation(state) }
    if let since = session.blockedSince {
      let seconds = Double(loop.now.monotonic - since) / 1e9
      return (
        "notReading", "It has not read for \(rounded(seconds)) s; newer locations replace older."
      )
    }
    if session.authorization.accuracy == .reduced {
      return ("reduced", "It may know a coarse location only, a few times an hour.")
    }
    if session.subscriptions.asksCoarseStream {
      return ("reduced", "It asked for coarse locations, which come a few times an hour.")
    }
    if session.subscriptions.pause?.isPaused == true {
      return ("paused", "The device stands still and the subscription pauses by itself.")
    }
    return verdict(of: session)
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
      ("interval", "\(rounded(elapsed)) s after the one before; it wants \(rounded(minimum)) s.")
    case .belowDistance(let moved, let filter):
      ("distance", "\(rounded(moved)) m from the one before; it wants \(rounded(filter)) m.")
    case nil: ("waiting", "No location has come since it asked.")
    }
  }

  private func rounded(_ value: Double) -> String {
    let tenths = (value * 10).rounded() / 10
    guard tenths == tenths.rounded(), abs(tenths) < 1e15 else { return "\(tenths)" }
    return "\(Int64(tenths))"
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
    for session in sessions.values.sorted(by: { $0.acceptedAt < $1.acceptedAt }) {
      let roster = session.subscriptions.regions
      for region in roster?.regions ?? [] {
        let state = roster?[region.identifier].flatMap {
          audiences[session.view]?.regions.state(of: $0.handle)
        }
        entries.append(entry(session, region, state ?? .unknown))
      }
      for region in session.subscriptions.restingRegions {
        entries.append(entry(session, region, .unknown))
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
