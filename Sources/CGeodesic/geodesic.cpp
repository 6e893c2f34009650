// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors
#include "CGeodesic.h"

#include <GeographicLib/Geodesic.hpp>

using GeographicLib::Geodesic;

void cgeodesic_inverse(double latitude1, double longitude1, double latitude2, double longitude2,
                       double *distance, double *azimuth1, double *azimuth2) {
  Geodesic::WGS84().Inverse(latitude1, longitude1, latitude2, longitude2, *distance, *azimuth1,
                            *azimuth2);
}

void cgeodesic_direct(double latitude1, double longitude1, double azimuth1, double distance,
                      double *latitude2, double *longitude2, double *azimuth2) {
  Geodesic::WGS84().Direct(latitude1, longitude1, azimuth1, distance, *latitude2, *longitude2,
                           *azimuth2);
}
