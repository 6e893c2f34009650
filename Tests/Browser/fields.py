# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: 2026 The locationd authors
"""Fields, lists and places in the units and the form of coordinates that were chosen."""

import time

from scene import overrides
from steering import choose
from webdriver import wait


def fields(browser, container):
    """Label and value of each field there."""
    return browser.run(
        "return Object.fromEntries([...document.querySelectorAll(`${arguments[0]} label`)]"
        "  .map((l) => [l.firstChild.textContent.trim(), l.querySelector('input').value]))",
        container)


def fields_are_in_the_chosen_units(scene):
    browser = scene.first
    browser.click("#tab-steer")
    browser.fill("#point [name=altitude]", "35")
    browser.fill("#point [name=speed]", "36")
    # There and back nothing is lost, however often.
    for units, speed, altitude, pad in [
            ("imperial", ("Speed (mph)", "22.369363"), ("Altitude (ft)", "114.82940"), "22.4 mph"),
            ("nautical", ("Speed (kn)", "19.438445"), ("Altitude (m)", "35"), "19.4 kn"),
            ("imperial", ("Speed (mph)", "22.369363"), ("Altitude (ft)", "114.82940"), "22.4 mph"),
            ("metric", ("Speed (km/h)", "36"), ("Altitude (m)", "35"), "36.0 km/h"),
            ("imperial", ("Speed (mph)", "22.369363"), ("Altitude (ft)", "114.82940"), "22.4 mph")]:
        choose(browser, "#units", units)
        found = fields(browser, "#point")
        assert abs(float(found[speed[0]]) - float(speed[1])) < 1e-6, (units, found)
        assert abs(float(found[altitude[0]]) - float(altitude[1])) < 1e-5, (units, found)
        assert found["Course (degrees)"] == "", found
        assert browser.text("#pad-value") == pad, browser.text("#pad-value")
        spoken = browser.run(
            "return document.getElementById('pad-speed').getAttribute('aria-valuetext')")
        assert spoken == pad, spoken
    route = fields(browser, "#route-fields")
    assert abs(float(route["Speed (mph)"]) - 44.738726) < 1e-6 and "or every (ft)" in route, route
    assert route["Seed"] == "" and route["Rate"] == "1", route
    # What the page converted is exact, and what is typed is converted.
    browser.fill("#point [name=horizontalAccuracy]", "10")
    browser.fill("#place", "48.8584, 2.2945")
    browser.click("#set [type=submit]")
    found = wait("an override", overrides)[0]["parameters"]
    assert found["altitude"] == 35 and found["speed"] == 10, found
    assert found["horizontalAccuracy"] == 3.048, found
    lists_follow(browser)
    limits_are_in_the_chosen_units(scene)
    for name in ("altitude", "speed", "horizontalAccuracy"):
        browser.fill(f"#point [name={name}]", "")
    browser.click("#clear")
    wait("nothing in force", lambda: not overrides())
    change_fields_follow(browser)
    choose(browser, "#units", "metric")


def lists_follow(browser):
    for form, text in [
            ("dms", "48°51'30.2\"N 2°17'40.2\"E"), ("utm", "31n 448252 5411955"),
            ("mgrs", "31UDQ4825211954"), ("decimal", "48.858400, 2.294500")]:
        choose(browser, "#form", form)
        words = f"set {text}, altitude 114.829 ft, accuracy 10 ft, speed 22.3694 mph "
        wait(form, lambda: words in browser.text("#active"))
        wait("the history", lambda: text in browser.text("#recent"))


def limits_are_in_the_chosen_units(scene):
    browser = scene.first
    ids = [o["id"] for o in overrides()]
    browser.fill("#point [name=speed]", "300000")
    x, y = scene.centre()
    browser.click_at(x + 90, y + 60)
    wait("a refusal", lambda: browser.text("#trouble") ==
         "Speed (mph): give a number from 0 to 223693.629205")
    assert [o["id"] for o in overrides()] == ids


def change_fields_follow(browser):
    """Also those that are made later, whose words name a unit."""
    browser.run("document.getElementById('tab-change').click()")
    browser.run("const k = document.getElementById('kind');"
                "k.value = [...k.options].find((o) => o.textContent === 'offset').value;"
                "k.dispatchEvent(new Event('change'))")
    browser.fill("#parameters [name=north]", "100")
    assert "ft to the north" in browser.text("#parameters"), browser.text("#parameters")
    browser.run("document.querySelector('#changes [type=submit]').click()")
    found = wait("an override", overrides)[0]["parameters"]
    assert found["north"] == 30.48, found
    wait("it in the list", lambda: "offset east 0 ft, north 100 ft " in browser.text("#active"))
    choose(browser, "#units", "metric")
    assert "metres to the north" in browser.text("#parameters"), browser.text("#parameters")
    wait("metres", lambda: "offset east 0 m, north 30.48 m " in browser.text("#active"))
    choose(browser, "#units", "imperial")
    browser.click("#clear")
    wait("nothing in force", lambda: not overrides())


