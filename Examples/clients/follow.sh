#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: 2026 The locationd authors
#
# Prints each callback of the daemon on its line, until it is interrupted. Needs socat; pipe it
# into a reader of JSON such as jq for more.
socket=${LOCATIOND_SOCKET:-/run/locationd/locationd.sock}
command -v socat >/dev/null || { echo "$0: socat is not installed" >&2; exit 69; }
follower= told=
trap 'kill $follower 2>/dev/null; exit' INT TERM
while :; do
  echo '{"jsonrpc":"2.0","id":1,"method":"startUpdatingLocation"}' |
    # Its own words on a socket that is not there would come with each attempt.
    socat -t2147483 - "UNIX-CONNECT:$socket" 2>/dev/null &
  follower=$!
  # Said once for each time without a daemon.
  if wait "$follower"; then told=; elif [ -z "$told" ]; then
    echo "$0: no daemon at $socket; trying on." \
      "See systemctl status locationd, or set LOCATIOND_SOCKET to its socket." >&2
    told=1
  fi
  sleep 0.2
done
