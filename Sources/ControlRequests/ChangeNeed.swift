// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// What a transform cannot do without, by the names of its options.
package enum ChangeNeed: Hashable, Sendable {
  case nothing
  /// At least one of the groups; the options of a group go together. Those of one part of `apart`
  /// exclude those of another.
  case some([[String]], apart: [[String]] = [])
  /// Exactly one of the options.
  case one([String])
}