def a_short_touch_of_the_pad_is_a_stop(scene):
    """Shorter than an answer of the daemon takes."""
    browser = scene.first
    browser.click("#tab-steer")
    browser.fill("#place", "10, 20")
    browser.click("#set [type=submit]")
    before = wait("a place", overrides)[0]["id"]
    wait("it here", lambda: "10.000000, 20.000000" in scene.position(browser))
    for count in range(2):
        browser.run(
            "const pad = document.getElementById('pad');"
            "for (const name of ['keydown', 'keyup']) pad.dispatchEvent(new KeyboardEvent(name,"
            "  { key: 'ArrowRight', bubbles: true, cancelable: true }))")
        before = wait("a stop", lambda: [
            o["id"] for o in overrides() if o["kind"] == "set" and o["id"] != before])[0]
        time.sleep(0.3)
        found = overrides()
        assert [o["id"] for o in found] == [before], found
    for _ in range(2):
        browser.click("#undo")
    wait("the place", lambda: [o["parameters"].get("course", "") for o in overrides()] == [""])
    browser.click("#clear")
    wait("nothing in force", lambda: not overrides())


def a_drive_that_is_cleared_stays_so(scene):
    """Whoever clears need not wait until the stick is let go."""
    browser = scene.first
    touch = ("document.getElementById('pad').dispatchEvent(new KeyboardEvent(arguments[0],"
             "  { key: 'ArrowUp', bubbles: true, cancelable: true }))")
    browser.click("#tab-steer")
    browser.run(touch, "keydown")
    wait("a drive", lambda: [o for o in overrides() if o["kind"] == "push"])
    scene.second.click("#clear")
    wait("its end", lambda: "the drive is over: " in browser.text("#trouble"))
    # The key repeats, and is let go.
    browser.run(touch, "keydown")
    time.sleep(0.5)
    browser.run(touch, "keyup")
    time.sleep(0.3)
    assert not overrides(), overrides()
    browser.run(touch, "keydown")
    wait("another drive", lambda: [o for o in overrides() if o["kind"] == "push"])
    browser.run(touch, "keyup")
    wait("a stop", lambda: [o for o in overrides() if o["kind"] == "set"])
    browser.click("#clear")
    wait("nothing in force", lambda: not overrides())


def letters_and_blanks_are_read(scene):
    """As people and maps write them; and a zone of UTM is not taken for degrees."""
    texts = {
        "48.8584 N, 2.2945 E": (48.8584, 2.2945), "N 48.8584 E 2.2945": (48.8584, 2.2945),
        "48° 51′ 30.24″ N, 2° 17′ 40.2″ E": (48.8584, 2.2945),
        "48.8584º N 2.2945º E": (48.8584, 2.2945), "48.8584° 2.2945°": (48.8584, 2.2945),
        "S 33° 51' 24\" E 151° 12' 55\"": (-33.856667, 151.215278),
        "s 33.5, w 70.25": (-33.5, -70.25), "48° 30' 2° 15'": (48.5, 2.25),
        "31 n 448252 5411955": (48.8584, 2.2945), "448252 5411955 31n": (48.8584, 2.2945),
        "31 U DQ 48252 11954": (48.8584, 2.2945), "18 S UJ 23371 06519": (38.889805, -77.036537),
        "n 2000000 2000000": (90, 180),
    }
    found = scene.first.run(
        "const { find } = await import('/page/units.js');"
        "return Promise.all(arguments[0].map((text) =>"
        "  find(text).then((p) => [p.latitude, p.longitude], (error) => error.message)))",
        list(texts))
    for (text, place), read in zip(texts.items(), found, strict=True):
        assert len(read) == 2 and all(
            abs(a - b) < 2e-5 for a, b in zip(read, place, strict=True)), (text, read)


def the_focus_is_seen(scene):
    """On everything that the keyboard reaches, and the centre of the map that Enter sets."""
    browser = scene.first
    browser.click("#tab-steer")
    browser.run("document.activeElement.blur()")
    seen = []
    while len(seen) < 60 and seen.count("map") < 2:
        browser.keys({"type": "keyDown", "value": "\ue004"}, {"type": "keyUp", "value": "\ue004"})
        name, style, mark = browser.run(
            "const e = document.activeElement; return [e.id || e.textContent || e.tagName,"
            "  e === document.body ? 'solid' : getComputedStyle(e).outlineStyle,"
            "  getComputedStyle(e, '::after').backgroundImage]")
        assert style == "solid", (name, style)
        assert (mark != "none") == (name == "map"), (name, mark)
        seen.append(name)
    assert {"map", "+", "tab-steer", "place", "pad"} <= set(seen), seen


CHECKS = [
    fields_are_in_the_chosen_units,
    a_short_touch_of_the_pad_is_a_stop,
    a_drive_that_is_cleared_stays_so,
    letters_and_blanks_are_read,
    the_focus_is_seen,
]
