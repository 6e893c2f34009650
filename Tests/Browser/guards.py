# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: 2026 The locationd authors
"""Who may open the page, and what the page may ask for."""

import http.server
import json
import threading

from scene import address, ctl, origin, overrides, port, raw
from webdriver import wait


def the_address_opens_once(scene):
    host = {"Host": f"127.0.0.1:{port}"}
    path = address[len(origin):]
    assert raw("GET", path, host)[0] == 403
    assert raw("GET", "/?token=" + "0" * 64, host)[0] == 403
    assert raw("GET", "/", host)[0] == 403
    assert raw("GET", "/events", host)[0] == 403


def other_hosts_and_origins_are_refused(scene):
    host = {"Host": f"127.0.0.1:{port}"}
    cookie = scene.first.cdp("Network.getCookies", urls=[origin])["cookies"][0]
    assert cookie["httpOnly"] and cookie["sameSite"] == "Strict", cookie
    headers = {**host, "Cookie": f"{cookie['name']}={cookie['value']}"}
    assert raw("GET", "/tables", headers)[0] == 200
    assert raw("GET", "/tables", {**headers, "Host": "evil.example"})[0] == 421
    body = b'{"method":"setOverride","params":{"kind":"set","latitude":1,"longitude":1}}'
    assert raw("POST", "/rpc", headers, body)[0] == 403
    assert raw("POST", "/rpc", {**headers, "Origin": "http://evil.example"}, body)[0] == 403
    assert raw("POST", "/rpc", {**headers, "Origin": "null"}, body)[0] == 403


def a_page_of_another_origin_changes_nothing(scene):
    page = f"""<script>
      fetch('{origin}/rpc', {{method: 'POST', mode: 'no-cors', credentials: 'include',
        body: '{{"method":"clearOverrides"}}'}}).finally(() => document.title = 'done');
    </script>""".encode()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    ctl("set", "10,20")
    scene.first.call("POST", "/window/new", {"type": "tab"})
    handles = scene.first.call("GET", "/window/handles")
    scene.first.call("POST", "/window", {"handle": handles[1]})
    scene.first.open(f"http://127.0.0.1:{server.server_port}/")
    wait("the other page", lambda: scene.first.call("GET", "/title") == "done")
    scene.first.call("DELETE", "/window")
    scene.first.call("POST", "/window", {"handle": handles[0]})
    server.shutdown()
    assert len(overrides()) == 1
    ctl("clear")
    wait("nothing in force", lambda: "nothing" in scene.first.text("#active"))


CHECKS = [
    the_address_opens_once,
    other_hosts_and_origins_are_refused,
    a_page_of_another_origin_changes_nothing,
]
