# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: 2026 The locationd authors
"""Routes: drawn, from files of any length, begun here or elsewhere; their lines and time lines."""

import json
import os
import re
import tempfile
import time

from scene import ctl, overrides, track
from webdriver import wait


def play_from_panel(scene):
    scene.first.click("#drive [type=submit]")
    return wait("a route", lambda: [o for o in overrides() if "progress" in o])[0]


def playing(browser):
    """The time line that a browser shows: its end, where it stands, and the words beside it."""
    return browser.run(
        "const s = document.querySelector('#playing input[type=range]');"
        "return s && [Number(s.max), Number(s.value), s.closest('li').textContent]")


def seek(browser, seconds):
    browser.run(
        "const s = document.querySelector('#playing input'); s.value = arguments[0];"
        "s.dispatchEvent(new Event('change'))", seconds)


def lines(browser):
    """How many points each line of a route in force is drawn with."""
    return browser.run(
        "const { map } = await import('/page/map.js'); const found = [];"
        "map.eachLayer((l) => { if (l.options.className === 'route playing')"
        "  found.push(l.getLatLngs().flat(9).length); }); return found")


def a_drawn_route_plays(scene):
    scene.first.click("#tab-route")
    scene.first.click("#draw")
    x, y = scene.centre()
    for dx, dy in [(-80, 40), (0, -40), (80, 30)]:
        scene.first.click_at(x + dx, y + dy)
        time.sleep(0.4)
    wait("three points and their length", lambda: re.fullmatch(
        r"3 points, [\d.]+ k?m", scene.first.text("#drawn")))
    scene.first.fill("#route-fields [name=speed]", "50")
    play_from_panel(scene)
    wait("its time line", lambda: playing(scene.first))
    wait("its line in both browsers", lambda: lines(scene.first) == lines(scene.second) == [3])
    scene.first.run("[...document.querySelectorAll('#playing button')].at(-1).click()")
    wait("a pause", lambda: overrides()[0]["progress"]["state"] == "paused")
    seek(scene.first, playing(scene.first)[0] / 2)
    wait("a seek", lambda: overrides()[0]["progress"]["elapsed"] > 0.4 * (
        overrides()[0]["progress"]["total"]))
    scene.first.click("#clear")
    wait("nothing in force", lambda: not overrides())
    wait("no line", lambda: not lines(scene.first) and not lines(scene.second))


def a_file_plays(scene):
    scene.first.click("#forget")
    scene.first.type("#file", track)
    wait("the track", lambda: "gpx" in scene.first.text("#drawn"))
    found = play_from_panel(scene)
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
    found = play_from_panel(scene)["parameters"]
    assert found["kind"] == "play" and found["points"] == 5, found
    assert (found["from"], found["to"], found["seed"], found["keepTimes"]) == (60, 180, 9, True), found
    wait("its beginning", lambda: "49.000000, 2.001" in scene.position(scene.first))
    scene.first.click("#clear")
    wait("nothing in force", lambda: not overrides())
    scene.first.click("#forget")


def long_track(count):
    """A point a second around the block, for hours, as a file."""
    points = []
    for step in range(count):
        corner = step // 100 % 4
        along = step % 100 / 100000
        latitude = 48 + [0, along, 0.001, 0.001 - along][corner]
        longitude = 2 + step / 1e7 + [along, 0.001, 0.001 - along, 0][corner]
        clock = f"{step // 3600:02d}:{step // 60 % 60:02d}:{step % 60:02d}"
        points.append(f'<trkpt lat="{latitude:.7f}" lon="{longitude:.7f}">'
                      f"<time>2026-11-30T{clock}Z</time></trkpt>")
    body = "".join(points)
    return f'<gpx version="1.1" creator="test"><trk><trkseg>{body}</trkseg></trk></gpx>'


def a_file_of_many_points_plays_and_is_sought(scene):
    browser = scene.first
    text = long_track(20000)
    drop(scene, "long.gpx", text)
    words = wait("the track", lambda: browser.text("#drawn").startswith("long.gpx") and
                 browser.text("#drawn"))
    assert words.startswith("long.gpx: gpx, 20000 points, ") and words.endswith("5 h 33 min"), words
    # The length is that of `plot`.
    with tempfile.TemporaryDirectory(prefix="long-") as folder:
        path = os.path.join(folder, "long.gpx")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        plot = json.loads(ctl("plot", path, "-o", os.path.join(folder, "long.svg"), "--json"))
    assert f" {plot['metres'] / 1000:.2f} km," in words, (words, plot)
    first = play_from_panel(scene)
    assert first["lease"] and "total" not in first["progress"], first
    assert "long.gpx" in first["summary"], first
    for each in (scene.first, scene.second):
        wait("the time line", lambda: (playing(each) or [0])[0] == 19999)
        wait("the line", lambda: lines(each) and 100 < lines(each)[0] <= 4096)
    # Far beyond what the daemon holds, and by the other browser: the terms stay.
    seek(scene.second, 15000.5)
    there = wait("the far place", lambda: [o for o in overrides()
                                           if o["progress"]["elapsed"] >= 15000.5])[0]
    assert there["lease"] and there["progress"]["state"] == "playing", there
    assert there["id"] != first["id"] and there["progress"]["elapsed"] < 15060, there
    for each in (scene.first, scene.second):
        wait("it in the list", lambda: (playing(each) or [0, 0])[1] >= 15000)
        wait("the line again", lambda: len(lines(each)) == 1)
    # Also by the name that it had, as a page may not have heard of the other one yet.
    browser.run("const { call } = await import('/page/link.js');"
                "await call('seek', { id: arguments[0], seconds: 9000 });"
                "await call('pause', { id: arguments[0] });"
                "await call('resume', { id: arguments[0] })", first["id"])
    assert 9000 <= overrides()[0]["progress"]["elapsed"] < 9060, overrides()
    # Of several at once the last one counts, and the others are answered too.
    browser.run(
        "const { call } = await import('/page/link.js');"
        "await Promise.all(arguments[1].map((seconds) => call('seek', { id: arguments[0], seconds })))",
        there["id"], [6000, 600, 11000, 17000.5])
    assert 17000.5 <= overrides()[0]["progress"]["elapsed"] < 17060, overrides()
    assert len(overrides()) == 1
    wait("it in the list", lambda: (playing(browser) or [0, 0])[1] >= 17000)
    browser.run("document.querySelector('#playing button').click()")
    wait("a pause", lambda: overrides()[0]["progress"]["state"] == "paused")
    seek(browser, 5)
    back = wait("the beginning", lambda: [o for o in overrides()
                                          if o["progress"]["elapsed"] == 5])[0]
    assert back["progress"]["state"] == "paused", back
    wait("the place", lambda: "48.000000, 2.00005" in scene.position(browser))
    # Within what it holds the route stays the same one.
    seek(browser, 1000)
    wait("a near place", lambda: overrides()[0]["progress"]["elapsed"] == 1000)
    assert overrides()[0]["id"] == back["id"]
    wait("it in the list", lambda: playing(browser)[1] == 1000)
    browser.run("document.querySelector('#playing button').click()")
    wait("its going on", lambda: overrides()[0]["progress"]["state"] == "playing")
    browser.click("#undo")
    wait("nothing in force", lambda: not overrides())
    assert not browser.text("#trouble"), browser.text("#trouble")


