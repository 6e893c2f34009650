# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: 2026 The locationd authors
"""Setting, driving and changing the location."""

import time

from scene import ctl, overrides
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


def pin_place(browser):
    return browser.run(
        "const b = document.querySelector('.pin').getBoundingClientRect();"
        "return [b.left + b.width / 2, b.top + b.height / 2]")


def a_quick_drag_moves_as_far(scene):
    """One movement between pressing and letting go; the map stays, and a press alone sets nothing."""
    browser = scene.first
    view = "const { map } = await import('/page/map.js'); return String(map.getCenter())"
    centre, before = browser.run(view), overrides()[0]["parameters"]
    for dx, dy in [(-70, 40), (5, -4)]:
        x, y = pin_place(browser)
        corners = [scene.latlng(x + dx + e, y + dy - e) for e in (-2, 2)]
        browser.pointer(move(x, y), {"type": "pointerDown", "button": 0},
                        move(x + dx, y + dy), {"type": "pointerUp", "button": 0})
        wait("the place", lambda: [
            o for o in overrides()
            if corners[0][0] < o["parameters"]["latitude"] < corners[1][0]
            and corners[0][1] < o["parameters"]["longitude"] < corners[1][1]])
        wait("the pin there", lambda: abs(pin_place(browser)[0] - x - dx) < 3)
    assert browser.run(view) == centre
    ids = [o["id"] for o in overrides()]
    browser.click_at(*pin_place(browser))
    time.sleep(0.5)
    assert [o["id"] for o in overrides()] == ids
    for _ in range(2):
        browser.click("#undo")
    wait("the place before", lambda: [o["parameters"] for o in overrides()] == [before])


def undo_goes_back(scene):
    after = overrides()[0]["parameters"]["longitude"]
    scene.first.click("#undo")
    wait("the first place", lambda: overrides()[0]["parameters"]["longitude"] < after)
    scene.first.click("#undo")
    wait("nothing in force", lambda: not overrides())
    # What was cleared comes back, whether or not the page had heard of it.
    ctl("set", "1,2")
    scene.first.run(
        "(await import('/page/link.js')).facts.state = {};"
        "await (await import('/page/active.js')).clear()")
    assert not overrides()
    scene.first.click("#undo")
    wait("what was cleared", lambda: [o["parameters"]["latitude"] for o in overrides()] == [1])
    ctl("clear")


def over_180_degrees_all_stays_in_view(scene):
    """A map that was moved around the world shows everything in the copy in view."""
    browser = scene.first

    def look(longitude):
        browser.run("const { map } = await import('/page/map.js');"
                    "(await import('/page/places.js')).stopFollowing();"
                    "map.setView([0, arguments[0]], 4, { animate: false })", longitude)

    def offset(selector):
        return browser.run(
            "const b = document.querySelector(arguments[0])?.getBoundingClientRect();"
            "const m = document.getElementById('map').getBoundingClientRect();"
            "return b && [b.left + b.width / 2 - m.left - m.width / 2,"
            "  b.top + b.height / 2 - m.top - m.height / 2]", selector)

    def is_at(x, y):
        found = [offset(each) for each in (".pin", ".told.dot", ".told.accuracy")]
        return all(f and abs(f[0] - x) < 3 and abs(f[1] - y) < 3 for f in found)

    look(200)
    x, y = scene.centre()
    browser.click_at(x + 60, y + 30)
    found = wait("an override", overrides)[0]["parameters"]
    # 60 of the 4096 points around the world.
    assert abs(found["longitude"] - (-160 + 60 * 360 / 4096)) < 0.2, found
    wait("the pin in view", lambda: is_at(60, 30))
    look(-160)
    wait("the pin in the next view", lambda: is_at(60, 30))
    look(560)
    wait("the pin one world on", lambda: is_at(60, 30))
    pin = pin_place(browser)
    browser.pointer(move(*pin), {"type": "pointerDown", "button": 0},
                    move(pin[0] - 100, pin[1]), {"type": "pointerUp", "button": 0})
    wait("the pin dragged", lambda: is_at(-40, 30))
    found = overrides()[0]["parameters"]
    assert abs(found["longitude"] - (-160 - 40 * 360 / 4096)) < 0.4, found
    areas = browser.run(
        "const { nearArea } = await import('/page/map.js');"
        "return nearArea([[0, 179], [1, -179], [2, -178]]).map((p) => p.lng)")
    assert areas == [539, 541, 542], areas
    browser.click("#clear")
    wait("nothing in force", lambda: not overrides())
    a_text_that_is_no_number_is_refused(browser, x, y)
    look(0)


