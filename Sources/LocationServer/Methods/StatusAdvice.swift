// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationCore

/// What is wrong with the chain from gpsd to a fix, and the next thing to try.
struct StatusAdvice: Hashable, Encodable {
  /// What is broken.
  enum Link: String, Encodable {
    case access, state, configuration, sessions, gpsd, receiver, fix, surface, overrides
  }

  let link: Link
  let problem: String
  let next: String

  init(_ link: Link, _ problem: String, next: String) {
    self.link = link
    self.problem = problem
    self.next = next
  }
}

extension LocationService {
  /// A gpsd that is quiet is asked after 5 s and answers at once, so that then it hangs.
  private static let answerTime = 7.0

  /// The first broken link of the chain, if one is.
  func advice(_ upstream: UpstreamStatus) -> StatusAdvice? {
    // Nobody knows how a receiver fares that nobody listens to.
    guard hasDemand else { return nil }
    if upstream.state != "connected" { return upstream.unreachableAdvice }
    if let silence = age(upstreamHeardAt), silence >= Self.answerTime {
      return StatusAdvice(
        .gpsd,
        "gpsd at \(upstream.endpoint) has said nothing for \(spanText(silence)), though it was asked",
        next: upstream.isLocal
          ? "it hangs: systemctl restart gpsd" : "it hangs: restart it on \(upstream.host)"
      )
    }
    if let advice = absenceAdvice(upstream) { return advice }
    if pipeline.source.devices.isEmpty {
      return StatusAdvice(
        .receiver,
        "gpsd has no receiver",
        next: "give gpsd a device: gpsdctl add /dev/ttyACM0"
      )
    }
    return pipeline.source.state == .fixed
      ? nil : refusalAdvice(upstream) ?? receiverAdvice(upstream)
  }

  /// An override that leaves those who ask without a location, in a chain that is whole.
  func faultAdvice() -> StatusAdvice? {
    let faults = pipeline.stage.overrides.filter {
      ["fault no-fix", "fault denied", "fault unplugged"].contains($0.request.spec.kind)
    }
    guard !faults.isEmpty else { return nil }
    let asking = sessions.values.filter { $0.kind != "control" && $0.subscriptions.hasAny }
    let seen = Set(asking.flatMap { pipeline.stage.state(of: $0.view).overrides })
    guard let fault = faults.first(where: { seen.contains($0.id) }) else { return nil }
    return StatusAdvice(
      .overrides,
      "override \(fault.id) (\(fault.request.spec.kind)) keeps locations from "
        + (fault.request.target.text == "all" ? "everybody" : fault.request.target.text),
      next: "to end it: locationctl clear \(fault.id)"
    )
  }

  /// A receiver that the configuration names and gpsd does not have, so that nothing is heard.
  private func absenceAdvice(_ upstream: UpstreamStatus) -> StatusAdvice? {
    let present = pipeline.source.devices.map(\.device) + pipeline.source.excludedDevices
    let wishes = [
      ("[gpsd] address", upstream.device), ("[source] device", settings.source.device),
    ]
    for case (let key, let wish?) in wishes {
      // A receiver of a gpsd behind gpsd is listed by the part before the number sign.
      let holder = String(wish.prefix { $0 != "#" })
      let isRefused = upstream.refusal == "No such device as \(wish)"
      guard isRefused || !present.contains(wish) && !present.contains(holder) else { continue }
      return StatusAdvice(
        .receiver,
        "gpsd has no device \(wish), which \(key) names; it has \(list(present, without: wish))",
        next: "correct \(key) in locationd.conf, then locationctl reload; "
          + "or give gpsd the device: gpsdctl add \(wish)"
      )
    }
    return nil
  }

  /// The first few names.
  private func list(_ devices: [String], without wish: String) -> String {
    let names = devices.filter { $0 != wish }.sorted()
    guard !names.isEmpty else { return "none" }
    let more = names.count > 5 ? " and \(names.count - 5) more" : ""
    return names.prefix(5).joined(separator: ", ") + more
  }

  private func refusalAdvice(_ upstream: UpstreamStatus) -> StatusAdvice? {
    upstream.refusal.map { refusal in
      StatusAdvice(
        .receiver,
        "gpsd refuses: \(refusal)",
        next: upstream.isLocal
          ? "its log says more: journalctl -u gpsd"
          : "the log of gpsd on \(upstream.host) says more"
      )
    }
  }

  /// A receiver that is silent has another fault than one that sees no sky.
  private func receiverAdvice(_ upstream: UpstreamStatus) -> StatusAdvice {
    let devices = pipeline.source.devices.filter {
      upstream.device == nil || upstream.device == $0.device
    }
    var heard = devices.compactMap(\.lastReportAt).max()
    // What was heard before anybody listened says nothing of now.
    if case .waiting(let since) = pipeline.source.state, let last = heard, last < since {
      heard = nil
    }
    let name = devices.count == 1 ? "the receiver \(devices[0].device)" : "each receiver"
    guard let heard, let silence = age(heard) else {
      return StatusAdvice(
        .receiver,
        devices.count == 1 ? "\(name) has said nothing yet" : "no receiver has said anything yet",
        next: "check its cable, power and speed; gpsmon shows what it sends"
      )
    }
    guard silence < settings.source.staleAfter else {
      return StatusAdvice(
        .receiver,
        "\(name) has been silent for \(spanText(silence))",
        next: "check its cable and power; gpsmon shows what it sends"
      )
    }
    let sky = pipeline.stage.state(of: pipeline.stage.liveView).sky
    let seen =
      switch sky?.visibleCount {
      case nil: "it does not say which satellites it sees"
      case 0: "it sees no satellite"
      case 1: "1 satellite in view"
      case let count?: "\(count) satellites in view"
      }
    return StatusAdvice(
      .fix,
      "the receiver talks and has no fix (\(seen))",
      next: "give its antenna a free view of the sky; a cold start takes minutes"
    )
  }
}
