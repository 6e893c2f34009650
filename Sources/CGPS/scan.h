// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors
//
// A total check of one line before libgps sees it: one complete JSON object (RFC 8259), known
// members of the right type, bounded depth. libgps needs it, in every release up to 3.27:
//   - it takes a truncated or mistyped line and keeps what it had read up to the fault;
//   - it never returns from a line whose text after a fault names a class again, so that a
//     DEVICES list of more than MAXUSERDEVS (4) receivers or two objects glued by garbage hang it;
//   - 3.22 reads past a table on an exponent of 2147483648.
#ifndef LOCATIOND_CGPS_SCAN_H
#define LOCATIOND_CGPS_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

// The object a line claims to be. What has no use here is OTHER and never reaches libgps.
enum cgps_class {
    CGPS_OTHER, CGPS_TPV, CGPS_SKY, CGPS_GST, CGPS_ATT,
    CGPS_DEVICE, CGPS_DEVICES, CGPS_VERSION, CGPS_ERROR,
};

struct cgps_span { const char *start; size_t length; };

// gpsd serves at most 6 receivers; the bound only keeps the list finite.
enum { CGPS_DEVICES_MAX = 32, CGPS_PARTS_MAX = 12, CGPS_DEPTH_MAX = 12, CGPS_NUMBER_MAX = 64 };

struct cgps_scan {
    enum cgps_class object;
    int class_members;      // at any depth; libgps looks for the first by its text alone
    bool mistyped;          // a known member has a value of another type
    bool time_valid;        // "time" is a real UTC calendar time
    bool has_satellites;
    bool remote;            // told by a gpsd behind the one that is connected
    int satellites;         // elements of "satellites"
    int visible, used;      // nSat and uSat; -1 when absent
    int devices;            // elements of "devices"
    struct cgps_span device[CGPS_DEVICES_MAX];
    struct cgps_span path, driver, activated;   // raw tokens of a DEVICE
    // The members that are read of a TPV, as they stand in the line, those that adjoin in one
    // part; more parts than there is room for are only counted.
    int parts;
    struct cgps_span part[CGPS_PARTS_MAX];
};

struct cgps_cursor { const char *at, *end; };

enum cgps_kind {
    CGPS_BAD, CGPS_STRING, CGPS_NUMBER, CGPS_BOOLEAN, CGPS_NULL, CGPS_OBJECT, CGPS_ARRAY,
};

// Whose members an object holds: the line's own, those of a satellite, anything else's.
enum cgps_owner { CGPS_OWN, CGPS_SATELLITE, CGPS_NESTED };

// Always inline, so that the length of a constant is none to be counted.
static inline __attribute__((always_inline)) bool cgps_equal(struct cgps_span span, const char *text) {
    return span.length == strlen(text) && memcmp(span.start, text, span.length) == 0;
}

static inline void cgps_skip_space(struct cgps_cursor *cursor) {
    while (cursor->at < cursor->end
           && (*cursor->at == ' ' || *cursor->at == '\t' || *cursor->at == '\r'))
        cursor->at++;
}

static inline __attribute__((always_inline)) bool cgps_take(struct cgps_cursor *cursor,
                                                            char wanted) {
    cgps_skip_space(cursor);
    if (cursor->at >= cursor->end || *cursor->at != wanted) return false;
    cursor->at++;
    return true;
}

static inline bool cgps_is_digit(char c) { return c >= '0' && c <= '9'; }

static inline bool cgps_is_hex(char c) {
    return cgps_is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// A string token; `span` receives its text between the quotes, escapes and all.
static inline bool cgps_scan_string(struct cgps_cursor *cursor, struct cgps_span *span) {
    if (!cgps_take(cursor, '"')) return false;
    span->start = cursor->at;
    while (cursor->at < cursor->end) {
        char c = *cursor->at++;
        if (c == '"') {
            span->length = (size_t)(cursor->at - 1 - span->start);
            return true;
        }
        if ((unsigned char)c < 0x20) return false;
        if (c != '\\') continue;
        if (cursor->at >= cursor->end) return false;
        c = *cursor->at++;
        if (c == 'u') {
            if (cursor->end - cursor->at < 4) return false;
            for (int i = 0; i < 4; i++)
                if (!cgps_is_hex(*cursor->at++)) return false;
        } else if (c == '\0' || strchr("\"\\/bfnrt", c) == NULL) {
            return false;
        }
    }
    return false;
}

static inline int cgps_scan_digits(struct cgps_cursor *cursor) {
    int count = 0;
    while (cursor->at < cursor->end && cgps_is_digit(*cursor->at)) {
        cursor->at++;
        count++;
    }
    return count;
}

// A number token of at most CGPS_NUMBER_MAX characters and four digits of exponent.
static inline bool cgps_scan_number(struct cgps_cursor *cursor) {
    const char *start = cursor->at;
    if (cursor->at < cursor->end && *cursor->at == '-') cursor->at++;
    const char *whole = cursor->at;
    int digits = cgps_scan_digits(cursor);
    if (digits == 0 || (digits > 1 && *whole == '0')) return false;
    if (cursor->at < cursor->end && *cursor->at == '.') {
        cursor->at++;
        if (cgps_scan_digits(cursor) == 0) return false;
    }
    if (cursor->at < cursor->end && (*cursor->at == 'e' || *cursor->at == 'E')) {
        cursor->at++;
        if (cursor->at < cursor->end && (*cursor->at == '+' || *cursor->at == '-')) cursor->at++;
        digits = cgps_scan_digits(cursor);
        if (digits == 0 || digits > 4) return false;
    }
    return cursor->at - start <= CGPS_NUMBER_MAX;
}

static inline bool cgps_scan_word(struct cgps_cursor *cursor, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(cursor->end - cursor->at) < length) return false;
    if (memcmp(cursor->at, word, length) != 0) return false;
    cursor->at += length;
    return true;
}

