// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// A value that few sessions have, kept on its own so that the others pay one word for it.
@propertyWrapper
struct Apart<Value> {
  private final class Box {
    var value: Value

    init(_ value: Value) { self.value = value }
  }

  private var box: Box?

  init() {}

  /// Whether there is one, without a copy of it.
  var isThere: Bool { box != nil }

  var projectedValue: Apart { self }

  var wrappedValue: Value? {
    get { box?.value }
    set {
      guard let newValue else {
        box = nil
        return
      }
      if isKnownUniquelyReferenced(&box), let box {
        box.value = newValue
      } else {
        box = Box(newValue)
      }
    }
  }
}
