// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// What one loop of write(2) over the same sockets costs: nobody who sends each subscriber its own
// message can be cheaper without asking the kernel for less.
//
// floor ADDRESS READERS LENGTH; then `send MESSAGES PERIOD`, the period in microseconds, 0 for one
// message right after the other. Answers `sent NANOSECONDS WAITS`, processor time of the loop.
#define _GNU_SOURCE
#include "roles.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static void sleep_until(int64_t time) {
  struct timespec until = {time / 1000000000, time % 1000000000};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR) {}
}

// Writes one message to each reader; returns how often a full socket had to be waited for.
static long write_round(const int *readers, int count, const char *message, size_t length) {
  long waits = 0;
  for (int i = 0; i < count; i++) {
    while (write(readers[i], message, length) != (ssize_t)length) {
      if (errno != EAGAIN) give_up("write");
      waits++;
      usleep(50);
    }
  }
  return waits;
}

int floor_role(int count, char **arguments) {
  if (count != 3) return 64;
  int reader_count = atoi(arguments[1]);
  size_t length = (size_t)atoi(arguments[2]);
  int listener = listen_on(arguments[0]);
  say("listening");
  int *readers = calloc((size_t)reader_count, sizeof *readers);
  int on = 1;
  for (int i = 0; i < reader_count; i++) {
    readers[i] = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (readers[i] < 0) give_up("accept4");
    setsockopt(readers[i], IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  }
  char *message = malloc(length);
  memset(message, 'x', length);
  message[length - 1] = '\n';
  say("ready");
  char line[128];
  while (hear(line, sizeof line)) {
    int messages, period;
    if (sscanf(line, "send %d %d", &messages, &period) != 2) give_up("command");
    int64_t start = now_ns(), used = processor_ns();
    long waits = 0;
    for (int k = 0; k < messages; k++) {
      if (period > 0) sleep_until(start + (int64_t)k * period * 1000);
      waits += write_round(readers, reader_count, message, length);
    }
    say("sent %lld %ld", (long long)(processor_ns() - used), waits);
  }
  return 0;
}
