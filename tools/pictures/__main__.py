"""``make pictures``: take the pictures of README and docs in a demonstration house made for them."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Final

from tests.processes import CHROMIUM, CHROMIUM_ARGUMENTS
from tools.pictures.house import in_a_house
from tools.pictures.house_clock import HouseClock
from tools.pictures.shots import DESK_SHOTS, TABLET_SHOT

BEGINS: Final = datetime(2026, 11, 28, 9, 30, tzinfo=UTC)


def main() -> int:
    """Take every picture. Returns the exit code: 2 without a browser."""
    if CHROMIUM is None:
        print("Chromium is not installed.", file=sys.stderr)  # noqa: T201
        return 2
    in_a_house(_take, BEGINS)
    return 0


def _take(url: str, clock: HouseClock) -> None:
    from django.db import connections
    from playwright.sync_api import sync_playwright

    from tools.pictures import camera, scene

    # Playwright keeps an event loop in this thread, in which Django refuses to use its database: the floor gets
    # another.
    with ThreadPoolExecutor(1) as floor, sync_playwright() as playwright:
        floor.submit(scene.wait_for_first_seal).result()
        script = floor.submit(scene.play, clock).result()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        for shot in (TABLET_SHOT, *DESK_SHOTS):
            if shot is DESK_SHOTS[0]:
                floor.submit(scene.go_wrong, script, clock).result()
            cookies = floor.submit(scene.sign_in, shot.number, shot.table).result()
            camera.take(browser, url, shot, cookies, clock.now)
            print(shot.file)  # noqa: T201
        browser.close()
        floor.submit(connections.close_all).result()


if __name__ == "__main__":
    sys.exit(main())
