// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// The live side of the override stage: reports of all receivers in, callbacks of one device out.
///
/// One device at a time: another one takes over only when the active one is stale or gone. Silence
/// is an event: a loss is told once, and the first fix after it tells of the recovery.
package struct LiveSource {
  package enum State: Hashable, Sendable {
    /// Nobody has been told anything yet; a loss is due when the time since `since` is up.
    case waiting(since: Instant)
    case fixed
    case lost
  }

  /// What was lost when the state became `lost`.
  package struct Loss: Hashable, Sendable {
    /// Nil if there was none yet.
    package var device: String?
    package var lastFixAt: Instant?
    /// Whether gpsd let go of the device.
    package var isRemoved: Bool
    package var at: Instant
  }

  /// Receivers remembered at most; a peer that invents names must not swell the daemon.
  private static let maximumReceivers = 64

  /// Seconds from the begin of demand to a first epoch: the connection, and a period of 1 Hz.
  private static let firstEpoch = 2.0

  package private(set) var state: State
  package private(set) var activeDevice: String?
  /// The last one; it stays when a fix has come.
  package private(set) var loss = Loss(isRemoved: false, at: .distantPast)
  package private(set) var connection = Connection.disconnected(reason: "not opened yet")
  /// Epochs of all receivers that ended with a position.
  package private(set) var epochCount: UInt64 = 0
  /// Few, and mostly one: found by walking, which costs less than a hash.
  private var receivers: [Receiver] = []
  /// Changes with each receiver that comes or goes.
  package private(set) var rosterVersion: UInt64 = 0
  /// Of those that gpsd has and the settings leave out, the ones that are no receivers here.
  private var others: Set<String> = []
  private var lastFixAt: Instant?
  private var isDemanded = true
  private var demandedAt = Instant.distantPast
  /// Whether the active device was said to be lost, so that its next fix is a recovery.
  private var isLossTold = false
  private var attitudeDevice: String?
  private var attitudeAt: Instant?
  private var mapping: FixMapping
  private var settings: SourceSettings { mapping.settings }

  package init(settings: SourceSettings, now: Now) {
    mapping = FixMapping(settings: settings)
    state = .waiting(since: now.instant)
  }

  /// The receivers that gpsd has told of, by name.
  package var devices: [Receiver] {
    receivers.filter { accepts($0.device) }.sorted { $0.device < $1.device }
  }

  /// Those that gpsd has told of and the settings leave out.
  package var excludedDevices: [String] {
    others.union(receivers.map(\.device)).filter { !accepts($0) }.sorted()
  }

  /// When `advance` has something to do.
  package var deadline: Instant? {
    var earliest: Instant?
    for index in receivers.indices {
      earliest = earlier(earliest, receivers[index].epochs.deadline)
    }
    return earlier(earliest, staleDeadline)
  }

  private var staleDeadline: Instant? {
    switch state {
    case .waiting(let since): since + settings.staleAfter
    case .fixed:
      lastFixAt.map { max($0 + settings.staleAfter, demandedAt + Self.firstEpoch) }
    case .lost: nil
    }
  }

  /// Takes settings that were read again.
  mutating func apply(_ settings: SourceSettings) {
    mapping.settings = settings
    rosterVersion &+= 1
    for device in others.filter(accepts) {
      others.remove(device)
      receiver(device) { _ in }
    }
  }

  /// Demand began: a receiver that was not listened to gets its time before it counts as lost.
  package mutating func beginDemand(at now: Instant) {
    isDemanded = true
    demandedAt = now
    if state != .fixed { state = .waiting(since: now) }
  }

  /// Demand ended: from now on silence is our own doing, and no receiver is said to be lost.
  mutating func endDemand() {
    isDemanded = false
  }

  /// Takes one report from upstream.
  package mutating func receive(_ report: Report, at now: Now) -> [Callback<Fix>] {
    var callbacks = advance(to: now)
    /// The receiver whose own words it carries.
    var speaker: String?
    switch report {
    case .connection(let connection): self.connection = connection
    case .device(let device): callbacks += receive(device, at: now)
    case .devices(let devices): callbacks += receive(devices, at: now)
    case .remoteDevices(let devices): learn(devices)
    case .fix(let fix):
      speaker = fix.device
      guard accepts(fix.device) else { break }
      let finished = receiver(fix.device) { $0.epochs.receive(fix, at: now.instant) }
      for report in finished { publish(report, at: now, to: &callbacks) }
    case .sky(let sky):
      speaker = sky.device
      guard accepts(sky.device) else { break }
      let view = receiver(sky.device) { $0.take(sky, at: now.instant) }
      if sky.device == activeDevice || activeDevice == nil {
        callbacks.append(.didUpdateSatellites(view))
      }
    case .errors(let errors):
      speaker = errors.device
      guard accepts(errors.device) else { break }
      receiver(errors.device) { $0.errors = errors }
    case .attitude(let attitude):
      speaker = attitude.device
      callbacks += receive(attitude, at: now)
    case .other: break
    }
    if let speaker, let index = index(of: speaker) {
      receivers[index].lastReportAt = now.instant
    }
    return callbacks
  }

  /// Ends epochs and tells of a loss when their time has come.
  package mutating func advance(to now: Now) -> [Callback<Fix>] {
    var callbacks: [Callback<Fix>] = []
    for device in devicesWithEndedEpoch(at: now.instant) {
      guard let index = index(of: device) else { continue }
      let finished = receivers[index].epochs.advance(to: now.instant)
      for report in finished { publish(report, at: now, to: &callbacks) }
    }
    if let staleDeadline, staleDeadline <= now.instant {
      callbacks += lose(as: .lost, at: now)
    }
    return callbacks
  }

  /// In the order in which their epochs ended, so that equal inputs give equal outputs.
  private func devicesWithEndedEpoch(at now: Instant) -> [String] {
    var ended: [(deadline: Instant, device: String)] = []
    for index in receivers.indices {
      if let deadline = receivers[index].epochs.deadline, deadline <= now {
        ended.append((deadline, receivers[index].device))
      }
    }
    // With each report, and nearly always none.
    guard !ended.isEmpty else { return [] }
    return ended.sorted(by: <).map(\.device)
  }

  // MARK: - Receivers

  private func accepts(_ device: String) -> Bool {
    settings.device == nil || settings.device == device
  }

  @discardableResult
  private mutating func receiver<Result>(
    _ device: String,
    _ body: (inout Receiver) -> Result
  ) -> Result {
    if let index = index(of: device) { return body(&receivers[index]) }
    if receivers.count >= Self.maximumReceivers {
      let quietest = receivers.filter { $0.device != activeDevice }
        .min { ($0.lastFixAt ?? .distantPast) < ($1.lastFixAt ?? .distantPast) }
      if let quietest { forget(quietest.device) }
    }
    rosterVersion &+= 1
    receivers.append(Receiver(device: device))
    return body(&receivers[receivers.count - 1])
  }

  private func index(of device: String) -> Int? {
    receivers.firstIndex { $0.device == device }
  }

  private mutating func forget(_ device: String) {
    guard let index = index(of: device) else { return }
    rosterVersion &+= 1
    receivers.remove(at: index)
  }

  private mutating func receive(_ device: DeviceReport, at now: Now) -> [Callback<Fix>] {
    guard accepts(device.device) else {
      if !device.isActive { others.remove(device.device) } else { leaveOut(device.device) }
      return []
    }
    guard device.isActive else { return remove(device.device, at: now) }
    receiver(device.device) { if let driver = device.driver { $0.driver = driver } }
    return []
  }

  private mutating func receive(_ devices: [DeviceReport], at now: Now) -> [Callback<Fix>] {
    var callbacks: [Callback<Fix>] = []
    let listed = Set(devices.map(\.device))
    others.formIntersection(listed)
    for gone in receivers.map(\.device).sorted() {
      // A receiver of a gpsd behind gpsd is named `gpsd://HOST:PORT#PATH`, of which the list has the
      // part before the number sign.
      let holder = gone.firstIndex(of: "#").map { String(gone[..<$0]) } ?? gone
      guard !listed.contains(gone), !listed.contains(holder) else { continue }
      callbacks += remove(gone, at: now)
    }
    learn(devices)
    return callbacks
  }

  /// A listed device that is not activated yet is only waiting for a watcher.
  private mutating func learn(_ devices: [DeviceReport]) {
    for device in devices {
      guard accepts(device.device) else {
        leaveOut(device.device)
        continue
      }
      receiver(device.device) { if let driver = device.driver { $0.driver = driver } }
    }
  }

  private mutating func leaveOut(_ device: String) {
    if others.count < Self.maximumReceivers { others.insert(device) }
  }

  private mutating func remove(_ device: String, at now: Now) -> [Callback<Fix>] {
    forget(device)
    if attitudeDevice == device { attitudeDevice = nil }
    guard device == activeDevice else { return [] }
    return lose(as: .removed, at: now)
  }

  private mutating func receive(_ attitude: Attitude, at now: Now) -> [Callback<Fix>] {
    guard accepts(attitude.device), attitude.trueHeading != nil || attitude.magneticHeading != nil
    else { return [] }
    // One compass at a time, the active receiver's own if it has one.
    let isSilent = attitudeAt.map { now.instant - $0 >= settings.staleAfter } ?? true
    guard
      isSilent || attitudeDevice == nil || attitudeDevice == attitude.device
        || attitude.device == activeDevice
    else { return [] }
    attitudeDevice = attitude.device
    attitudeAt = now.instant
    return [
      .didUpdateHeading(
        Heading(
          magneticHeading: attitude.magneticHeading,
          trueHeading: attitude.trueHeading,
          time: attitude.time ?? now.utc
        )
      )
    ]
  }

  // MARK: - Arbitration

  private mutating func publish(
    _ report: FixReport,
    at now: Now,
    to callbacks: inout [Callback<Fix>]
  ) {
    guard let index = index(of: report.device),
      var fix = receivers[index].fix(from: report, mapping: mapping, now: now)
    else { return }
    epochCount += 1
    receivers[index].lastFixAt = now.instant
    guard activeDevice == nil || activeDevice == fix.device || state != .fixed else {
      receivers[index].waitingFix = fix
      return
    }
    publish(&fix, takenAt: now.instant, to: &callbacks)
  }

  private mutating func publish(
    _ fix: inout Fix,
    takenAt instant: Instant,
    to callbacks: inout [Callback<Fix>]
  ) {
    if activeDevice != fix.device {
      activeDevice = fix.device
      fix.isDiscontinuous = true
      callbacks.append(.didChangeSource(SourceChange(device: fix.device, state: .active, age: 0)))
    } else if isLossTold {
      let age = lastFixAt.map { instant - $0 }
      callbacks.append(
        .didChangeSource(SourceChange(device: fix.device, state: .recovered, age: age))
      )
    }
    state = .fixed
    isLossTold = false
    lastFixAt = instant
    if let index = index(of: fix.device) { receivers[index].waitingFix = nil }
    callbacks.append(.didUpdateLocations([fix]))
  }

  /// The newest fix of a receiver that is not the active one, if it is not stale itself.
  private func freshestWaiting(at now: Instant) -> (fix: Fix, takenAt: Instant)? {
    let fresh = receivers.compactMap { receiver -> (fix: Fix, takenAt: Instant)? in
      guard let fix = receiver.waitingFix, let at = receiver.lastFixAt,
        now - at < settings.staleAfter
      else { return nil }
      return (fix, at)
    }
    return fresh.max { ($0.takenAt, $1.fix.device) < ($1.takenAt, $0.fix.device) }
  }

  private mutating func lose(as change: SourceChange.State, at now: Now) -> [Callback<Fix>] {
    var callbacks: [Callback<Fix>] = []
    if let activeDevice, isDemanded || change == .removed {
      isLossTold = change == .lost
      let age = lastFixAt.map { now.instant - $0 }
      callbacks.append(
        .didChangeSource(SourceChange(device: activeDevice, state: change, age: age))
      )
    }
    if let activeDevice, let index = index(of: activeDevice) { receivers[index].forget() }
    // With another receiver at hand there is a switch, not a loss.
    if state == .fixed, let (next, takenAt) = freshestWaiting(at: now.instant) {
      var fix = next
      publish(&fix, takenAt: takenAt, to: &callbacks)
      return callbacks
    }
    let device = activeDevice
    if change == .removed { activeDevice = nil }
    guard state != .lost else { return callbacks }
    state = .lost
    loss = Loss(
      device: device,
      lastFixAt: lastFixAt,
      isRemoved: change == .removed,
      at: now.instant
    )
    callbacks.append(
      .didFailWithError(LocationError(.locationUnknown, "No fix from any receiver."))
    )
    return callbacks
  }
}

extension Instant {
  /// Before every instant of the clock.
  package static let distantPast = Instant(nanoseconds: .min)
}

/// The earlier of two deadlines, either of which may be missing.
package func earlier(_ left: Instant?, _ right: Instant?) -> Instant? {
  guard let left else { return right }
  guard let right else { return left }
  return min(left, right)
}
