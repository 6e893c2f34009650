// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

#define _GNU_SOURCE
#include "roles.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static int64_t read_clock(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

int64_t now_ns(void) { return read_clock(CLOCK_MONOTONIC); }

int64_t processor_ns(void) { return read_clock(CLOCK_PROCESS_CPUTIME_ID); }

void say(const char *format, ...) {
  va_list values;
  va_start(values, format);
  vprintf(format, values);
  va_end(values);
  putchar('\n');
  fflush(stdout);
}

int hear(char *line, size_t capacity) {
  size_t length = 0;
  while (length + 1 < capacity) {
    ssize_t count = read(COMMANDS, line + length, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return 0;
    if (line[length] == '\n') break;
    length++;
  }
  line[length] = 0;
  return 1;
}

void give_up(const char *what) {
  say("failed %s: %s", what, strerror(errno));
  exit(1);
}

// Fills in an address and returns its length.
static socklen_t parse(const char *address, struct sockaddr_storage *storage) {
  memset(storage, 0, sizeof *storage);
  if (strncmp(address, "unix:", 5) == 0) {
    struct sockaddr_un *name = (struct sockaddr_un *)storage;
    name->sun_family = AF_UNIX;
    snprintf(name->sun_path, sizeof name->sun_path, "%s", address + 5);
    return sizeof *name;
  }
  struct sockaddr_in *name = (struct sockaddr_in *)storage;
  name->sin_family = AF_INET;
  name->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  name->sin_port = htons((uint16_t)atoi(address + 4));
  return sizeof *name;
}

int connect_to(const char *address) {
  struct sockaddr_storage storage;
  socklen_t length = parse(address, &storage);
  int descriptor = socket(storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) give_up("socket");
  while (connect(descriptor, (struct sockaddr *)&storage, length) != 0)
    if (errno != EINTR) give_up(address);
  return descriptor;
}

int listen_on(const char *address) {
  struct sockaddr_storage storage;
  socklen_t length = parse(address, &storage);
  int descriptor = socket(storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) give_up("socket");
  if (bind(descriptor, (struct sockaddr *)&storage, length) != 0) give_up(address);
  if (listen(descriptor, 4096) != 0) give_up("listen");
  if (storage.ss_family == AF_INET) {
    getsockname(descriptor, (struct sockaddr *)&storage, &length);
    say("port %d", ntohs(((struct sockaddr_in *)&storage)->sin_port));
  }
  return descriptor;
}

void write_all(int descriptor, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t sent = send(descriptor, bytes, count, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) give_up("send");
    bytes += sent;
    count -= (size_t)sent;
  }
}

void use_all_descriptors(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}
