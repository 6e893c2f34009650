# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: 2026 The locationd authors
"""Chromium by the WebDriver protocol, with nothing but the standard library."""

import base64
import json
import re
import shutil
import subprocess
import tempfile
import time
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Driver:
    """chromedriver, and the browsers that it starts."""

    def __init__(self):
        self.browsers = []
        # The port that it finds free for one family of addresses may be taken in the other one.
        for _ in range(5):
            if self.start():
                return
        raise RuntimeError("chromedriver did not start")

    def start(self):
        self.process = subprocess.Popen(
            [shutil.which("chromedriver"), "--port=0"], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        for line in self.process.stdout:
            match = re.search(r"started successfully on port (\d+)", line)
            if match:
                self.base = f"http://127.0.0.1:{match.group(1)}"
                return True
        self.process.wait()
        return False

    def close(self):
        for browser in list(self.browsers):
            browser.close()
        self.process.terminate()
        self.process.wait()

    def request(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(
            self.base + path, data=data, method=method, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            value = json.load(error)["value"]
            raise RuntimeError(f"{path}: {value['error']}: {value['message'][:300]}") from None


class Browser:
    """One browser with a profile of its own."""

    def __init__(self, driver, width=1280, height=800, phone=False):
        self.driver = driver
        self.profile = tempfile.mkdtemp(prefix="chromium-")
        options = {
            "binary": shutil.which("chromium"),
            "args": [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                "--no-first-run", "--disable-background-networking", "--disable-sync",
                "--hide-scrollbars", f"--user-data-dir={self.profile}",
                f"--window-size={width},{height}",
            ],
        }
        capabilities = {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        }}
        answer = driver.request("POST", "/session", {"capabilities": capabilities})
        self.path = f"/session/{answer['sessionId']}"
        self.debugger = answer["capabilities"]["goog:chromeOptions"]["debuggerAddress"]
        driver.browsers.append(self)
        if phone:
            self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height,
                     deviceScaleFactor=1, mobile=True)

    def close(self):
        self.driver.browsers.remove(self)
        self.call("DELETE", "")
        shutil.rmtree(self.profile, ignore_errors=True)

    def call(self, method, path, body=None):
        return self.driver.request(method, self.path + path, body)

    def cdp(self, command, **params):
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": params})

    def open(self, address):
        self.call("POST", "/url", {"url": address})

    def run(self, script, *arguments):
        """The value that a script returns; promises are waited for."""
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def find(self, selector):
        found = self.call("POST", "/element", {"using": "css selector", "value": selector})
        return found[ELEMENT]

    def click(self, selector):
        self.call("POST", f"/element/{self.find(selector)}/click", {})

    def type(self, selector, text):
        self.call("POST", f"/element/{self.find(selector)}/value", {"text": text})

    def fill(self, selector, text):
        self.call("POST", f"/element/{self.find(selector)}/clear", {})
        self.type(selector, text)

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0])?.textContent ?? ''", selector)

    def pointer(self, *actions):
        self.call("POST", "/actions", {"actions": [{
            "type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"},
            "actions": list(actions),
        }]})

    def click_at(self, x, y):
        self.pointer(move(x, y), {"type": "pointerDown", "button": 0},
                     {"type": "pointerUp", "button": 0})

    def keys(self, *actions):
        self.call("POST", "/actions", {"actions": [
            {"type": "key", "id": "keyboard", "actions": list(actions)}]})

    def log(self, kind):
        return self.call("POST", "/se/log", {"type": kind})

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("GET", "/screenshot")))


def move(x, y, milliseconds=0):
    return {"type": "pointerMove", "duration": milliseconds, "x": round(x), "y": round(y)}


def wait(what, body, seconds=15):
    """The first value that counts as true, before the time is over."""
    end = time.monotonic() + seconds
    value = None
    while time.monotonic() < end:
        value = body()
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError(f"{what} did not happen; last seen: {value!r}")
