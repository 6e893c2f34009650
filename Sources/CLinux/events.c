// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

_Static_assert(CLINUX_IN == EPOLLIN && CLINUX_OUT == EPOLLOUT, "readiness bits");
_Static_assert(CLINUX_ERR == EPOLLERR && CLINUX_HUP == EPOLLHUP, "readiness bits");

enum { nanoseconds = 1000000000, batch = 64 };

int clinux_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

static int control(int epoll, int operation, int descriptor, uint32_t events, uint64_t data) {
  struct epoll_event event = {.events = events, .data.u64 = data};
  return epoll_ctl(epoll, operation, descriptor, &event);
}

int clinux_epoll_add(int epoll, int descriptor, uint32_t events, uint64_t data) {
  return control(epoll, EPOLL_CTL_ADD, descriptor, events, data);
}

int clinux_epoll_modify(int epoll, int descriptor, uint32_t events, uint64_t data) {
  return control(epoll, EPOLL_CTL_MOD, descriptor, events, data);
}

int clinux_epoll_remove(int epoll, int descriptor) {
  return control(epoll, EPOLL_CTL_DEL, descriptor, 0, 0);
}

int clinux_epoll_add_timer(int epoll, int timer, uint64_t data) {
  return control(epoll, EPOLL_CTL_ADD, timer, EPOLLIN | EPOLLET, data);
}

// epoll_pwait2 came with Linux 5.11; before it, milliseconds rounded up so as not to spin.
static int wait_coarse(int epoll, struct epoll_event *events, int capacity, int64_t timeout) {
  int64_t milliseconds = timeout / 1000000 + (timeout % 1000000 != 0);
  if (milliseconds > INT_MAX) milliseconds = INT_MAX;
  return epoll_wait(epoll, events, capacity, (int)milliseconds);
}

static int wait_exact(int epoll, struct epoll_event *events, int capacity, int64_t timeout) {
  if (timeout < 0) return epoll_wait(epoll, events, capacity, -1);
  if (timeout == 0) return epoll_wait(epoll, events, capacity, 0);
  struct timespec time = {.tv_sec = timeout / nanoseconds, .tv_nsec = timeout % nanoseconds};
  int count = epoll_pwait2(epoll, events, capacity, &time, NULL);
  if (count < 0 && (errno == ENOSYS || errno == EPERM))
    return wait_coarse(epoll, events, capacity, timeout);
  return count;
}

int clinux_epoll_wait(int epoll, struct clinux_event *events, int capacity, int64_t timeout) {
  struct epoll_event ready[batch];
  int count = wait_exact(epoll, ready, capacity < batch ? capacity : batch, timeout);
  for (int index = 0; index < count; index++) {
    events[index].data = ready[index].data.u64;
    events[index].events = ready[index].events;
  }
  return count;
}

int clinux_timer_create(void) {
  return timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK);
}

int clinux_timer_arm(int timer, int64_t deadline) {
  struct itimerspec time = {
      .it_value = {.tv_sec = deadline / nanoseconds, .tv_nsec = deadline % nanoseconds}};
  return timerfd_settime(timer, TFD_TIMER_ABSTIME, &time, NULL);
}

int clinux_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int clinux_signalfd(const int *signals, int count) {
  sigset_t set;
  sigemptyset(&set);
  for (int index = 0; index < count; index++)
    if (sigaddset(&set, signals[index]) < 0) return -1;
  int code = pthread_sigmask(SIG_BLOCK, &set, NULL);
  if (code != 0) {
    errno = code;
    return -1;
  }
  return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int clinux_signalfd_next(int descriptor) {
  struct signalfd_siginfo information;
  for (;;) {
    ssize_t count = read(descriptor, &information, sizeof information);
    if (count == sizeof information) return (int)information.ssi_signo;
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return 0;
    return -1;
  }
}
