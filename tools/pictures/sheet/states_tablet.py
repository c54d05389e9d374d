"""The dealer's tablet: from the opening of a table to its closing, and everything in between."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, Final

from django.test import Client
from playwright.sync_api import Page, expect

from casino.staff.models import Staff
from rounds import engine as e
from rounds.play import service
from tables.demonstration.house import DEALER, STAFF
from tables.float import slips
from tables.floor import dealers, layout
from tables.models import Slip, Table
from tables.opening import checklist
from tests import floor
from tests.browser import busy, wrongs
from tests.browser.wrongs import Wrong
from tests.set_aside import session, set_aside
from tests.tables.games import setup_of
from tools.pictures.sheet.state import State, nothing, tap

BUSY: Final = "BJ-61"
_codes = count(62)


def _code() -> str:
    return f"BJ-{next(_codes)}"


def _tablet(slug: str, title: str, code: str, prepare: Callable[[], object] = nothing, **more: Any) -> State:
    """A state on the tablet of a table whose dealer has confirmed what there is to confirm."""
    more.setdefault("meanwhile", lambda: _confirmed(code))
    return State(slug, title, f"/table/{code}/", DEALER, table=code, prepare=prepare, **more)


def _confirmed(code: str) -> None:
    """What the dealer confirms before the first round."""
    table = Table.objects.get(code=code)
    if table.state != Table.State.OPEN:
        return
    for item in ("sign", *checklist.wanted_before_round(table)):
        checklist.confirm(code, item, by=floor.dealer(), at=floor.AT)


def _open(code: str, **setup: Any) -> None:
    floor.open_table(code, **setup)
    _confirmed(code)


def states() -> Iterator[State]:
    yield from _opening()
    yield from _a_busy_round()
    yield from _side_bets()
    yield from _other_games()
    yield from _of_its_own_layout()
    yield from _wrong()
    yield from _asked()
    yield from _the_line()
    yield from _people()
    yield from _device()
    yield from _closing()


def _opening() -> Iterator[State]:
    code = _code()
    yield _tablet("opening", "Opening: nothing checked yet", code, lambda: floor.set_up(code))
    yield State("cards-check", "Opening: the cards are checked", f"/cards/{code}/", DEALER, table=code)

    def checked() -> None:
        floor.check_cards(code)
        for item in list(checklist.confirmations(Table.objects.get(code=code)))[:3]:
            checklist.confirm(code, item, by=floor.dealer(), at=floor.AT)

    yield _tablet("opening-half", "Opening: half of it is done", code, checked)
    yield State("opening-float", "Opening: the float is counted", f"/float/table/{code}/", DEALER, table=code)
    ready = _code()
    yield _tablet("opening-open", "Opening: all done, a supervisor opens", ready, lambda: floor.ready(ready))
    shoe = _code()
    yield _tablet("shoe", "The shoe is prepared", shoe, lambda: floor.open_table(shoe, shoe=False))
    sign = _code()
    yield _tablet(
        "sign", "The limit sign is confirmed", sign, lambda: floor.open_table(sign), meanwhile=nothing
    )
    yield _tablet("betting-none", "Betting: no wager yet", sign, lambda: _confirmed(sign))


def _a_busy_round() -> Iterator[State]:
    def opened() -> None:
        busy.table(BUSY)
        _confirmed(BUSY)
        floor.taps(BUSY, *busy.wagers())

    def play(*commands: e.Command) -> Callable[[], object]:
        return lambda: floor.taps(BUSY, *commands)

    dealt = busy.dealt()
    yield _tablet("betting", "Betting: seven boxes, three players on box 3", BUSY, opened)
    yield _tablet("deal", "The initial deal: a card is due", BUSY, play(*dealt[:12]))
    yield _tablet("insurance", "Insurance is offered", BUSY, play(*dealt[12:]))
    yield _tablet("side-payments", "A side bet is settled", BUSY, play(*busy.insured()))
    yield _tablet("decision", "A decision is due", BUSY, lambda: floor.taps(BUSY, *busy.sides_settled(BUSY)))
    yield _tablet("doubled", "Box 2 has doubled; box 3 decides", BUSY, play(*busy.doubled()))
    yield _tablet("split", "Box 3 is split in three", BUSY, play(*busy.split()))
    ends = busy.to_the_end()
    yield _tablet(
        "double-card",
        "The card of a double is due",
        BUSY,
        play(e.Decide(3, "double", 3, adds=(("C", 2500),))),
    )
    yield _tablet("dealer-draws", "The dealer draws", BUSY, play(*ends[:-1]))
    yield _tablet("payments", "Payments", BUSY, play(*ends[-1:]))
    yield _tablet("payments-half", "Payments: the first is made", BUSY, play(e.Settle()))

    def settled() -> None:
        while service.current(BUSY).due.action == "settle":
            floor.taps(BUSY, e.Settle())

    yield _tablet("collect", "All is paid; the cards are collected", BUSY, settled)
    yield _tablet("again", "The next round: the same again", BUSY, play(e.Collect()))


def _side_bets() -> Iterator[State]:
    code, boxes = _code(), 9
    middle = (boxes + 1) // 2
    who = {box: "ABC" if abs(box - middle) < 2 else "A" for box in range(1, boxes + 1)}

    def laid() -> None:
        floor.open_table(code, **setup_of("NZ", "blackjack", boxes=9, sign=(1000, 200000, 0)))
        floor.offer_some(code, "perfect_pairs", "lucky_lucky", "buster")
        _confirmed(code)
        offered = ("perfect_pairs", "lucky_lucky", "buster")
        wagers: list[e.Command] = [
            e.PlaceWager(box, f"{box}{player}", 2500) for box, players in who.items() for player in players
        ]
        wagers += [e.Seat(box, f"{box}A") for box in range(middle - 1, middle + 2)]
        wagers += [e.PlaceWager(box, f"{box}A", 500, bet) for bet in offered for box in range(1, boxes + 1)]
        floor.taps(code, *wagers)

    first = ["8c" if box == middle else "9h" for box in range(1, boxes + 1)]
    second = ["8s" if box == middle else "5d" for box in range(1, boxes + 1)]
    second[0] = "9c"
    yield _tablet("nine-boxes", "Nine boxes, 27 side bets", code, laid)
    yield _tablet(
        "nine-boxes-paid", "Nine boxes: side bets are settled", code,
        lambda: floor.taps(code, e.CallBets(), *floor.cards(" ".join([*first, "6d", *second]))),
    )  # fmt: skip


def _other_games() -> Iterator[State]:
    for book, game, title in (
        ("VIC03", "crown_pontoon", "Pontoon: betting"),
        ("NZ", "free_bet", "Free Bet: betting"),
        ("ACT96", "triple_play", "Triple Play: betting"),
        ("UK", "blackjack", "Pounds: betting"),
    ):
        code = _code()

        def laid(code: str = code, book: str = book, game: str = game) -> None:
            _open(code, **setup_of(book, game, sign=(1000, 100000, 0)))
            floor.offer_some(code)
            if game != "triple_play":
                floor.taps(code, *[e.PlaceWager(box, f"P{box}", 5000) for box in (1, 2, 3)])

        yield _tablet(f"game-{game}-{book.lower()}", title, code, laid)
    code = _code()

    def tournament() -> None:
        floor.open_table(code)
        set_aside(code, session(name="Autumn series"))
        _confirmed(code)
        floor.taps(code, e.PlaceWager(1, "P12", 5000))

    yield _tablet("tournament", "A tournament: one player in turn", code, tournament)


def own_layout() -> layout.Layout:
    """Seven boxes on an inverted arc, and a place for Perfect Pairs beside each."""
    boxes = tuple(layout.Point(box.across, 24 - box.down) for box in layout.arc(7).boxes)
    alone = layout.Layout(boxes)
    return layout.Layout(boxes, {busy.PP: layout.beside(alone)})


def _of_its_own_layout() -> Iterator[State]:
    code = _code()

    def laid() -> None:
        busy.table(code, layout=layout.kept(own_layout()))
        _confirmed(code)
        floor.taps(code, *busy.wagers(), *busy.dealt(), *busy.insured())
        floor.taps(code, *busy.sides_settled(code))
        floor.taps(code, *busy.doubled(), *busy.split())

    yield _tablet("own-layout", "A table with a layout of its own", code, laid)
    yield State("own-layout-replay", "The same in the replay", f"/audit/round/{code}/1/?step=40", "V-3")
    yield _tablet(
        "own-layout-wrong",
        "The same where something is wrong",
        code,
        act=_report(Wrong("kind-excess_card", ("label:has(#v-seen-1)", "label:has(#v-card-5c)"))),
    )


def _report(wrong: Wrong) -> Callable[[Page], None]:
    """Tap a report through to both layouts, or whatever else it leads to."""

    def act(page: Page) -> None:
        tap("#wrong-key")(page)
        page.locator("#wrong .likely").wait_for()
        if not page.locator(f"[id='{wrong.tile}']").is_visible():
            tap(f"#wrong details:has([id='{wrong.tile}']) > summary")(page)
        tap(f"[id='{wrong.tile}']")(page)
        page.locator("#wrong .steps").wait_for()
        tap(*[f"#wrong {selector}" for selector in wrong.taps])(page)
        expect(page.locator("button#report-it")).to_be_enabled()

    return act


def _wrong() -> Iterator[State]:
    def reports(code: str, wrongs_of: list[Wrong], prepare: Callable[[], object]) -> Iterator[State]:
        for wrong in wrongs_of:
            slug = "wrong-" + re.sub(r"\W+", "-", wrong.tile.split("-", 1)[1].split("|")[0]).lower()
            yield _tablet(
                slug,
                f"Wrong: {slug[6:].replace('_', ' ').replace('-', ' ')}",
                code,
                prepare,
                act=_report(wrong),
            )
            prepare = nothing

    code, burn, insurance = _code(), _code(), _code()

    def laid(code: str, book: str = "VIC03") -> None:
        _open(code, **setup_of(book, "blackjack"))
        floor.taps(code, e.PlaceWager(1, "A", 5000), e.PlaceWager(3, "B", 5000))

    def listed(page: Page) -> None:
        tap("#wrong-key")(page)
        page.locator("#wrong .likely").wait_for()

    def all_listed(page: Page) -> None:
        listed(page)
        for number in range(page.locator("#wrong details").count()):
            tap(f"#wrong details >> nth={number} >> summary")(page)

    yield from reports(code, wrongs.WAGERS, lambda: laid(code))
    yield from reports(code, wrongs.DEAL, lambda: floor.taps(code, e.CallBets(), *floor.cards("Ts 9s Ad")))
    yield _tablet(
        "wrong-list", "Something is wrong: the likely ones", code,
        lambda: floor.taps(code, *floor.cards("Td 9h"), e.CloseInsurance(), e.Decide(1, "stand")), act=listed,
    )  # fmt: skip
    yield _tablet("wrong-list-all", "Something is wrong: all of them", code, act=all_listed)
    yield from reports(code, wrongs.DECISION, nothing)
    yield from reports(
        code, wrongs.SETTLEMENT,
        lambda: floor.taps(code, e.Decide(3, "stand"), *floor.cards("6h"), e.Settle()),
    )  # fmt: skip

    def before_the_deal() -> None:
        laid(burn, "ACT03")
        floor.taps(burn, e.CallBets())

    def after_insurance() -> None:
        laid(insurance, "NZ")
        floor.taps(insurance, e.CallBets(), *floor.cards("Ts 9s Ad Td 9h"), e.CloseInsurance())

    yield from reports(burn, wrongs.BURN, before_the_deal)
    yield from reports(insurance, wrongs.INSURANCE, after_insurance)


def _asked() -> Iterator[State]:
    """A supervisor signs, and then something has to be done."""
    code = _code()

    def reported() -> None:
        busy.table(code)
        _confirmed(code)
        floor.taps(code, *busy.wagers(), *busy.dealt(), *busy.insured())
        floor.taps(code, *busy.sides_settled(code))
        floor.taps(code, *busy.doubled())
        floor.tap(code, e.Irregularity("decision_not_carried_out", (("hand", "1"),), "dealer"))
        floor.tap(code, e.Approve(service.current(code).due.role))

    yield _tablet("supervisor-asked", "An irregularity waits for a supervisor", code, reported)
    call = _code()
    yield _tablet(
        "supervisor-called", "A supervisor is called", call, lambda: _open(call), act=tap("#supervisor-key")
    )
    misdeal = _code()

    def misplaced(page: Page) -> None:
        _report(Wrong("kind-misplaced", ("[data-card-no='2']", "[data-shift]", "[data-lies='5']")))(page)
        tap("#report-it")(page)
        expect(page.locator("#wrong")).not_to_have_attribute("open", "")

    def three_boxes() -> None:
        _open(misdeal)
        bets = [e.PlaceWager(box, player, 5000) for box, player in ((1, "A"), (3, "B"), (5, "C"))]
        floor.taps(misdeal, *bets, e.CallBets(), *floor.cards("Ts 9s 8s 6d 7h 2h"))

    yield _tablet("misdeal-asked", "A misdeal waits for its signature", misdeal, three_boxes, act=misplaced)

    def face_up(page: Page) -> None:
        _report(Wrong("kind-face_up_in_shoe", ("label:has(input[value='5c'])",)))(page)
        tap("#report-it")(page)
        expect(page.locator("#todo")).to_be_visible()

    doing = _code()

    def again() -> None:
        _open(doing)
        floor.taps(doing, e.PlaceWager(1, "A", 5000), e.CallBets(), *floor.cards("Ts 9s"))

    yield _tablet("to-do", "What is to be done at the table now", doing, again, act=face_up)


def _the_line() -> Iterator[State]:
    code = _code()

    def cut(page: Page) -> None:
        page.context.set_offline(True)
        tap(".chipkey.v2500")(page)
        page.locator(".felt .box[data-box='1']").click()
        page.locator("#away").wait_for(timeout=60_000)

    def waits(page: Page) -> None:
        page.route("**/play", lambda route: None)
        tap(".chipkey.v2500")(page)
        page.locator(".felt .box[data-box='1']").click()
        page.wait_for_function("house.taps.all().length === 1")

    def too_much(page: Page) -> None:
        tap(".felt .box[data-box='2']", *[".chipkey.v50000"] * 3, "#lay")(page)
        page.locator("#notice:not([hidden])").wait_for()

    yield _tablet("refused", "A tap is refused", code, lambda: _open(code), act=too_much)
    yield _tablet("waiting", "A tap waits for its answer", code, act=waits)
    yield _tablet("offline", "Without the house, a tap waits", code, act=cut)
    yield State("offline-page", "Loaded again without the house", "/offline/", DEALER, table=code)


def _people() -> Iterator[State]:
    """Who deals: the door, another dealer's question, and a locked screen."""
    code, other = _code(), "D-102"
    pins = {person.number: person.pin for person in STAFF}

    def comes(number: str, code: str) -> None:
        """Somebody signs in at another tablet of the table."""
        client = Client(SERVER_NAME="127.0.0.1")
        client.post("/tablet/enrol/", {"table_code": code, "number": "S-07", "pin": pins["S-07"]})
        client.post("/sign-in/", {"number": number, "pin": pins[number], "take_over": number})

    def dealt_at(code: str) -> None:
        _open(code)
        comes("D-109", code)

    asked, waits, lost = _code(), _code(), _code()
    yield _tablet("locked", "An idle screen is locked", code, lambda: _open(code), act=tap("#lock button"))
    yield _tablet(
        "newcomer",
        "Another dealer asks to take over",
        asked,
        lambda: _open(asked),
        meanwhile=lambda: comes(other, asked),
    )
    yield State(
        "take-over", "Who asks waits for the answer", "/take-over/", "D-118", table=waits,
        prepare=lambda: dealt_at(waits),
    )  # fmt: skip
    yield _tablet(
        "taken-over", "Who dealt reads who took over", lost, lambda: _open(lost),
        meanwhile=lambda: dealers.come_to_table(lost, staff("D-122"), floor.AT),
    )  # fmt: skip
    yield State("players", "The players of the table", f"/table/{code}/people", DEALER, table=code)
    yield State("change-dealer", "A change of dealer", "/change-dealer/", DEALER, table=code)
    yield State("door", "Signing in at a table", "/sign-in/?next=/", "", table=code)
    yield State("enrol", "A tablet is assigned to a table", "/tablet/enrol/", "G-21")
    yield State("watch", "Who watches a table", f"/table/{BUSY}/watch", "G-21")
    yield State("rules", "The rules of the table", f"/rules/{BUSY}/", "G-21")
    yield State("results", "What the players see", f"/table/{BUSY}/results", "G-21")


