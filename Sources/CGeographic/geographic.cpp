// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors
#include "CGeographic.h"

#include <GeographicLib/GeoCoords.hpp>
#include <cmath>
#include <cstring>
#include <string>

using GeographicLib::GeoCoords;

namespace {

// No exception may reach a caller that is not C++.
template <typename Body>
int write(char *text, size_t size, Body body) {
  try {
    const std::string result = body();
    if (result.size() >= size) return 0;
    std::memcpy(text, result.c_str(), result.size() + 1);
    return 1;
  } catch (...) {
    return 0;
  }
}

}  // namespace

int cgeographic_utm(double latitude, double longitude, char *text, size_t size) {
  return write(text, size,
               [&] { return GeoCoords(latitude, longitude).UTMUPSRepresentation(0); });
}

int cgeographic_mgrs(double latitude, double longitude, char *text, size_t size) {
  return write(text, size, [&] { return GeoCoords(latitude, longitude).MGRSRepresentation(0); });
}

int cgeographic_parse(const char *text, double *latitude, double *longitude) {
  try {
    const GeoCoords point{std::string(text)};
    if (!std::isfinite(point.Latitude()) || !std::isfinite(point.Longitude())) return 0;
    *latitude = point.Latitude();
    *longitude = point.Longitude();
    return 1;
  } catch (...) {
    return 0;
  }
}
