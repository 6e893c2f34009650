// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Synchronization

/// One value for whoever comes, made at the first use; one at a time.
final class Confined<Value>: Sendable {
  private let state = Mutex<Value?>(nil)
  private let make: @Sendable () throws -> Value

  init(_ make: @escaping @Sendable () throws -> Value) {
    self.make = make
  }

  func use(_ body: (Value) throws -> Void) throws {
    try state.withLock { value in
      let present = try value ?? make()
      value = present
      try body(present)
    }
  }
}
