# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: 2026 The locationd authors
"""The console's page in a real Chromium, beside a real daemon.

usage: console.py ADDRESS LOCATIONCTL TRACK [SCREENSHOTS]

Prints the name of each check that held; the first one that does not ends it with 1.
"""

import os
import sys
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import fields  # noqa: E402
import files  # noqa: E402
import guards  # noqa: E402
import healing  # noqa: E402
import looks  # noqa: E402
import routes  # noqa: E402
import seeing  # noqa: E402
import steering  # noqa: E402
from scene import Scene, overrides  # noqa: E402
from webdriver import Driver  # noqa: E402

checks = (guards.CHECKS + steering.CHECKS + fields.CHECKS + routes.CHECKS + files.CHECKS
          + seeing.CHECKS + looks.CHECKS + healing.CHECKS)


def main():
    driver = Driver()
    try:
        scene = Scene(driver)
        for check in checks:
            try:
                check(scene)
            except Exception:  # noqa: BLE001 - whatever it is, it is told
                print(f"{check.__name__}: {traceback.format_exc()}", file=sys.stderr)
                for browser in filter(None, (scene.first, scene.second)):
                    words = [browser.text(each) for each in ("#trouble", "#truth", "#position")]
                    print(words, file=sys.stderr)
                print(overrides(), file=sys.stderr)
                print([e["message"] for e in scene.first.log("browser")], file=sys.stderr)
                return 1
            print(check.__name__, flush=True)
        return 0
    finally:
        driver.close()


sys.exit(main())
