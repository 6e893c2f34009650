// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationCore

/// What is wrong with the chain from gpsd to a fix, and the next thing to try.
struct StatusAdvice: Hashable {
  let problem: String
  let next: String

  init(_ problem: String, next: String) {
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
    if upstream.state != "connected" { return unreachableAdvice(upstream) }
    if let silence = age(upstreamHeardAt), silence >= Self.answerTime {
      return StatusAdvice(
        "gpsd at \(upstream.endpoint) has said nothing for \(spanText(silence)), though it was asked",
        next: "it hangs: systemctl restart gpsd"
      )
    }
    if pipeline.source.devices.isEmpty {
      return StatusAdvice(
        "gpsd has no receiver",
        next: "give gpsd a device: gpsdctl add /dev/ttyACM0"
      )
    }
    return pipeline.source.state == .fixed ? nil : receiverAdvice()
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
      "override \(fault.id) (\(fault.request.spec.kind)) keeps locations from "
        + (fault.request.target.text == "all" ? "everybody" : fault.request.target.text),
      next: "to end it: locationctl clear \(fault.id)"
    )
  }

  private func unreachableAdvice(_ upstream: UpstreamStatus) -> StatusAdvice {
    guard !upstream.isHanging else {
      return StatusAdvice(
        "gpsd at \(upstream.endpoint) takes connections and does not answer",
        next: "it hangs: systemctl restart gpsd"
      )
    }
    guard upstream.state != "idle" else {
      return StatusAdvice(
        "gpsd at \(upstream.endpoint) has not answered so far",
        next: "see whether it runs, and whether it hangs: systemctl status gpsd"
      )
    }
    return StatusAdvice(
      "gpsd at \(upstream.endpoint) is not reached" + (upstream.reason.map { ": \($0)" } ?? ""),
      next: "check that gpsd runs there: systemctl status gpsd"
    )
  }

  /// A receiver that is silent has another fault than one that sees no sky.
  private func receiverAdvice() -> StatusAdvice {
    let devices = pipeline.source.devices
    var heard = devices.compactMap(\.lastReportAt).max()
    // What was heard before anybody listened says nothing of now.
    if case .waiting(let since) = pipeline.source.state, let last = heard, last < since {
      heard = nil
    }
    let name = devices.count == 1 ? "the receiver \(devices[0].device)" : "each receiver"
    guard let heard, let silence = age(heard) else {
      return StatusAdvice(
        devices.count == 1 ? "\(name) has said nothing yet" : "no receiver has said anything yet",
        next: "check its cable, power and speed; gpsmon shows what it sends"
      )
    }
    guard silence < settings.source.staleAfter else {
      return StatusAdvice(
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
      "the receiver talks and has no fix (\(seen))",
      next: "give its antenna a free view of the sky; a cold start takes minutes"
    )
  }
}
