#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: 2026 The locationd authors
"""Prints where this device is, until it is interrupted. Needs the standard library only."""

import json
import os
import socket
import sys
import time

PATH = os.environ.get("LOCATIOND_SOCKET") or "/run/locationd/locationd.sock"


def tell(*words):
    """Prints at once; without a reader there is nothing left to do."""
    try:
        print(*words, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(1)


def follow(connection):
    """Prints until the daemon ends the connection."""
    request = {"jsonrpc": "2.0", "id": 1, "method": "startUpdatingLocation"}
    connection.sendall(json.dumps(request).encode() + b"\n")
    for line in connection.makefile("rb"):
        if not line.endswith(b"\n"):
            return  # The daemon ended within it.
        message = json.loads(line)
        if message.get("method") == "didUpdateLocations":
            for location in message["params"]["locations"]:
                tell(location["latitude"], location["longitude"])
        elif message.get("method") == "didFailWithError":
            tell(message["params"]["error"]["message"])
        elif "error" in message:
            raise SystemExit(message["error"]["message"])


is_told = False
while True:
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.connect(PATH)
            is_told = False
            follow(connection)
    except OSError as error:
        # Said once for each time without a daemon.
        if not is_told:
            print(
                f"{sys.argv[0]}: no daemon at {PATH}: {error.strerror}; trying on. "
                "See systemctl status locationd, or set LOCATIOND_SOCKET to its socket.",
                file=sys.stderr,
            )
            is_told = True
    except KeyboardInterrupt:
        raise SystemExit(130)
    time.sleep(0.2)