#include "members.h"

// Depth is bounded, so the recursion through objects and arrays is too.
static inline bool cgps_scan_object(struct cgps_cursor *, struct cgps_scan *, enum cgps_owner, int);
static inline bool cgps_scan_array(struct cgps_cursor *, struct cgps_scan *, struct cgps_span, int);

// One value; `span` receives its token (of a string, without the quotes).
static inline enum cgps_kind cgps_scan_value(struct cgps_cursor *cursor, struct cgps_scan *scan,
                                             struct cgps_span key, int depth,
                                             struct cgps_span *span) {
    cgps_skip_space(cursor);
    if (cursor->at >= cursor->end) return CGPS_BAD;
    enum cgps_kind kind = CGPS_BAD;
    span->start = cursor->at;
    switch (*cursor->at) {
    case '"':
        return cgps_scan_string(cursor, span) ? CGPS_STRING : CGPS_BAD;
    case '{':
        if (cgps_scan_object(cursor, scan, CGPS_NESTED, depth + 1)) kind = CGPS_OBJECT;
        break;
    case '[':
        if (cgps_scan_array(cursor, scan, key, depth + 1)) kind = CGPS_ARRAY;
        break;
    case 't':
        if (cgps_scan_word(cursor, "true")) kind = CGPS_BOOLEAN;
        break;
    case 'f':
        if (cgps_scan_word(cursor, "false")) kind = CGPS_BOOLEAN;
        break;
    case 'n':
        if (cgps_scan_word(cursor, "null")) kind = CGPS_NULL;
        break;
    default:
        if (cgps_scan_number(cursor)) kind = CGPS_NUMBER;
    }
    span->length = (size_t)(cursor->at - span->start);
    return kind;
}

static inline void cgps_keep(struct cgps_scan *scan, const char *start, const char *end) {
    if (scan->parts > 0 && scan->parts <= CGPS_PARTS_MAX) {
        struct cgps_span *last = &scan->part[scan->parts - 1];
        if (last->start + last->length + 1 == start) {
            last->length = (size_t)(end - last->start);
            return;
        }
    }
    if (scan->parts < CGPS_PARTS_MAX)
        scan->part[scan->parts] = (struct cgps_span){ start, (size_t)(end - start) };
    if (scan->parts <= CGPS_PARTS_MAX) scan->parts++;
}

static inline bool cgps_scan_object(struct cgps_cursor *cursor, struct cgps_scan *scan,
                                    enum cgps_owner owner, int depth) {
    if (depth > CGPS_DEPTH_MAX || !cgps_take(cursor, '{')) return false;
    if (cgps_take(cursor, '}')) return true;
    do {
        struct cgps_span key, value;
        cgps_skip_space(cursor);
        if (!cgps_scan_string(cursor, &key) || !cgps_take(cursor, ':')) return false;
        struct cgps_span list = { key.start, owner == CGPS_OWN ? key.length : 0 };
        enum cgps_kind kind = cgps_scan_value(cursor, scan, list, depth, &value);
        if (kind == CGPS_BAD) return false;
        if (cgps_note_member(scan, owner, key, kind, value))
            cgps_keep(scan, key.start - 1, cursor->at);
    } while (cgps_take(cursor, ','));
    return cgps_take(cursor, '}');
}

// An array; `key` is the name of the line's own member that holds it, empty for any other.
static inline bool cgps_scan_array(struct cgps_cursor *cursor, struct cgps_scan *scan,
                                   struct cgps_span key, int depth) {
    bool satellites = cgps_equal(key, "satellites"), devices = cgps_equal(key, "devices");
    if (depth > CGPS_DEPTH_MAX || !cgps_take(cursor, '[')) return false;
    if (cgps_take(cursor, ']')) return true;
    do {
        struct cgps_span none = { "", 0 }, element;
        cgps_skip_space(cursor);
        if (satellites && cursor->at < cursor->end && *cursor->at == '{') {
            if (!cgps_scan_object(cursor, scan, CGPS_SATELLITE, depth + 1)) return false;
            scan->satellites++;
            continue;
        }
        enum cgps_kind kind = cgps_scan_value(cursor, scan, none, depth, &element);
        if (kind == CGPS_BAD) return false;
        if (satellites || (devices && kind != CGPS_OBJECT)) scan->mistyped = true;
        if (devices && scan->devices < CGPS_DEVICES_MAX) scan->device[scan->devices++] = element;
    } while (cgps_take(cursor, ','));
    return cgps_take(cursor, ']');
}

// Whether the line is one whole object whose known members have their types.
static inline bool cgps_scan_line(const char *line, size_t length, struct cgps_scan *scan) {
    struct cgps_cursor cursor = { line, line + length };
    scan->object = CGPS_OTHER;
    scan->class_members = scan->satellites = scan->devices = scan->parts = 0;
    scan->mistyped = scan->time_valid = scan->has_satellites = scan->remote = false;
    scan->visible = scan->used = -1;
    scan->path.length = scan->driver.length = scan->activated.length = 0;
    if (length == 0 || *line != '{') return false;
    if (!cgps_scan_object(&cursor, scan, CGPS_OWN, 1)) return false;
    cgps_skip_space(&cursor);
    if (cursor.at != cursor.end || scan->class_members == 0) return false;
    return scan->object == CGPS_OTHER || !scan->mistyped;
}

#endif
