// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

#define _GNU_SOURCE
#include "CUring.h"

#include <errno.h>
#include <limits.h>
#include <liburing.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static const int flags = MSG_NOSIGNAL | MSG_DONTWAIT;
// A send that has no result yet.
static const int unknown = INT_MIN;

struct curing_ring {
  struct io_uring uring;
  unsigned entries;
  int serves;
};

// The shared library of liburing 2.3 lacks the functions for these.
static int register_with(struct io_uring *uring, unsigned what, void *argument, unsigned count) {
  return (int)syscall(__NR_io_uring_register, uring->ring_fd, what, argument, count);
}

// Whoever got hold of the process could open files and sockets through a ring unseen by its filter
// of system calls; through this one it cannot.
static int restrict_to_sends(struct io_uring *uring) {
  struct io_uring_restriction only_send = {
      .opcode = IORING_RESTRICTION_SQE_OP,
      .sqe_op = IORING_OP_SEND,
  };
  if (register_with(uring, IORING_REGISTER_RESTRICTIONS, &only_send, 1) < 0) return -1;
  return register_with(uring, IORING_REGISTER_ENABLE_RINGS, NULL, 0);
}

struct curing_ring *curing_open(unsigned entries) {
  struct curing_ring *ring = calloc(1, sizeof *ring);
  if (ring == NULL) return NULL;
  // Completions come with the call that submits, and a bad send does not hold up those behind it.
  int result = io_uring_queue_init(entries, &ring->uring,
                                   IORING_SETUP_R_DISABLED | IORING_SETUP_SINGLE_ISSUER |
                                       IORING_SETUP_DEFER_TASKRUN | IORING_SETUP_SUBMIT_ALL);
  if (result < 0) {
    free(ring);
    errno = -result;
    return NULL;
  }
  ring->entries = ring->uring.sq.ring_entries;
  ring->serves = 1;
  if (restrict_to_sends(&ring->uring) == 0) return ring;
  int code = errno;
  curing_close(ring);
  errno = code;
  return NULL;
}

void curing_close(struct curing_ring *ring) {
  if (ring == NULL) return;
  if (ring->serves) io_uring_queue_exit(&ring->uring);
  free(ring);
}

int curing_serves(const struct curing_ring *ring) { return ring != NULL && ring->serves; }

// One call of curing_send.
struct round {
  const char *bytes;
  const struct curing_frame *frames;
  int frame_count;
  const int *descriptors;
  int *results;
  // How many took less than all.
  int short_of;
};

static void take(struct round *round, int place, unsigned length, int result) {
  // Nothing waits, so nothing can be interrupted; the epoll that follows would tell at once.
  round->results[place] = result == -EINTR ? -EAGAIN : result;
  round->short_of += result != (int)length;
}

// Takes what has completed; returns how many.
static unsigned reap(struct io_uring *uring, struct round *round) {
  struct io_uring_cqe *completion;
  unsigned head, count = 0;
  io_uring_for_each_cqe(uring, head, completion) {
    take(round, (int)completion->user_data, (unsigned)(completion->user_data >> 32),
         completion->res);
    count++;
  }
  io_uring_cq_advance(uring, count);
  return count;
}

// Submits what is queued and has the results on return, because the bytes are the caller's. If the
// kernel did not take all, what it left must not be taken later: the ring is closed.
static void complete(struct curing_ring *ring, unsigned queued, struct round *round) {
  if (queued == 0) return;
  int submitted = io_uring_submit_and_wait(&ring->uring, queued);
  unsigned done = reap(&ring->uring, round);
  while (submitted > 0 && done < (unsigned)submitted) {
    struct io_uring_cqe *completion;
    int result = io_uring_wait_cqe(&ring->uring, &completion);
    if (result < 0 && result != -EINTR) break;
    done += reap(&ring->uring, round);
  }
  if (submitted == (int)queued && done == queued) return;
  io_uring_queue_exit(&ring->uring);
  ring->serves = 0;
}

// Returns from which place on none was queued; those before may be unknown after a failure.
static int send_by_ring(struct curing_ring *ring, struct round *round) {
  unsigned queued = 0;
  int place = 0;
  const char *bytes = round->bytes;
  for (int frame = 0; frame < round->frame_count; frame++) {
    unsigned length = round->frames[frame].length;
    for (int end = place + round->frames[frame].count; place < end; place++) {
      int descriptor = round->descriptors[place];
      if (descriptor < 0) {
        take(round, place, length, -EAGAIN);
        continue;
      }
      if (queued == ring->entries) {
        complete(ring, queued, round);
        queued = 0;
        if (!ring->serves) return place;
      }
      struct io_uring_sqe *submission = io_uring_get_sqe(&ring->uring);
      io_uring_prep_send(submission, descriptor, bytes, length, flags);
      submission->user_data = (unsigned)place | (uint64_t)length << 32;
      round->results[place] = unknown;
      queued++;
    }
    bytes += length;
  }
  complete(ring, queued, round);
  return place;
}

// The same by send(2) for those that have no result.
static void send_by_call(struct round *round, int queued) {
  int place = 0;
  const char *bytes = round->bytes;
  for (int frame = 0; frame < round->frame_count; frame++) {
    unsigned length = round->frames[frame].length;
    for (int end = place + round->frames[frame].count; place < end; place++) {
      if (place < queued && round->results[place] != unknown) continue;
      int descriptor = round->descriptors[place];
      ssize_t sent = -1;
      errno = EAGAIN;
      if (descriptor >= 0) sent = send(descriptor, bytes, length, flags);
      take(round, place, length, sent < 0 ? -errno : (int)sent);
    }
    bytes += length;
  }
}

int curing_send(struct curing_ring *ring, const void *bytes, const struct curing_frame *frames,
                int frame_count, const int *descriptors, int *results) {
  struct round round = {bytes, frames, frame_count, descriptors, results, 0};
  int queued = 0;
  if (curing_serves(ring)) {
    queued = send_by_ring(ring, &round);
    if (ring->serves) return round.short_of;
  }
  send_by_call(&round, queued);
  return round.short_of;
}
