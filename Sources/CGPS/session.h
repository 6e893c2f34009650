// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors
//
// One open gps_data_t, on the heap because it is 24 KB and more. Loop thread only, after
// `opening.h` has handed it over.
//
// The session reads gpsd's socket itself, vets each line, and lets libgps unpack one line at a time.
// A line that libgps must not see is skipped, however long.
#ifndef LOCATIOND_CGPS_SESSION_H
#define LOCATIOND_CGPS_SESSION_H

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    CGPS_HOST_MAX = 254,
    CGPS_COMMAND_MAX = 2048,
    // libgps's own command buffer, terminator included (GPS_JSON_COMMAND_MAX); it truncates.
    CGPS_STREAM_MAX = 80,
    // libgps's read buffer is 20,480 bytes in every release; gpsd's longest object is 10,240.
    CGPS_LINE_MAX = 20000,
    CGPS_BUFFER = 32768,
    // Of a TPV with the members that are read, as gpsd writes them; a longer one goes as it is.
    CGPS_FIX_MAX = 1024,
    // A peer that sends this much without a newline is not gpsd.
    CGPS_ENDLESS = 1 << 20,
};

enum cgps_outcome {
    CGPS_NOTHING,   // no whole line is buffered
    CGPS_MESSAGE,   // a vetted object: `scan` says which; libgps holds its values
    CGPS_FOREIGN,   // a line that does not begin an object: NMEA or a hex dump, if asked for
    CGPS_UNUSABLE,  // skipped: too long, broken, or of a shape that libgps cannot take
};

struct cgps_session {
    struct gps_data_t data;
    // libgps may keep pointers to these.
    char host[CGPS_HOST_MAX], port[8];
    int upstream;
    size_t skipped;         // bytes of an overlong line so far
    size_t start, end;      // unread part of `buffer`
    char *line;             // the last line, without its end; valid until the next read
    size_t line_length, line_whole;     // without and with its carriage returns
    struct cgps_scan scan;
    char device[GPS_PATH_MAX];  // that of the last message that was asked for its receiver
    char fix[CGPS_FIX_MAX];
    char buffer[CGPS_BUFFER];
};

struct cgps_watch { bool pps, nmea, scaled, split24, timing, change; int raw; };

static inline struct cgps_session *cgps_session_new(const char *host, const char *port) {
    struct cgps_session *session = (struct cgps_session *)calloc(1, sizeof *session);
    if (session == NULL) return NULL;
    session->upstream = -1;
    session->data.gps_fd = -1;
    snprintf(session->host, sizeof session->host, "%s", host);
    snprintf(session->port, sizeof session->port, "%s", port);
    return session;
}

