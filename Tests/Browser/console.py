# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: 2026 The locationd authors
"""The console's page in a real Chromium, beside a real daemon.

usage: console.py ADDRESS LOCATIONCTL TRACK [SCREENSHOTS]

Prints the name of each check that held; the first one that does not ends it with 1.
"""

import http.client
import http.server
import json
import os
import subprocess
import sys
import threading
import time
import traceback
import urllib.parse

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from audit import AUDIT  # noqa: E402
from webdriver import Browser, Driver, move, wait  # noqa: E402

address, locationctl, track = sys.argv[1:4]
screenshots = sys.argv[4] if len(sys.argv) > 4 else None
origin = address.split("/?")[0]
seconds_of_haste = 60
port = urllib.parse.urlparse(origin).port


def ctl(*arguments):
    result = subprocess.run([locationctl, *arguments], capture_output=True, text=True, timeout=20)
    assert result.returncode == 0, f"{arguments}: {result.stderr}"
    return result.stdout


def overrides():
    return [json.loads(line) for line in ctl("overrides", "--json").splitlines()]


def raw(method, path, headers, body=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.putrequest(method, path, skip_host=True)
    for name, value in headers.items():
        connection.putheader(name, value)
    if body is not None:
        connection.putheader("Content-Length", str(len(body)))
    connection.endheaders(body)
    response = connection.getresponse()
    status, cookie = response.status, response.getheader("Set-Cookie")
    if path != "/events" or status != 200:
        response.read()
    connection.close()
    return status, cookie


class Scene:
    """Two browsers with the page open."""

    def __init__(self, driver):
        self.driver = driver
        self.first = Browser(driver)
        self.first.open(address)
        self.ready(self.first)
        self.second = None

    def ready(self, browser):
        wait("the page", lambda: browser.run(
            "return document.body?.dataset.steering === 'yes' && location.pathname === '/'"
            " && location.search === ''"))

    def position(self, browser):
        return browser.text("#position")

    def centre(self):
        """The middle of the map on the screen."""
        return self.first.run(
            "const b = document.getElementById('map').getBoundingClientRect();"
            "return [b.left + b.width / 2, b.top + b.height / 2]")

    def latlng(self, x, y):
        return self.first.run(
            "const { map } = await import('/page/map.js');"
            "const b = map.getContainer().getBoundingClientRect();"
            "const p = map.containerPointToLatLng([arguments[0] - b.left, arguments[1] - b.top]);"
            "return [p.lat, p.lng]", x, y)


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


def click_sets(scene):
    x, y = scene.centre()
    latitude, longitude = scene.latlng(x + 60, y + 30)
    scene.first.click_at(x + 60, y + 30)
    found = wait("an override", overrides)[0]["parameters"]
    assert abs(found["latitude"] - latitude) < 1 and abs(found["longitude"] - longitude) < 1, found
    wait("the truth", lambda: scene.first.text("#truth") == "SIMULATED")
    wait("the list", lambda: "o" in scene.first.text("#active b"))


def drag_moves(scene):
    pin = wait("the pin", lambda: scene.first.run(
        "const b = document.querySelector('.pin')?.getBoundingClientRect();"
        "return b && [b.left + b.width / 2, b.top + b.height / 2]"))
    before = overrides()[0]["parameters"]
    scene.first.pointer(
        move(*pin), {"type": "pointerDown", "button": 0}, move(pin[0] + 40, pin[1] - 20, 100),
        move(pin[0] + 90, pin[1] - 50, 100), {"type": "pointerUp", "button": 0})
    after = wait("a move", lambda: [o["parameters"] for o in overrides()
                                    if o["parameters"]["longitude"] != before["longitude"]])[0]
    assert after["longitude"] > before["longitude"] and after["latitude"] > before["latitude"]


def undo_goes_back(scene):
    after = overrides()[0]["parameters"]["longitude"]
    scene.first.click("#undo")
    wait("the first place", lambda: overrides()[0]["parameters"]["longitude"] < after)
    scene.first.click("#undo")
    wait("nothing in force", lambda: not overrides())


def a_typed_place_is_set(scene):
    for text, latitude, longitude in [
            ("48.8584, 2.2945", 48.8584, 2.2945),
            ("48°51'30.24\"N 2°17'40.2\"E", 48.8584, 2.2945),
            ("31n 448250 5411930", 48.8582, 2.2946), ("31UDQ4825011930", 48.8582, 2.2946)]:
        scene.first.fill("#place", text)
        scene.first.click("#set [type=submit]")
        wait(text, lambda: [o for o in overrides()
                            if abs(o["parameters"]["latitude"] - latitude) < 5e-4
                            and abs(o["parameters"]["longitude"] - longitude) < 5e-4])
        scene.first.click("#clear")
        wait("nothing in force", lambda: not overrides())


def another_browser_follows(scene):
    scene.first.run("document.getElementById('tab-settings').click()")
    scene.first.click("#link")
    other = wait("an address", lambda: scene.first.text("#address"))
    scene.second = Browser(scene.driver, 390, 844, phone=True)
    scene.second.open(other)
    scene.ready(scene.second)
    ctl("set", "48.8584,2.2945", "--altitude", "35", "--for", "10m")
    for browser in (scene.first, scene.second):
        wait("the place", lambda: "48.858400, 2.294500" in scene.position(browser))
        wait("the time left", lambda: "left" in browser.text("#active"))
    scene.second.click("#clear")
    for browser in (scene.first, scene.second):
        wait("the return", lambda: "nothing" in browser.text("#active"))
    assert not overrides()


def a_drawn_route_plays(scene):
    scene.first.click("#tab-route")
    scene.first.click("#draw")
    x, y = scene.centre()
    for dx, dy in [(-80, 40), (0, -40), (80, 30)]:
        scene.first.click_at(x + dx, y + dy)
        time.sleep(0.4)
    wait("three points", lambda: scene.first.text("#drawn").startswith("3 points"))
    scene.first.fill("#route-speed", "50")
    scene.first.click("#drive [type=submit]")
    wait("a route", lambda: [o for o in overrides() if o["kind"] == "start"])
    wait("its time line", lambda: scene.first.run(
        "return document.querySelector('#playing input[type=range]') !== null"))
    scene.first.run("[...document.querySelectorAll('#playing button')].at(-1).click()")
    wait("a pause", lambda: overrides()[0]["progress"]["state"] == "paused")
    scene.first.run(
        "const s = document.querySelector('#playing input'); s.value = s.max / 2;"
        "s.dispatchEvent(new Event('change'))")
    wait("a seek", lambda: overrides()[0]["progress"]["elapsed"] > 0.4 * (
        overrides()[0]["progress"]["total"]))
    scene.first.click("#clear")
    wait("nothing in force", lambda: not overrides())


def a_file_plays(scene):
    scene.first.click("#forget")
    scene.first.type("#file", track)
    wait("the track", lambda: "gpx" in scene.first.text("#drawn"))
    scene.first.click("#drive [type=submit]")
    found = wait("a recording", overrides)[0]
    assert found["kind"] == "play" and found["progress"]["points"] > 1, found
    scene.first.click("#clear")
    wait("nothing in force", lambda: not overrides())


def the_arrow_keys_drive(scene):
    ctl("set", "0,0")
    wait("the place", lambda: "0.000000, 0.000000" in scene.position(scene.first))
    scene.first.click("#tab-steer")
    scene.first.run("document.getElementById('pad').focus()")
    scene.first.keys({"type": "keyDown", "value": "\ue014"}, {"type": "pause", "duration": 1500},
                     {"type": "keyUp", "value": "\ue014"})
    found = wait("a stop", lambda: [o["parameters"] for o in overrides() if o["kind"] == "set"])[0]
    assert found["course"] == 90 and found["speed"] == 0, found
    assert 3 < found["longitude"] * 111319 < 20 and abs(found["latitude"]) < 1e-9, found
    scene.first.click("#clear")
    wait("nothing in force", lambda: not overrides())


def every_change_has_a_form(scene):
    scene.first.click("#tab-change")
    names = scene.first.run(
        "return [...document.querySelectorAll('#kind option')].map((o) => o.textContent)")
    assert "noise" in names and "no-fix" in names and len(names) == 19, names
    scene.first.run(
        "const k = document.getElementById('kind');"
        "k.value = [...k.options].find((o) => o.textContent === 'noise').value;"
        "k.dispatchEvent(new Event('change'))")
    scene.first.fill("#parameters [name=metres]", "10")
    scene.first.click("#changes [type=submit]")
    found = wait("the noise", overrides)[0]
    assert found["parameters"]["name"] == "noise" and found["parameters"]["metres"] == 10, found
    scene.first.click("#clear")
    wait("nothing in force", lambda: not overrides())


def programs_are_listed_and_explained(scene):
    scene.first.click("#tab-who")
    wait("the console itself", lambda: "locationctl-console" in scene.first.text("#subscribers"))
    scene.first.run("document.querySelector('#subscribers button').click()")
    wait("a reason", lambda: scene.first.run(
        "return document.querySelector('#subscribers em')?.textContent"))
    scene.first.fill("#selector", "client=stranger")
    scene.first.click("#grant [value=privacyRevoke]")
    wait("a decision", lambda: "client=stranger" in scene.first.text("#decisions"))
    scene.first.run("document.querySelector('#decisions button').click()")
    wait("none", lambda: "client=stranger" not in scene.first.text("#decisions"))


def the_real_location_stays_in_sight(scene):
    wait("the real location", lambda: scene.first.text("#truth") == "real location", 30)
    wait("satellites", lambda: scene.first.run(
        "return document.querySelectorAll('#satellites tr').length > 3"))
    ctl("set", "48.8584,2.2945")
    wait("the override", lambda: scene.first.text("#truth") == "SIMULATED")
    scene.first.run(
        "const { map } = await import('/page/map.js'); map.setView([-34.9, -56.2], 12)")
    wait("the real one beside it", lambda: scene.first.run(
        "return document.querySelector('.real.dot') !== null"
        " && document.querySelector('.told.dot') !== null"))
    ctl("clear")
    wait("the return", lambda: scene.first.text("#truth") == "real location")


def regions_are_shown(scene):
    with subprocess.Popen(
            [locationctl, "monitor", "--json", "--region", "48.8584,2.2945,500,tower"],
            stdout=subprocess.DEVNULL) as monitor:
        try:
            ctl("set", "48.8584,2.2945")
            wait("the region", lambda: scene.first.run(
                "return document.querySelector('.region.inside') !== null"))
        finally:
            monitor.terminate()
    ctl("clear")


def fast_updates_stay_smooth(scene):
    browser = scene.first
    browser.run("document.getElementById('tab-charts').click()")
    browser.run(
        "window.tasks = []; new PerformanceObserver((list) => {"
        "for (const e of list.getEntries()) window.tasks.push(e.duration); })"
        ".observe({ type: 'longtask' });")
    with subprocess.Popen([locationctl, "set", "-"], stdin=subprocess.PIPE, text=True,
                          stdout=subprocess.DEVNULL) as feed:
        sizes = []
        for count in range(50 * seconds_of_haste):
            feed.stdin.write(f"{48.8584 + count * 1e-6:.7f},2.2945\n")
            feed.stdin.flush()
            time.sleep(0.02)
            # The first half fills the trail, the charts and the log.
            if count % (25 * seconds_of_haste) == 25 * seconds_of_haste - 1:
                browser.cdp("HeapProfiler.collectGarbage")
                sizes.append(browser.cdp("Runtime.getHeapUsage")["usedSize"])
        feed.stdin.close()
    tasks = browser.run("return window.tasks")
    part = sum(tasks) / (1000 * seconds_of_haste)
    print(f"long tasks: {len(tasks)}, {part:.1%} of the time, longest {max(tasks, default=0)} ms;"
          f" heap {sizes}", file=sys.stderr)
    assert part < 0.05, tasks
    assert sizes[-1] - sizes[0] < 4_000_000, sizes
    wait("nothing in force", lambda: not overrides())


def the_session_is_downloaded(scene):
    text = scene.first.run("return (await fetch('/session?format=gpx')).text()")
    assert "<trkpt" in text and "</gpx>" in text, text[:200]
    geo = scene.first.run("return (await fetch('/session?format=geojson')).json()")
    assert geo["type"] == "FeatureCollection", geo


def nothing_is_asked_outside(scene):
    asked = []
    for browser in (scene.first, scene.second):
        for entry in browser.log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                asked.append(message["params"]["request"]["url"])
    outside = [u for u in asked if not u.startswith(("data:", "http://127.0.0.1:", "about:", "chrome:"))]
    assert len(asked) > 20 and not outside, outside


def no_error_is_on_the_console(scene):
    for browser in (scene.first, scene.second):
        errors = [e["message"] for e in browser.log("browser") if e["level"] == "SEVERE"]
        # What was refused on purpose.
        errors = [e for e in errors if f":{port}/rpc" not in e and "Failed to fetch" not in e]
        assert not errors, errors


def the_audit_finds_nothing(scene):
    for browser in (scene.first, scene.second):
        for theme in ("light", "dark"):
            browser.run("document.documentElement.dataset.theme = arguments[0]", theme)
            for panel in ("steer", "route", "change", "sky", "charts", "who", "log", "settings"):
                browser.run(f"document.getElementById('tab-{panel}').click()")
                faults = browser.run(AUDIT)
                assert not faults, (theme, panel, faults)


def take_screenshots(scene):
    if screenshots is None:
        return
    ctl("set", "48.8584,2.2945", "--altitude", "35", "--speed", "3", "--course", "60")
    for name, browser in (("desktop", scene.first), ("phone", scene.second)):
        browser.run("const { map } = await import('/page/map.js'); map.setView([47, 4], 5);"
                    "map.fire('dragstart')")
        browser.run("document.getElementById('tab-steer').click(); window.scrollTo(0, 0)")
        wait("the place", lambda: "48.858400" in scene.position(browser))
        for theme in ("light", "dark"):
            browser.run("document.documentElement.dataset.theme = arguments[0]", theme)
            time.sleep(1)
            browser.screenshot(os.path.join(screenshots, f"console-{name}-{theme}.png"))
    ctl("clear")


checks = [
    the_address_opens_once, other_hosts_and_origins_are_refused,
    a_page_of_another_origin_changes_nothing, click_sets, drag_moves, undo_goes_back,
    a_typed_place_is_set, another_browser_follows, a_drawn_route_plays, a_file_plays,
    the_arrow_keys_drive, every_change_has_a_form, programs_are_listed_and_explained,
    the_real_location_stays_in_sight, regions_are_shown, fast_updates_stay_smooth,
    the_session_is_downloaded, nothing_is_asked_outside, no_error_is_on_the_console,
    the_audit_finds_nothing, take_screenshots,
]


def main():
    driver = Driver()
    try:
        scene = Scene(driver)
        for check in checks:
            try:
                check(scene)
            except Exception:  # noqa: BLE001 - whatever it is, it is told
                print(f"{check.__name__}: {traceback.format_exc()}", file=sys.stderr)
                print(scene.first.text("#trouble"), overrides(), file=sys.stderr)
                print([e["message"] for e in scene.first.log("browser")], file=sys.stderr)
                return 1
            print(check.__name__, flush=True)
        return 0
    finally:
        driver.close()


sys.exit(main())
