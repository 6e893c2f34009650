// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationCore
internal import LocationProtocol

/// The gpsd surface: what the upstream says, as it says it.
extension LocationService {
  /// Of objects that may reach a view that an override has changed.
  ///
  /// They say nothing of where the device is. Everything else would betray or contradict the override, and so is held back.
  private static let harmlessClasses: Set<String> = ["ATT", "IMU", "TOFF", "PPS", "OSC"]
  /// Answers to our own requests, not news.
  private static let answers: Set<String> = ["VERSION", "DEVICES", "WATCH", "POLL", "ERROR"]
  private static let clockClasses: Set<String> = ["TOFF", "PPS", "OSC"]

  // MARK: - Lines from upstream

  /// Carries one line of the upstream to the clients that see it.
  ///
  /// - Parameters:
  ///   - report: What libgps made of it.
  ///   - line: The line with its carriage return, without its newline.
  ///   - publications: What the pipeline made of it.
  func forward(_ report: Report, _ line: [UInt8], _ publications: [Publication]) {
    if case .connection(let connection) = report { return linkChanged(connection) }
    guard !line.isEmpty else { return }
    if case .fix(let fix) = report {
      let sequence = sequence(of: fix, in: publications)
      remember(fix, line, sequence)
      guard gpsdCount > 0 else { return }
      let text = sequence.map { GPSDLine.adding(sequence: $0, to: line) } ?? line
      return forward(report, line: text, GPSDLine.className(of: line), publications)
    }
    let className = GPSDLine.className(of: line)
    if let className, Self.answers.contains(className), !GPSDLine.isRemote(line) {
      return takeAnswer(className, line)
    }
    remember(report, line)
    guard gpsdCount > 0 else { return }
    forward(report, line: line, className, publications)
  }

  private func forward(
    _ report: Report,
    line text: [UInt8],
    _ className: String?,
    _ publications: [Publication]
  ) {
    let object = Upstreamed(text, className: className, report: report)
    for (view, audience) in audiences.all where !audience.sessions(.gpsd).isEmpty {
      switch sight(of: view) {
      case .live: send(object, to: audience)
      case .changed:
        if passes(object, to: view, publications) { send(object, to: audience) }
      case .unplugged: break
      case .replaced:
        if let className, Self.harmlessClasses.contains(className),
          hasHeading(object, view, publications)
        {
          send(object, to: audience)
        }
      }
    }
  }

  /// One object from upstream on its way to clients.
  private struct Upstreamed {
    let frame: [UInt8]
    /// Nil for a sentence.
    let className: String?
    let report: Report
    let key: StreamKey?
    /// A binary packet, of which `frame` is the hexadecimal dump.
    let packet: [UInt8]?

    init(_ line: [UInt8], className: String?, report: Report) {
      frame = line + [0x0A]
      self.className = className
      self.report = report
      key = LocationService.key(report, className)
      packet = className == nil ? GPSDLine.packet(ofDump: line) : nil
    }

    /// The receiver it is of, for clients that watch one only; nil when it does not say.
    var device: String? {
      switch report {
      case .fix(let fix): fix.device
      case .sky(let sky): sky.device
      case .errors(let errors): errors.device
      case .attitude(let attitude): attitude.device
      case .device(let device): device.device
      default: className == nil ? nil : GPSDLine.text("device", of: frame[...])
      }
    }
  }

  private func send(_ object: Upstreamed, to audience: Audience) {
    guard let packet = object.packet else {
      return send(object, object.frame, to: audience) { _ in true }
    }
    send(object, packet, to: audience) { $0.raw > 1 }
    send(object, object.frame, to: audience) { $0.raw <= 1 }
  }

  private func send(
    _ object: Upstreamed,
    _ bytes: [UInt8],
    to audience: Audience,
    where isMeant: (GPSDWatchPolicy) -> Bool
  ) {
    fanOut(audience.sessions(.gpsd), bytes) { session in
      guard let policy = session.gpsd?.policy else { return false }
      return isMeant(policy) && Self.wants(object, policy)
    } keep: { session, result in
      session.keepStream(bytes, object.key, after: result)
    }
  }

  private static func wants(_ object: Upstreamed, _ policy: GPSDWatchPolicy) -> Bool {
    guard policy.isEnabled else { return false }
    if let className = object.className {
      guard policy.json else { return false }
      if clockClasses.contains(className), !policy.pps { return false }
    } else {
      let first = object.frame.first
      let isSentence = first == UInt8(ascii: "$") || first == UInt8(ascii: "!")
      guard policy.raw > 0 || policy.nmea && isSentence else { return false }
    }
    guard let wanted = policy.device, let device = object.device else { return true }
    return device == wanted
  }

