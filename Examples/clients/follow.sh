#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: 2026 The locationd authors
#
# Prints each callback of the daemon on its line, until it is interrupted. Needs socat; pipe it
# into a reader of JSON such as jq for more.
echo '{"jsonrpc":"2.0","id":1,"method":"startUpdatingLocation"}' |
  exec socat -t2147483 - "UNIX-CONNECT:${LOCATIOND_SOCKET:-/run/locationd/locationd.sock}"
