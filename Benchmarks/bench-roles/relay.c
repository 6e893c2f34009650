// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// The least that can stand between gpsd and a subscriber: read, write, nothing else; or, with
// `unpack`, the least that knows what it passes on: libgps reads each line before it is written.
//
// relay PORT TO [unpack]: connects to gpsd, listens on TO, and copies every line to its one client.
#define _GNU_SOURCE
#include "roles.h"

#include <fcntl.h>
#include <gps.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int relay_role(int count, char **arguments) {
  if (count < 2 || count > 3) return 64;
  int unpacks = count == 3 && strcmp(arguments[2], "unpack") == 0;
  int listener = listen_on(arguments[1]);
  static struct gps_data_t data;
  if (gps_open("127.0.0.1", arguments[0], &data) != 0) give_up("gps_open");
  int source = (int)data.gps_fd;
  // libgps does not block; this waits for nothing else.
  fcntl(source, F_SETFL, 0);
  say("listening");
  int client = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
  if (client < 0) give_up("accept4");
  say("ready");
  static char buffer[65536];
  ssize_t taken;
  while ((taken = read(source, buffer, sizeof buffer - 1)) > 0) {
    buffer[taken] = 0;
    if (unpacks && (gps_unpack(buffer, &data) < 0 || data.fix.mode < MODE_2D))
      give_up("gps_unpack");
    write_all(client, buffer, (size_t)taken);
  }
  return 0;
}
