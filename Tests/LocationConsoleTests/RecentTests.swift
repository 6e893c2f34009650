// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationConsole
import Testing

@Suite struct RecentTests {
  @Test(arguments: [1, 2, 7, 8, 100])
  func `the newest ones are kept, however many there were`(capacity: Int) {
    var recent = Recent<Int>(capacity: capacity)
    #expect(recent.elements.isEmpty && recent.last == nil)
    for number in 1...1000 {
      recent.append(number)
      #expect(Array(recent.elements) == Array(max(1, number - capacity + 1)...number))
    }
    recent.removeLast()
    recent.append(-1)
    #expect(recent.last == -1 && recent.elements.last == -1)
  }
}
