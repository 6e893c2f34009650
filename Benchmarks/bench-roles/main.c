// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

#include "roles.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>

int main(int count, char **arguments) {
  static const struct {
    const char *name;
    int (*run)(int, char **);
  } roles[] = {
    {"floor", floor_role}, {"readers", readers_role}, {"relay", relay_role}, {"probe", probe_role},
  };
  use_all_descriptors();
  // The pair of sockets that carries commands was made for a loop.
  fcntl(COMMANDS, F_SETFL, 0);
  for (size_t i = 0; count > 1 && i < sizeof roles / sizeof *roles; i++)
    if (strcmp(arguments[1], roles[i].name) == 0) return roles[i].run(count - 2, arguments + 2);
  fprintf(stderr, "usage: bench-roles floor|readers|relay|probe ...; started by locationd-bench\n");
  return 64;
}
