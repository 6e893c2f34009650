// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors
//
// What the scan remembers of a member, by its name: its type, and the few values that libgps
// does not hand out itself. Included by scan.h only.
#ifndef LOCATIOND_CGPS_MEMBERS_H
#define LOCATIOND_CGPS_MEMBERS_H

// What a numeric member is to us; those of a TPV that are not read never reach libgps, whose parse
// costs most of a fix and grows with the line.
enum cgps_use { CGPS_UNKNOWN, CGPS_NUMERIC, CGPS_READ };

// Numbers of TPV, SKY, GST, ATT and VERSION in gpsd_json(5), sorted for the search. A name has
// one type in all of these classes; the other classes are not looked at. The names stand in the
// table itself, because literals lie scattered over the program, a cold page each.
static inline enum cgps_use cgps_use_of(struct cgps_span key) {
    static const struct { char name[12], use; } members[] = {
        { "acc_len", CGPS_NUMERIC }, { "acc_x", CGPS_NUMERIC }, { "acc_y", CGPS_NUMERIC },
        { "acc_z", CGPS_NUMERIC }, { "alt", CGPS_NUMERIC }, { "altHAE", CGPS_READ },
        { "altMSL", CGPS_READ }, { "climb", CGPS_READ }, { "depth", CGPS_NUMERIC },
        { "dgpsAge", CGPS_NUMERIC }, { "dgpsSta", CGPS_NUMERIC }, { "dip", CGPS_NUMERIC },
        { "ecefpAcc", CGPS_NUMERIC }, { "ecefvAcc", CGPS_NUMERIC }, { "ecefvx", CGPS_NUMERIC },
        { "ecefvy", CGPS_NUMERIC }, { "ecefvz", CGPS_NUMERIC }, { "ecefx", CGPS_NUMERIC },
        { "ecefy", CGPS_NUMERIC }, { "ecefz", CGPS_NUMERIC }, { "epc", CGPS_NUMERIC },
        { "epd", CGPS_READ }, { "eph", CGPS_READ }, { "eps", CGPS_READ }, { "ept", CGPS_NUMERIC },
        { "epv", CGPS_READ }, { "epx", CGPS_READ }, { "epy", CGPS_READ },
        { "gdop", CGPS_NUMERIC }, { "geoidSep", CGPS_READ }, { "gyro_x", CGPS_NUMERIC },
        { "gyro_y", CGPS_NUMERIC }, { "hdop", CGPS_NUMERIC }, { "heading", CGPS_NUMERIC },
        { "lat", CGPS_READ }, { "leapseconds", CGPS_NUMERIC }, { "lon", CGPS_READ },
        { "mag_len", CGPS_NUMERIC }, { "mag_x", CGPS_NUMERIC }, { "mag_y", CGPS_NUMERIC },
        { "mag_z", CGPS_NUMERIC }, { "magtrack", CGPS_NUMERIC }, { "magvar", CGPS_NUMERIC },
        { "major", CGPS_NUMERIC }, { "mheading", CGPS_NUMERIC }, { "minor", CGPS_NUMERIC },
        { "mode", CGPS_READ }, { "nSat", CGPS_NUMERIC }, { "orient", CGPS_NUMERIC },
        { "pdop", CGPS_NUMERIC }, { "pitch", CGPS_NUMERIC }, { "proto_major", CGPS_NUMERIC },
        { "proto_minor", CGPS_NUMERIC }, { "relD", CGPS_NUMERIC }, { "relE", CGPS_NUMERIC },
        { "relN", CGPS_NUMERIC }, { "rms", CGPS_NUMERIC }, { "roll", CGPS_NUMERIC },
        { "rot", CGPS_NUMERIC }, { "sep", CGPS_NUMERIC }, { "speed", CGPS_READ },
        { "status", CGPS_READ }, { "tdop", CGPS_NUMERIC }, { "temp", CGPS_NUMERIC },
        { "track", CGPS_READ }, { "uSat", CGPS_NUMERIC }, { "vdop", CGPS_NUMERIC },
        { "velD", CGPS_NUMERIC }, { "velE", CGPS_NUMERIC }, { "velN", CGPS_NUMERIC },
        { "wanglem", CGPS_NUMERIC }, { "wangler", CGPS_NUMERIC }, { "wanglet", CGPS_NUMERIC },
        { "wspeedr", CGPS_NUMERIC }, { "wspeedt", CGPS_NUMERIC }, { "xdop", CGPS_NUMERIC },
        { "yaw", CGPS_NUMERIC }, { "ydop", CGPS_NUMERIC },
    };
    size_t low = 0, high = key.length == 0 ? 0 : sizeof members / sizeof members[0];
    while (low < high) {
        size_t middle = (low + high) / 2;
        const char *name = members[middle].name;
        int order = key.start[0] - name[0];
        if (order == 0) order = strncmp(key.start, name, key.length);
        if (order == 0 && name[key.length] == '\0') return members[middle].use;
        if (order > 0) low = middle + 1;
        else high = middle;
    }
    return CGPS_UNKNOWN;
}

// Two digits at `text`, or -1.
static inline int cgps_two_digits(const char *text) {
    if (!cgps_is_digit(text[0]) || !cgps_is_digit(text[1])) return -1;
    return (text[0] - '0') * 10 + (text[1] - '0');
}

