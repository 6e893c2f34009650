// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// Linux calls that the Glibc module does not show to Swift, or shows only through types with
// unions. Every function returns 0 or a count, or -1 with errno set, unless it says otherwise.
// This header must not define _GNU_SOURCE: its types would differ from the Glibc module's.
#ifndef CLINUX_H
#define CLINUX_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Readiness bits, equal to the EPOLL* values.
enum {
  CLINUX_IN = 0x001,
  CLINUX_OUT = 0x004,
  CLINUX_ERR = 0x008,
  CLINUX_HUP = 0x010,
};

struct clinux_event {
  uint64_t data;
  uint32_t events;
};

int clinux_epoll_create(void);
int clinux_epoll_add(int epoll, int descriptor, uint32_t events, uint64_t data);
int clinux_epoll_modify(int epoll, int descriptor, uint32_t events, uint64_t data);
int clinux_epoll_remove(int epoll, int descriptor);
// Adds edge-triggered: one event per expiry, nothing to read.
int clinux_epoll_add_timer(int epoll, int timer, uint64_t data);
// Fills at most capacity events. A negative timeout waits without end; otherwise nanoseconds.
int clinux_epoll_wait(int epoll, struct clinux_event *events, int capacity, int64_t timeout);

int clinux_timer_create(void);
// Absolute time on CLOCK_BOOTTIME in nanoseconds; 0 disarms.
int clinux_timer_arm(int timer, int64_t deadline);

int clinux_eventfd(void);
// Blocks the signals in the calling thread and returns a signalfd for them.
int clinux_signalfd(const int *signals, int count);
// The number of the next pending signal, 0 when there is none.
int clinux_signalfd_next(int descriptor);

// socket(2) with SOCK_STREAM and close-on-exec.
int clinux_socket(int family, int nonblocking);
int clinux_accept(int descriptor);
// A connected pair of non-blocking Unix sockets.
int clinux_socketpair(int pair[2]);
int clinux_set_nodelay(int descriptor);
int clinux_set_reuse_address(int descriptor);
int clinux_bind_unix(int descriptor, const char *path, mode_t mode);
int clinux_connect_unix(int descriptor, const char *path);
// host is a numeric address of the given family.
int clinux_bind_inet(int descriptor, int family, const char *host, uint16_t port);
int clinux_connect_inet(int descriptor, int family, const char *host, uint16_t port);
// 1 when host is a numeric address of the family, else 0.
int clinux_is_address(int family, const char *host);
// The port a TCP socket is bound to, or -1.
int clinux_local_port(int descriptor);
// 1 for a TCP socket that is not bound to this machine's own loopback, else 0.
int clinux_is_remote(int descriptor);
// The address family of a socket, or -1.
int clinux_family(int descriptor);
// 1 for a stream socket that listens, else 0.
int clinux_accepts(int descriptor);
int clinux_send(int descriptor, const void *bytes, size_t count);
int clinux_unix_path_capacity(void);

int clinux_peer(int descriptor, pid_t *pid, uid_t *uid, gid_t *gid);
// Stores at most capacity groups and returns how many the peer has.
int clinux_peer_groups(int descriptor, gid_t *groups, int capacity);
// A pidfd of the peer; ENOPROTOOPT or EINVAL on kernels without it.
int clinux_peer_pidfd(int descriptor);
int clinux_pidfd_open(pid_t pid);
// readlink(2) with bytes instead of characters.
int clinux_read_link(const char *path, uint8_t *target, size_t capacity);

// Names: 0 when found, otherwise an errno value (ENOENT: no such entry).
int clinux_user_name(uid_t uid, char *name, size_t capacity);
int clinux_group_name(gid_t gid, char *name, size_t capacity);
int clinux_user_id(const char *name, uid_t *uid);
int clinux_group_id(const char *name, gid_t *gid);
// Gives this process the rights of a user for good; -1 with errno.
int clinux_become(const char *name);

// A place by which the thread sanitizer learns of a lock that it cannot see; 0 without it.
uintptr_t clinux_mark_create(void);
void clinux_mark_acquired(uintptr_t mark);
void clinux_mark_releasing(uintptr_t mark);
void clinux_mark_free(uintptr_t mark);

#endif
