// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors
//
// Opening a session on a helper thread, because gps_open resolves names and connects, both of
// which may block for minutes. The thread hands the open session over through an eventfd.
//
// Two owners hold an opening, the loop and the thread; the one that lets go last frees it. So the
// loop may abandon an opening at any time, and the thread never writes to a descriptor that has
// been closed or used again.
//
// libgps looks up a protocol by a call that is not safe in two threads at once; a source opens one
// session at a time.
#ifndef LOCATIOND_CGPS_OPENING_H
#define LOCATIOND_CGPS_OPENING_H

#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>

struct cgps_opening {
    int owners;
    int done;
    int event;
    int status, error;      // of gps_open; its error numbers are below 0
    struct cgps_session *session;
};

static inline void cgps_opening_release(struct cgps_opening *opening) {
    if (__atomic_sub_fetch(&opening->owners, 1, __ATOMIC_ACQ_REL) > 0) return;
    cgps_session_free(opening->session);
    close(opening->event);
    free(opening);
}

// Why a connection does not come about, as an errno; 0 if it does. gps_open says only that it did not.
static inline int cgps_connect_error(const char *host, const char *port) {
    struct addrinfo hints, *list = NULL;
    int error = 0;
    memset(&hints, 0, sizeof hints);
    hints.ai_socktype = SOCK_STREAM;
    if (getaddrinfo(host, port, &hints, &list) != 0) return 0;
    for (struct addrinfo *entry = list; entry != NULL; entry = entry->ai_next) {
        socklen_t length = sizeof error;
        int raw = socket(entry->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        error = 0;
        if (raw < 0 || connect(raw, entry->ai_addr, entry->ai_addrlen) != 0) error = errno;
        if (error == EINPROGRESS) {
            struct pollfd wait = { .fd = raw, .events = POLLOUT };
            error = ETIMEDOUT;
            if (poll(&wait, 1, 3000) > 0) getsockopt(raw, SOL_SOCKET, SO_ERROR, &error, &length);
        }
        if (raw >= 0) close(raw);
        if (error == 0) break;
    }
    freeaddrinfo(list);
    return error;
}

static inline void *cgps_opening_run(void *context) {
    struct cgps_opening *opening = (struct cgps_opening *)context;
    struct cgps_session *session = opening->session;
    errno = 0;
    opening->status = gps_open(session->host, session->port, &session->data);
    opening->error = errno;
    if (opening->status == 0) cgps_session_adopt(session);
    else if (opening->error == NL_NOCONNECT || opening->status == NL_NOCONNECT) {
        int error = cgps_connect_error(session->host, session->port);
        if (error > 0) {
            opening->error = error;
            opening->status = -1;
        }
    }
    __atomic_store_n(&opening->done, 1, __ATOMIC_RELEASE);
    uint64_t one = 1;
    while (write(opening->event, &one, sizeof one) == -1 && errno == EINTR) { }
    cgps_opening_release(opening);
    return NULL;
}

// Starts to open. NULL with errno when there is no memory, descriptor or thread for it.
static inline struct cgps_opening *cgps_opening_start(const char *host, const char *port) {
    struct cgps_opening *opening = (struct cgps_opening *)calloc(1, sizeof *opening);
    if (opening == NULL) return NULL;
    opening->owners = 2;
    opening->event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    opening->session = cgps_session_new(host, port);
    int error = opening->event < 0 ? errno : (opening->session == NULL ? ENOMEM : 0);
    if (error == 0) {
        pthread_t thread;
        pthread_attr_t attributes;
        sigset_t all, before;
        pthread_attr_init(&attributes);
        pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
        // Name service modules want more than the minimum, none wants the default 8 MB.
        pthread_attr_setstacksize(&attributes, 256 * 1024);
        // Signals are the loop's.
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        error = pthread_create(&thread, &attributes, cgps_opening_run, opening);
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        pthread_attr_destroy(&attributes);
    }
    if (error == 0) return opening;
    cgps_session_free(opening->session);
    if (opening->event >= 0) close(opening->event);
    free(opening);
    errno = error;
    return NULL;
}

// Readable once the attempt is over.
static inline int cgps_opening_descriptor(const struct cgps_opening *opening) {
    return opening->event;
}

static inline bool cgps_opening_is_done(const struct cgps_opening *opening) {
    return __atomic_load_n(&opening->done, __ATOMIC_ACQUIRE) != 0;
}

// The session of a finished opening, which the caller then owns; NULL if gps_open failed.
static inline struct cgps_session *cgps_opening_take(struct cgps_opening *opening) {
    if (opening->status != 0) return NULL;
    struct cgps_session *session = opening->session;
    opening->session = NULL;
    return session;
}

// Why a finished opening failed. libgps reports in errno or in the result, depending on release.
static inline const char *cgps_opening_failure(const struct cgps_opening *opening) {
    if (opening->error < 0) return gps_errstr(opening->error);
    if (opening->status < -1) return gps_errstr(opening->status);
    if (opening->error > 0) return strerror(opening->error);
    return gps_errstr(NL_NOCONNECT);
}

#endif
