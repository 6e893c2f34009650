// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

#define _GNU_SOURCE
#include "CLinux.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

int clinux_socket(int family, int nonblocking) {
  return socket(family, SOCK_STREAM | SOCK_CLOEXEC | (nonblocking ? SOCK_NONBLOCK : 0), 0);
}

int clinux_accept(int descriptor) {
  return accept4(descriptor, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int clinux_socketpair(int pair[2]) {
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair);
}

static int set_flag(int descriptor, int level, int option) {
  int on = 1;
  return setsockopt(descriptor, level, option, &on, sizeof on);
}

int clinux_set_nodelay(int descriptor) { return set_flag(descriptor, IPPROTO_TCP, TCP_NODELAY); }

int clinux_set_reuse_address(int descriptor) {
  return set_flag(descriptor, SOL_SOCKET, SO_REUSEADDR);
}

int clinux_unix_path_capacity(void) { return sizeof((struct sockaddr_un *)0)->sun_path; }

static int unix_address(const char *path, struct sockaddr_un *address) {
  size_t length = strlen(path);
  if (length == 0 || length >= sizeof address->sun_path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  memcpy(address->sun_path, path, length);
  return 0;
}

// The kernel makes the socket file with the mode of the socket itself, less the umask, so that
// the file never exists with other rights than the wanted ones.
int clinux_bind_unix(int descriptor, const char *path, mode_t mode) {
  struct sockaddr_un address;
  if (unix_address(path, &address) < 0 || fchmod(descriptor, mode) < 0) return -1;
  mode_t mask = umask(0);
  int result = bind(descriptor, (struct sockaddr *)&address, sizeof address);
  int code = errno;
  umask(mask);
  errno = code;
  return result;
}

int clinux_connect_unix(int descriptor, const char *path) {
  struct sockaddr_un address;
  if (unix_address(path, &address) < 0) return -1;
  return connect(descriptor, (struct sockaddr *)&address, sizeof address);
}

union inet_address {
  struct sockaddr any;
  struct sockaddr_in v4;
  struct sockaddr_in6 v6;
};

static socklen_t inet_fill(int family, const char *host, uint16_t port, union inet_address *to) {
  memset(to, 0, sizeof *to);
  to->any.sa_family = family;
  if (family == AF_INET && inet_pton(AF_INET, host, &to->v4.sin_addr) == 1) {
    to->v4.sin_port = htons(port);
    return sizeof to->v4;
  }
  if (family == AF_INET6 && inet_pton(AF_INET6, host, &to->v6.sin6_addr) == 1) {
    to->v6.sin6_port = htons(port);
    return sizeof to->v6;
  }
  errno = EINVAL;
  return 0;
}

int clinux_is_address(int family, const char *host) {
  union inet_address address;
  return inet_fill(family, host, 0, &address) != 0;
}

int clinux_bind_inet(int descriptor, int family, const char *host, uint16_t port) {
  union inet_address address;
  socklen_t length = inet_fill(family, host, port, &address);
  if (length == 0) return -1;
  // One socket, one family: "[::]:port" must not take the IPv4 port as well.
  if (family == AF_INET6 && set_flag(descriptor, IPPROTO_IPV6, IPV6_V6ONLY) < 0) return -1;
  return bind(descriptor, &address.any, length);
}

int clinux_connect_inet(int descriptor, int family, const char *host, uint16_t port) {
  union inet_address address;
  socklen_t length = inet_fill(family, host, port, &address);
  return length == 0 ? -1 : connect(descriptor, &address.any, length);
}

int clinux_local_port(int descriptor) {
  union inet_address address;
  socklen_t length = sizeof address;
  if (getsockname(descriptor, &address.any, &length) < 0) return -1;
  switch (address.any.sa_family) {
    case AF_INET: return ntohs(address.v4.sin_port);
    case AF_INET6: return ntohs(address.v6.sin6_port);
    default: errno = EAFNOSUPPORT; return -1;
  }
}

int clinux_is_remote(int descriptor) {
  union inet_address address;
  socklen_t length = sizeof address;
  if (getsockname(descriptor, &address.any, &length) < 0) return 0;
  switch (address.any.sa_family) {
    case AF_INET: return ntohl(address.v4.sin_addr.s_addr) >> 24 != 127;
    case AF_INET6: return !IN6_IS_ADDR_LOOPBACK(&address.v6.sin6_addr);
    default: return 0;
  }
}

int clinux_family(int descriptor) {
  int family;
  socklen_t length = sizeof family;
  return getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &family, &length) < 0 ? -1 : family;
}

int clinux_accepts(int descriptor) {
  int type = 0, listens = 0;
  socklen_t length = sizeof type;
  if (getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &length) < 0) return 0;
  length = sizeof listens;
  if (getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) < 0) return 0;
  return type == SOCK_STREAM && listens;
}

int clinux_send(int descriptor, const void *bytes, size_t count) {
  // A write is never larger than what an int can report.
  const size_t limit = 0x40000000;
  ssize_t sent =
      send(descriptor, bytes, count < limit ? count : limit, MSG_NOSIGNAL | MSG_DONTWAIT);
  return (int)sent;
}
