#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: 2026 The locationd authors
"""Prints where this device is, until it is interrupted. Needs the standard library only."""

import json
import os
import socket

path = os.environ.get("LOCATIOND_SOCKET") or "/run/locationd/locationd.sock"
with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
    connection.connect(path)
    request = {"jsonrpc": "2.0", "id": 1, "method": "startUpdatingLocation"}
    connection.sendall(json.dumps(request).encode() + b"\n")
    for line in connection.makefile("rb"):
        message = json.loads(line)
        if message.get("method") == "didUpdateLocations":
            for location in message["params"]["locations"]:
                print(location["latitude"], location["longitude"], flush=True)
        elif message.get("method") == "didFailWithError":
            print(message["params"]["error"]["message"], flush=True)
        elif "error" in message:
            raise SystemExit(message["error"]["message"])
