// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SO_PEERGROUPS
#define SO_PEERGROUPS 59
#endif
// Linux 6.5; missing from the headers of Debian 12.
#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

int clinux_peer(int descriptor, pid_t *pid, uid_t *uid, gid_t *gid) {
  struct ucred peer;
  socklen_t length = sizeof peer;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) < 0) return -1;
  *pid = peer.pid;
  *uid = peer.uid;
  *gid = peer.gid;
  return 0;
}

int clinux_peer_groups(int descriptor, gid_t *groups, int capacity) {
  socklen_t length = (socklen_t)capacity * sizeof *groups;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERGROUPS, groups, &length) < 0 && errno != ERANGE)
    return -1;
  return (int)(length / sizeof *groups);
}

int clinux_peer_pidfd(int descriptor) {
  int pidfd;
  socklen_t length = sizeof pidfd;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERPIDFD, &pidfd, &length) < 0) return -1;
  return pidfd;
}

int clinux_pidfd_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

int clinux_read_link(const char *path, uint8_t *target, size_t capacity) {
  return (int)readlink(path, (char *)target, capacity);
}

// Runs one getXXX_r lookup with a buffer that grows while the entry does not fit.
#define LOOK_UP(type, call, found)                        \
  int code = ERANGE;                                      \
  for (size_t size = 4096; code == ERANGE && size <= 4 << 20; size *= 2) { \
    char *buffer = malloc(size);                          \
    if (buffer == NULL) return ENOMEM;                    \
    type entry, *result = NULL;                           \
    code = call;                                          \
    if (code == 0) {                                      \
      if (result == NULL) code = ENOENT;                  \
      else { found }                                      \
    }                                                     \
    free(buffer);                                         \
  }                                                       \
  return code;

static int copy_name(const char *from, char *to, size_t capacity) {
  size_t length = strlen(from);
  if (length >= capacity) return ENAMETOOLONG;
  memcpy(to, from, length + 1);
  return 0;
}

int clinux_user_name(uid_t uid, char *name, size_t capacity) {
  LOOK_UP(struct passwd, getpwuid_r(uid, &entry, buffer, size, &result),
          code = copy_name(entry.pw_name, name, capacity);)
}

int clinux_group_name(gid_t gid, char *name, size_t capacity) {
  LOOK_UP(struct group, getgrgid_r(gid, &entry, buffer, size, &result),
          code = copy_name(entry.gr_name, name, capacity);)
}

int clinux_user_id(const char *name, uid_t *uid) {
  LOOK_UP(struct passwd, getpwnam_r(name, &entry, buffer, size, &result), *uid = entry.pw_uid;)
}

int clinux_become(const char *name) {
  uid_t uid;
  gid_t gid;
  {
    char buffer[16384];
    struct passwd entry, *result = NULL;
    int code = getpwnam_r(name, &entry, buffer, sizeof buffer, &result);
    if (code != 0 || result == NULL) return errno = code != 0 ? code : ENOENT, -1;
    uid = entry.pw_uid;
    gid = entry.pw_gid;
  }
  return initgroups(name, gid) < 0 || setgid(gid) < 0 || setuid(uid) < 0 ? -1 : 0;
}

int clinux_group_id(const char *name, gid_t *gid) {
  LOOK_UP(struct group, getgrnam_r(name, &entry, buffer, size, &result), *gid = entry.gr_gid;)
}
