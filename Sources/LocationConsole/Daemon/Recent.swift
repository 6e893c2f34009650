// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// The newest elements of many.
///
/// The oldest go in large parts: to move all others for each that comes would take more time than
/// all else that is done with it.
package struct Recent<Element> {
  private let capacity: Int
  private var kept: [Element] = []

  /// Keeps so many of them.
  package init(capacity: Int) {
    self.capacity = capacity
  }

  /// The newest ones, the oldest of them first.
  package var elements: ArraySlice<Element> { kept.suffix(capacity) }
  package var last: Element? { kept.last }

  package mutating func append(_ element: Element) {
    kept.append(element)
    guard kept.count > capacity + max(capacity / 8, 1) else { return }
    kept.removeFirst(kept.count - capacity)
  }

  package mutating func removeLast() { kept.removeLast() }
}

extension Recent: Sendable where Element: Sendable {}
