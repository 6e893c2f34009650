// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// What `doctor` found of one link of the chain.
struct Finding: Equatable {
  let isGood: Bool
  let text: String
  /// What to do about it.
  var next: String?

  static func good(_ text: String, next: String? = nil) -> Finding {
    Finding(isGood: true, text: text, next: next)
  }

  static func bad(_ text: String, next: String? = nil) -> Finding {
    Finding(isGood: false, text: text, next: next)
  }
}
