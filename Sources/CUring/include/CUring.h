// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// Frames to many sockets: through io_uring, many sends in one system call. The functions of
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

// One of several frames that lie side by side, and how many sockets get it.
struct curing_frame { unsigned length; int count; };  // the length is at most INT_MAX

// Sends the first descriptors the first frame, the next ones the next, each once and in their
// order, without waiting and without SIGPIPE. Each result is the count of bytes taken or a negative
// errno; a negative descriptor is left out, with -EAGAIN. Returns how many took less than all.
// Without a ring it is a loop of send(2).
int curing_send(struct curing_ring *ring, const void *bytes, const struct curing_frame *frames,
                int frame_count, const int *descriptors, int *results);

// Whether the ring still serves; one that failed is not used any more.
int curing_serves(const struct curing_ring *ring);

#endif
