// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors
//
// libgps behind a narrow door. `opening.h` opens a session off the loop, `session.h` reads one
// line at a time without blocking, `scan.h` vets a line before libgps sees it, `report.h` copies
// what libgps decoded into small flat structs. Everything that differs between releases of libgps
// is in these files; Swift names no version.
//
// libgps and glibc parse numbers and dates by the process's locale. The daemon never calls
// setlocale, so that is the C locale and a decimal point is a point.
//
// The header must not define _GNU_SOURCE: the types would differ from those of the Glibc module.
#ifndef LOCATIOND_CGPS_SHIM_H
#define LOCATIOND_CGPS_SHIM_H

#include <gps.h>

// Older releases keep the fix's time as a double and its status outside the fix.
#if !defined(GPSD_API_MAJOR_VERSION) || GPSD_API_MAJOR_VERSION < 10
#error "libgps 3.21 (API 10) or newer is needed"
#endif

#include "scan.h"
#include "session.h"
#include "opening.h"
#include "report.h"

#endif
