// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Who made an override, as the kernel says; for the audit trail and the read-back.
package struct Owner: Hashable, Sendable {
  package var uid: UInt32
  package var pid: Int32
  package var unit: String?
  /// The control session that made it; a lease ends with it.
  package var session: String

  package init(uid: UInt32, pid: Int32, unit: String?, session: String) {
    self.uid = uid
    self.pid = pid
    self.unit = unit
    self.session = session
  }
}

/// What an operator asked for, with the conditions that hold for every kind of override.
package struct OverrideRequest: Hashable, Sendable {
  package var spec: OverrideSpec
  package var target: Selector
  /// Seconds until it expires, if it does.
  package var duration: Double?
  /// Whether it ends with the control session that made it.
  package var isLeased: Bool
  /// Whether it survives a restart of the daemon.
  package var isPersistent: Bool
  /// Whether a replacement keeps the one whose place it takes, until it is known to be good: a
  /// file may turn out to be bad while it is played.
  package var isProvisional: Bool
  /// The name of the file whose points a route has, for the read-back.
  package var file: String?

  package init(
    spec: OverrideSpec,
    target: Selector = .all,
    duration: Double? = nil,
    isLeased: Bool = false,
    isPersistent: Bool = false,
    isProvisional: Bool = false,
    file: String? = nil
  ) {
    self.spec = spec
    self.target = target
    self.duration = duration
    self.isLeased = isLeased
    self.isPersistent = isPersistent
    self.isProvisional = isProvisional
    self.file = file
  }

  /// What it does, in a line for people.
  package var summary: String {
    (file.map { "\($0), " } ?? "") + spec.summary
  }

  /// - Throws: `ParameterError` for the first parameter that is not in its range, or that
  ///   contradicts another one.
  package func validate() throws(ParameterError) {
    if let duration { try OverrideLimits.duration.check(duration) }
    guard !(isLeased && isPersistent) else {
      throw ParameterError("persist", "not together with lease")
    }
    guard !isProvisional || isLeased && !spec.isWhole else {
      throw ParameterError("provisional", "only for a leased route whose points are still to come")
    }
    try spec.validate()
  }
}

/// An operator's change of what subscribers are told, in force.
package struct Override: Hashable, Sendable {
  /// `o` and a number that is never used again in the life of the daemon, nor of its state file.
  package let id: String
  package let request: OverrideRequest
  package let owner: Owner
  package let createdAt: Now
  /// On the monotonic clock.
  package var expiresAt: Instant?
}

/// What an override was called in an earlier run of the daemon, and when it was made.
package struct FormerOverride: Hashable, Sendable {
  /// The number in its id; nil if that is not known.
  let number: Int64?
  let created: UTCTime

  package init(id: String?, created: UTCTime) {
    number = id.flatMap { $0.hasPrefix("o") ? Int64($0.dropFirst()) : nil }
    self.created = created
  }
}

extension Selector {
  /// Whether another one is meant for the same sessions, by its terms.
  func means(_ other: Selector) -> Bool {
    Set(terms) == Set(other.terms)
  }
}
