// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors
//
// A session with an MQTT broker by libmosquitto, driven from outside: the caller waits on the
// descriptor and calls in when it is ready. libmosquitto's and OpenSSL's types stay behind this.
#ifndef CMOSQUITTO_H
#define CMOSQUITTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cmosquitto;

/// Bytes of one message that are taken.
#define CMOSQUITTO_FLOOD (1 << 20)

/// What the session says; called from within `read`, `write` and `tick` only, never on a thread.
struct cmosquitto_handlers {
  void *_Nullable owner;
  /// The broker's answer: 0, or why it refuses.
  void (*_Nonnull connected)(void *_Nullable owner, int reason);
  void (*_Nonnull disconnected)(void *_Nullable owner, int reason);
  /// The broker has message `mid`; a reason of 128 or more means it will not have it.
  void (*_Nonnull published)(void *_Nullable owner, int mid, int reason);
  /// The answer to a subscription.
  void (*_Nonnull subscribed)(void *_Nullable owner, bool is_granted);
  void (*_Nonnull received)(void *_Nullable owner, const char *_Nonnull topic,
                            const void *_Nullable payload, size_t length, bool is_retained);
};

/// Everything fixed for the life of a session; strings are copied.
struct cmosquitto_settings {
  const char *_Nonnull host;
  int port;
  int keepalive;
  const char *_Nonnull client;
  bool is_version_5;
  /// The broker forgets what it keeps for this client, at each connection.
  bool is_clean;
  /// Seconds that the broker keeps the session of an absent client; MQTT 5 only.
  uint32_t session_expiry;
  const char *_Nullable user;
  const char *_Nullable password;
  bool uses_tls;
  /// PEM files; without a CA those that the system trusts.
  const char *_Nullable ca;
  const char *_Nullable certificate;
  const char *_Nullable key;
  /// SHA-256 of acceptable SubjectPublicKeyInfos, 32 bytes each; none: any that the CA vouches for.
  const uint8_t *_Nullable pins;
  size_t pin_count;
};

/// Nil with no memory or an unusable TLS file; then `failure` gets the reason.
struct cmosquitto *_Nullable cmosquitto_make(const struct cmosquitto_settings *_Nonnull settings,
                                             struct cmosquitto_handlers handlers,
                                             char *_Nonnull failure, size_t size);
/// Waits for an attempt to connect that still resolves the name, at most a second.
void cmosquitto_free(struct cmosquitto *_Nonnull session);

/// What the broker tells others when the connection is lost; for the next connection.
int cmosquitto_set_will(struct cmosquitto *_Nonnull session, const char *_Nonnull topic,
                        const void *_Nonnull payload, size_t length);

/// Begins to connect on a thread, because resolving a name waits; false with no thread for it.
///
/// `signal` is an eventfd that gets 1 when `cmosquitto_finish` can be called. In between no other
/// call is allowed. A host with addresses of both families is asked at its first one, or at one of
/// the other family: libmosquitto by itself never tries a second.
bool cmosquitto_start(struct cmosquitto *_Nonnull session, int signal, bool at_other_family);
/// The result of the attempt, 0 when the connection is on its way.
int cmosquitto_finish(struct cmosquitto *_Nonnull session);

/// −1 without a connection.
int cmosquitto_descriptor(struct cmosquitto *_Nonnull session);
bool cmosquitto_wants_write(struct cmosquitto *_Nonnull session);
int cmosquitto_read(struct cmosquitto *_Nonnull session);
int cmosquitto_write(struct cmosquitto *_Nonnull session);
/// Whether the broker sent more than CMOSQUITTO_FLOOD bytes that are no whole message yet, or
/// announced more than there is memory for; then `read` fails. libmosquitto itself would keep up to
/// 256 MB, and while a broker is faster than its reader it does not return before it has them: the
/// caller has to limit the memory of the process, too.
bool cmosquitto_is_flooded(struct cmosquitto *_Nonnull session);
/// Keep-alive; to be called about once a second.
int cmosquitto_tick(struct cmosquitto *_Nonnull session);

/// Sends by QoS 1; `mid` gets the number that `published` will name.
int cmosquitto_publish(struct cmosquitto *_Nonnull session, int *_Nonnull mid,
                       const char *_Nonnull topic, const void *_Nonnull payload, size_t length,
                       bool is_retained);
int cmosquitto_subscribe(struct cmosquitto *_Nonnull session, const char *_Nonnull topic,
                         int quality);
int cmosquitto_disconnect(struct cmosquitto *_Nonnull session);

/// The sentence for a result of these calls or a reason of `disconnected`.
const char *_Nonnull cmosquitto_error_text(struct cmosquitto *_Nonnull session, int code);
/// The sentence for a reason of `connected` or `published`.
const char *_Nonnull cmosquitto_reason_text(struct cmosquitto *_Nonnull session, int reason);

#endif
