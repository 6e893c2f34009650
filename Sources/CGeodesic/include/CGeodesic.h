// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors
#ifndef CGEODESIC_H
#define CGEODESIC_H
#ifdef __cplusplus
extern "C" {
#endif
/// Solves the inverse problem on WGS 84: metres and degrees at both ends.
void cgeodesic_inverse(double latitude1, double longitude1, double latitude2, double longitude2,
                       double *distance, double *azimuth1, double *azimuth2);
/// Solves the direct problem on WGS 84.
void cgeodesic_direct(double latitude1, double longitude1, double azimuth1, double distance,
                      double *latitude2, double *longitude2, double *azimuth2);
#ifdef __cplusplus
}
#endif
#endif
