// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// One subscriber that says when each frame reached it.
//
// probe ADDRESS MARKER GREETING: says `at NANOSECONDS` for each line that begins with the marker,
// before it the time at which it began to connect, `from NANOSECONDS`.
#define _GNU_SOURCE
#include "roles.h"

#include <string.h>
#include <unistd.h>

int probe_role(int count, char **arguments) {
  if (count != 3) return 64;
  const char *marker = arguments[1];
  size_t marker_length = strlen(marker);
  int64_t start = now_ns();
  int descriptor = connect_to(arguments[0]);
  write_all(descriptor, arguments[2], strlen(arguments[2]));
  say("from %lld", (long long)start);
  static char buffer[65536];
  int is_inside = 0;
  ssize_t taken;
  while ((taken = read(descriptor, buffer, sizeof buffer)) > 0) {
    int64_t time = now_ns();
    const char *bytes = buffer, *end = buffer + taken;
    while (bytes < end) {
      size_t left = (size_t)(end - bytes);
      size_t compared = left < marker_length ? left : marker_length;
      const char *newline = memchr(bytes, '\n', left);
      if (!is_inside && memcmp(bytes, marker, compared) == 0) say("at %lld", (long long)time);
      is_inside = newline == NULL;
      bytes = newline ? newline + 1 : end;
    }
  }
  return 0;
}
