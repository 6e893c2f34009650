# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: 2026 The locationd authors
"""What the page shows of the daemon."""

import json
import os
import re
import socket
import subprocess
import sys
import time

from scene import ctl, locationctl, overrides
from trace import Trace
from webdriver import wait

seconds_of_haste = 60


def subscriber(name):
    """A connection that has begun to listen, by whatever name, and its session."""
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(os.environ["LOCATIOND_SOCKET"])
    for number, (method, params) in enumerate([
            ("initialize", {"client": {"name": name}}), ("startUpdatingLocation", {})], 1):
        request = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        connection.sendall(json.dumps(request).encode() + b"\n")
    found = wait("the session", lambda: [
        s["session"] for s in map(json.loads, ctl("subscribers", "--json").splitlines())
        if s.get("client", {}).get("name") == name])
    return connection, found[0]


def targets_match_who_they_are_made_of(scene):
    """Also of a program whose name would be a selector of another one; and it stays text."""
    browser = scene.first
    name = "unit=x,user=root"
    connection, session = subscriber(name)
    odd, other = subscriber("\u202e<b>left\u202c")
    with connection, odd:
        wait("it as a target", lambda: f"session={session}" in targets(browser))
        wait("the other one", lambda: f"session={other}" in targets(browser))
        offered = browser.run(
            "const { selectors } = await import('/page/selectors.js');"
            "const { facts } = await import('/page/link.js');"
            "return facts.state.subscribers.subscribers"
            "  .map((s) => [s.session, selectors(s).map(([selector]) => selector)])")
        assert {s for s, _ in offered} >= {session, other}, offered
        assert not any(name in t for t in targets(browser)), targets(browser)
        for each, found in offered:
            assert found and set(found) <= set(targets(browser)), (found, targets(browser))
            for target in found:
                ctl("transform", "flatten", "--target", target)
                ids = [o["id"] for o in overrides()]
                told = json.loads(ctl("explain", each, "--json"))
                assert told["overrides"] == ids, (target, told, ids)
                ctl("clear")
        browser.click("#tab-who")
        names = wait("their names", lambda: browser.run(
            "return [...document.querySelectorAll('#subscribers bdi')].map((e) => e.textContent)"))
        assert name in names and "\u202e<b>left\u202c" in names, names
        # What a name does to the direction of text ends with it.
        assert browser.run(
            "return [...document.querySelectorAll('#subscribers bdi')]"
            "  .every((e) => getComputedStyle(e).unicodeBidi === 'isolate')")
    wait("their end", lambda: f"session={session}" not in targets(browser))


def targets(browser):
    return browser.run(
        "return [...document.querySelectorAll('#target option')].map((o) => o.value)")


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


def a_decision_reaches_its_program(scene):
    """What is revoked here a real subscriber hears of at once, and what is granted too."""
    browser = scene.first
    with subprocess.Popen([locationctl, "monitor", "--json"], stdout=subprocess.PIPE,
                          text=True) as monitor:
        def hears(status, accuracy):
            for line in monitor.stdout:
                told = json.loads(line)
                if told["method"] == "didChangeAuthorization":
                    assert told["params"] == {"status": status, "accuracy": accuracy}, told
                    return

        try:
            hears("authorizedAlways", "full")
            browser.fill("#selector", "client=locationctl")
            browser.click("#grant [value=privacyRevoke]")
            hears("denied", "full")
            browser.click("#reduced")
            browser.click("#grant [value=privacyGrant]")
            hears("authorizedAlways", "reduced")
            wait("the decision", lambda: "reduced client=locationctl" in browser.text("#decisions"))
        finally:
            monitor.terminate()
    browser.run("document.querySelector('#decisions button').click()")
    wait("none", lambda: "client=locationctl" not in browser.text("#decisions"))


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
    assert scene.first.text("#real").startswith("really -34."), scene.first.text("#real")
    ctl("clear")
    wait("the return", lambda: scene.first.text("#truth") == "real location")


