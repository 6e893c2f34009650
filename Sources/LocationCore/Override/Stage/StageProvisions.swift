// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Replacements that may yet prove bad, and what they keep aside for that case.
extension OverrideStage {
  /// Those in force and those kept aside, which both must outlive a restart.
  package var remembered: [Override] { overrides + aside.values.map(\.override) }

  /// Keeps what an override is about to take the place of, if it is provisional.
  ///
  /// - Returns: Those that are gone for good.
  mutating func keepAside(_ old: Override, for override: Override) -> [Override] {
    let kept = aside.removeValue(forKey: old.id)
    guard override.request.isProvisional else { return [old] + [kept?.override].compactMap(\.self) }
    // Of two bad files in a row neither is to come back, but what was there before them.
    aside[override.id] = kept ?? (old, generators[old.id])
    return kept == nil ? [] : [old]
  }

  /// Forgets what overrides that are gone kept aside, and what is gone itself.
  mutating func forgetAside(
    of removed: [Override],
    where isGone: (Override) -> Bool
  ) -> [Override] {
    let gone = Set(removed.map(\.id))
    let forgotten = aside.filter { gone.contains($0.key) || isGone($0.value.override) }
    for id in forgotten.keys { aside[id] = nil }
    return forgotten.values.map(\.override)
  }

  /// A provisional override is good: what it kept aside is gone.
  package mutating func confirm(_ id: String) -> Override? {
    aside.removeValue(forKey: id)?.override
  }

  /// Takes a provisional override off the stack and puts what it kept aside in its place.
  ///
  /// - Returns: What holds again; nil if nothing was kept, or its time is over, and then the stack
  ///   is as it was.
  package mutating func restore(insteadOf id: String, at now: Now) -> Override? {
    guard let place = overrides.firstIndex(where: { $0.id == id }),
      let (override, generator) = aside.removeValue(forKey: id),
      override.expiresAt.map({ $0 > now.instant }) ?? true
    else { return nil }
    put(override, at: place)
    generators[override.id] = generator
    // What it said last is old; whoever comes to see it again must begin with what it says now.
    _ = publish(generators[override.id]?.advance(to: now) ?? [], of: override.id, at: now)
    return override
  }
}
