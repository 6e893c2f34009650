// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors
#define _GNU_SOURCE  // pthread_timedjoin_np
#include <errno.h>
#include <fcntl.h>
#include <linux/tcp.h>
#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "tls.h"

struct cmosquitto {
  struct mosquitto *library;
  struct cmosquitto_handlers handlers;
  struct tls_policy policy;
  char *host;
  int port;
  int keepalive;
  bool is_version_5;
  pthread_t thread;
  bool is_starting;
  bool at_other_family;
  /// Bytes that the socket had brought when a message was whole last.
  uint64_t whole;
  bool is_flooded;
  int signal;
  int result;
  int error;
  /// Why TLS failed, in OpenSSL's words; empty if it did not.
  char tls_failure[128];
  /// The broker has taken this connection.
  bool was_taken;
};

/// The largest packet that a broker of MQTT 5 is asked for: a few times the largest command.
static const uint32_t packet_limit = 256 * 1024;
/// Bytes that wait in the kernel. A reader that is faster than this much is in the middle of a
/// message at most for as long as a turn of its loop may take.
static const int receive_buffer = 64 * 1024;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void initialize(void) { mosquitto_lib_init(); }

/// Bytes that the socket has brought so far.
static uint64_t received_bytes(struct cmosquitto *session) {
  struct tcp_info info = {0};
  socklen_t size = sizeof info;
  int descriptor = mosquitto_socket(session->library);
  if (descriptor < 0 || getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return 0;
  return info.tcpi_bytes_received;
}

// MARK: Callbacks

static void on_connect(struct mosquitto *library, void *user, int reason, int flags,
                       const mosquitto_property *properties) {
  (void)library, (void)flags, (void)properties;
  struct cmosquitto *session = user;
  session->was_taken = reason == 0;
  session->handlers.connected(session->handlers.owner, reason);
}

static void on_disconnect(struct mosquitto *library, void *user, int reason,
                          const mosquitto_property *properties) {
  (void)library, (void)properties;
  struct cmosquitto *session = user;
  session->handlers.disconnected(session->handlers.owner, reason);
}

static void on_publish(struct mosquitto *library, void *user, int mid, int reason,
                       const mosquitto_property *properties) {
  (void)library, (void)properties;
  struct cmosquitto *session = user;
  session->whole = received_bytes(session);
  session->handlers.published(session->handlers.owner, mid, reason);
}

static void on_subscribe(struct mosquitto *library, void *user, int mid, int count,
                         const int *granted) {
  (void)library, (void)mid;
  struct cmosquitto *session = user;
  session->handlers.subscribed(session->handlers.owner, count > 0 && granted[0] < 128);
}

static void on_message(struct mosquitto *library, void *user,
                       const struct mosquitto_message *message) {
  (void)library;
  struct cmosquitto *session = user;
  session->whole = received_bytes(session);
  session->handlers.received(session->handlers.owner, message->topic, message->payload,
                             message->payloadlen > 0 ? (size_t)message->payloadlen : 0,
                             message->retain);
}

/// libmosquitto tells what OpenSSL said only in its log: "…error:0A00010B:SSL routines::REASON".
static void on_log(struct mosquitto *library, void *user, int level, const char *text) {
  (void)library;
  struct cmosquitto *session = user;
  // A connection that the broker has taken and that ends is lost, whatever TLS makes of it.
  if (session->was_taken || level != MOSQ_LOG_ERR || strstr(text, "OpenSSL") == NULL) return;
  const char *reason = strrchr(text, ':');
  if (reason == NULL || reason[1] == 0) return;
  reason += reason[1] == ' ' ? 2 : 1;
  bool is_plain = strstr(reason, "wrong version number") || strstr(reason, "packet length") ||
                  strstr(reason, "unexpected eof");
  snprintf(session->tls_failure, sizeof session->tls_failure, "TLS fails: %s%s", reason,
           is_plain ? " (does the broker speak TLS at this port?)" : "");
}

// MARK: Making

static bool use_tls(struct cmosquitto *session, const struct cmosquitto_settings *settings,
                    char *failure, size_t size) {
  if (settings->pin_count > 0) {
    session->policy.pins = malloc(settings->pin_count * 32);
    if (session->policy.pins == NULL) return false;
    memcpy(session->policy.pins, settings->pins, settings->pin_count * 32);
    session->policy.pin_count = settings->pin_count;
  }
  SSL_CTX *context = tls_context(settings, &session->policy, failure, size);
  if (context == NULL) return false;
  // Releases of libmosquitto differ in whether they take a reference: ours is never given back,
  // and there are few sessions in the life of a process.
  SSL_CTX_up_ref(context);
  return mosquitto_void_option(session->library, MOSQ_OPT_SSL_CTX, context) == MOSQ_ERR_SUCCESS &&
         mosquitto_int_option(session->library, MOSQ_OPT_SSL_CTX_WITH_DEFAULTS, 0) ==
             MOSQ_ERR_SUCCESS;
}

/// The properties of CONNECT can be given to a call only that would wait for the connection. It
/// stores them before it looks at the port, which is refused here.
static bool keep_session(struct cmosquitto *session, uint32_t expiry) {
  mosquitto_property *properties = NULL;
  if (mosquitto_property_add_int32(&properties, MQTT_PROP_SESSION_EXPIRY_INTERVAL, expiry) !=
          MOSQ_ERR_SUCCESS ||
      mosquitto_property_add_int32(&properties, MQTT_PROP_MAXIMUM_PACKET_SIZE, packet_limit) !=
          MOSQ_ERR_SUCCESS) {
    mosquitto_property_free_all(&properties);
    return false;
  }
  int result =
      mosquitto_connect_bind_v5(session->library, session->host, -1, 60, NULL, properties);
  mosquitto_property_free_all(&properties);
  return result == MOSQ_ERR_INVAL;
}

static bool set_user(struct cmosquitto *session, const struct cmosquitto_settings *settings,
                     char *failure, size_t size) {
  int result = mosquitto_username_pw_set(session->library, settings->user, settings->password);
  if (result == MOSQ_ERR_SUCCESS) return true;
  bool is_lonely = settings->user == NULL && settings->password != NULL;
  snprintf(failure, size, "[broker] %s: %s", is_lonely ? "password-file" : "user",
           is_lonely ? "MQTT 3.1.1 takes no password without a user" : mosquitto_strerror(result));
  return false;
}

static bool set_up(struct cmosquitto *session, const struct cmosquitto_settings *settings,
                   char *failure, size_t size) {
  pthread_once(&once, initialize);
  session->host = strdup(settings->host);
  session->library = mosquitto_new(settings->client, settings->is_clean, session);
  if (session->library == NULL && errno != ENOMEM)
    snprintf(failure, size, "[broker] client-id: %s is not text that MQTT allows", settings->client);
  if (session->host == NULL || session->library == NULL) return false;
  struct mosquitto *library = session->library;
  int version = settings->is_version_5 ? MQTT_PROTOCOL_V5 : MQTT_PROTOCOL_V311;
  if (mosquitto_int_option(library, MOSQ_OPT_PROTOCOL_VERSION, version) != MOSQ_ERR_SUCCESS ||
      mosquitto_int_option(library, MOSQ_OPT_TCP_NODELAY, 1) != MOSQ_ERR_SUCCESS ||
      !set_user(session, settings, failure, size))
    return false;
  // How many wait for the broker is the caller's decision.
  mosquitto_int_option(library, MOSQ_OPT_SEND_MAXIMUM, 65535);
  if (settings->is_version_5 && !keep_session(session, settings->session_expiry)) return false;
  mosquitto_connect_v5_callback_set(library, on_connect);
  mosquitto_disconnect_v5_callback_set(library, on_disconnect);
  mosquitto_publish_v5_callback_set(library, on_publish);
  mosquitto_subscribe_callback_set(library, on_subscribe);
  mosquitto_message_callback_set(library, on_message);
  mosquitto_log_callback_set(library, on_log);
  return !settings->uses_tls || use_tls(session, settings, failure, size);
}

struct cmosquitto *cmosquitto_make(const struct cmosquitto_settings *settings,
                                   struct cmosquitto_handlers handlers, char *failure,
                                   size_t size) {
  snprintf(failure, size, "libmosquitto cannot begin: %s", strerror(ENOMEM));
  struct cmosquitto *session = calloc(1, sizeof *session);
  if (session == NULL) return NULL;
  session->handlers = handlers;
  session->port = settings->port;
  session->keepalive = settings->keepalive;
  session->is_version_5 = settings->is_version_5;
  if (set_up(session, settings, failure, size)) return session;
  cmosquitto_free(session);
  return NULL;
}

/// Waits a second for an attempt that still resolves a name; a resolver may take far longer.
static bool is_abandoned(struct cmosquitto *session) {
  if (!session->is_starting) return false;
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 1;
  if (pthread_timedjoin_np(session->thread, NULL, &deadline) == 0) return false;
  pthread_detach(session->thread);
  return true;
}

void cmosquitto_free(struct cmosquitto *session) {
  // The thread keeps what it uses; there is only the end of the process after this.
  if (is_abandoned(session)) return;
  if (session->library) mosquitto_destroy(session->library);
  free(session->policy.pins);
  free(session->host);
  free(session);
}

int cmosquitto_set_will(struct cmosquitto *session, const char *topic, const void *payload,
                        size_t length) {
  return mosquitto_will_set(session->library, topic, (int)length, payload, 1, false);
}

// MARK: Connecting

/// The local address from which only one family can be reached, or NULL if the host has only one.
static const char *source(struct cmosquitto *session) {
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *list = NULL;
  if (getaddrinfo(session->host, NULL, &hints, &list) != 0) return NULL;
  int first = list->ai_family, other = 0;
  for (struct addrinfo *address = list; address; address = address->ai_next) {
    if (address->ai_family != first) other = address->ai_family;
  }
  freeaddrinfo(list);
  if (other == 0) return NULL;
  return (session->at_other_family ? other : first) == AF_INET ? "0.0.0.0" : "::";
}

static void *run(void *argument) {
  struct cmosquitto *session = argument;
  mosquitto_string_option(session->library, MOSQ_OPT_BIND_ADDRESS, source(session));
  session->result = mosquitto_connect_async(session->library, session->host, session->port,
                                            session->keepalive);
  session->error = errno;
  uint64_t one = 1;
  while (write(session->signal, &one, sizeof one) < 0 && errno == EINTR) continue;
  close(session->signal);
  return NULL;
}

bool cmosquitto_start(struct cmosquitto *session, int signal, bool at_other_family) {
  if (session->is_starting) return false;
  session->policy.failure = NULL;
  session->tls_failure[0] = 0;
  session->was_taken = false;
  session->at_other_family = at_other_family;
  // The thread's own, because it may outlive the caller's.
  session->signal = fcntl(signal, F_DUPFD_CLOEXEC, 0);
  if (session->signal < 0) return false;
  sigset_t all, before;
  sigfillset(&all);
  // A new thread inherits the mask; signals belong to the loop's thread.
  pthread_sigmask(SIG_SETMASK, &all, &before);
  session->is_starting = pthread_create(&session->thread, NULL, run, session) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (!session->is_starting) close(session->signal);
  return session->is_starting;
}

int cmosquitto_finish(struct cmosquitto *session) {
  if (!session->is_starting) return MOSQ_ERR_NO_CONN;
  pthread_join(session->thread, NULL);
  session->is_starting = false;
  session->whole = 0;
  session->is_flooded = false;
  int descriptor = mosquitto_socket(session->library);
  if (descriptor >= 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
  return session->result;
}

// MARK: Driving

int cmosquitto_descriptor(struct cmosquitto *session) {
  return mosquitto_socket(session->library);
}

bool cmosquitto_wants_write(struct cmosquitto *session) {
  return mosquitto_want_write(session->library);
}

int cmosquitto_read(struct cmosquitto *session) {
  int result = mosquitto_loop_read(session->library, 1);
  // What OpenSSL has decrypted makes no descriptor readable.
  SSL *ssl = mosquitto_ssl_get(session->library);
  for (int turn = 0; turn < 256 && result == MOSQ_ERR_SUCCESS && ssl && SSL_pending(ssl); turn++) {
    result = mosquitto_loop_read(session->library, 1);
    ssl = mosquitto_ssl_get(session->library);
  }
  session->error = errno;
  // Without memory, because the limit on it is there for one message that asks for all of it.
  session->is_flooded =
      result == MOSQ_ERR_NOMEM ||
      (result == MOSQ_ERR_SUCCESS && received_bytes(session) > session->whole + CMOSQUITTO_FLOOD);
  return session->is_flooded ? MOSQ_ERR_OVERSIZE_PACKET : result;
}

bool cmosquitto_is_flooded(struct cmosquitto *session) { return session->is_flooded; }

int cmosquitto_write(struct cmosquitto *session) {
  int result = mosquitto_loop_write(session->library, 1);
  session->error = errno;
  return result;
}

int cmosquitto_tick(struct cmosquitto *session) {
  int result = mosquitto_loop_misc(session->library);
  session->error = errno;
  return result;
}

int cmosquitto_publish(struct cmosquitto *session, int *mid, const char *topic,
                       const void *payload, size_t length, bool is_retained) {
  return mosquitto_publish_v5(session->library, mid, topic, (int)length, payload, 1, is_retained,
                              NULL);
}

int cmosquitto_subscribe(struct cmosquitto *session, const char *topic, int quality) {
  return mosquitto_subscribe(session->library, NULL, topic, quality);
}

int cmosquitto_disconnect(struct cmosquitto *session) {
  return mosquitto_disconnect(session->library);
}

// MARK: Words

const char *cmosquitto_error_text(struct cmosquitto *session, int code) {
  if (session->policy.failure) return session->policy.failure;
  if (session->is_flooded) return "it sends a message of more than 1 MB";
  if (session->tls_failure[0]) return session->tls_failure;
  if (code == MOSQ_ERR_ERRNO) return strerror(session->error);
  return mosquitto_strerror(code);
}

const char *cmosquitto_reason_text(struct cmosquitto *session, int reason) {
  return session->is_version_5 ? mosquitto_reason_string(reason)
                               : mosquitto_connack_string(reason);
}