def regions_are_shown(scene):
    # First, because to cross a region's edge takes a while.
    ctl("set", "48.8584,2.2945")
    with subprocess.Popen(
            [locationctl, "monitor", "--json", "--region", "48.8584,2.2945,500,tower"],
            stdout=subprocess.DEVNULL) as monitor:
        try:
            wait("the region", lambda: scene.first.run(
                "return document.querySelector('.region.inside') !== null"))
            words = scene.first.text("#regions")
            assert words.startswith("tower (s") and words.endswith(", 500.0 m): inside"), words
            # What is read in its tooltip does not vanish with what is told of others.
            assert scene.first.run(
                "const { on } = await import('/page/link.js');"
                "const shape = document.querySelector('.region.inside'); let count = 0;"
                "await new Promise((go) => on('state', () => { if ((count += 1) === 2) go(); }));"
                "return shape.isConnected")
        finally:
            monitor.terminate()
    ctl("clear")


def visits_are_marked(scene):
    """A stay of minutes in seconds: the callbacks as the stream would bring them."""
    counts = scene.first.run(
        "const { emit } = await import('/page/link.js');"
        "const visit = { latitude: 48.8584, longitude: 2.2945, horizontalAccuracy: 20,"
        "  arrivalDate: '2026-11-30T01:22:20.120Z' };"
        "const count = () => document.querySelectorAll('path.visit').length;"
        "const counts = [count()];"
        "for (const more of [{}, { departureDate: '2026-11-30T02:22:20.120Z' },"
        "  { arrivalDate: '2026-11-30T03:22:20.120Z' }]) {"
        "  emit('callback', { method: 'didVisit', params: { visit: { ...visit, ...more } } });"
        "  counts.push(count()); }"
        "return counts")
    # A departure belongs to the visit that began before.
    assert counts == [0, 1, 1, 2], counts


def the_log_has_a_filter(scene):
    scene.first.click("#tab-log")
    scene.first.fill("#filter", "didUpdateSatellites")
    lines = wait("lines", lambda: scene.first.run(
        "return [...document.querySelectorAll('#lines li')].map((l) => l.textContent)"))
    assert all(" didUpdateSatellites {" in line for line in lines), lines
    scene.first.fill("#filter", "nothing of the kind")
    wait("none", lambda: not scene.first.run("return document.querySelector('#lines li')"))
    scene.first.run("const f = document.getElementById('filter'); f.value = '';"
                    "f.dispatchEvent(new Event('input'))")


def charts_and_sky_show_values(scene):
    browser = scene.first
    browser.click("#tab-charts")
    ctl("set", "48.8584,2.2945", "--altitude", "35", "--speed", "3")

    def words(unit):
        found = browser.run(
            "return [...document.querySelectorAll('#charts canvas')]"
            "  .map((c) => c.getAttribute('aria-label'))")
        return unit in found[0] and not any("no value" in each for each in found) and found

    def check(units):
        found = wait("values", lambda: words(units[0]))
        names = ["Accuracy", "Speed", "Altitude", "Satellites used", "Latency"]
        for text, name, unit in zip(found, names, units, strict=True):
            number = r"-?[\d.]+" + (f" {unit}" if unit else "")
            assert re.fullmatch(
                f"{name}: {number} now, lowest {number}, highest {number}, in .+", text), text

    check(["m", "km/h", "m", "", "ms"])
    select(browser, "units", "imperial")
    check(["ft", "mph", "ft", "", "ms"])
    select(browser, "units", "metric")
    # What is not told any more has no value, and its line ends.
    ctl("set", "48.8584,2.2945")
    label = "return document.querySelectorAll('#charts canvas')[2].getAttribute('aria-label')"
    wait("no altitude", lambda: re.fullmatch(
        "Altitude: no value now, lowest .+ m, highest .+ m, in .+", browser.run(label)))
    ctl("clear")
    axes = browser.run(
        "const { ticks, times } = await import('/page/charts.js');"
        "const texts = (all) => all.map((t) => t.text).join(' ');"
        "return [texts(ticks(3.2, 9.9, 1)), texts(ticks(35, 35, 1)), texts(ticks(-0.3, 0.4, 0.1)),"
        "  texts(ticks(9, 12, 2)), texts(ticks(0, 8848, 1)), texts(times(10)), texts(times(65)),"
        "  texts(times(600))]")
    assert axes == [
        "2 4 6 8 10", "34.5 35.0 35.5", "-0.4 -0.2 0.0 0.2 0.4",
        "9 10 11 12", "0 2000 4000 6000 8000 10000", "now −2 s −4 s −6 s −8 s −10 s",
        "now −15 s −30 s −45 s −60 s", "now −2 min −4 min −6 min −8 min −10 min"], axes
    browser.click("#tab-sky")
    inked = browser.run(
        "const c = document.getElementById('sky-plot');"
        "return c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some((v) => v)")
    assert inked and "satellites," in browser.run(
        "return document.getElementById('sky-plot').getAttribute('aria-label')")


