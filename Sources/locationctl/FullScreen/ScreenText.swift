// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Text at a place of a screen, counted from its upper left corner.
struct ScreenText: Hashable {
  enum Emphasis {
    case plain
    case strong
    case warning
    case faint
  }

  var row: Int
  var column: Int
  var text: String
  var emphasis = Emphasis.plain
}
