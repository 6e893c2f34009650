// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationProtocol

/// When state that could not be written is tried again.
struct SavingRetry {
  private static let first: Int64 = 5_000_000_000
  private static let longest: Int64 = 300_000_000_000

  var timer: EventLoop.Timer?
  private var pause = Self.first

  /// The nanoseconds until the next try, twice as many each time.
  mutating func next() -> Int64 {
    defer { pause = min(2 * pause, Self.longest) }
    return pause
  }

  mutating func reset() { pause = Self.first }
}

extension LocationService {
  /// Writes a file of state, and what earlier could not be written.
  ///
  /// - Returns: Why the file is not written yet; it is tried again.
  func keep(_ value: some Encodable, in name: String) -> String? {
    state.save(value, to: name, log: log)
    scheduleRetry()
    return state.failures[name]
  }

  /// Refuses a change after which a file of state would be too large to be read again.
  func checkRoom(
    for contents: some Encodable,
    _ parameter: String,
    instead: String
  ) throws(RPCError) {
    guard let count = state.excess(of: contents) else { return }
    throw .invalidParams(
      "\(parameter): all that is kept over a restart would take \(count) bytes, "
        + "\(state.limit) are allowed; \(instead)"
    )
  }

  /// Tries again what could not be written.
  func retrySaving() {
    guard !state.failures.isEmpty else { return }
    state.retry(log: log)
    if !areOverridesUnsaved { rememberSavedOverrides() }
    scheduleRetry()
  }

  private func scheduleRetry() {
    guard !state.failures.isEmpty else { return saving.reset() }
    guard saving.timer == nil else { return }
    saving.timer = loop.schedule(at: loop.now.monotonic + saving.next()) { [weak self] in
      self?.saving.timer = nil
      self?.retrySaving()
    }
  }

  /// Why state is not on the disk, if any is not.
  var unsaved: String? {
    state.failures.min { $0.key < $1.key }?.value
  }

  /// A decision that only the memory holds would be forgotten silently.
  func unsavedAdvice() -> StatusAdvice? {
    guard let unsaved else { return nil }
    let what =
      state.failures[Self.decisionsFile] != nil
      ? "privacy decisions" : areOverridesUnsaved ? "persistent overrides" : "its state"
    return StatusAdvice(
      .state,
      "\(what) cannot be saved and would not survive a restart: \(unsaved)",
      next: "make room in the state folder, or let the daemon write there; it tries again by "
        + "itself, and at once on locationctl reload"
    )
  }
}
