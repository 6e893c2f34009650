#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: 2026 The locationd authors
"""A program of the operator's own as a stage: takes each location, changes it, and tells it to others.

Usage: stage.py TARGET     such as client=navigator, unit=app.service, surface=gpsd

TARGET must not mean this program itself, which has to see what it changes. What it sets is leased: it
ends with this program, however that ends. Needs the standard library only.
"""

import json
import os
import socket
import sys

# What a pushed point may have, besides latitude and longitude.
QUALITIES = (
    "altitude", "ellipsoidalAltitude", "horizontalAccuracy", "verticalAccuracy",
    "speed", "speedAccuracy", "course", "courseAccuracy",
)


def changed(location):
    """What the others are told of a location: here, a place 0.001 degrees further north."""
    point = {name: location[name] for name in QUALITIES if name in location}
    point["latitude"] = min(location["latitude"] + 0.001, 90)
    point["longitude"] = location["longitude"]
    return point


class Connection:
    def __init__(self, variable, default):
        path = os.environ.get(variable) or default
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self.socket.connect(path)
        except OSError as error:
            raise SystemExit(
                f"no daemon at {path}: {error.strerror}. "
                f"See systemctl status locationd, or set {variable} to its socket."
            )
        self.lines = self.socket.makefile("rb")
        self.number = 0

    def send(self, method, params):
        self.number += 1
        request = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        self.socket.sendall(json.dumps(request).encode() + b"\n")

    def messages(self):
        for line in self.lines:
            yield json.loads(line)
        raise SystemExit("locationd closed the connection")


class Stage:
    """A leased `push` override, there as long as there is a location."""

    def __init__(self, target):
        self.target = target
        self.control = Connection("LOCATIOND_CONTROL_SOCKET", "/run/locationd/control.sock")
        self.override = None

    def call(self, method, **params):
        self.control.send(method, params)
        for message in self.control.messages():
            ended = message.get("params", {}) if message.get("method") == "overrideEnded" else {}
            if self.override and ended.get("id") == self.override:
                raise SystemExit(f"{self.override} was {ended['reason']} by somebody else")
            if message.get("id") == self.control.number:
                if "error" in message:
                    raise SystemExit(message["error"]["message"])
                return message["result"]

    def tell(self, point):
        if not self.override:
            answer = self.call("setOverride", kind="push", target=self.target, lease=True)
            self.override = answer["id"]
        # Waiting for the answer paces the loop: the daemon has told it to everybody by then.
        self.call("pushLocations", id=self.override, points=[point])
        print(self.override, point["latitude"], point["longitude"], flush=True)

    def fall_silent(self):
        """Without this the last point would be repeated, though there is no fix any more."""
        if self.override:
            gone, self.override = self.override, None
            self.call("clearOverrides", ids=[gone])


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    stage = Stage(sys.argv[1])
    source = Connection("LOCATIOND_SOCKET", "/run/locationd/locationd.sock")
    source.send("initialize", {"client": {"name": "stage"}})
    source.send("startUpdatingLocation", {})
    for message in source.messages():
        if message.get("method") == "didUpdateLocations":
            for location in message["params"]["locations"]:
                if stage.override in location["source"].get("overrides", []):
                    raise SystemExit(f"{stage.target} means this program, too")
                stage.tell(changed(location))
        elif message.get("method") == "didFailWithError":
            stage.fall_silent()
        elif "error" in message:
            raise SystemExit(message["error"]["message"])


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
