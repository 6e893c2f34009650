# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: 2026 The locationd authors
"""The page as a whole: requests, errors, accessibility, pictures."""

import json
import os
import subprocess
import sys
import time

from audit import AUDIT
from seeing import subscriber
from steering import choose
from scene import ctl, locationctl, overrides, port
from webdriver import wait

screenshots = sys.argv[4] if len(sys.argv) > 4 else None


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
        errors = [e for e in errors if not any(
            each in e for each in (f":{port}/rpc", f":{port}/find?text=nowhere", "Failed to fetch"))]
        assert not errors, errors


def the_audit_finds_nothing(scene):
    """Also with names that are as long as they may be."""
    name = "W" * 120
    connection, _ = subscriber(name)
    ctl("transform", "noise", "--metres", "20", "--target", f"client={name}")
    with connection:
        for browser in (scene.first, scene.second):
            wait("its name", lambda: name in browser.text("#active"))
            wait("it as a target", lambda: browser.run(
                "return [...document.getElementById('target').options]"
                "  .some((o) => o.value === arguments[0])", f"client={name}"))
            choose(browser, "#target", f"client={name}")
        audit(scene)
        for browser in (scene.first, scene.second):
            choose(browser, "#target", "all")
    ctl("clear")


def audit(scene):
    for browser in (scene.first, scene.second):
        for theme in ("light", "dark"):
            browser.run("document.documentElement.dataset.theme = arguments[0]", theme)
            for panel in ("steer", "route", "change", "sky", "charts", "who", "log", "settings"):
                browser.run(f"document.getElementById('tab-{panel}').click()")
                faults = browser.run(AUDIT)
                assert not faults, (theme, panel, faults)


def take_screenshots(scene):
    """A boat leaves Montevideo, where the receiver is, and a program watches two regions."""
    if screenshots is None:
        return
    with subprocess.Popen(
            [locationctl, "monitor", "--json", "--region", "-34.905,-56.21,6000,harbour",
             "--region", "-34.96,-54.95,9000,cape"], stdout=subprocess.DEVNULL) as monitor:
        try:
            sail(scene.first, scene.second)
            for name, browser in (("desktop", scene.first), ("phone", scene.second)):
                wait("both overrides", lambda: "noise" in browser.text("#active"))
                for theme in ("light", "dark"):
                    show_theme(browser, theme)
                    time.sleep(1)
                    browser.screenshot(os.path.join(screenshots, f"console-{name}-{theme}.png"))
        finally:
            monitor.terminate()
    ctl("clear")


def show_theme(browser, theme):
    browser.run("const s = document.getElementById('theme'); s.value = arguments[0];"
                "s.dispatchEvent(new Event('change')); window.scrollTo(0, 0)", theme)


def sail(desktop, phone):
    for browser, zoom in ((desktop, 9.5), (phone, 8)):
        show_theme(browser, "light")
        browser.run("const { map } = await import('/page/map.js');"
                    "map.fire('dragstart'); map.setView([-34.9, -55.6], arguments[0])", zoom)
    desktop.run("document.getElementById('tab-route').click();"
                "document.getElementById('draw').click()")
    for latitude, longitude in [(-34.95, -56.22), (-35.05, -55.95), (-34.92, -55.55),
                                (-35.05, -55.15), (-35.02, -54.9)]:
        desktop.run("const { map } = await import('/page/map.js');"
                    "map.fire('click', { latlng: { lat: arguments[0], lng: arguments[1] } })",
                    latitude, longitude)
    desktop.fill("#route-fields [name=speed]", "28.8")
    desktop.fill("#route-fields [name=rate]", "900")
    desktop.run("document.querySelector('#drive [type=submit]').click()")
    wait("the way", lambda: [o for o in overrides() if o["progress"]["elapsed"] > 7500])
    ctl("pause")
    ctl("transform", "noise", "--metres", "20", "--target", "client=compass")
    desktop.run("document.getElementById('tab-steer').click()")
    phone.run("document.getElementById('tab-sky').click()")


CHECKS = [
    nothing_is_asked_outside,
    no_error_is_on_the_console,
    the_audit_finds_nothing,
    take_screenshots,
]
