// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// Many subscribers in one process, all read by one epoll.
//
// readers ADDRESS COUNT STOPPED MARKER GREETING: connects, greets, and reads all but the last STOPPED. A frame is a line that begins with the
// marker; with the marker `mqtt` the peer is an MQTT broker and every payload is one line.
//
// `quiet MS` answers `quiet BYTES` when nothing has come for so long. `expect FRAMES` answers
// `armed`, then `done FRAMES BYTES CPU SPREAD WORST`: processor nanoseconds of this process, median
// and longest nanoseconds from the first to the last reader of one message.
#define _GNU_SOURCE
#include "roles.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

struct readers {
  const char *marker;
  size_t marker_length;
  int active;
  char *is_inside;  // by descriptor: whether the next byte continues a line
  long frames, expected, bytes;
  int64_t used, first, *spreads;
  size_t spread_count, spread_capacity;
};

static void note_frame(struct readers *all) {
  all->frames++;
  long place = all->frames % all->active;
  if (place == 1 || all->active == 1) all->first = now_ns();
  if (place != 0 || all->spread_count == all->spread_capacity) return;
  all->spreads[all->spread_count++] = now_ns() - all->first;
}

static void take(struct readers *all, int descriptor, const char *bytes, size_t count) {
  all->bytes += (long)count;
  const char *end = bytes + count;
  while (bytes < end) {
    size_t left = (size_t)(end - bytes);
    size_t compared = left < all->marker_length ? left : all->marker_length;
    const char *newline = memchr(bytes, '\n', left);
    if (!all->is_inside[descriptor] && memcmp(bytes, all->marker, compared) == 0) note_frame(all);
    all->is_inside[descriptor] = newline == NULL;
    bytes = newline ? newline + 1 : end;
  }
}

static int compare(const void *left, const void *right) {
  int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
  return (a > b) - (a < b);
}

static void report(struct readers *all) {
  qsort(all->spreads, all->spread_count, sizeof *all->spreads, compare);
  int64_t median = all->spread_count ? all->spreads[all->spread_count / 2] : 0;
  int64_t worst = all->spread_count ? all->spreads[all->spread_count - 1] : 0;
  say("done %ld %ld %lld %lld %lld", all->frames, all->bytes,
      (long long)(processor_ns() - all->used), (long long)median, (long long)worst);
  all->expected = 0;
}

// Writes the greeting of one subscriber and returns its length: {i} is its number, {m} the number
// modulo 16, and each {r} five digits of its own.
static size_t fill_in(const char *greeting, int number, char *text, size_t capacity) {
  size_t length = 0;
  while (*greeting && length + 16 < capacity) {
    int is_hole = greeting[0] == '{' && greeting[1] && greeting[2] == '}';
    switch (is_hole ? greeting[1] : 0) {
      case 'i': length += (size_t)sprintf(text + length, "%d", number); break;
      case 'm': length += (size_t)sprintf(text + length, "%d", number % 16); break;
      case 'r': length += (size_t)sprintf(text + length, "%05ld", random() % 100000); break;
      default:
        is_hole = 0;
        text[length++] = *greeting;
    }
    greeting += is_hole ? 3 : 1;
  }
  return length;
}

static int connect_all(const char *address, int count, int stopped, const char *marker,
                       const char *greeting) {
  int poller = epoll_create1(EPOLL_CLOEXEC);
  size_t capacity = 2 * strlen(greeting) + 256;
  char *text = malloc(capacity);
  for (int i = 0; i < count; i++) {
    int descriptor = connect_to(address);
    int is_mqtt = strcmp(marker, "mqtt") == 0;
    size_t length = is_mqtt ? mqtt_greeting(i, text, capacity)
                            : fill_in(greeting, i, text, capacity);
    write_all(descriptor, text, length);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = descriptor};
    if (i < count - stopped && epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event) != 0)
      give_up("epoll_ctl");
  }
  free(text);
  return poller;
}

// Carries a command out; returns how long to wait for quiet, or -1.
static int obey(struct readers *all) {
  char line[128];
  if (!hear(line, sizeof line)) exit(0);
  int milliseconds;
  if (sscanf(line, "quiet %d", &milliseconds) == 1) return milliseconds;
  if (sscanf(line, "expect %ld", &all->expected) != 1) give_up("command");
  all->frames = all->bytes = 0;
  all->spread_count = 0;
  all->used = processor_ns();
  say("armed");
  return -1;
}

int readers_role(int count, char **arguments) {
  if (count != 5) return 64;
  int number = atoi(arguments[1]), stopped = atoi(arguments[2]);
  const int capacity = 70000;
  struct readers all = {
    .marker = strcmp(arguments[3], "mqtt") == 0 ? "" : arguments[3],
    .active = number - stopped,
    .is_inside = calloc((size_t)capacity, 1),
    .spread_capacity = 100000,
  };
  all.marker_length = strlen(all.marker);
  all.spreads = calloc(all.spread_capacity, sizeof *all.spreads);
  int poller = connect_all(arguments[0], number, stopped, arguments[3], arguments[4]);
  struct epoll_event command = {.events = EPOLLIN, .data.fd = COMMANDS};
  epoll_ctl(poller, EPOLL_CTL_ADD, COMMANDS, &command);
  say("connected");
  static char buffer[65536];
  static struct epoll_event events[1024];
  int quiet = -1;
  while (1) {
    int ready = epoll_wait(poller, events, 1024, quiet);
    if (ready == 0) {
      quiet = -1;
      say("quiet %ld", all.bytes);
    }
    for (int i = 0; i < ready; i++) {
      int descriptor = events[i].data.fd;
      if (descriptor == COMMANDS) {
        quiet = obey(&all);
        continue;
      }
      ssize_t taken = read(descriptor, buffer, sizeof buffer);
      if (taken == 0) give_up("a reader was disconnected");
      if (taken < 0 || descriptor >= capacity) give_up("read");
      take(&all, descriptor, buffer, (size_t)taken);
    }
    if (all.expected > 0 && all.frames >= all.expected) report(&all);
  }
}