def select(browser, name, value):
    browser.run("const s = document.getElementById(arguments[0]); s.value = arguments[1];"
                "s.dispatchEvent(new Event('change'))", name, value)


def fast_updates_stay_smooth(scene):
    browser = scene.first
    browser.run("document.getElementById('tab-charts').click()")
    with subprocess.Popen([locationctl, "set", "-"], stdin=subprocess.PIPE, text=True,
                          stdout=subprocess.DEVNULL) as feed:
        def go(count, begin):
            due = time.monotonic()
            for step in range(count):
                feed.stdin.write(f"{48.8584 + (begin + step) * 1e-6:.7f},2.2945\n")
                feed.stdin.flush()
                due += 0.02
                time.sleep(max(0, due - time.monotonic()))

        def heap():
            browser.cdp("HeapProfiler.collectGarbage")
            return browser.cdp("Runtime.getHeapUsage")["usedSize"]

        go(100, 0)
        wait("the way to Paris", lambda: browser.text("#truth") == "SIMULATED")
        before = heap()
        trace = Trace(browser.debugger)
        told = told_locations(browser)
        go(50 * seconds_of_haste, 100)
        tasks = trace.tasks()
        wait("all of them", lambda: told_locations(browser) - told > 49 * seconds_of_haste)
        after = heap()
        feed.stdin.close()
    worst = sorted(tasks, reverse=True)[:3]
    print(f"{len(tasks)} tasks, the longest {worst} ms; heap {before}, {after}", file=sys.stderr)
    # Of the processor's time, as on a busy machine a task also waits for its turn.
    assert len(tasks) > 50 * seconds_of_haste and worst[0][0] < 50, worst
    assert after - before < 1_500_000, (before, after)
    wait("nothing in force", lambda: not overrides())


def told_locations(browser):
    """What the daemon says that it has delivered to the console."""
    found = [s for s in map(json.loads, ctl("subscribers", "--json").splitlines())
             if s.get("client", {}).get("name") == "locationctl-console"]
    return found[0]["delivered"]


def the_session_is_downloaded(scene):
    text = scene.first.run("return (await fetch('/session?format=gpx')).text()")
    assert "<trkpt" in text and "</gpx>" in text, text[:200]
    geo = scene.first.run("return (await fetch('/session?format=geojson')).json()")
    assert geo["type"] == "FeatureCollection", geo


CHECKS = [
    targets_match_who_they_are_made_of,
    programs_are_listed_and_explained,
    a_decision_reaches_its_program,
    the_real_location_stays_in_sight,
    regions_are_shown,
    visits_are_marked,
    the_log_has_a_filter,
    charts_and_sky_show_values,
    fast_updates_stay_smooth,
    the_session_is_downloaded,
]
