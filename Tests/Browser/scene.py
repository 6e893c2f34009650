# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: 2026 The locationd authors
"""What the checks share: locationctl, bare requests, and browsers with the page open."""

import http.client
import json
import subprocess
import sys
import urllib.parse

from webdriver import Browser, wait

address, locationctl, track = sys.argv[1:4]
origin = address.split("/?")[0]
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
