// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// Prints where this device is, until it is interrupted. Build: cc -o follow follow.c
//
// It looks for two members by name, which is enough here because the daemon writes each location's
// numbers without blanks; a program that needs more should take a JSON reader.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int main(void) {
  const char *path = getenv("LOCATIOND_SOCKET");
  if (path == NULL || *path == '\0') path = "/run/locationd/locationd.sock";
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) return 64;
  strcpy(address.sun_path, path);
  int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0 || connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0) {
    perror(path);
    return 69;
  }
  const char request[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"startUpdatingLocation\"}\n";
  if (write(descriptor, request, sizeof request - 1) != (ssize_t)sizeof request - 1) return 69;

  FILE *stream = fdopen(descriptor, "r");
  char *line = NULL;
  size_t size = 0;
  while (stream != NULL && getline(&line, &size, stream) > 0) {
    if (strstr(line, "\"method\":\"didUpdateLocations\"") == NULL) continue;
    const char *latitude = strstr(line, "\"latitude\":");
    const char *longitude = strstr(line, "\"longitude\":");
    if (latitude == NULL || longitude == NULL) continue;
    printf("%.7f %.7f\n", strtod(latitude + 11, NULL), strtod(longitude + 12, NULL));
    fflush(stdout);
  }
  free(line);
  return 0;
}