def _device() -> Iterator[State]:
    code = _code()

    def split() -> None:
        busy.table(code)
        _confirmed(code)
        floor.taps(code, *busy.wagers(), *busy.dealt(), *busy.insured())
        floor.taps(code, *busy.sides_settled(code))
        floor.taps(code, *busy.doubled(), *busy.split())

    yield _tablet("theme-glare", "Theme: against glare", code, split, device=(("theme", "glare"),))
    yield _tablet("theme-light", "Theme: light", code, device=(("theme", "light"),))
    yield _tablet("left-handed", "For the left hand", code, device=(("hand", "left"),))
    yield _tablet("menu", "The menu, with its keys", code, act=tap("#menu-key"))


def _closing() -> Iterator[State]:
    code, last = _code(), _code()

    def slip() -> None:
        _open(code)
        chips = dict.fromkeys(Table.objects.get(code=code).chips[2:4], 20)
        slips.request(code, Slip.Kind.FILL, chips, by=floor.dealer(), at=floor.AT)

    yield State(
        "float", "The float: the dealer's page", f"/float/table/{code}/", DEALER, table=code, prepare=slip
    )
    yield State("float-pit", "The float: the supervisor's page", f"/float/table/{code}/", "S-07")

    def closes() -> None:
        floor.open_table(last)
        floor.begin_closing(last)

    yield _tablet("closing", "Closing: what is still to be done", last, closes)


def staff(number: str) -> Staff:
    return Staff.objects.get(number=number)
