// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors
//
// A TLS context of our own: libmosquitto looks at the peer's key, if one asks it, only after it
// has sent user and password. Here the handshake itself fails.
#include "tls.h"

#include <arpa/inet.h>
#include <openssl/err.h>
#include <openssl/sha.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <string.h>

static bool is_pinned(const struct tls_policy *policy, X509 *certificate) {
  unsigned char *key = NULL;
  unsigned char digest[SHA256_DIGEST_LENGTH];
  int length = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &key);
  if (length <= 0) return false;
  SHA256(key, (size_t)length, digest);
  OPENSSL_free(key);
  for (size_t index = 0; index < policy->pin_count; index++) {
    if (memcmp(policy->pins + index * sizeof digest, digest, sizeof digest) == 0) return true;
  }
  return false;
}

/// Called for each certificate of the chain, the broker's own last.
static int judge(int is_good, X509_STORE_CTX *store) {
  SSL *ssl = X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx());
  struct tls_policy *policy = SSL_CTX_get_app_data(SSL_get_SSL_CTX(ssl));
  if (!is_good) {
    policy->failure = X509_verify_cert_error_string(X509_STORE_CTX_get_error(store));
    return 0;
  }
  bool is_own = X509_STORE_CTX_get_error_depth(store) == 0;
  if (is_own && policy->pin_count > 0 &&
      !is_pinned(policy, X509_STORE_CTX_get_current_cert(store))) {
    policy->failure = "its key is not one of those pinned";
    X509_STORE_CTX_set_error(store, X509_V_ERR_APPLICATION_VERIFICATION);
    return 0;
  }
  return 1;
}

/// OpenSSL would ask on the terminal.
static int no_passphrase(char *buffer, int size, int is_writing, void *user) {
  (void)buffer, (void)size, (void)is_writing, (void)user;
  return 0;
}

/// What the system says of a file comes before what OpenSSL concludes: "system lib".
static bool refuse(char *failure, size_t size, const char *what, const char *file) {
  const char *reason = NULL;
  bool is_systems = false;
  for (unsigned long code = ERR_get_error(); code != 0; code = ERR_get_error()) {
    if (is_systems) continue;
    is_systems = ERR_SYSTEM_ERROR(code);
    const char *text = is_systems ? strerror(ERR_GET_REASON(code)) : ERR_reason_error_string(code);
    if (text) reason = text;
  }
  snprintf(failure, size, "%s%s%s: %s", what, file ? ": " : "", file ? file : "",
           reason ? reason : "unusable");
  return false;
}

static bool load(SSL_CTX *context, const struct cmosquitto_settings *settings, char *failure,
                 size_t size) {
  if (settings->ca) {
    if (SSL_CTX_load_verify_locations(context, settings->ca, NULL) != 1)
      return refuse(failure, size, "[broker] ca", settings->ca);
  } else if (SSL_CTX_set_default_verify_paths(context) != 1) {
    return refuse(failure, size, "the system's CAs", NULL);
  }
  if (settings->certificate &&
      SSL_CTX_use_certificate_chain_file(context, settings->certificate) != 1)
    return refuse(failure, size, "[broker] certificate", settings->certificate);
  if (settings->key && (SSL_CTX_use_PrivateKey_file(context, settings->key, SSL_FILETYPE_PEM) != 1 ||
                        SSL_CTX_check_private_key(context) != 1))
    return refuse(failure, size, "[broker] key", settings->key);

  X509_VERIFY_PARAM *parameters = SSL_CTX_get0_param(context);
  X509_VERIFY_PARAM_set_hostflags(parameters, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
  int is_set = X509_VERIFY_PARAM_set1_ip_asc(parameters, settings->host);
  if (is_set != 1) is_set = X509_VERIFY_PARAM_set1_host(parameters, settings->host, 0);
  ERR_clear_error();
  return is_set == 1 || refuse(failure, size, "[broker] host", settings->host);
}

SSL_CTX *tls_context(const struct cmosquitto_settings *settings, struct tls_policy *policy,
                     char *failure, size_t size) {
  SSL_CTX *context = SSL_CTX_new(TLS_client_method());
  if (context == NULL) {
    refuse(failure, size, "TLS", NULL);
    return NULL;
  }
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  SSL_CTX_set_default_passwd_cb(context, no_passphrase);
  SSL_CTX_set_app_data(context, policy);
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, judge);
  if (load(context, settings, failure, size)) return context;
  SSL_CTX_free(context);
  return NULL;
}
