// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationCore

/// The reading side: whole lines out of the session, reports and notices out of lines.
extension GPSDSource {
  /// At most so many lines are handled at once, so that a flood shares the loop with everyone.
  ///
  /// A turn may do it twice: for what arrived, and for what the turn before left over.
  static let linesAtOnce = 32
  /// More unusable lines than this between two usable ones, and the peer is not gpsd.
  static let unusableLimit = 64

  func readable() {
    // What the last turn left over comes first; the socket stays readable meanwhile.
    guard backlogTimer == nil, case .open(let session, _) = state else { return }
    switch session.fill() {
    case .bytes: drain(session, closing: nil)
    case .nothing: break
    case .closed(let code):
      drain(session, closing: code == 0 ? "closed by gpsd" : SystemError("recv", code).description)
    }
  }

  /// Handles whole lines up to the budget; `closing` is the reason once the peer is gone.
  private func drain(_ session: GPSDSession, closing: String?) {
    for _ in 0..<GPSDSource.linesAtOnce {
      guard let (message, line) = session.next() else {
        return settle(session, closing: closing)
      }
      statistics.lines += 1
      lastLineAt = loop.now.monotonic
      // A callback may close the source or, with its reports, end the demand.
      guard handle(message, line, of: session), isCurrent(session) else { return }
      // The time for the rest of the next line begins anew.
      if announced == .connected { cancel(&silenceTimer) }
      if unusableInRow > GPSDSource.unusableLimit {
        return lost("\(unusableInRow) unusable lines in a row")
      }
    }
    backlogTimer = loop.schedule(at: loop.now.monotonic) { [weak self] in
      guard let self else { return }
      backlogTimer = nil
      drain(session, closing: closing)
    }
  }

  /// No whole line is left.
  private func settle(_ session: GPSDSession, closing: String?) {
    if let closing { return lost(closing) }
    if session.isEndless { return lost("a line without end") }
    if !session.hasPartialLine, announced == .connected {
      cancel(&silenceTimer)
    } else if silenceTimer == nil {
      expectLine()
    }
  }

  private func isCurrent(_ session: GPSDSession) -> Bool {
    guard case .open(let current, _) = state else { return false }
    return current === session
  }

  /// Gives the peer its time to send a whole line.
  func expectLine() {
    silenceTimer = loop.schedule(at: loop.now.monotonic &+ timing.silence) { [weak self] in
      guard let self, case .open(let session, _) = state else { return }
      silenceTimer = nil
      lost(session.hasPartialLine ? "stalled within a line" : GPSDNotice.noAnswer)
    }
  }

  /// Asks a gpsd that has been quiet for its version, and gives it up if it does not answer.
  private func checkOnQuiet() {
    quietTimer = nil
    guard case .open(let session, _) = state else { return }
    let now = loop.now.monotonic
    let isQuiet = now &- lastLineAt >= timing.quiet
    if isQuiet, silenceTimer == nil {
      // The receiver that it did not have may have been plugged in; to ask for that one again would
      // cost a line of gpsd's log each time.
      isLooking = lacksDevice
      let failure = isLooking ? session.askDevices() : session.askVersion()
      guard failure == 0 else { return lost(SystemError("request", failure).description) }
      expectLine()
    }
    watchForQuiet(from: isQuiet ? now : lastLineAt)
  }

  private var lacksDevice: Bool {
    endpoint.device != nil && refusal?.hasPrefix("No such device") == true
  }

  private func watchForQuiet(from start: Int64) {
    quietTimer = loop.schedule(at: start &+ timing.quiet) { [weak self] in self?.checkOnQuiet() }
  }

  /// False once a callback has ended the session.
  private func handle(
    _ message: consuming GPSDMessage,
    _ line: [UInt8],
    of session: GPSDSession
  ) -> Bool {
    switch message {
    case .unusable: dropped()
    case .sentence where policy.hasSentences: onReport(.other, line)
    case .sentence where hadSentences: break
    case .sentence: dropped()
    case .version(let release):
      // The banner proves little: a gpsd with all its clients closes at once. An answer follows.
      unusableInRow = 0
      self.release = release
      onReport(.other, line)
    case .refusal(let text):
      guard answered(session) else { return false }
      // gpsd tells of its receivers only those whose watch it takes.
      if endpoint.device != nil { _ = session.askDevices() }
      if text != refusal { onNotice(.refused(message: text)) }
      refusal = text
      guard isCurrent(session) else { return false }
      onReport(.other, line)
    case .report(let report):
      guard answered(session) else { return false }
      switch report {
      case .fix, .sky, .errors, .attitude:
        if loop.now.monotonic &- openedAt >= BackOff.steady { backOff.reset() }
      case .devices(let devices):
        guard isLooking, devices.contains(where: { $0.device == endpoint.device }) else { break }
        isLooking = false
        refusal = nil
        let failure = session.watch(policy, device: endpoint.device)
        guard failure == 0 else {
          lost(SystemError("WATCH", failure).description)
          return false
        }
      case .connection, .device, .remoteDevices, .other: break
      }
      onReport(report, line)
    }
    return true
  }

  private func dropped() {
    statistics.unusableLines += 1
    unusableInRow += 1
    guard !hasUnusableNotice else { return }
    hasUnusableNotice = true
    onNotice(.unusableLine)
  }

  /// gpsd has spoken to us: the connection stands, unless a callback ends it, which gives false.
  private func answered(_ session: GPSDSession) -> Bool {
    unusableInRow = 0
    guard announced != .connected else { return true }
    announced = .connected
    failure = nil
    statistics.connections += 1
    watchForQuiet(from: lastLineAt)
    onNotice(.connected(release: release))
    onReport(.connection(.connected), [])
    return isCurrent(session)
  }
}
