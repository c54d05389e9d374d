"""``make sheet``: take every state of every screen at every size, and lay them out on sheets:
`var/sheet/index.html`.

For certain states only: ``python -m tools.pictures.sheet split payments``. A state that cannot be reached is
reported, and the exit code is 1; the others are still taken.
"""

from __future__ import annotations

import sys
import traceback
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Final

from playwright.sync_api import Browser, Page, expect

from tables.demonstration.house import TABLES
from tests.processes import CHROMIUM, CHROMIUM_ARGUMENTS, PROJECT
from tools.pictures.house import in_a_house
from tools.pictures.house_clock import HouseClock

FOLDER: Final = PROJECT / "var" / "sheet"
BEGINS: Final = datetime(2026, 11, 28, 19, 50, tzinfo=UTC)
"""A few minutes before the rounds of tests.floor."""
FLOOR: Final = 60
"""The number of tables: as many as a wall screen shows."""
A_WHILE: Final = 120
"""Seconds between assigning two tablets to a table: as fast as people would."""
MINUTES: Final = 1
"""How many minutes the floor has been playing."""
PATIENCE: Final = 20_000
"""Milliseconds until a screen must be live, or a control must be there."""


def main(slugs: list[str]) -> int:
    """Take the named states, or all. Returns the exit code."""
    if CHROMIUM is None:
        print("Chromium is not installed.", file=sys.stderr)  # noqa: T201
        return 2
    failed: list[str] = []
    tables = len(TABLES) if slugs else FLOOR
    in_a_house(lambda url, clock: _take(url, clock, slugs, failed), BEGINS, tables=tables)
    return 1 if failed else 0


def _take(url: str, clock: HouseClock, slugs: list[str], failed: list[str]) -> None:
    from django.db import connections
    from playwright.sync_api import sync_playwright

    from tables.demonstration.house import layouts
    from tests import floor as of_tests
    from tools.pictures import camera, scene
    from tools.pictures.sheet import paper, states_desk, states_house, states_pit, states_tablet
    from tools.pictures.sheet.state import SIZES, State

    def prepared(state: State) -> None:
        floor.submit(state.prepare).result()

    def shoot(browser: Browser, state: State) -> None:
        clock.passes(A_WHILE if state.table else 0)
        prepared(state)
        cookies = floor.submit(scene.sign_in, state.number, state.table).result()
        floor.submit(state.meanwhile).result()
        context = browser.new_context(
            viewport={"width": SIZES[0][0], "height": SIZES[0][1]},
            reduced_motion="reduce",
            has_touch=bool(state.table),
        )
        context.clock.set_fixed_time(clock.now)
        context.add_cookies([{"name": name, "value": value, "url": url} for name, value in cookies.items()])
        try:
            page = context.new_page()
            page.set_default_timeout(PATIENCE)
            page.goto(f"{url}{state.path}")
            _live(page)
            for name, value in state.device:
                page.evaluate("([name, value]) => house.device.set(name, value)", [name, value])
            state.act(page)
            page.mouse.move(0, 0)
            page.evaluate(camera.AT_REST)
            for wide, high in SIZES:
                page.set_viewport_size({"width": wide, "height": high})
                page.evaluate(
                    "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
                )
                target = FOLDER / paper.name_of(state, (wide, high))
                target.parent.mkdir(parents=True, exist_ok=True)
                page.screenshot(path=target, animations="disabled", caret="hide")
        finally:
            context.close()

    # Playwright keeps an event loop in this thread, in which Django refuses to use its database: the floor gets
    # another.
    with ThreadPoolExecutor(1) as floor, sync_playwright() as playwright:
        floor.submit(scene.wait_for_first_seal).result()
        rooms = {
            "pit": list(states_pit.states()),
            "house": list(states_house.states()),
            "desk": list(states_desk.states()),
            "tablet": list(states_tablet.states()),
        }
        if not slugs or any(state.slug in slugs for room in ("pit", "desk") for state in rooms[room]):
            further = () if slugs else layouts(FLOOR)[len(TABLES) :]
            script = floor.submit(scene.play, clock, MINUTES, further).result()
            floor.submit(scene.go_wrong, script, clock).result()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        taken: list[State] = []
        for room, states in rooms.items():
            if room == "desk":
                clock.now = max(clock.now, of_tests.AT)  # from here on the rounds are dealt at this time
            here = {state.table for state in states if state.slug in slugs}
            for state in states:
                if slugs and state.slug not in slugs:
                    if state.table in here:
                        prepared(state)
                    continue
                try:
                    shoot(browser, state)
                    taken.append(state)
                    print(state.slug, flush=True)  # noqa: T201
                except Exception:  # noqa: BLE001 — whatever it is, the other states are taken
                    failed.append(state.slug)
                    print(f"{state.slug}: not taken", file=sys.stderr)  # noqa: T201
                    traceback.print_exc(limit=-3)
        paper.lay(FOLDER, taken)
        browser.close()
        floor.submit(connections.close_all).result()
    print(f"{len(taken)} states at {len(SIZES)} sizes: {FOLDER / 'index.html'}")  # noqa: T201


def _live(page: Page) -> None:
    """Wait until the screen is live, if it has a link, and its fonts are loaded."""
    if page.locator("#link, #live").count():
        expect(page.locator("#link[data-state=live], #live.ok").first).to_be_visible(timeout=PATIENCE)
    page.evaluate("document.fonts.ready")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
