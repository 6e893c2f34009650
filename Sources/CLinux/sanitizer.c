// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// Swift's Mutex waits in a library that is not instrumented, so the thread sanitizer takes what is
// done after a wait for a race. These calls tell it what happened before what.

#include <stdint.h>
#include <stdlib.h>

#include "CLinux.h"

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define CLINUX_THREAD_SANITIZER 1
#endif
#endif

#ifdef CLINUX_THREAD_SANITIZER
void __tsan_acquire(void *address);
void __tsan_release(void *address);

uintptr_t clinux_mark_create(void) { return (uintptr_t)malloc(8); }

void clinux_mark_acquired(uintptr_t mark) {
  if (mark != 0) __tsan_acquire((void *)mark);
}

void clinux_mark_releasing(uintptr_t mark) {
  if (mark != 0) __tsan_release((void *)mark);
}

void clinux_mark_free(uintptr_t mark) { free((void *)mark); }
#else
uintptr_t clinux_mark_create(void) { return 0; }
void clinux_mark_acquired(uintptr_t mark) { (void)mark; }
void clinux_mark_releasing(uintptr_t mark) { (void)mark; }
void clinux_mark_free(uintptr_t mark) { (void)mark; }
#endif
