"""The pages of the pit, its figures and the house by axe-core."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone

from casino.staff.roles import Role
from rounds import engine
from tables.rota import rota
from tests import floor
from tests.browser.legible import not_whole, small
from tests.browser.tablets import sign_in
from tests.processes import Daphne
from tests.windows import TABLET, Windows

AXE = Axe()
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}
PAGES = (
    "/pit/",
    "/pit/P1/?order=number",
    "/pit/rota/",
    "/pit/table/BJ-07/",
    "/pit/several/",
    "/pit/hours/",
    "/float/",
    "/float/figures/?period=week&against=before",
    "/float/sessions/",
    "/house/",
)


@pytest.fixture
def house(live_daphne: Daphne) -> Daphne:
    floor.open_table("BJ-07")
    floor.set_up("BJ-08")
    boss = floor.casino_supervisor()
    for number in ("D-131", "D-188"):
        floor.person(Role.DEALER, number)
        rota.begin_shift(number, by=boss, at=timezone.now())
    rota.begin_break("D-188", 20, by=boss, at=timezone.now())
    floor.taps("BJ-07", engine.PlaceWager(3, "A", 5000))
    floor.tap("BJ-07", engine.AllowLimit(3, "A", 100_000, "dealer"))
    return live_daphne


def test_the_pages_of_pit_figures_and_house_have_no_fault_that_axe_finds(
    house: Daphne, windows: Windows
) -> None:
    page = windows.page(bypass_csp=True, viewport=TABLET)  # the check itself comes as a script of its own
    sign_in(page.context, house.url, Role.OPERATIONS_MANAGER)
    faults_of = {}
    for path in PAGES:
        page.goto(f"{house.url}{path}")
        page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
        faults = AXE.run(page, options=RULES).response["violations"]
        if faults:
            faults_of[path] = {
                fault["id"]: [node["html"][:120] for node in fault["nodes"][:2]] for fault in faults
            }
        if keys := small(page) + not_whole(page):
            faults_of[path] = faults_of.get(path, {}) | {"keys": keys}
    page.close()
    assert faults_of == {}
