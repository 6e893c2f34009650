// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors
//
// libmicrohttpd as one caller needs it: on somebody else's loop, with the stages of a request as
// separate calls, because Swift cannot call functions with variable arguments.
#ifndef CMICROHTTPD_SHIM_H
#define CMICROHTTPD_SHIM_H

#include <microhttpd.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>

/// What the server does with a request; every call is from within `cmhd_run`.
struct cmhd_calls {
  void *context;
  /// A connection was accepted, or is gone.
  void (*open)(void *context, struct MHD_Connection *connection);
  void (*close)(void *context, struct MHD_Connection *connection);
  /// The headers are there. Returns what stands for the request in the other calls.
  void *(*begin)(void *context, struct MHD_Connection *connection, const char *method,
                 const char *path);
  /// A part of the body.
  void (*body)(void *request, const char *bytes, size_t count);
  /// The request is whole, or its connection was resumed.
  void (*proceed)(void *request);
  /// Nothing will be heard of the request any more.
  void (*end)(void *request);
};

static inline enum MHD_Result cmhd_access(void *pointer, struct MHD_Connection *connection,
                                          const char *url, const char *method,
                                          const char *version, const char *bytes, size_t *count,
                                          void **request) {
  const struct cmhd_calls *calls = pointer;
  (void)version;
  if (*request == NULL) {
    *request = calls->begin(calls->context, connection, method, url);
    return *request == NULL ? MHD_NO : MHD_YES;
  }
  if (*count > 0) {
    calls->body(*request, bytes, *count);
    *count = 0;
  } else {
    calls->proceed(*request);
  }
  return MHD_YES;
}

static inline void cmhd_completed(void *pointer, struct MHD_Connection *connection, void **request,
                                  enum MHD_RequestTerminationCode code) {
  const struct cmhd_calls *calls = pointer;
  (void)connection;
  (void)code;
  if (*request != NULL) calls->end(*request);
  *request = NULL;
}

static inline void cmhd_notify(void *pointer, struct MHD_Connection *connection, void **socket,
                               enum MHD_ConnectionNotificationCode code) {
  const struct cmhd_calls *calls = pointer;
  (void)socket;
  (code == MHD_CONNECTION_NOTIFY_STARTED ? calls->open : calls->close)(calls->context, connection);
}

/// Leaves a text with a zero byte as it is: it would end there for us, and name something else.
static inline size_t cmhd_unescape(void *pointer, struct MHD_Connection *connection, char *text) {
  (void)pointer;
  (void)connection;
  return strstr(text, "%00") == NULL ? MHD_http_unescape(text) : strlen(text);
}

/// Ends a connection, whatever its peer is about; its calls come from within `MHD_run`.
static inline void cmhd_cut(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  if (info != NULL) (void)shutdown(info->connect_fd, SHUT_RDWR);
}

/// Serves a listening socket, which it closes when it is stopped; NULL if it cannot.
static inline struct MHD_Daemon *cmhd_start(int listener, struct cmhd_calls *calls,
                                            unsigned connections, unsigned each,
                                            unsigned seconds) {
  return MHD_start_daemon(
      MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, cmhd_access, calls,
      MHD_OPTION_LISTEN_SOCKET, listener, MHD_OPTION_NOTIFY_COMPLETED, cmhd_completed, calls,
      MHD_OPTION_NOTIFY_CONNECTION, cmhd_notify, calls,
      MHD_OPTION_UNESCAPE_CALLBACK, cmhd_unescape, NULL, MHD_OPTION_CONNECTION_LIMIT, connections, MHD_OPTION_PER_IP_CONNECTION_LIMIT, each,
      MHD_OPTION_CONNECTION_TIMEOUT, seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)65536, MHD_OPTION_END);
}

/// Lets one connection be silent for another time.
static inline void cmhd_patience(struct MHD_Connection *connection, unsigned seconds) {
  (void)MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, seconds);
}

/// The descriptor that is readable when `MHD_run` has something to do.
static inline int cmhd_descriptor(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info == NULL ? -1 : info->epoll_fd;
}

/// Milliseconds until `MHD_run` is to be called again; -1 for as long as nothing happens.
static inline long long cmhd_timeout(struct MHD_Daemon *daemon) {
  MHD_UNSIGNED_LONG_LONG timeout = 0;
  if (MHD_get_timeout(daemon, &timeout) != MHD_YES) return -1;
  return timeout > 3600000 ? 3600000 : (long long)timeout;
}

static inline const char *cmhd_header(struct MHD_Connection *connection, const char *name) {
  return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

/// Where the headers of a request go, one after the other.
struct cmhd_headers {
  void *context;
  void (*add)(void *context, const char *name, const char *value);
};

static inline enum MHD_Result cmhd_take_header(void *pointer, enum MHD_ValueKind kind,
                                               const char *name, const char *value) {
  const struct cmhd_headers *headers = pointer;
  (void)kind;
  headers->add(headers->context, name, value == NULL ? "" : value);
  return MHD_YES;
}

/// Tells all headers, also those that stand there twice.
static inline void cmhd_each_header(struct MHD_Connection *connection,
                                    struct cmhd_headers headers) {
  (void)MHD_get_connection_values(connection, MHD_HEADER_KIND, cmhd_take_header, &headers);
}

static inline const char *cmhd_argument(struct MHD_Connection *connection, const char *name) {
  return MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, name);
}

/// A response whose bytes are copied.
static inline struct MHD_Response *cmhd_response(const void *bytes, size_t count) {
  return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

/// A response that is read as it comes, at most `size` bytes at a time.
static inline struct MHD_Response *cmhd_stream(MHD_ContentReaderCallback read, void *context,
                                               MHD_ContentReaderFreeCallback end, size_t size) {
  return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, size, read, context, end);
}

#endif
