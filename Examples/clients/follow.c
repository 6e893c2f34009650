// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// Prints where this device is, until it is interrupted. Build: cc -o follow follow.c
//
// It looks for two members by name, which is enough here because the daemon writes each location's
// numbers without blanks; a program that needs more should take a JSON reader.

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

// Prints until the daemon ends the connection.
static void follow(int descriptor) {
  const char request[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"startUpdatingLocation\"}\n";
  if (send(descriptor, request, sizeof request - 1, MSG_NOSIGNAL) < 0) return;
  FILE *stream = fdopen(dup(descriptor), "r");
  if (stream == NULL) return;
  char *line = NULL;
  size_t size = 0;
  while (getline(&line, &size, stream) > 0) {
    if (strstr(line, "\"method\":\"didUpdateLocations\"") == NULL) continue;
    const char *latitude = strstr(line, "\"latitude\":");
    const char *longitude = strstr(line, "\"longitude\":");
    if (latitude == NULL || longitude == NULL) continue;
    printf("%.7f %.7f\n", strtod(latitude + 11, NULL), strtod(longitude + 12, NULL));
    fflush(stdout);
  }
  free(line);
  fclose(stream);
}

int main(void) {
  const char *path = getenv("LOCATIOND_SOCKET");
  if (path == NULL || *path == '\0') path = "/run/locationd/locationd.sock";
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) {
    fprintf(stderr, "follow: %s: longer than a socket's path can be\n", path);
    return 64;
  }
  strcpy(address.sun_path, path);

  // Said once for each time without a daemon.
  int is_told = 0;
  for (;; usleep(200000)) {
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor >= 0 && connect(descriptor, (struct sockaddr *)&address, sizeof address) == 0) {
      is_told = 0;
      follow(descriptor);
    } else if (!is_told) {
      fprintf(stderr,
              "follow: no daemon at %s: %s; trying on. "
              "See systemctl status locationd, or set LOCATIOND_SOCKET to its socket.\n",
              path, strerror(errno));
      is_told = 1;
    }
    if (descriptor >= 0) close(descriptor);
  }
}
