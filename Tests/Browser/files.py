# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: 2026 The locationd authors
"""What is said of a file that is dropped, and how a route goes on."""

import time

from routes import drop, long_track, play_from_panel, playing
from scene import overrides
from webdriver import wait


def what_a_file_lacks_is_told(scene):
    browser = scene.first
    browser.click("#tab-route")
    times = ["01:00:00", None, "01:00:20", "01:00:30"]
    points = "".join(
        f'<trkpt lat="48" lon="2.00{index}">'
        + (f"<time>2026-11-30T{time}Z</time>" if time else "") + "</trkpt>"
        for index, time in enumerate(times))
    drop(scene, "<b>.gpx", '<gpx version="1.1" creator="test"><trk><trkseg>' + points
         + '<trkpt lat="x" lon="2"/></trkseg></trk></gpx>')
    wait("the file", lambda: browser.text("#drawn").startswith("<b>.gpx: gpx, 4 points, "))

    def notes():
        return browser.run(
            "return [...document.querySelectorAll('#notes li')].map((e) => e.textContent)")

    skipped = "1 position skipped: 1 × malformed coordinate, first in line 1"
    assert notes() == [
        skipped, "times: 1 filled in, at 20 m/s where none stands beside"], notes()
    # By a speed the times do not matter.
    browser.click("#route-times")
    assert notes() == [skipped], notes()
    browser.click("#forget")
    assert notes() == [], notes()


def files_that_are_not_taken_are_told(scene):
    browser = scene.first
    one = '<gpx version="1.1" creator="test"><trk><trkseg><trkpt lat="1" lon="2"/></trkseg></trk></gpx>'
    browser.run(
        "const data = new DataTransfer();"
        "for (const name of ['a.gpx', 'b.gpx', 'c.gpx'])"
        "  data.items.add(new File([arguments[0]], name));"
        "document.getElementById('map').dispatchEvent("
        "  new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))", one)
    wait("the others", lambda: browser.text("#trouble") ==
         "one file at a time: a.gpx, and not b.gpx, c.gpx")
    assert browser.text("#drawn").startswith("a.gpx: gpx, 1 point, "), browser.text("#drawn")
    browser.run(
        "const data = new DataTransfer();"
        "data.items.add(new File([new Uint8Array(33 * 2 ** 20)], 'long.gpx'));"
        "document.getElementById('map').dispatchEvent("
        "  new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))")
    wait("the size", lambda: browser.text("#trouble") ==
         "long.gpx has 33.0 MiB, and a file here at most 32.0 MiB; "
         "locationctl play takes one of any size")
    # What was there before stays.
    assert browser.text("#drawn").startswith("a.gpx: gpx, 1 point, "), browser.text("#drawn")
    browser.click("#forget")


def the_file_that_was_chosen_last_counts(scene):
    """However long an earlier one takes to be read."""
    browser = scene.first
    browser.run(
        "for (const [text, name] of arguments[0]) {"
        "  const data = new DataTransfer(); data.items.add(new File([text], name));"
        "  document.getElementById('map').dispatchEvent("
        "    new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })); }",
        [[long_track(20000), "long.gpx"],
         ['{"type":"LineString","coordinates":[[2,48],[2.1,48]]}', "short.geojson"]])
    wait("the short one", lambda: browser.text("#drawn").startswith("short.geojson"))
    time.sleep(1)
    assert browser.text("#drawn").startswith("short.geojson"), browser.text("#drawn")
    browser.click("#forget")


def a_route_comes_back_where_it_was(scene):
    browser = scene.first
    line = '{"type":"LineString","coordinates":[[2,48],[2.1,48]]}'
    drop(scene, "line.geojson", line)
    wait("the file", lambda: browser.text("#drawn").startswith("line.geojson"))
    browser.run("document.getElementById('route-times').checked = false;"
                "document.getElementById('route-times').dispatchEvent(new Event('change'))")
    browser.fill("#route-fields [name=speed]", "36")
    browser.run("document.getElementById('duration').value = '600'")
    play_from_panel(scene)
    wait("its time line", lambda: playing(browser))
    browser.run(
        "const { call, facts } = await import('/page/link.js');"
        "const { id } = facts.state.overrides.overrides[0];"
        "await call('seek', { id, seconds: 400 }); await call('pause', { id })")
    wait("a pause", lambda: overrides()[0]["progress"]["state"] == "paused")
    before = overrides()[0]
    browser.click("#clear")
    wait("nothing in force", lambda: not overrides())
    browser.click("#undo")
    after = wait("the route again", lambda: [
        o for o in overrides() if o["progress"]["state"] == "paused"])[0]
    assert after["id"] != before["id"], after
    # It may have gone on for a moment before it stood.
    assert 0 <= after["progress"]["elapsed"] - before["progress"]["elapsed"] < 5, (before, after)
    assert after["expiresIn"] <= before["expiresIn"] + 1, (before, after)
    assert after["parameters"]["speed"] == 10, after
    browser.run("document.getElementById('duration').value = ''")


def an_ended_route_begins_anew(scene):
    browser = scene.first

    def offered():
        return browser.run(
            "return [...document.querySelectorAll('#playing button')].map((b) => b.textContent)")

    wait("a way on", lambda: offered() == ["Resume"])
    browser.run("const { call, facts } = await import('/page/link.js');"
                "const { id } = facts.state.overrides.overrides[0];"
                "await call('resume', { id }); await call('seek', { id, seconds:"
                "  facts.state.overrides.overrides[0].progress.total })")
    wait("the end", lambda: overrides()[0]["progress"]["state"] == "ended")
    wait("a new beginning", lambda: offered() == ["Again"])
    browser.run("document.querySelector('#playing button').click()")
    wait("it", lambda: overrides()[0]["progress"]["state"] == "playing")
    wait("a pause", lambda: offered() == ["Pause"])
    assert overrides()[0]["progress"]["elapsed"] < 60, overrides()
    browser.click("#clear")
    wait("nothing in force", lambda: not overrides())
    browser.click("#forget")
    assert not browser.text("#trouble"), browser.text("#trouble")


CHECKS = [
    what_a_file_lacks_is_told,
    files_that_are_not_taken_are_told,
    the_file_that_was_chosen_last_counts,
    a_route_comes_back_where_it_was,
    an_ended_route_begins_anew,
]
