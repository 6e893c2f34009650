// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors
//
// inih as Debian builds it tells no line numbers and cuts a line of 200 bytes or more in two. This
// reader counts the lines that inih asks for and stops at one that is too long.
#include <ini.h>
#include <stdio.h>
#include <string.h>

/// A stream whose lines are counted.
struct cinih_stream {
  FILE *file;
  int line;
  int overlong_line;
  int binary_line;
};

static inline char *cinih_read_line(char *buffer, int size, void *pointer) {
  struct cinih_stream *stream = pointer;
  char *line = fgets(buffer, size, stream->file);
  if (line == NULL) return NULL;
  stream->line += 1;
  size_t length = strlen(line);
  if (length > 0 && line[length - 1] == '\n') return line;
  if (length + 1 == (size_t)size && !feof(stream->file)) {
    stream->overlong_line = stream->line;
    return NULL;
  }
  // Short of the line's end and of the buffer's there is only a NUL byte, or the end of the file.
  if (!feof(stream->file)) {
    stream->binary_line = stream->line;
    return NULL;
  }
  return line;
}

/// Parses the stream; returns inih's result: 0, the number of the first bad line, or negative.
static inline int cinih_parse(struct cinih_stream *stream, ini_handler handler, void *user) {
  return ini_parse_stream(cinih_read_line, stream, handler, user);
}
