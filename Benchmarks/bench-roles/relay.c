// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// The least that can stand between gpsd and a subscriber: read, write, nothing else.
//
// relay FROM TO: connects to FROM, listens on TO, and copies every line to its one client.
#define _GNU_SOURCE
#include "roles.h"

#include <sys/socket.h>
#include <unistd.h>

int relay_role(int count, char **arguments) {
  if (count != 2) return 64;
  int listener = listen_on(arguments[1]);
  int source = connect_to(arguments[0]);
  say("listening");
  int client = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
  if (client < 0) give_up("accept4");
  say("ready");
  static char buffer[65536];
  ssize_t taken;
  while ((taken = read(source, buffer, sizeof buffer)) > 0) write_all(client, buffer, (size_t)taken);
  return 0;
}