def a_typed_place_is_set(scene):
    for text, latitude, longitude in [
            ("48.8584, 2.2945", 48.8584, 2.2945),
            ("48°51'30.24\"N 2°17'40.2\"E", 48.8584, 2.2945),
            ("48.858400° N  2.294500° E", 48.8584, 2.2945),
            ("geo:48.8584,2.2945,35;u=10", 48.8584, 2.2945),
            ("31n 448250 5411930", 48.8582, 2.2946), ("31UDQ4825011930", 48.8582, 2.2946)]:
        scene.first.fill("#place", text)
        scene.first.click("#set [type=submit]")
        wait(text, lambda: [o for o in overrides()
                            if abs(o["parameters"]["latitude"] - latitude) < 5e-4
                            and abs(o["parameters"]["longitude"] - longitude) < 5e-4])
        scene.first.click("#clear")
        wait("nothing in force", lambda: not overrides())


def a_text_that_is_no_number_is_refused(browser, x, y):
    browser.type("#point [name=altitude]", "1e400")
    browser.click_at(x, y)
    wait("a refusal", lambda: browser.text("#trouble") == "Altitude (m): not a number")
    assert not overrides()
    browser.call("POST", f"/element/{browser.find('#point [name=altitude]')}/clear", {})


def what_ended_is_not_told_any_more(scene):
    """The label is right at once, not with the next fix; and an error goes with what works."""
    browser = scene.first
    browser.fill("#place", "nowhere at all")
    browser.click("#set [type=submit]")
    wait("an error", lambda: "not a place" in browser.text("#trouble"))
    browser.fill("#place", "48.8584, 2.2945")
    browser.click("#set [type=submit]")
    wait("no error", lambda: browser.run("return document.getElementById('trouble').hidden"), 2)
    wait("the truth", lambda: browser.text("#truth") == "SIMULATED")
    words = browser.run(
        "const { clear } = await import('/page/active.js'); await clear();"
        "return [document.getElementById('truth').textContent,"
        "  document.querySelector('.pin') === null]")
    assert words[0] in ("waiting for a location", "real location") and words[1], words
    wait("nothing in force", lambda: not overrides())
    # Nor does the place of one stand beside the word for the other, as a location comes soon after.
    pairs = browser.run(
        "const { emit, facts } = await import('/page/link.js'); const pairs = [];"
        "const [truth, position] = ['truth', 'position'].map((id) => document.getElementById(id));"
        "for (const isSimulated of [false, true, false, true, false]) {"
        "  facts.location = { latitude: isSimulated ? 1 : 2, longitude: 3, horizontalAccuracy: 4,"
        "    source: { isSimulatedBySoftware: isSimulated } };"
        "  emit('callback', { method: 'didUpdateLocations', params: { locations: [facts.location] } });"
        "  await new Promise((go) => setTimeout(go, 20));"
        "  pairs.push([truth.textContent, position.textContent.slice(0, 8)]); }"
        "return pairs")
    # The receiver may have its word between any two.
    for word, place in pairs[1:]:
        assert (word == "SIMULATED") == (place == "1.000000"), pairs
        assert word in ("SIMULATED", "real location"), pairs
    assert ["SIMULATED", "1.000000"] in pairs and ["real location", "2.000000"] in pairs, pairs


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
        "for clients called locationctl-console, for 10 min, also over a restart of locationd"
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


# What a form must be given, in the daemon's units; the others have nothing that is needed.
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
            "const { fill } = await import('/page/panels.js');"
            "const k = document.getElementById('kind');"
            "k.value = [...k.options].find((o) => o.textContent === arguments[0]).value;"
            "k.dispatchEvent(new Event('change'));"
            "for (const [n, v] of Object.entries(arguments[1]))"
            "  fill(document.querySelector(`#parameters [name=${n}]`), v);"
            "document.querySelector('#changes [type=submit]').click()", name, needed.get(name, {}))
        found = wait(name, lambda: [o for o in overrides() if o["parameters"].get("name") == name])
        assert len(overrides()) == count, overrides()
        help_texts = scene.first.text("#parameters") + scene.first.text("#summary")
        assert "--" not in help_texts, help_texts
        for key, value in needed.get(name, {}).items():
            assert found[0]["parameters"][key] == value, found
    scene.first.click("#clear")
    wait("nothing in force", lambda: not overrides())


CHECKS = [
    click_sets,
    drag_moves,
    a_quick_drag_moves_as_far,
    undo_goes_back,
    over_180_degrees_all_stays_in_view,
    a_typed_place_is_set,
    what_ended_is_not_told_any_more,
    another_browser_follows,
    what_is_set_next_has_terms,
    favourites_and_history_stay,
    the_arrow_keys_drive,
    every_change_has_a_form,
]
