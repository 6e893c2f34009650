// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

#include "roles.h"

#include <stdio.h>
#include <string.h>

size_t mqtt_greeting(int index, char *bytes, size_t capacity) {
  char name[16];
  size_t name_length = (size_t)snprintf(name, sizeof name, "r%d", index);
  static const char topic[] = "location";
  const size_t topic_length = sizeof topic - 1;
  if (capacity < 64) return 0;
  // CONNECT: protocol MQTT, level 4, clean session, no keep-alive.
  static const char head[] = {0, 4, 'M', 'Q', 'T', 'T', 4, 2, 0, 0};
  size_t at = 0;
  bytes[at++] = 0x10;
  bytes[at++] = (char)(sizeof head + 2 + name_length);
  memcpy(bytes + at, head, sizeof head);
  at += sizeof head;
  bytes[at++] = 0;
  bytes[at++] = (char)name_length;
  memcpy(bytes + at, name, name_length);
  at += name_length;
  // SUBSCRIBE: packet 1, one topic, quality of service 0.
  bytes[at++] = (char)0x82;
  bytes[at++] = (char)(2 + 2 + topic_length + 1);
  bytes[at++] = 0;
  bytes[at++] = 1;
  bytes[at++] = 0;
  bytes[at++] = (char)topic_length;
  memcpy(bytes + at, topic, topic_length);
  at += topic_length;
  bytes[at++] = 0;
  return at;
}
