// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors
#ifndef CGEOGRAPHIC_H
#define CGEOGRAPHIC_H
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif
/// Writes UTM or UPS with metres, as "31n 448252 5411955"; 0 if the point has none.
int cgeographic_utm(double latitude, double longitude, char *text, size_t size);
/// Writes MGRS with metres, as "31UDQ4825211954"; 0 if the point has none.
int cgeographic_mgrs(double latitude, double longitude, char *text, size_t size);
/// Reads degrees, degrees with minutes and seconds, UTM, UPS or MGRS; 0 if it is none of them.
int cgeographic_parse(const char *text, double *latitude, double *longitude);
#ifdef __cplusplus
}
#endif
#endif
