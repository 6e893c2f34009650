// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors
#ifndef CEXPAT_SHIM_H
#define CEXPAT_SHIM_H

#include <expat.h>
#include <stddef.h>

// Windows programs write GPX in their own code page, which Expat does not know.
static inline void cexpat_use_windows_1252(XML_Encoding *encoding) {
  static const unsigned short high[32] = {
      0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
      0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
      0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};
  for (int byte = 0; byte < 256; byte++) {
    encoding->map[byte] = byte >= 0x80 && byte < 0xA0 ? high[byte - 0x80] : byte;
  }
  encoding->data = NULL;
  encoding->convert = NULL;
  encoding->release = NULL;
}

#endif
