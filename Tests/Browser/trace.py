# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: 2026 The locationd authors
"""What the tasks of a page cost, by Chromium's own trace, over its debugging socket."""

import base64
import json
import os
import socket
import struct
import urllib.request


class Trace:
    """Records from its making until `tasks` is called."""

    def __init__(self, debugger):
        with urllib.request.urlopen(f"http://{debugger}/json/version", timeout=10) as answer:
            path = json.load(answer)["webSocketDebuggerUrl"].split("/", 3)[3]
        host, port = debugger.rsplit(":", 1)
        self.socket = socket.create_connection((host, int(port)), timeout=30)
        self.input = self.socket.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /{path} HTTP/1.1\r\nHost: {debugger}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode())
        assert b" 101 " in self.input.readline()
        while self.input.readline().strip():
            pass
        self.send(1, "Tracing.start", {
            "transferMode": "ReportEvents",
            "traceConfig": {"includedCategories": ["toplevel"], "excludedCategories": ["*"]}})
        while self.receive().get("id") != 1:
            pass

    def send(self, number, method, params):
        data = json.dumps({"id": number, "method": method, "params": params}).encode()
        mask = os.urandom(4)
        length = struct.pack("!BBH", 0x81, 0x80 | 126, len(data))
        masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(data))
        self.socket.sendall(length + mask + masked)

    def receive(self):
        """The next message, put together from its frames."""
        data = b""
        while True:
            first, size = self.input.read(2)
            size &= 0x7F
            if size == 126:
                size, = struct.unpack("!H", self.input.read(2))
            elif size == 127:
                size, = struct.unpack("!Q", self.input.read(8))
            data += self.input.read(size)
            if first & 0x80:
                return json.loads(data)

    def tasks(self):
        """Milliseconds of processor and of wall time for each task of each page's main thread."""
        self.send(2, "Tracing.end", {})
        events = []
        while True:
            message = self.receive()
            if message.get("method") == "Tracing.dataCollected":
                events += message["params"]["value"]
            elif message.get("method") == "Tracing.tracingComplete":
                break
        self.socket.close()
        main = {(e["pid"], e["tid"]) for e in events
                if e["name"] == "thread_name" and e["args"]["name"] == "CrRendererMain"}
        return [(e["tdur"] / 1000, e["dur"] / 1000) for e in events
                if e["ph"] == "X" and "RunTask" in e["name"] and "tdur" in e
                and (e["pid"], e["tid"]) in main]
