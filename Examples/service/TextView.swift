// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Glibc

/// A view of two lines of text; on a terminal it is drawn in place.
actor TextView {
  private var status = "asking for authorization"
  private var place = "no location yet"
  private var hasDrawn = false

  func show(isAuthorized: Bool) {
    status = isAuthorized ? "authorized" : "not authorized"
    draw()
  }

  func show(place: String) {
    self.place = place
    draw()
  }

  private func draw() {
    if isatty(1) == 1, hasDrawn { print("\u{1B}[2A\u{1B}[J", terminator: "") }
    hasDrawn = true
    print("status: \(status)\nplace:  \(place)")
    fflush(nil)
  }
}
