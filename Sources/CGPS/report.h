// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors
//
// What libgps decoded of the last message, in flat structs. A real number that gpsd did not send
// is not finite; libgps uses NaN, and 0 or -1 for integers.
#ifndef LOCATIOND_CGPS_REPORT_H
#define LOCATIOND_CGPS_REPORT_H

#include <math.h>

// `valid` only for a calendar time that exists; its range is for the caller to judge.
struct cgps_time { bool valid; int64_t seconds; int64_t nanoseconds; };

struct cgps_fix {
    struct cgps_time time;
    int mode, status;
    double latitude, longitude, altitude_msl, altitude_hae, geoid_separation;
    double epx, epy, epv, eph, speed, eps, track, epd, climb;
};

struct cgps_errors { struct cgps_time time; double latitude, longitude, altitude; };

struct cgps_attitude { struct cgps_time time; double heading, magnetic_heading; };

struct cgps_sky {
    struct cgps_time time;
    double hdop, vdop, pdop;
    bool has_satellites;
    int satellites;         // how many cgps_satellite_at has
    int visible, used;      // as gpsd counts them; -1 when it does not say
};

struct cgps_satellite {
    int prn, gnss, vehicle;     // `gnss` means something only where `vehicle` is not 0
    double azimuth, elevation, signal;
    bool used;
};

struct cgps_device { bool valid, active; };

static inline struct cgps_time cgps_time_of(const struct cgps_session *session,
                                            timespec_t time) {
    struct cgps_time result = { session->scan.time_valid, time.tv_sec, time.tv_nsec };
    return result;
}

// The receiver that the last decoded message named; empty if none.
static inline const char *cgps_device_path(const struct cgps_session *session) {
    return session->data.dev.path;
}

// Whether that is not the one of the call before, and remembers it.
static inline bool cgps_is_other_device(struct cgps_session *session) {
    const char *path = session->data.dev.path;
    if (strcmp(session->device, path) == 0) return false;
    snprintf(session->device, sizeof session->device, "%s", path);
    return true;
}

static inline const char *cgps_driver(const struct cgps_session *session) {
    return session->data.dev.driver;
}

static inline struct cgps_fix cgps_fix_of(const struct cgps_session *session) {
    const struct gps_fix_t *fix = &session->data.fix;
    struct cgps_fix result = {
        .time = cgps_time_of(session, fix->time),
        .mode = fix->mode, .status = fix->status,
        .latitude = fix->latitude, .longitude = fix->longitude,
        .altitude_msl = fix->altMSL, .altitude_hae = fix->altHAE,
        .geoid_separation = fix->geoid_sep,
        .epx = fix->epx, .epy = fix->epy, .epv = fix->epv, .eph = fix->eph,
        .speed = fix->speed, .eps = fix->eps, .track = fix->track, .epd = fix->epd,
        .climb = fix->climb,
    };
    return result;
}

// GST calls the standard deviations lat, lon and alt; libgps keeps them apart from the fix.
static inline struct cgps_errors cgps_errors_of(const struct cgps_session *session) {
    const struct gst_t *gst = &session->data.gst;
    struct cgps_errors result = {
        cgps_time_of(session, gst->utctime),
        gst->lat_err_deviation, gst->lon_err_deviation, gst->alt_err_deviation,
    };
    return result;
}

static inline struct cgps_attitude cgps_attitude_of(const struct cgps_session *session) {
    const struct attitude_t *attitude = &session->data.attitude;
    struct cgps_attitude result = { cgps_time_of(session, attitude->mtime), attitude->heading, NAN };
#if GPSD_API_MAJOR_VERSION >= 14
    result.magnetic_heading = attitude->mheading;
#endif
    return result;
}

// A SKY may carry only dilutions of precision; then the satellites seen before still stand.
static inline struct cgps_sky cgps_sky_of(const struct cgps_session *session) {
    const struct gps_data_t *data = &session->data;
    const struct cgps_scan *scan = &session->scan;
    struct cgps_sky result = {
        cgps_time_of(session, data->skyview_time),
        data->dop.hdop, data->dop.vdop, data->dop.pdop,
        scan->has_satellites, scan->satellites, scan->visible, scan->used,
    };
    return result;
}

