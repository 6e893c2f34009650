// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors
#ifndef CMOSQUITTO_TLS_H
#define CMOSQUITTO_TLS_H

#include <openssl/ssl.h>

#include "CMosquitto.h"

/// What a handshake is judged by, and why it failed; stays where it is while the context lives.
struct tls_policy {
  uint8_t *pins;
  size_t pin_count;
  const char *failure;
};

/// A context that trusts, shows and pins what the settings say; NULL with the reason.
SSL_CTX *tls_context(const struct cmosquitto_settings *settings, struct tls_policy *policy,
                     char *failure, size_t size);

#endif