// Takes over the descriptor that gps_open left in `data`.
static inline void cgps_session_adopt(struct cgps_session *session) {
    int on = 1, idle = 10, interval = 5, count = 3;
    session->upstream = (int)session->data.gps_fd;
    fcntl(session->upstream, F_SETFL, fcntl(session->upstream, F_GETFL) | O_NONBLOCK);
    fcntl(session->upstream, F_SETFD, FD_CLOEXEC);
    // The session mostly listens; without probes a host that lost power stays connected for ever.
    setsockopt(session->upstream, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    setsockopt(session->upstream, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
    setsockopt(session->upstream, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
    setsockopt(session->upstream, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
}

static inline void cgps_session_free(struct cgps_session *session) {
    if (session == NULL) return;
    if (session->upstream >= 0) gps_close(&session->data);
    free(session);
}

// gps_send without the SIGPIPE of its write(2), whatever the process does with that signal:
// blocked for the call, and consumed if the call raised it. 0, or an errno.
static inline int cgps_send(struct cgps_session *session, const char *command, unsigned stream) {
    sigset_t pipe_set, before, pending;
    struct timespec none = { 0, 0 };
    sigemptyset(&pipe_set);
    sigaddset(&pipe_set, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &pipe_set, &before);
    errno = 0;
    int status = command == NULL ? gps_stream(&session->data, stream, NULL)
                                 : gps_send(&session->data, "%s\n", command);
    int error = status == 0 ? 0 : (errno > 0 ? errno : EIO);
    if (error == EPIPE && sigismember(&pending, SIGPIPE) == 0)
        while (sigtimedwait(&pipe_set, NULL, &none) == -1 && errno == EINTR) { }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

static inline size_t cgps_append(char *text, size_t length, const char *more) {
    size_t room = CGPS_COMMAND_MAX - length;
    int added = snprintf(text + length, room, "%s", more);
    return added < 0 || (size_t)added >= room ? CGPS_COMMAND_MAX - 1 : length + (size_t)added;
}

// The device's name as the inside of a JSON string.
static inline size_t cgps_append_escaped(char *text, size_t length, const char *name) {
    for (; *name != '\0'; name++) {
        char piece[8] = { *name, '\0' };
        if (*name == '"' || *name == '\\') snprintf(piece, sizeof piece, "\\%c", *name);
        else if ((unsigned char)*name < 0x20)
            snprintf(piece, sizeof piece, "\\u%04x", (unsigned char)*name);
        length = cgps_append(text, length, piece);
    }
    return length;
}

// Asks gpsd for its stream with one well-formed request; `device` may be NULL. gpsd merges what it
// is asked, so a `change` names also what is not wanted any more. gps_stream sends
// it where its buffer holds it, gps_send otherwise. 0, or an errno.
static inline int cgps_watch(struct cgps_session *session, struct cgps_watch watch,
                             const char *device) {
    char text[CGPS_COMMAND_MAX];
    unsigned flags = WATCH_ENABLE | WATCH_JSON;
    size_t length = cgps_append(text, 0, "?WATCH={\"enable\":true,\"json\":true");
    if (watch.nmea) flags |= WATCH_NMEA, length = cgps_append(text, length, ",\"nmea\":true");
    if (watch.raw == 1) flags |= WATCH_RARE, length = cgps_append(text, length, ",\"raw\":1");
    if (watch.raw >= 2) flags |= WATCH_RAW, length = cgps_append(text, length, ",\"raw\":2");
    if (watch.scaled) flags |= WATCH_SCALED, length = cgps_append(text, length, ",\"scaled\":true");
    if (watch.timing) flags |= WATCH_TIMING, length = cgps_append(text, length, ",\"timing\":true");
    if (watch.split24)
        flags |= WATCH_SPLIT24, length = cgps_append(text, length, ",\"split24\":true");
    if (watch.pps) flags |= WATCH_PPS, length = cgps_append(text, length, ",\"pps\":true");
    if (watch.change) {
        if (!watch.nmea) length = cgps_append(text, length, ",\"nmea\":false");
        if (watch.raw == 0) length = cgps_append(text, length, ",\"raw\":0");
        if (!watch.scaled) length = cgps_append(text, length, ",\"scaled\":false");
        if (!watch.timing) length = cgps_append(text, length, ",\"timing\":false");
        if (!watch.split24) length = cgps_append(text, length, ",\"split24\":false");
        if (!watch.pps) length = cgps_append(text, length, ",\"pps\":false");
    }
    if (device == NULL && !watch.change && length + sizeof "};" <= CGPS_STREAM_MAX)
        return cgps_send(session, NULL, flags);
    if (device != NULL) {
        length = cgps_append(text, length, ",\"device\":\"");
        length = cgps_append_escaped(text, length, device);
        length = cgps_append(text, length, "\"");
    }
    cgps_append(text, length, "};");
    return cgps_send(session, text, 0);
}

// Reads what the socket has into the buffer, once. The number of bytes, 0 for none, -1 after the
// peer's orderly end, or -1 - errno when the connection failed.
static inline long cgps_fill(struct cgps_session *session) {
    if (session->start > 0) {
        session->end -= session->start;
        memmove(session->buffer, session->buffer + session->start, session->end);
        session->start = 0;
    }
    ssize_t count;
    do {
        count = recv(session->upstream, session->buffer + session->end,
                     CGPS_BUFFER - session->end, MSG_DONTWAIT);
    } while (count < 0 && errno == EINTR);
    if (count > 0) session->end += (size_t)count;
    if (count > 0) return count;
    if (count == 0) return -1;
    return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : -1 - (long)errno;
}

static inline bool cgps_has_partial_line(const struct cgps_session *session) {
    return session->end > session->start || session->skipped > 0;
}

static inline bool cgps_is_endless(const struct cgps_session *session) {
    return session->skipped > CGPS_ENDLESS;
}

// Lets libgps unpack one line. Everything an earlier message left is cleared first, because libgps
// keeps a fix across the messages that follow it.
static inline bool cgps_unpack(struct cgps_session *session, char *line) {
    struct gps_data_t *data = &session->data;
    data->set = 0;
    data->dev.path[0] = data->dev.driver[0] = '\0';
    gps_clear_fix(&data->fix);
    gps_clear_dop(&data->dop);
    return gps_unpack(line, data) >= 0;
}

// The last line as it stands in the buffer, whose end takes the place of its own for the call.
static inline bool cgps_decode_line(struct cgps_session *session) {
    char *end = session->line + session->line_length, last = *end;
    *end = '\0';
    bool decoded = cgps_unpack(session, session->line);
    *end = last;
    return decoded;
}

// Of a TPV libgps gets the members that are read.
static inline bool cgps_decode_fix(struct cgps_session *session) {
    const struct cgps_scan *scan = &session->scan;
    char *text = session->fix;
    size_t length = 0;
    if (scan->parts > CGPS_PARTS_MAX) return cgps_decode_line(session);
    for (int i = 0; i < scan->parts; i++) {
        if (length + scan->part[i].length > CGPS_FIX_MAX - sizeof ",}")
            return cgps_decode_line(session);
        text[length++] = i == 0 ? '{' : ',';
        memcpy(text + length, scan->part[i].start, scan->part[i].length);
        length += scan->part[i].length;
    }
    text[length++] = '}';
    text[length] = '\0';
    return cgps_unpack(session, text);
}

// Whether libgps took the last line for what the scan says it is. It says nothing of a SKY without
// a count of satellites from release 3.23 on.
static inline bool cgps_is_decoded(const struct cgps_session *session) {
    gps_mask_t set = session->data.set;
    const struct cgps_scan *scan = &session->scan;
    switch (scan->object) {
    case CGPS_TPV: return (set & STATUS_SET) != 0;
    case CGPS_SKY: return scan->satellites == 0 || scan->visible < 0 || (set & SATELLITE_SET) != 0;
    case CGPS_GST: return (set & GST_SET) != 0;
    case CGPS_ATT: return (set & ATTITUDE_SET) != 0;
    case CGPS_DEVICE: case CGPS_DEVICES: return (set & DEVICE_SET) != 0;
    case CGPS_VERSION: return (set & VERSION_SET) != 0;
    case CGPS_ERROR: return (set & ERROR_SET) != 0;
    case CGPS_OTHER: break;
    }
    return false;
}

// Takes the next line out of the buffer. True if there was a whole one.
static inline bool cgps_take_line(struct cgps_session *session, bool *overlong) {
    char *from = session->buffer + session->start;
    size_t available = session->end - session->start;
    const char *newline = (const char *)memchr(from, '\n', available);
    size_t length = newline == NULL ? available : (size_t)(newline - from);
    *overlong = session->skipped + length > CGPS_LINE_MAX;
    if (newline == NULL) {
        if (*overlong) {
            session->skipped += length;
            session->start = session->end = 0;
        }
        return false;
    }
    session->skipped = 0;
    session->start += length + 1;
    session->line = from;
    session->line_whole = length;
    while (length > 0 && from[length - 1] == '\r') length--;
    session->line_length = length;
    return true;
}

// The next message in the buffer.
static inline enum cgps_outcome cgps_next(struct cgps_session *session) {
    bool overlong = false;
    do {
        session->line_length = 0;
        if (!cgps_take_line(session, &overlong)) return CGPS_NOTHING;
        if (overlong) return CGPS_UNUSABLE;
    } while (session->line_length == 0);
    struct cgps_scan *scan = &session->scan;
    if (session->line[0] != '{') return CGPS_FOREIGN;
    if (!cgps_scan_line(session->line, session->line_length, scan)) return CGPS_UNUSABLE;
    // DEVICE and DEVICES are decoded receiver by receiver, the rest is of no use to the domain.
    if (scan->object == CGPS_OTHER || scan->object == CGPS_DEVICE || scan->object == CGPS_DEVICES)
        return CGPS_MESSAGE;
    // libgps finds the class by its text and reads no more satellites than it has room for.
    if (scan->class_members != 1 || scan->satellites > MAXCHANNELS) return CGPS_UNUSABLE;
    bool decoded = scan->object == CGPS_TPV ? cgps_decode_fix(session) : cgps_decode_line(session);
    if (!decoded) return CGPS_UNUSABLE;
    return cgps_is_decoded(session) ? CGPS_MESSAGE : CGPS_UNUSABLE;
}

#endif