static inline struct cgps_satellite cgps_satellite_at(const struct cgps_session *session, int i) {
    struct cgps_satellite result = { 0, 0, 0, NAN, NAN, NAN, false };
    if (i < 0 || i >= session->scan.satellites || i >= MAXCHANNELS) return result;
    const struct satellite_t *satellite = &session->data.skyview[i];
    result.prn = satellite->PRN;
    result.gnss = satellite->gnssid;
    result.vehicle = satellite->svid;
    result.azimuth = satellite->azimuth;
    result.elevation = satellite->elevation;
    result.signal = satellite->ss;
    result.used = satellite->used;
    return result;
}

static inline const char *cgps_error_text(const struct cgps_session *session) {
    return session->data.error;
}

static inline const char *cgps_release(const struct cgps_session *session) {
    return session->data.version.release;
}

// The release and the protocol of the gpsd that this libgps comes with; the header names neither.
struct cgps_release_of_library { const char *release; int major, minor; };

static inline struct cgps_release_of_library cgps_library(void) {
#if GPSD_API_MAJOR_VERSION >= 16
    struct cgps_release_of_library result = { "3.27.3", 3, 16 };
#elif GPSD_API_MAJOR_VERSION >= 14
    struct cgps_release_of_library result = { "3.25", 3, 15 };
#elif GPSD_API_MAJOR_VERSION == 12
    struct cgps_release_of_library result = { "3.23", 3, 14 };
#elif GPSD_API_MAJOR_VERSION == 11
    struct cgps_release_of_library result = { "3.22", 3, 14 };
#else
    struct cgps_release_of_library result = { "3.21", 3, 14 };
#endif
    return result;
}

// How many receivers the last DEVICE (1) or DEVICES message names.
static inline int cgps_device_count(const struct cgps_session *session) {
    return session->scan.object == CGPS_DEVICE ? 1 : session->scan.devices;
}

// "activated" is a time once the receiver is open, 0 or missing while it is not; releases before
// 3.0 gave the time as a number.
static inline bool cgps_is_activated(struct cgps_span token) {
    if (token.length == 0) return false;
    if (token.start[-1] == '"') return cgps_is_time(token);
    for (size_t i = 0; i < token.length; i++)
        if (token.start[i] >= '1' && token.start[i] <= '9') return true;
    return false;
}

// Decodes one receiver of the last DEVICE or DEVICES message, so that cgps_device_path and
// cgps_driver speak of it. libgps gets only the members that are used: it stops at a string that
// is longer than its own field, and would then lose whether the receiver is there.
static inline struct cgps_device cgps_device_at(struct cgps_session *session, int i) {
    struct cgps_device result = { false, false };
    struct cgps_scan one = session->scan;
    if (i < 0 || i >= cgps_device_count(session)) return result;
    if (session->scan.object == CGPS_DEVICES
        && !cgps_scan_line(session->scan.device[i].start, session->scan.device[i].length, &one))
        return result;
    if (one.object != CGPS_DEVICE || one.path.length == 0 || one.path.length >= GPS_PATH_MAX)
        return result;
    if (one.driver.length >= sizeof session->data.dev.driver) one.driver.length = 0;
    char line[GPS_PATH_MAX + sizeof session->data.dev.driver + 64];
    int length = snprintf(line, sizeof line, "{\"class\":\"DEVICE\",\"path\":\"%.*s\"",
                          (int)one.path.length, one.path.start);
    if (one.driver.length > 0)
        length += snprintf(line + length, sizeof line - (size_t)length, ",\"driver\":\"%.*s\"",
                           (int)one.driver.length, one.driver.start);
    line[length] = '}';
    line[length + 1] = '\0';
    result.valid = cgps_unpack(session, line) && cgps_is_decoded(session);
    result.active = cgps_is_activated(one.activated);
    return result;
}

#endif
