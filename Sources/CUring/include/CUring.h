// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// One frame to many sockets: through io_uring, many sends in one system call. The functions of
// liburing are inline and want _GNU_SOURCE, whose types would differ from the Glibc module's; so
// they are called in a C file and not here.
#ifndef CURING_H
#define CURING_H

#include <stddef.h>

struct curing_ring;

// A ring that can send and nothing else, with room for so many sends at a time; NULL with errno set
// where the kernel is older than 6.1 or the system refuses. For the calling thread only.
struct curing_ring *curing_open(unsigned entries);
void curing_close(struct curing_ring *ring);

// Sends the bytes once on each descriptor, without waiting and without SIGPIPE. Each result is the
// count of bytes taken or a negative errno; a negative descriptor is left out, with -EAGAIN.
// Returns how many took less than all. Without a ring it is a loop of send(2).
int curing_send(struct curing_ring *ring, const int *descriptors, int count, const void *bytes,
                size_t length, int *results);

// Whether the ring still serves; one that failed is not used any more.
int curing_serves(const struct curing_ring *ring);

#endif
