// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors
//
// ncurses as one caller needs it: a full screen of text and single keys, without its global
// variables, macros and functions with variable arguments, which Swift does not import.
#ifndef CCURSES_SHIM_H
#define CCURSES_SHIM_H

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

enum ccurses_emphasis { CCURSES_PLAIN, CCURSES_STRONG, CCURSES_WARNING, CCURSES_FAINT };
enum ccurses_key {
  CCURSES_NONE = -1,
  CCURSES_UP = -2,
  CCURSES_DOWN = -3,
  CCURSES_LEFT = -4,
  CCURSES_RIGHT = -5,
  CCURSES_OTHER = -6
};

/// Takes over the terminal of the standard streams; 0 if it is none that ncurses knows.
static inline int ccurses_open(void) {
  setlocale(LC_CTYPE, "");
  if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
  if (newterm(NULL, stdout, stdin) == NULL) return 0;
  cbreak();
  noecho();
  keypad(stdscr, TRUE);
  nodelay(stdscr, TRUE);
  set_escdelay(25);
  curs_set(0);
  return 1;
}

static inline void ccurses_close(void) { endwin(); }
static inline int ccurses_rows(void) { return getmaxy(stdscr); }
static inline int ccurses_columns(void) { return getmaxx(stdscr); }
static inline void ccurses_erase(void) { erase(); }
static inline void ccurses_show(void) { refresh(); }

/// Writes UTF-8 text, which must fit its row.
static inline void ccurses_put(int row, int column, const char *text, int emphasis) {
  static const attr_t attributes[] = {A_NORMAL, A_BOLD, A_REVERSE, A_DIM};
  attrset(attributes[emphasis & 3]);
  mvaddstr(row, column, text);
}

/// The next key that was pressed: a character, or one of `ccurses_key`.
static inline int ccurses_key(void) {
  int key = getch();
  switch (key) {
    case ERR: return CCURSES_NONE;
    case KEY_UP: return CCURSES_UP;
    case KEY_DOWN: return CCURSES_DOWN;
    case KEY_LEFT: return CCURSES_LEFT;
    case KEY_RIGHT: return CCURSES_RIGHT;
    default: return key > 0 && key < 128 ? key : CCURSES_OTHER;
  }
}

#endif
