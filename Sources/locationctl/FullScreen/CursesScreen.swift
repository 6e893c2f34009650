// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import CCurses

/// The terminal as ncurses has it: text at places, and keys.
///
/// One at a time; `close` gives it back.
struct CursesScreen {
  enum Key: Hashable {
    case up
    case down
    case left
    case right
    case character(Character)
    /// A key without a meaning here, or a new size of the terminal.
    case other
  }

  /// Nil if the standard streams are no terminal that can be drawn on.
  init?() {
    guard ccurses_open() != 0 else { return nil }
  }

  func close() { ccurses_close() }

  var rows: Int { Int(ccurses_rows()) }
  var columns: Int { Int(ccurses_columns()) }

  /// Shows these texts and nothing else; ncurses sends only what differs.
  func show(_ texts: [ScreenText]) {
    ccurses_erase()
    for text in texts {
      let emphasis: ccurses_emphasis =
        switch text.emphasis {
        case .plain: CCURSES_PLAIN
        case .strong: CCURSES_STRONG
        case .warning: CCURSES_WARNING
        case .faint: CCURSES_FAINT
        }
      unsafe ccurses_put(
        Int32(clamping: text.row),
        Int32(clamping: text.column),
        text.text,
        Int32(emphasis.rawValue)
      )
    }
    ccurses_show()
  }

  /// The next key that was pressed, nil if none was.
  func key() -> Key? {
    let code = ccurses_key()
    return switch code {
    case CCURSES_NONE.rawValue: nil
    case CCURSES_UP.rawValue: .up
    case CCURSES_DOWN.rawValue: .down
    case CCURSES_LEFT.rawValue: .left
    case CCURSES_RIGHT.rawValue: .right
    case 1...127: .character(Character(UnicodeScalar(UInt8(code))))
    default: .other
    }
  }
}
