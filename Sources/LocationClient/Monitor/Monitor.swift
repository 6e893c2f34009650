// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import FoundationEssentials
internal import LinuxIO

/// Watches named conditions, and remembers them and their last states over runs of the program.
///
/// There is one monitor of a name in a process; opening it again gives the same one.
public actor Monitor {
  /// The name it was opened by.
  public nonisolated let name: String
  private let manager: LocationManager
  private let file: MonitorFile
  private var records: [String: MonitorRecord]
  /// Not the actor's, so that a loop that begins hears the very next event.
  private nonisolated let listeners = Guarded(Listeners())
  private var watch: Task<Void, Never>?
  private var isUnsaved = false

  private struct Listeners: Sendable {
    var continuations: [UInt64: AsyncStream<MonitorEvent>.Continuation] = [:]
    var lastID: UInt64 = 0
    /// What was told while nobody listened: of each condition the last event, oldest first.
    var untold: [MonitorEvent] = []
  }

  private static let open = Guarded<[String: WeakMonitor]>([:])

  private struct WeakMonitor: Sendable {
    weak var monitor: Monitor?
  }

  /// Opens the monitor of a name with the conditions it had.
  ///
  /// They are kept in the folder, or in the user's state folder if none is given.
  public static func open(
    _ name: String,
    folder: String? = nil,
    configuration: LocationManager.Configuration = LocationManager.Configuration()
  ) async -> Monitor {
    let file = MonitorFile(name: name, folder: folder)
    let monitor = open.withLock { monitors in
      monitors = monitors.filter { $0.value.monitor != nil }
      if let monitor = monitors[file.path]?.monitor { return monitor }
      let monitor = Monitor(name, file, configuration)
      monitors[file.path] = WeakMonitor(monitor: monitor)
      return monitor
    }
    await monitor.begin()
    return monitor
  }

  private init(_ name: String, _ file: MonitorFile, _ configuration: LocationManager.Configuration)
  {
    self.name = name
    self.file = file
    manager = LocationManager(configuration: configuration)
    records = file.read()
  }

  deinit {
    watch?.cancel()
    let continuations = listeners.withLock(\.continuations)
    for continuation in continuations.values { continuation.finish() }
  }

  private func begin() {
    guard watch == nil else { return }
    for (identifier, record) in records { start(identifier, record.condition) }
    let events = manager.events([.regions, .authorization])
    watch = Task { [weak self] in
      for await event in events {
        guard let self else { return }
        await self.take(event)
      }
    }
  }

  private func start(_ identifier: String, _ condition: MonitorCondition) {
    manager.startMonitoring(Region(identifier: identifier, shape: condition.shape))
  }

  /// Identifiers of all conditions, sorted.
  public var identifiers: [String] { records.keys.sorted() }

  /// A condition and its last event, or nil if there is none of that name.
  public func record(for identifier: String) -> MonitorRecord? { records[identifier] }

  /// Watches a condition; it replaces the one of the same identifier.
  ///
  /// An event is told when its state differs from the assumed one.
  public func add(
    _ condition: MonitorCondition,
    identifier: String,
    assuming state: MonitorEvent.State = .unknown
  ) {
    let event = MonitorEvent(identifier: identifier, state: state, date: Date())
    records[identifier] = MonitorRecord(condition: condition, lastEvent: event)
    forgetUntold(identifier)
    save()
    manager.stopMonitoring(identifier)
    start(identifier, condition)
  }

  /// Ends the watch of a condition and forgets it.
  public func remove(_ identifier: String) {
    guard records.removeValue(forKey: identifier) != nil else { return }
    forgetUntold(identifier)
    save()
    manager.stopMonitoring(identifier)
  }

  /// Without room or rights the conditions last until the program ends, which is said once on
  /// standard error: nobody would miss them before.
  private func save() {
    do {
      try file.write(records)
      isUnsaved = false
    } catch {
      if !isUnsaved {
        Log().warning("monitor \"\(name)\" cannot be kept in \(file.path): \(reason(error))")
      }
      isUnsaved = true
    }
  }

  private func reason(_ error: any Error) -> String {
    switch (error as? CocoaError)?.code {
    case .fileWriteNoPermission: "no permission"
    case .fileWriteOutOfSpace: "no space left"
    case .fileWriteVolumeReadOnly: "the file system is read-only"
    case let code?: "error \(code.rawValue)"
    case nil: "\(error)"
    }
  }

  /// Why a condition is not watched that is of a kind that cannot be.
  package static let unsupported = "Conditions of this kind cannot be watched."

  /// Tells that a condition cannot be watched, in place of what it was; the caller keeps it.
  package func refuse(_ identifier: String) {
    remove(identifier)
    var event = MonitorEvent(identifier: identifier, state: .unmonitored, date: Date())
    event.reason = Self.unsupported
    tell(event)
  }

  /// Tells no more of a condition that was refused.
  package func forgetUntold(_ identifier: String) {
    listeners.withLock { $0.untold.removeAll { $0.identifier == identifier } }
  }

  /// Every change of a condition's state from now on, to each loop over it; none is dropped.
  ///
  /// What changed while there was no loop comes first in the next one: of each condition the last
  /// event. Conditions that are added before the loop begins are so heard of, too.
  public nonisolated var events: LocationStream<MonitorEvent> {
    LocationStream { [self] in
      let (stream, continuation) = AsyncStream.makeStream(of: MonitorEvent.self)
      let identifier = listeners.withLock { listeners in
        listeners.lastID += 1
        listeners.continuations[listeners.lastID] = continuation
        for event in listeners.untold { continuation.yield(event) }
        listeners.untold = []
        return listeners.lastID
      }
      // Holds the monitor while somebody listens.
      continuation.onTermination = { _ in
        _ = self.listeners.withLock { $0.continuations.removeValue(forKey: identifier) }
      }
      return stream
    }
  }

  private func take(_ event: LocationEvent) {
    if case .didChangeAuthorization(let authorization) = event { return take(authorization) }
    guard let event = RegionEvent(event) else { return }
    switch event.kind {
    case .started: break
    case .determined(let state): tell(event.identifier, MonitorEvent.State(state))
    case .entered(let location): tell(event.identifier, .satisfied, location)
    case .exited(let location): tell(event.identifier, .unsatisfied, location)
    case .failed(let error):
      let isDenied = error.code == .regionMonitoringDenied
      let authorization = isDenied ? manager.authorization : nil
      tell(event.identifier, .unmonitored, reason: error.message, authorization: authorization)
    }
  }

  /// Regions need full accuracy.
  private func take(_ authorization: Authorization) {
    guard authorization.allowsLocation, authorization.accuracy == .full else {
      let reason = "Regions need authorization with full accuracy."
      for identifier in records.keys {
        tell(identifier, .unmonitored, reason: reason, authorization: authorization)
      }
      return
    }
    // The daemon has forgotten those that it refused.
    for (identifier, record) in records where record.lastEvent.authorization != nil {
      manager.stopMonitoring(identifier)
      start(identifier, record.condition)
    }
  }

  private func tell(
    _ identifier: String,
    _ state: MonitorEvent.State,
    _ location: Location? = nil,
    reason: String? = nil,
    authorization: Authorization? = nil
  ) {
    guard let last = records[identifier]?.lastEvent,
      last.state != state || last.authorization != authorization
    else { return }
    var event = MonitorEvent(identifier: identifier, state: state, date: Date())
    event.location = location
    event.reason = reason
    event.authorization = authorization
    records[identifier]?.lastEvent = event
    save()
    tell(event)
  }

  private func tell(_ event: MonitorEvent) {
    listeners.withLock { listeners in
      if listeners.continuations.isEmpty {
        listeners.untold.removeAll { $0.identifier == event.identifier }
        listeners.untold.append(event)
      }
      // Under the lock, so that a loop that begins hears nothing twice, and in order.
      for continuation in listeners.continuations.values { continuation.yield(event) }
    }
  }
}

extension MonitorEvent.State {
  init(_ state: RegionState) {
    self =
      switch state {
      case .unknown: .unknown
      case .inside: .satisfied
      case .outside: .unsatisfied
      }
  }
}
