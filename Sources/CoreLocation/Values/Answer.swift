// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import LocationClient

/// The asynchronous form of a method that calls a completion handler, which a program may override.
enum Answer {
  /// What the handler is called with first, or the error; what an override calls after that has no
  /// meaning.
  static func of<Value>(
    _ ask: (@escaping (Value?, (any Error)?) -> Void) -> Void
  ) async throws -> Value {
    let isAnswered = Guarded(false)
    return try await withCheckedThrowingContinuation { continuation in
      ask { value, error in
        let isFirst = isAnswered.withLock { isAnswered in
          defer { isAnswered = true }
          return !isAnswered
        }
        guard isFirst else { return }
        if let value, error == nil {
          continuation.resume(returning: value)
        } else {
          continuation.resume(throwing: error ?? CLError(.geocodeFoundNoResult))
        }
      }
    }
  }
}
