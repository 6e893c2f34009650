// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// The peers of a benchmark, each a process of its own so that nobody's time is counted as another's.
// A role says lines on its standard output and hears its commands, lines too, on descriptor 3.
#ifndef BENCH_ROLES_H
#define BENCH_ROLES_H

#include <stddef.h>
#include <stdint.h>

enum { COMMANDS = 3 };

int floor_role(int count, char **arguments);
int readers_role(int count, char **arguments);
int relay_role(int count, char **arguments);
int probe_role(int count, char **arguments);

// Nanoseconds of CLOCK_MONOTONIC, and of this process's processor time.
int64_t now_ns(void);
int64_t processor_ns(void);
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
// The next command, without its newline; 0 at the end.
int hear(char *line, size_t capacity);
_Noreturn void give_up(const char *what);

// `unix:PATH` or `tcp:PORT` on loopback, blocking.
int connect_to(const char *address);
// The same to listen on; port 0 takes a free one, which is said as `port N`.
int listen_on(const char *address);
void write_all(int descriptor, const char *bytes, size_t count);
// Lifts the soft limit on descriptors to the hard one.
void use_all_descriptors(void);

// CONNECT and SUBSCRIBE of an MQTT client; returns their length.
size_t mqtt_greeting(int index, char *bytes, size_t capacity);

#endif