// YYYY-MM-DDThh:mm:ss[.f…]Z, of a day that exists; second 60 is a leap second. libgps would read
// whatever part of a wrong one it can.
static inline bool cgps_is_time(struct cgps_span text) {
    static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    const char *t = text.start;
    if (text.length < 20 || text.length > 30 || t[text.length - 1] != 'Z') return false;
    if (t[4] != '-' || t[7] != '-' || t[10] != 'T' || t[13] != ':' || t[16] != ':') return false;
    int century = cgps_two_digits(t), year = cgps_two_digits(t + 2);
    int month = cgps_two_digits(t + 5), day = cgps_two_digits(t + 8);
    int hour = cgps_two_digits(t + 11), minute = cgps_two_digits(t + 14);
    int second = cgps_two_digits(t + 17);
    if (century < 0 || year < 0 || month < 1 || month > 12 || day < 1) return false;
    year += 100 * century;
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    if (day > days[month - 1] + (month == 2 && leap ? 1 : 0)) return false;
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60)
        return false;
    if (text.length == 20) return true;
    if (t[19] != '.' || text.length == 21) return false;
    for (size_t i = 20; i < text.length - 1; i++)
        if (!cgps_is_digit(t[i])) return false;
    return true;
}

// A count of satellites, or -1 for anything that cannot be one.
static inline int cgps_count(struct cgps_span token) {
    int value = 0;
    if (token.length == 0 || token.length > 4) return -1;
    for (size_t i = 0; i < token.length; i++) {
        if (!cgps_is_digit(token.start[i])) return -1;
        value = value * 10 + (token.start[i] - '0');
    }
    return value;
}

static inline enum cgps_class cgps_class_named(struct cgps_span name) {
    static const struct { const char *name; enum cgps_class object; } classes[] = {
        { "TPV", CGPS_TPV }, { "SKY", CGPS_SKY }, { "GST", CGPS_GST }, { "ATT", CGPS_ATT },
        { "DEVICE", CGPS_DEVICE }, { "DEVICES", CGPS_DEVICES },
        { "VERSION", CGPS_VERSION }, { "ERROR", CGPS_ERROR },
    };
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++)
        if (cgps_equal(name, classes[i].name)) return classes[i].object;
    return CGPS_OTHER;
}

static inline void cgps_note_satellite(struct cgps_scan *scan, struct cgps_span key,
                                       enum cgps_kind kind) {
    static const char *const numbers[] = {
        "PRN", "el", "az", "ss", "gnssid", "svid", "sigid", "freqid", "health",
    };
    if (cgps_equal(key, "used")) {
        if (kind != CGPS_BOOLEAN) scan->mistyped = true;
        return;
    }
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (cgps_equal(key, numbers[i]) && kind != CGPS_NUMBER) scan->mistyped = true;
}

// True for a member that is read of a TPV.
static inline bool cgps_note_member(struct cgps_scan *scan, enum cgps_owner owner,
                                    struct cgps_span key, enum cgps_kind kind,
                                    struct cgps_span value) {
    if (cgps_equal(key, "class")) {
        scan->class_members++;
        // libgps finds a class only where no blank surrounds the colon, as gpsd writes it.
        if (owner == CGPS_OWN && kind == CGPS_STRING && value.start - key.start == 8)
            scan->object = cgps_class_named(value);
        return owner == CGPS_OWN;
    }
    if (owner == CGPS_SATELLITE) cgps_note_satellite(scan, key, kind);
    if (owner != CGPS_OWN) return false;
    enum cgps_kind wanted = kind;
    enum cgps_use use = cgps_use_of(key);
    if (use != CGPS_UNKNOWN) {
        wanted = CGPS_NUMBER;
        if (cgps_equal(key, "nSat")) scan->visible = cgps_count(value);
        if (cgps_equal(key, "uSat")) scan->used = cgps_count(value);
    } else if (cgps_equal(key, "time")) {
        wanted = CGPS_STRING;
        use = CGPS_READ;
        scan->time_valid = cgps_is_time(value);
    } else if (cgps_equal(key, "message") || cgps_equal(key, "release")) {
        wanted = CGPS_STRING;
    } else if (cgps_equal(key, "remote")) {
        scan->remote = true;
    } else if (cgps_equal(key, "device")) {
        // libgps gives up a message at a longer name than it has room for.
        wanted = value.length < GPS_PATH_MAX ? CGPS_STRING : CGPS_BAD;
        use = CGPS_READ;
    } else if (cgps_equal(key, "path")) {
        wanted = CGPS_STRING;
        scan->path = value;
    } else if (cgps_equal(key, "driver")) {
        wanted = CGPS_STRING;
        scan->driver = value;
    } else if (cgps_equal(key, "activated")) {
        // A time, or the number 0 when the receiver went.
        if (kind != CGPS_NUMBER) wanted = CGPS_STRING;
        scan->activated = value;
    } else if (cgps_equal(key, "satellites")) {
        wanted = CGPS_ARRAY;
        scan->has_satellites = true;
    } else if (cgps_equal(key, "devices")) {
        wanted = CGPS_ARRAY;
    }
    if (kind != wanted) scan->mistyped = true;
    return use == CGPS_READ;
}

#endif
