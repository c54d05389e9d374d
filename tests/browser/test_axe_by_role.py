"""Every page that a role opens by itself, by axe-core: one browser a role, each page as it comes up."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from casino.staff.roles import Role
from rounds import engine as e
from tests import floor
from tests.browser.tablets import sign_in
from tests.processes import Daphne

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
        f"/pit/table/{CODE}/",
        f"/float/table/{CODE}/",
        "/float/",
        "/readers/",
        "/tablets/",
    ),
    Role.CASINO_SUPERVISOR: (
        f"/pit/table/{CODE}/disputes",
        "/desk/disputes/",
        "/float/figures/",
        "/float/sessions/",
        f"/cards/{CODE}/",
        "/pit/several/",
    ),
    Role.OPERATIONS_MANAGER: (
        "/pit/rota/",
        "/pit/hours/",
        "/house/",
        "/house/floor/",
        "/staff/",
        "/desk/lists/",
    ),
    Role.TOURNAMENT_DIRECTOR: ("/tournaments/",),
    Role.DEALER: ("/", "/pin/", "/change-dealer/", "/tablet/enrol/"),
}
"""What each role works on; a page that several open is at the one who has it open most."""


@pytest.fixture
def house(live_daphne: Daphne) -> Daphne:
    floor.open_table(CODE)
    floor.taps(CODE, e.PlaceWager(1, "A", 5000), e.CallBets(), *floor.cards("Ts 9d Kh"), e.Decide(1, "stand"))
    floor.taps(CODE, *floor.cards("8c"), e.Settle(), e.Collect())
    return live_daphne


def test_no_page_of_any_role_has_a_fault_that_axe_finds(house: Daphne, browser: Browser) -> None:
    faults_of = {}
    for role, paths in PAGES.items():
        context = browser.new_context(bypass_csp=True, viewport={"width": 1280, "height": 800})
        sign_in(context, house.url, role)
        page = context.new_page()
        for path in paths:
            answer = page.goto(f"{house.url}{path}", wait_until="domcontentloaded")
            assert answer is not None
            assert answer.ok, (role, path, answer.status)
            assert "/sign-in/" not in page.url, (role, path)
            for fault in AXE.run(page, options=RULES).response["violations"]:
                faults_of[role, path, fault["id"]] = [node["html"][:120] for node in fault["nodes"][:2]]
        context.close()
    assert faults_of == {}
