# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: 2026 The locationd authors
"""Setting, driving and changing the location."""

import time

from scene import ctl, overrides, track
from webdriver import Browser, move, wait


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
    scene.first.fill("#route-fields [name=speed]", "50")
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


def drop(scene, name, text):
    scene.first.run(
        "const data = new DataTransfer(); data.items.add(new File([arguments[0]], arguments[1]));"
        "for (const name of ['dragover', 'drop']) document.getElementById('map').dispatchEvent("
        "new DragEvent(name, { dataTransfer: data, bubbles: true, cancelable: true }))", text, name)


def a_file_of_one_place_stays_in_view(scene):
    point = '<trkpt lat="48.5" lon="2.5"/>'
    text = f'<gpx version="1.1" creator="test"><trk><trkseg>{point * 3}</trkseg></trk></gpx>'
    drop(scene, "one.gpx", text)

    def labels():
        return scene.first.run(
            "return [...document.querySelectorAll('.degree.side')].map((e) => e.textContent)")

    def is_there():
        return any(label.startswith("48.") for label in labels())

    wait("the place", is_there)
    # The receiver, on another continent, goes on meanwhile.
    before = scene.position(scene.first)
    wait("a location", lambda: scene.position(scene.first) != before)
    assert is_there(), labels()
    scene.first.click("#forget")


def part_of_a_dropped_file_plays(scene):
    def line(latitude, minute):
        points = "".join(
            f'<trkpt lat="{latitude}" lon="{2 + step / 1000}">'
            f"<time>2026-11-30T01:{minute + step:02d}:00Z</time></trkpt>" for step in range(5))
        return f"<trk><trkseg>{points}</trkseg></trk>"

    text = f'<gpx version="1.1" creator="test">{line(48, 10)}{line(49, 20)}</gpx>'
    drop(scene, "two.gpx", text)
    wait("both tracks", lambda: scene.first.text("#drawn").startswith("two.gpx: gpx, 10 points"))
    scene.first.run(
        "const t = document.getElementById('track'); t.value = '2';"
        "t.dispatchEvent(new Event('change'))")
    wait("the second", lambda: scene.first.text("#drawn").startswith("two.gpx: gpx, 5 points"))
    scene.first.fill("#route-fields [name=from]", "60")
    scene.first.fill("#route-fields [name=to]", "180")
    scene.first.fill("#route-fields [name=seed]", "9")
    scene.first.click("#route-dates")
    scene.first.click("#drive [type=submit]")
    found = wait("the part", overrides)[0]["parameters"]
    assert found["kind"] == "play" and found["points"] == 5, found
    assert (found["from"], found["to"], found["seed"], found["keepTimes"]) == (60, 180, 9, True), found
    wait("its beginning", lambda: "49.000000, 2.001" in scene.position(scene.first))
    scene.first.click("#clear")
    wait("nothing in force", lambda: not overrides())
    scene.first.click("#forget")


def a_scenario_has_its_parameters(scene):
    scene.first.fill("#scenario-fields [name=seed]", "7")
    scene.first.click("#scenario-once")
    scene.first.run("[...document.querySelectorAll('#scenarios button')]"
                    ".find((b) => b.textContent === 'city-walk').click()")
    found = wait("the scenario", overrides)[0]["parameters"]
    assert found["scenario"] == "city-walk" and found["seed"] == 7, found
    assert found["loop"] is False and found["rate"] == 1, found
    scene.first.click("#clear")
    wait("nothing in force", lambda: not overrides())


def what_is_set_next_has_terms(scene):
    browser = scene.first
    browser.run("document.getElementById('common').open = true")
    wait("targets", lambda: browser.run(
        "return [...document.querySelectorAll('#target option')]"
        ".some((o) => o.value === 'client=locationctl-console')"))
    choose(browser, "#target", "client=locationctl-console")
    choose(browser, "#lasts", "persist")
    browser.fill("#duration", "600")
    assert browser.text("#terms") == (
        "for clients called locationctl-console, for 10:00 min, also over a restart of locationd"
    ), browser.text("#terms")
    browser.click("#tab-steer")
    browser.fill("#place", "1, 2")
    browser.click("#set [type=submit]")
    found = wait("an override", overrides)[0]
    assert found["target"] == "client=locationctl-console" and found["persist"], found
    assert 590 < found["expiresIn"] <= 600, found
    browser.click("#clear")
    wait("nothing in force", lambda: not overrides())
    for selector, value in [("#target", "all"), ("#lasts", "")]:
        choose(browser, selector, value)
    browser.run("const d = document.getElementById('duration'); d.value = '';"
                "d.dispatchEvent(new Event('input', { bubbles: true }));"
                "document.getElementById('common').open = false")


def favourites_and_history_stay(scene):
    browser = scene.first
    browser.fill("#place", "-33.8568, 151.2153")
    browser.click("#keep")
    wait("a favourite", lambda: "-33.856800, 151.215300" in browser.text("#favourites"))
    browser.call("POST", "/refresh", {})
    scene.ready(browser)
    assert "-33.856800, 151.215300" in browser.text("#favourites")
    assert "1.000000, 2.000000" in browser.text("#recent"), browser.text("#recent")
    browser.run("document.querySelector('#favourites button').click()")
    wait("the place", lambda: [o for o in overrides() if o["parameters"]["latitude"] == -33.8568])
    browser.click("#clear")
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


# What a form must be given; the others have nothing that is needed.
needed = {
    "offset": {"east": 10}, "noise": {"metres": 10, "seed": 3}, "drift": {"rate": 1, "bearing": 90},
    "delay": {"seconds": 1}, "decimate": {"every": 2}, "accuracy": {"scale": 2},
    "quantize": {"degrees": 0.1}, "jump": {"distance": 500, "period": 30}, "slow": {"interval": 5},
}


def choose(browser, selector, value):
    browser.run("const s = document.querySelector(arguments[0]); s.value = arguments[1];"
                "s.dispatchEvent(new Event('input', { bubbles: true }));"
                "s.dispatchEvent(new Event('change'))", selector, value)


def every_change_has_a_form(scene):
    scene.first.click("#tab-change")
    names = scene.first.run(
        "return [...document.querySelectorAll('#kind option')].map((o) => o.textContent)")
    assert len(names) == 19 and set(needed) < set(names), names
    for count, name in enumerate(names, 1):
        scene.first.run(
            "const k = document.getElementById('kind');"
            "k.value = [...k.options].find((o) => o.textContent === arguments[0]).value;"
            "k.dispatchEvent(new Event('change'));"
            "for (const [n, v] of Object.entries(arguments[1]))"
            "  document.querySelector(`#parameters [name=${n}]`).value = v;"
            "document.querySelector('#changes [type=submit]').click()", name, needed.get(name, {}))
        found = wait(name, lambda: [o for o in overrides() if o["parameters"].get("name") == name])
        assert len(overrides()) == count, overrides()
        for key, value in needed.get(name, {}).items():
            assert found[0]["parameters"][key] == value, found
    scene.first.click("#clear")
    wait("nothing in force", lambda: not overrides())


CHECKS = [
    click_sets,
    drag_moves,
    undo_goes_back,
    a_typed_place_is_set,
    another_browser_follows,
    a_drawn_route_plays,
    a_file_plays,
    a_file_of_one_place_stays_in_view,
    part_of_a_dropped_file_plays,
    a_scenario_has_its_parameters,
    what_is_set_next_has_terms,
    favourites_and_history_stay,
    the_arrow_keys_drive,
    every_change_has_a_form,
]
