// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import Testing

@Suite struct SpanTextTests {
  @Test(arguments: [
    (0.0, "0 s"), (0.04, "0 s"), (-0.04, "0 s"), (-1.5, "-1.5 s"), (0.44, "0.4 s"), (3, "3 s"),
    (9.97, "10 s"), (10, "10 s"), (59.9, "59 s"), (65, "1 min 5 s"), (246, "4 min 6 s"),
    (3600, "1 h"), (7800, "2 h 10 min"), (-7800, "-2 h 10 min"), (273_600, "3 d 4 h"),
    (86_405, "1 d"), (1e300, "1e+300 s"), (.infinity, "inf s"),
  ])
  func `a span is told in its two largest units`(seconds: Double, text: String) {
    #expect(spanText(seconds) == text)
  }
}
