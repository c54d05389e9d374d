"""The pages of the house in a browser: the staff, a set-up, and the layout editor by pointer and by keyboard."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import Page, Request, Response, expect

from casino.rulebooks import BOOKS
from casino.staff.models import Staff
from casino.staff.roles import Role
from tables.floor import layout
from tables.models import Table
from tests import floor
from tests.browser.tablets import sign_in
from tests.examples import each_time
from tests.processes import Daphne
from tests.windows import TABLET, Windows

pytestmark = pytest.mark.django_db(transaction=True)

RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}
PAGES = (
    "/staff/",
    "/staff/D-114/",
    "/house/floor/",
    "/house/floor/new",
    "/house/floor/BJ-08/",
    "/house/floor/BJ-08/layout/",
    "/house/floor/BJ-07/layout/",
)


@pytest.fixture
def house(live_daphne: Daphne) -> Daphne:
    floor.open_table("BJ-07")
    floor.set_up("BJ-08")
    floor.offer("BJ-08", "perfect_pairs")
    floor.person(Role.OPERATIONS_MANAGER, "M-9")
    Staff.objects.filter(number="M-9").update(is_superuser=True)
    return live_daphne


def manager(house: Daphne, page: Page, path: str) -> list[str]:
    """The page for a person who may set up; returns what its console complains about from now on."""
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    sign_in(page.context, house.url, Role.OPERATIONS_MANAGER, number="M-9")
    page.goto(f"{house.url}{path}")
    return complaints


def sign(page: Page, button: str) -> None:
    form = page.locator("form", has=page.get_by_role("button", name=button))
    form.get_by_label("Second signature").fill(floor.casino_supervisor().number)
    form.get_by_label("PIN", exact=True).fill(floor.PIN)
    form.get_by_role("button", name=button).click()


@pytest.mark.long
def test_somebody_new_is_added_by_two_and_the_pin_is_shown_once(house: Daphne, page: Page) -> None:
    complaints = manager(house, page, "/staff/")
    page.get_by_label("Number of the new person").fill("g-150")
    page.get_by_label("Role").select_option("game_supervisor")
    page.get_by_label("P1, ").check()
    sign(page, "Add, and show the first PIN")
    pin = page.locator(".secret").inner_text()
    assert Staff.objects.get(number="G-150").check_password(pin)
    page.goto(f"{house.url}/staff/G-150/")
    assert pin not in page.content()
    sign(page, "Deactivate G-150")
    expect(page.get_by_role("heading", name="Make active again")).to_be_visible()
    assert not complaints


@pytest.mark.long
@pytest.mark.clause("VIC03-2.2.1", "VIC03-3.1")
def test_a_new_table_is_offered_the_games_of_its_book_and_told_what_the_book_allows(
    house: Daphne, page: Page
) -> None:
    complaints = manager(house, page, "/house/floor/new")
    says, game = page.locator("#book"), page.locator("[name=game]")
    expect(says).to_contain_text("ACT96-3.1")  # before anything is entered
    page.locator("[name=book]").select_option("VIC03")
    expect(says).to_contain_text("VIC03-3.1")
    titles = [game_rules.game_title for game_rules in BOOKS["VIC03"].games.values()]
    assert sorted(game.locator("option").all_inner_texts()) == sorted(titles)
    game.select_option(label="Blackjack")
    page.locator("[name=boxes]").fill("10")
    page.locator("[name=places]").fill("7")
    expect(says.locator(".wrong")).to_contain_text("VIC03-2.2.1")
    page.locator("[name=boxes]").fill("7")
    page.locator("[name=places]").fill("8")
    expect(says.locator(".wrong")).to_have_count(0)
    # What an open table has is looked at.
    page.goto(f"{house.url}/house/floor/BJ-07/")
    expect(page.locator("[name=boxes]")).to_be_disabled()
    assert not complaints


def test_boxes_are_dragged_moved_by_keys_and_saved_for_the_tablet(house: Daphne, page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    complaints = manager(house, page, "/house/floor/BJ-08/layout/")
    before = layout.arc(7)
    box = page.locator('[data-piece="box-1"]')
    lies = box.bounding_box()
    assert lies is not None
    x, y = lies["x"] + lies["width"] / 2, lies["y"] + lies["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 40, steps=5)
    page.mouse.up()
    expect(page.locator("#chosen")).to_contain_text("Box 1")
    assert int(page.locator("[name=box-1-down]").input_value()) > before.boxes[0].down
    # By keyboard: a step, four steps, and by the buttons.
    page.locator('[data-piece="box-4"]').focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+ArrowDown")
    page.get_by_role("button", name="A step towards the players").click()
    expect(page.locator("[name=box-4-down]")).to_have_value(str(before.boxes[3].down + 4))
    expect(page.locator("#preview .felt.laid")).to_be_visible()
    # Two boxes on one another are refused beside the cloth before anything is saved.
    page.locator('[data-piece="box-2"]').focus()
    for _ in range(3):
        page.keyboard.press("Shift+ArrowRight")
    expect(page.locator('#checks [data-code="layout.order"]')).to_be_visible()
    for _ in range(3):
        page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator("#checks .wrong")).to_have_count(0)
    page.get_by_label("Perfect Pairs (PP)").check()
    expect(page.locator('[data-piece="perfect_pairs-1"]')).to_be_visible()
    expect(page.locator("#preview .side-place").first).to_be_visible()
    sign(page, "Save the layout")
    expect(page.get_by_role("button", name="Discard this layout")).to_be_visible()
    own = layout.layout_of(Table.objects.get(code="BJ-08"))
    assert own is not None
    assert own.boxes[3].down == before.boxes[3].down + 4
    # The place of a box goes with it.
    beside = layout.beside(before)
    assert [point.down for point in own.places["perfect_pairs"]][1:5] == [
        beside[1].down,
        beside[2].down,
        beside[3].down + 4,
        beside[4].down,
    ]
    page.goto(f"{house.url}/table/BJ-08/watch")
    expect(page.locator("#felt.laid #box-4")).to_be_visible()
    first, last = (page.locator(f"#box-{number}").bounding_box() for number in (1, 7))
    assert first is not None
    assert last is not None
    assert first["x"] < last["x"]
    assert not complaints


@pytest.mark.parametrize(
    ("width", "height"), each_time([(1024, 768)], [(1280, 800), (1024, 768), (800, 1280)])
)
def test_each_box_and_place_can_be_touched(house: Daphne, page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    manager(house, page, "/house/floor/BJ-08/layout/")
    page.locator("[name=placed]").check()
    expect(page.locator('[data-piece="perfect_pairs-7"]')).to_be_visible()
    small = page.locator("#cloth [data-piece], .nudge button").evaluate_all(
        """(targets) => targets.map((target) => {
            const { width, height } = target.getBoundingClientRect();
            return { of: target.dataset.piece || target.textContent, width, height };
        }).filter((target) => Math.min(target.width, target.height) < 44)"""
    )
    assert small == []
    # Beside its circle, where only its reach lies, a place is taken hold of.
    place = page.locator('[data-piece="perfect_pairs-1"]')
    place.scroll_into_view_if_needed()
    lies = place.bounding_box()
    assert lies is not None
    page.mouse.click(lies["x"] + 2, lies["y"] + lies["height"] / 2)
    expect(place).to_have_class(re.compile("chosen"))


@pytest.mark.parametrize(
    ("path", "field", "typed", "asks"),
    [
        pytest.param("/house/floor/new", "boxes", "10", ("/house/book",), marks=pytest.mark.long),
        ("/house/floor/BJ-08/", "boxes", "10", ("/house/book",)),
        (
            "/house/floor/BJ-08/layout/",
            "box-1-down",
            "29",
            (reverse("house_layout_check", args=["BJ-08"]), reverse("felt_preview", args=["BJ-08"])),
        ),
    ],
)
def test_no_pin_goes_out_with_what_is_asked_while_somebody_types(
    house: Daphne, page: Page, path: str, field: str, typed: str, asks: tuple[str, ...]
) -> None:
    manager(house, page, path)
    form = page.locator("form", has=page.locator(f"[name={field}]"))
    form.get_by_label("Second signature").fill(floor.casino_supervisor().number)
    form.get_by_label("PIN", exact=True).fill(floor.PIN)
    page.locator("details.numbers").evaluate_all("(all) => all.forEach((each) => { each.open = true; })")
    posted: dict[str, str] = {}

    def keep(request: Request) -> None:
        if request.method == "POST":
            posted[urlsplit(request.url).path] = request.post_data or ""

    page.on("request", keep)

    def answers(answer: Response) -> bool:
        """What was asked as the page came may be answered only now."""
        return urlsplit(answer.url).path == asks[-1] and f"{field}={typed}" in (
            answer.request.post_data or ""
        )

    with page.expect_response(answers):
        page.locator(f"[name={field}]").fill(typed)
        page.keyboard.press("Tab")
    for asked in asks:
        assert f"{field}={typed}" in posted[asked]
    for sent in posted.values():
        assert "pin" not in parse_qs(sent, keep_blank_values=True)
        assert floor.PIN not in sent
    assert form.get_by_label("PIN", exact=True).input_value() == floor.PIN


@pytest.mark.long
def test_a_box_snaps_level_with_another_and_the_right_half_follows_the_left(
    house: Daphne, page: Page
) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    manager(house, page, "/house/floor/BJ-08/layout/")
    before = layout.arc(7)
    scale = page.evaluate("document.getElementById('cloth').getScreenCTM().a")
    lies = page.locator('[data-piece="box-3"]').bounding_box()
    assert lies is not None
    x, y = lies["x"] + lies["width"] / 2, lies["y"] + lies["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    # One step short of the height of box 2.
    page.mouse.move(x, y + (before.boxes[1].down - before.boxes[2].down - 1) * scale, steps=8)
    page.mouse.up()
    expect(page.locator("[name=box-3-down]")).to_have_value(str(before.boxes[1].down))
    expect(page.locator("#chosen")).to_contain_text("level with Box 2")
    page.get_by_role("button", name="Right half like the left").click()
    expect(page.locator("[name=box-5-down]")).to_have_value(str(before.boxes[1].down))


@pytest.mark.long
def test_two_screens_on_one_layout_and_the_second_loses_nothing(house: Daphne, windows: Windows) -> None:
    path = "/house/floor/BJ-08/layout/"
    floor.person(Role.OPERATIONS_MANAGER, "M-8")
    Staff.objects.filter(number="M-8").update(is_superuser=True)
    screens = []
    for number in ("M-9", "M-8"):
        page = windows.page(viewport=TABLET)
        sign_in(page.context, house.url, Role.OPERATIONS_MANAGER, number=number)
        page.goto(f"{house.url}{path}")
        screens.append(page)
    first, second = screens
    for page, steps in ((first, 1), (second, 3)):
        page.locator('[data-piece="box-4"]').focus()
        for _ in range(steps):
            page.keyboard.press("ArrowDown")
    down = layout.arc(7).boxes[3].down
    sign(first, "Save the layout")
    expect(first.get_by_role("button", name="Discard this layout")).to_be_visible()
    sign(second, "Save the layout")
    refusal = second.get_by_role("alert")
    expect(refusal).to_contain_text("M-9 at")
    expect(refusal).to_be_in_viewport()
    expect(second.locator("[name=box-4-down]")).to_have_value(str(down + 3))
    expect(second.locator("#cloth .saved")).to_have_count(7)
    assert _saved("BJ-08").boxes[3].down == down + 1
    sign(second, "Save the layout")
    expect(second.locator("#cloth .saved")).to_have_count(0)
    assert _saved("BJ-08").boxes[3].down == down + 3
    for page in screens:
        page.close()


def _saved(code: str) -> layout.Layout:
    own = layout.layout_of(Table.objects.get(code=code))
    assert own is not None
    return own


@pytest.mark.long
def test_a_layout_is_placed_checked_and_saved_by_keyboard_alone(house: Daphne, page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    manager(house, page, "/house/floor/BJ-08/layout/")
    keys = page.keyboard
    focused = "document.activeElement.dataset.piece || document.activeElement.name || ''"

    def tab_to(name: str) -> None:
        for _ in range(80):
            if page.evaluate(focused) == name:
                return
            keys.press("Tab")
        raise AssertionError(name)

    tab_to("box-2")
    expect(page.locator("#chosen")).to_contain_text("Box 2")
    rect = page.locator('[data-piece="box-2"] rect')
    assert rect.evaluate("each => getComputedStyle(each).strokeWidth") != "0.3px"  # the focus is seen
    for _ in range(4):
        keys.press("ArrowDown")
    tab_to("number")
    keys.type(floor.casino_supervisor().number)
    tab_to("pin")
    keys.type(floor.PIN)
    keys.press("Enter")
    expect(page.get_by_role("button", name="Discard this layout")).to_be_visible()
    assert _saved("BJ-08").boxes[1].down == layout.arc(7).boxes[1].down + 4


@pytest.mark.long
def test_the_pages_have_no_fault_that_axe_finds(house: Daphne, windows: Windows) -> None:
    page = windows.page(bypass_csp=True, viewport=TABLET)  # the check itself comes as a script of its own
    manager(house, page, "/staff/")
    faults_of = {}
    for path in PAGES:
        page.goto(f"{house.url}{path}")
        page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        if faults := Axe().run(page, options=RULES).response["violations"]:
            faults_of[path] = {
                fault["id"]: [node["html"][:120] for node in fault["nodes"][:2]] for fault in faults
            }
    page.close()
    assert faults_of == {}