  /// Whether an object may reach a view that changes what the receiver says.
  private func passes(
    _ object: Upstreamed,
    to view: ViewID,
    _ publications: [Publication]
  ) -> Bool {
    switch object.report {
    case .device: return true
    case .sky:
      // A view that sees other satellites, or none, is told of them by `tellGPSD`.
      let seen = satellites(in: view, publications)
      return seen != nil && seen == satellites(in: pipeline.stage.liveView, publications)
    default:
      guard let className = object.className else { return false }
      return Self.harmlessClasses.contains(className) && hasHeading(object, view, publications)
    }
  }

  private func satellites(in view: ViewID, _ publications: [Publication]) -> SkyView? {
    for publication in publications where publication.view == view {
      if case .didUpdateSatellites(let sky) = publication.callback { return sky }
    }
    return nil
  }

  /// A heading that the live view got and this one did not is hidden on purpose.
  private func hasHeading(
    _ object: Upstreamed,
    _ view: ViewID,
    _ publications: [Publication]
  ) -> Bool {
    guard case .attitude = object.report else { return true }
    func isTold(_ view: ViewID) -> Bool {
      publications.contains { publication in
        guard publication.view == view, case .didUpdateHeading = publication.callback else {
          return false
        }
        return true
      }
    }
    return isTold(view) || !isTold(pipeline.stage.liveView)
  }

  fileprivate static func key(_ report: Report, _ className: String?) -> StreamKey? {
    switch report {
    case .fix(let fix): StreamKey(kind: .fix, device: fix.device)
    case .sky(let sky): StreamKey(kind: .sky, device: sky.device)
    case .errors(let errors): StreamKey(kind: .errors, device: errors.device)
    case .attitude(let attitude): StreamKey(kind: .attitude, device: attitude.device)
    case .device(let device): StreamKey(kind: .receiver, device: device.device)
    default: nil
    }
  }

  private func sequence(of report: FixReport, in publications: [Publication]) -> UInt64? {
    for publication in publications where publication.view == pipeline.stage.liveView {
      guard case .didUpdateLocations(let locations) = publication.callback,
        let location = locations.last, location.isMade(from: report)
      else { continue }
      return location.sequence
    }
    return nil
  }

  // MARK: - What upstream said

  private func remember(_ fix: FixReport, _ line: [UInt8], _ sequence: UInt64?) {
    gpsdUpstream.take(fix: fix, line, sequence: sequence, at: now.instant)
    guard !gpsdUpstream.hasReported else { return }
    gpsdUpstream.hasReported = true
    releaseHeld()
  }

  private func remember(_ report: Report, _ line: [UInt8]) {
    switch report {
    case .sky(let sky): gpsdUpstream.take(sky: sky.device, line, at: now.instant)
    case .errors(let errors): gpsdUpstream.take(errors: errors.device, line)
    case .device(let device):
      gpsdUpstream.take(device: device.device, line, isActive: device.isActive)
    default: break
    }
  }

  private func takeAnswer(_ className: String, _ line: [UInt8]) {
    switch className {
    case "VERSION": gpsdUpstream.take(banner: line)
    case "DEVICES":
      let changes = gpsdUpstream.take(devicesOf: line)
      if gpsdUpstream.link == .settled { announce(changes) }
    case "WATCH":
      let wasSettled = gpsdUpstream.link == .settled
      gpsdUpstream.link = .settled
      guard !wasSettled else { return }
      // Who watches already was told that there is none; who waits for an answer gets it there.
      announce(gpsdUpstream.devices.map(\.object))
      releaseHeld()
    default: break
    }
  }

  private func linkChanged(_ connection: Connection) {
    switch connection {
    case .connected: gpsdUpstream.link = .opening
    case .disconnected:
      let gone = gpsdUpstream.forget()
      announce(gone.map { GPSDReply.deviceGone(path: $0.path) })
      gpsdUpstream.link = hasDemand ? .lost : .idle
      if hasDemand { releaseHeld() }
    }
  }

  /// Tells the watchers of real receivers of a change among them.
  private func announce(_ objects: [[UInt8]]) {
    guard !objects.isEmpty, gpsdCount > 0 else { return }
    for (view, audience) in audiences.all where sight(of: view) != .replaced {
      for session in audience.sessions(.gpsd) {
        guard let policy = session.gpsd?.policy, policy.isEnabled, policy.json else { continue }
        for object in objects { session.sendStream(object + lineEnd, nil) }
      }
    }
  }

  /// Answers the questions that waited for the upstream.
  func releaseHeld() {
    for session in Array(sessions.values) where session.gpsd?.isHeld == true {
      session.gpsd?.release(session)
      settle(session)
    }
  }
}
