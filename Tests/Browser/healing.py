# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: 2026 The locationd authors
"""A daemon that goes and comes back, and a map with tiles: a second console, of its own."""

import base64
import glob
import http.server
import json
import os
import re
import subprocess
import tempfile
import threading
import time

from scene import locationctl
from webdriver import Browser, wait

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=")


class Tiles(http.server.BaseHTTPRequestHandler):
    asked = []

    def do_GET(self):
        self.asked.append((self.path, self.headers.get("Referer"), self.headers.get("Cookie")))
        self.send_response(200)
        self.send_header("Content-Type", "image/png")
        self.send_header("Access-Control-Allow-Origin", "*")
        self.end_headers()
        self.wfile.write(PIXEL)

    def log_message(self, *arguments):
        pass


class Daemon:
    """A locationd without a receiver in a folder of its own."""

    def __init__(self, folder, **more):
        self.folder = folder
        self.more = more
        self.program = os.path.join(os.path.dirname(locationctl), "locationd")
        self.environment = {
            **os.environ, "LOCATIOND_SOCKET": f"{folder}/locationd.sock",
            "LOCATIOND_CONTROL_SOCKET": f"{folder}/control.sock"}
        self.process = None

    def start(self):
        # By another program, as libfaketime gives the first one an environment in another place.
        self.process = subprocess.Popen(
            ["env", self.program, "--runtime-dir", self.folder, "--gpsd", "127.0.0.1:9"],
            env={**self.environment, **self.more}, stderr=subprocess.DEVNULL)
        wait("the daemon", lambda: os.path.exists(f"{self.folder}/control.sock"))

    def stop(self):
        self.process.terminate()
        self.process.wait(10)


def tiles_are_the_only_thing_from_outside_and_the_page_heals(scene):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Tiles)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    tiles = f"http://127.0.0.1:{server.server_port}/"
    with tempfile.TemporaryDirectory(prefix="heal-") as folder:
        daemon = Daemon(folder)
        daemon.start()
        console = subprocess.Popen(
            [locationctl, "console", "--tiles", tiles + "{z}/{x}/{y}.png"],
            env=daemon.environment, stdout=subprocess.PIPE, text=True)
        try:
            browser = Browser(scene.driver)
            address = console.stdout.readline().strip()
            browser.open(address)
            scene.ready(browser)
            tiles_are_loaded(browser, address.split("/?")[0], tiles)
            daemon_goes_and_returns(browser, daemon)
            console = console_is_started_anew(browser, daemon, console, address)
        finally:
            for process in (console, daemon.process):
                process.terminate()
                process.wait(10)
            server.shutdown()


def tiles_are_loaded(browser, origin, tiles):
    wait("tiles", lambda: browser.run(
        "return document.querySelectorAll('.leaflet-tile-loaded').length > 3"))
    assert all(path.count("/") == 3 and path.endswith(".png") and not referer and not cookie
               for path, referer, cookie in Tiles.asked), Tiles.asked
    asked = [json.loads(entry["message"])["message"] for entry in browser.log("performance")]
    asked = [m["params"]["request"]["url"] for m in asked
             if m["method"] == "Network.requestWillBeSent"]
    outside = [u for u in asked if not u.startswith(("data:", origin, "about:", "chrome:"))]
    assert outside and all(u.startswith(tiles) for u in outside), outside


def daemon_goes_and_returns(browser, daemon):
    browser.fill("#place", "48.8584, 2.2945")
    browser.click("#set [type=submit]")
    wait("the place", lambda: "48.858400, 2.294500" in browser.text("#position"))
    daemon.stop()
    wait("the loss", lambda: browser.text("#trouble").startswith("locationd is gone"))
    assert browser.text("#truth") == "waiting for a location", browser.text("#truth")
    assert browser.text("#position") == ""
    assert browser.run("return document.getElementById('steer').inert")
    assert browser.run("return document.getElementById('undo').disabled")
    began = time.monotonic()
    daemon.start()
    wait("the return", lambda: browser.run("return document.getElementById('trouble').hidden"))
    assert time.monotonic() - began < 10
    assert "nothing" in browser.text("#active")
    undo_leaves_alone_what_has_the_same_name(browser, daemon)
    browser.fill("#place", "-33.8568, 151.2153")
    browser.click("#set [type=submit]")
    wait("the next place", lambda: "-33.856800, 151.215300" in browser.text("#position"))