def a_part_of_a_long_file_ends_where_it_is_to(scene):
    browser = scene.first
    browser.fill("#route-fields [name=to]", "12000")
    play_from_panel(scene)
    wait("the time line", lambda: (playing(browser) or [0])[0] == 12000)
    seek(browser, 12000)
    ended = wait("its end", lambda: [o["progress"] for o in overrides()
                                     if o["progress"]["state"] == "ended"])[0]
    assert ended["elapsed"] == ended["total"] == 12000, ended
    assert not browser.text("#trouble"), browser.text("#trouble")
    browser.click("#clear")
    wait("nothing in force", lambda: not overrides())
    browser.run("document.querySelector('#route-fields [name=to]').value = ''")


def all_points_of_a_long_file_are_played(scene):
    browser = scene.first
    browser.fill("#route-fields [name=rate]", "4000")
    play_from_panel(scene)
    ended = wait("the end", lambda: [o["progress"] for o in overrides()
                                     if o["progress"]["state"] == "ended"], 30)[0]
    assert ended["elapsed"] == ended["total"] == 19999, ended
    # And from its end back to where the daemon has forgotten it.
    seek(browser, 2)
    wait("the way once more", lambda: [o for o in overrides()
                                       if o["progress"]["state"] == "playing"])
    browser.click("#clear")
    wait("nothing in force", lambda: not overrides())
    assert not browser.text("#trouble"), browser.text("#trouble")
    browser.fill("#route-fields [name=rate]", "1")
    browser.click("#forget")


def a_route_begun_elsewhere_has_its_line(scene):
    ctl("start", "48,2", "48.5,2.5", "48,3", "--speed", "1000")
    for browser in (scene.first, scene.second):
        wait("the line", lambda: lines(browser) == [3])
        wait("the time line", lambda: playing(browser))
    seek(scene.second, 50)
    wait("a seek", lambda: overrides()[0]["progress"]["elapsed"] > 49)
    # Its points are not known here, so that it does not come back, and that is said.
    start = overrides()[0]["id"]
    scene.first.click("#clear")
    wait("nothing in force", lambda: not overrides())
    title = scene.first.run("return document.getElementById('undo').title")
    assert title == f"Does not bring back {start} start: its points were given elsewhere", title
    ctl("run", "city-walk")
    for browser in (scene.first, scene.second):
        wait("another line", lambda: len(lines(browser)) == 1 and lines(browser)[0] > 4)
    ctl("clear")
    for browser in (scene.first, scene.second):
        wait("no line", lambda: not lines(browser))


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


def ways_over_180_degrees_are_drawn_in_pieces(scene):
    pieces = scene.first.run(
        "const { pieces } = await import('/page/map.js'); return arguments[0].map(pieces)", [
            [[0, 10], [1, 20]], [[10, 170], [20, -170]], [[0, -179], [0, 179], [0, -179]],
            [[5, 180], [6, -180], [7, -170]], []])
    assert pieces == [
        [[[0, 10], [1, 20]]],
        [[[10, 170], [15, 180]], [[15, -180], [20, -170]]],
        [[[0, -179], [0, -180]], [[0, 180], [0, 179], [0, 180]], [[0, -180], [0, -179]]],
        [[[5, 180], [5, 180]], [[5, -180], [6, -180], [7, -170]]],
        [[]],
    ], pieces


CHECKS = [
    a_drawn_route_plays,
    a_file_plays,
    a_file_of_one_place_stays_in_view,
    part_of_a_dropped_file_plays,
    a_file_of_many_points_plays_and_is_sought,
    a_part_of_a_long_file_ends_where_it_is_to,
    all_points_of_a_long_file_are_played,
    a_route_begun_elsewhere_has_its_line,
    a_scenario_has_its_parameters,
    ways_over_180_degrees_are_drawn_in_pieces,
]
