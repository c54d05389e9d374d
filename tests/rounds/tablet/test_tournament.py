"""A tournament on the tablet: chips without a currency sign, stacks, the button, turns, secret wagers."""

import re

import pytest
from django.test import Client
from msgspec.structs import replace

from casino.refusals import Refusal
from casino.staff.roles import Role
from rounds import engine
from rounds.pit.screen import tile
from rounds.play import service
from rounds.read_model.felt.felt import felt_view
from rounds.tablet import live_screen
from rounds.tablet.buttons import WagerActs
from tables.models import Table
from tests import floor
from tests.floor import cards, taps
from tests.set_aside import session, set_aside
from tests.signed_in import dealer_at

pytestmark = pytest.mark.django_db

CODE = "BJ-07"
SESSION = session()


@pytest.fixture
def tablet() -> Client:
    floor.open_table(CODE)
    return dealer_at(CODE)


def announced(**changes: object) -> None:
    set_aside(CODE, replace(SESSION, table=replace(SESSION.table, order="announced", first_box=3, **changes)))


def shown(client: Client) -> str:
    return client.get(f"/table/{CODE}/now").content.decode()


def bet(box: int, player: str, amount: int) -> engine.Command:
    return engine.PlaceWager(box, player, amount * 100)


def test_each_box_shows_its_players_chips(tablet: Client) -> None:
    set_aside(CODE, SESSION)
    taps(CODE, bet(1, "P12", 100), engine.CallBets(), *cards("Ts 6d 9d"))
    live = service.current(CODE)
    seats = {box.number: box.seat for box in felt_view(live.state, live.rules).boxes if box.seat}
    assert {number: (seat.player, seat.chips) for number, seat in seats.items()} == {
        1: ("P12", "1,000"),
        3: ("P7", "1,000"),
    }
    assert seats[1].label == "player P12 has 1,000 in chips, 100 of them at stake, the button"
    text = shown(tablet)
    assert "Autumn" in text
    assert "Hand 1 of 3" in text
    taps(CODE, engine.Decide(1, "stand"), *cards("Th 7c"), engine.Settle(), engine.Collect())
    text = shown(tablet)
    # The hand that is over, with what it came to; the bar is at the next one.
    assert "1,100" in text
    assert "Hand 2 of 3" in text


def test_chips_have_no_currency_sign(tablet: Client) -> None:
    set_aside(CODE, SESSION)
    taps(CODE, bet(1, "P12", 100))
    page = tablet.get(f"/table/{CODE}/").content.decode()
    assert 'data-currency=""' in page
    for text in (page, shown(tablet)):
        assert "$1" not in text
        assert "$5" not in text
    # Once the session is over, a round is for money again.
    taps(CODE, engine.WithdrawWager(1, "P12"))
    set_aside(CODE, None)
    taps(CODE, bet(1, "A", 100))
    assert 'data-currency="$"' in tablet.get(f"/table/{CODE}/").content.decode()
    assert "$100" in shown(tablet)


def test_whose_turn_it_is_and_a_pass(tablet: Client) -> None:
    announced()
    live = service.current(CODE)
    seats = {box.number: box.seat for box in felt_view(live.state, live.rules).boxes if box.seat}
    assert [(number, seat.turn, seat.button) for number, seat in seats.items()] == [
        (1, False, False),
        (3, True, True),
    ]
    assert "P7 passes" in shown(tablet)
    command = engine.encode_command(engine.PassTurn("P7")).decode()
    answer = tablet.post(
        f"/table/{CODE}/play",
        {"key": "k1", "expected": str(Table.objects.get(code=CODE).version), "command": command},
        headers={"HX-Request": "true"},
    )
    assert answer.status_code == 200
    assert engine.questions.turn(service.current(CODE).state) == (1, "P12")


def test_secret_wagers_are_not_shown_before_the_call(tablet: Client) -> None:
    set_aside(CODE, replace(SESSION, table=replace(SESSION.table, secret=3)))
    taps(CODE, bet(1, "P12", 137))
    for text in (shown(tablet), tablet.get(f"/table/{CODE}/").content.decode()):
        assert not re.search(r"\b137\b", text)  # digests of parts may hold the figures
        assert "secret" in text
    live = service.current(CODE)
    assert live_screen.screen_of(live).record[0].text == "wager: box 1 P12"
    taps(CODE, engine.CallBets())
    assert "137" in shown(tablet)


def test_the_last_hands_are_called_and_the_end_is_shown(tablet: Client) -> None:
    set_aside(CODE, replace(SESSION, table=replace(SESSION.table, hands=1, last_hands=1)))
    assert "last hands" in shown(tablet)
    taps(CODE, bet(1, "P12", 100), engine.CallBets(), *cards("Ts 6d 9d"), engine.Decide(1, "stand"))
    taps(CODE, *cards("Th 7c"), engine.Settle(), engine.Collect())
    text = shown(tablet)
    assert "The session is over: all its hands are dealt" in text
    assert "VIC03-16.2.1(d)" in text


@pytest.mark.clause("VIC03-16.2.4")
def test_what_a_hand_waits_for_is_shown_before_the_call(tablet: Client) -> None:
    set_aside(CODE, SESSION)
    taps(CODE, bet(1, "P12", 100))
    assert "waits for the director" not in shown(tablet)
    set_aside(CODE, SESSION, director="")
    live = service.current(CODE)
    screen = live_screen.screen_of(live)
    assert isinstance(screen.acts, WagerActs)
    assert screen.acts.first.clause == "VIC03-16.2.4"
    text = shown(tablet)
    assert "waits for the director" in text
    assert Refusal("tournament_table.director_away").message in text


def test_who_has_no_chips_is_shown_as_out(tablet: Client) -> None:
    set_aside(CODE, replace(SESSION, table=replace(SESSION.table, stacks=(("P12", 100_000), ("P7", 0)))))
    live = service.current(CODE)
    box = felt_view(live.state, live.rules).boxes[2]
    assert box.seat is not None
    assert box.seat.out
    assert box.label == "Box 3; player P7 has no chips left"


@pytest.mark.clause("ACT96-24.3")
def test_the_conditions_that_prevail_are_shown_with_their_clause() -> None:
    floor.open_table(CODE, book="ACT96", chips=[100, 500, 2500])
    table = replace(SESSION.table, overrides=(("insurance", "no"),), below="refused", compulsory=5000)
    set_aside(CODE, replace(SESSION, table=table))
    live = service.current(CODE)
    assert felt_view(live.state, live.rules).conditions == [
        "50 must be wagered on every hand [ACT96-24.2]",
        "No insurance [ACT96-24.3]",
        "A wager under the minimum is handed back [ACT96-24.3]",
    ]


def test_the_pits_tile_and_the_watch_page_say_tournament(tablet: Client) -> None:
    set_aside(CODE, SESSION, stage="Heat 2")
    taps(CODE, bet(1, "P12", 100))
    drawn = tile(Table.objects.get(code=CODE))
    assert (drawn.game, drawn.limits) == ("Tournament T-1 · Heat 2", "50–500")
    assert (drawn.handle, drawn.win) == ("—", "—")
    watcher = Client()
    watcher.post("/sign-in/", {"number": floor.person(Role.SURVEILLANCE).number, "pin": floor.PIN})
    watching = watcher.get(f"/table/{CODE}/watch")
    text = watching.content.decode()
    assert "T-1 · Heat 2" in text
    assert "$100" not in text