def console_is_started_anew(browser, daemon, console, address):
    """Its page waits for a console that is gone, and says what to do when another one is there."""
    console.terminate()
    console.wait(10)
    wait("the loss", lambda: browser.text("#trouble").startswith("the console is gone"))
    port = address.split("/?")[0].split(":")[-1]
    console = subprocess.Popen(
        [locationctl, "console", "--listen", f"127.0.0.1:{port}"], env=daemon.environment,
        stdout=subprocess.PIPE, text=True)
    wait("the advice", lambda: browser.text("#trouble") ==
         "the console was started anew; open the address that it printed")
    # In the same tab.
    browser.open(console.stdout.readline().strip())
    wait("the page", lambda: browser.run(
        "return document.body?.dataset.steering === 'yes' && location.search === ''"))
    return console


def undo_leaves_alone_what_has_the_same_name(browser, daemon):
    """The daemon counts anew: `o1` is somebody else's now."""
    def ctl(*arguments):
        return subprocess.run([locationctl, *arguments], env=daemon.environment, check=True,
                              capture_output=True, text=True).stdout

    assert ctl("set", "5,6").startswith("o1: ")
    wait("it here", lambda: "o1 set 5.000000, 6.000000" in browser.text("#active"))
    assert browser.run("return document.getElementById('undo').disabled")
    browser.run("await new Promise((go) => { document.body.dispatchEvent(new KeyboardEvent("
                "'keydown', { key: 'z', ctrlKey: true, bubbles: true })); setTimeout(go, 300); })")
    assert '"id":"o1"' in ctl("overrides", "--json")
    ctl("clear")


def a_stay_is_marked_on_the_map(scene):
    """Minutes of a daemon whose clocks run a hundred times as fast."""
    places = glob.glob("/usr/lib/*/faketime/libfaketime.so.1")
    if not places:
        return
    with tempfile.TemporaryDirectory(prefix="stay-") as folder:
        daemon = Daemon(folder, LD_PRELOAD=places[0], FAKETIME="+0 x100")
        daemon.start()
        console = subprocess.Popen(
            [locationctl, "console"], env=daemon.environment, stdout=subprocess.PIPE, text=True)
        try:
            browser = Browser(scene.driver)
            browser.open(console.stdout.readline().strip())
            scene.ready(browser)
            # A quarter of an hour at one place, and then away from it.
            path = os.path.join(folder, "stay.gpx")
            with open(path, "w", encoding="utf-8") as file:
                file.write('<gpx version="1.1" creator="test"><trk><trkseg>' + "".join(
                    f'<trkpt lat="{latitude}" lon="2.2945"><time>2026-11-30T0{time}Z</time></trkpt>'
                    for latitude, time in [
                        (48.8584, "1:00:00"), (48.8584, "1:15:00"), (48.9, "1:25:00"),
                        (49.2, "1:45:00")]) + "</trkseg></trk></gpx>")
            subprocess.run([locationctl, "play", path], env=daemon.environment, check=True,
                           stdout=subprocess.DEVNULL)
            wait("an arrival", lambda: visits(browser), 30)
            assert re.fullmatch("visit, .+ to …, ±.+ m", visits(browser)[0]), visits(browser)
            assert browser.text("#visits").endswith(": 48.858400, 2.294500"), browser.text("#visits")
            wait("a departure", lambda: "…" not in visits(browser)[0], 30)
            # A page that comes later is told too.
            browser.call("POST", "/refresh", {})
            scene.ready(browser)
            wait("the visit again", lambda: visits(browser) and "…" not in visits(browser)[0])
        finally:
            for process in (console, daemon.process):
                process.terminate()
                process.wait(10)
            for name in ("faketime_shm", "sem.faketime_sem"):
                path = f"/dev/shm/{name}_{daemon.process.pid}"
                if os.path.exists(path):
                    os.unlink(path)


def visits(browser):
    """What the marks of visits say, the oldest first."""
    return browser.run(
        "const { map } = await import('/page/map.js'); const found = [];"
        "map.eachLayer((l) => { if (l.options.className === 'visit')"
        "  found.push(l.getTooltip().getContent().textContent); }); return found")


CHECKS = [
    tiles_are_the_only_thing_from_outside_and_the_page_heals,
    a_stay_is_marked_on_the_map,
]
