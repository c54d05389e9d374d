"""The pages that a role opens by itself, by axe-core, each as it comes up."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from casino.staff.roles import Role
from rounds import engine as e
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
CODE = "BJ-07"
PAGES = {
    Role.SURVEILLANCE: (
        "/audit/",
        f"/audit/round/{CODE}/1/",
        "/find/",
        "/compare/",
        "/alerts/",
        "/desk/incidents/",
        "/desk/disputes/",
        "/desk/incidents/new",
        "/desk/notes/",
        "/desk/log/",
        "/desk/keeping/",
        "/video/",
    ),
    Role.INSPECTOR: (
        f"/table/{CODE}/watch",
        f"/rules/{CODE}/",
        "/clauses/VIC03-7.5.4(a)/",
        "/rules/approved/",
    ),
    Role.GAME_SUPERVISOR: (
        "/pit/",
        f"/float/table/{CODE}/",
        "/readers/",
        "/tablets/",
    ),
    Role.CASINO_SUPERVISOR: (
        f"/pit/table/{CODE}/disputes",
        "/desk/disputes/",
        f"/cards/{CODE}/",
    ),
    Role.OPERATIONS_MANAGER: ("/desk/lists/",),
    Role.TOURNAMENT_DIRECTOR: ("/tournaments/",),
    Role.DEALER: ("/", "/pin/", "/change-dealer/", "/tablet/enrol/"),
}
"""What each role works on; a page that several open is at the one who has it open most. What lies open in them, and
the other pages of the pit, the figures and the house: `test_pit_accessible` and `test_house_pages`."""


@pytest.fixture
def house(live_daphne: Daphne) -> Daphne:
    floor.open_table(CODE)
    floor.taps(CODE, e.PlaceWager(1, "A", 5000), e.CallBets(), *floor.cards("Ts 9d Kh"), e.Decide(1, "stand"))
    floor.taps(CODE, *floor.cards("8c"), e.Settle(), e.Collect())
    return live_daphne


@pytest.mark.long
def test_no_page_of_any_role_has_a_fault_that_axe_finds(house: Daphne, windows: Windows) -> None:
    faults_of = {}
    page = windows.page(bypass_csp=True, viewport=TABLET)  # the check itself comes as a script of its own
    for role, paths in PAGES.items():
        page.context.clear_cookies()
        sign_in(page.context, house.url, role)
        for path in paths:
            answer = page.goto(f"{house.url}{path}", wait_until="domcontentloaded")
            assert answer is not None
            assert answer.ok, (role, path, answer.status)
            assert "/sign-in/" not in page.url, (role, path)
            for fault in AXE.run(page, options=RULES).response["violations"]:
                faults_of[role, path, fault["id"]] = [node["html"][:120] for node in fault["nodes"][:2]]
            if keys := small(page) + not_whole(page):
                faults_of[role, path, "keys"] = keys
    assert faults_of == {}
