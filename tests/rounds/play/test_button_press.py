"""Pressing the button at a table: drawn under its lock, in the record before anybody sees it, once for a key."""

from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest
from django.db import connection

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff.roles import Role
from rounds import engine
from rounds.engine.commands import Misfire, Prize
from rounds.play import service
from rounds.play.answer import TAKEN, Answer
from rounds.play.prize_draw import press
from tables.models import Table
from tests import floor
from tests.floor import cards, taps

CODE = "BJ-07"
MADNESS, PANDEMONIUM = "madness_21", "pontoon_pandemonium"
PRIZES = {dollars * 100 for dollars in (1000, 100, 50, 40, 35, 30, *range(20, 26), *range(5, 16))}
"""The amounts for each dollar that the book lists (NZ-15A.6)."""


def winner(bet: str = MADNESS) -> str:
    """A table at which player A of box 1 has won a press with $5."""
    game = {"book": "NZ"} if bet == MADNESS else {"book": "VIC03", "game": "crown_pontoon", "decks": 8}
    floor.open_table(CODE, chips=[100, 500, 2500, 10000], **game)
    floor.fit(CODE, bet)
    floor.offer(CODE, bet)
    taps(
        CODE,
        engine.PlaceWager(1, "A", 5000),
        engine.PlaceWager(1, "A", 500, bet),
        engine.Seat(1, "A"),
        engine.CallBets(),
        *cards("As 6d Kd"),
    )
    assert service.current(CODE).due.action == "prize"
    return CODE


def pressed(key: str, bet: str = MADNESS, **how: object) -> Answer:
    return press(CODE, Prize(1, "A", bet, 0), by=floor.dealer(), key=key, **how)[0]  # type: ignore[arg-type]


def drawn(key: str) -> int:
    """The prize for each dollar that the record holds under the key."""
    entry = Entry.objects.get(chain=CODE, key=key)
    return int(msgspec.json.decode(entry.body)["per_dollar"])


@pytest.mark.django_db
@pytest.mark.clause("NZ-15A.6-S1", "NZ-15A.7-S2", "NZ-3.5(a)(iii)")
def test_a_press_draws_a_prize_of_the_table_and_records_it() -> None:
    winner()
    # Nothing of a prize is in the record of an open round before the press.
    before = [entry.body for entry in Entry.objects.filter(chain=CODE, folded=True).order_by("seq")]
    assert not any("prize" in body or "per_dollar" in body for body in before)
    assert pressed("p-1").ok
    prize = drawn("p-1")
    assert prize in PRIZES
    entry = Entry.objects.get(chain=CODE, key="p-1")
    assert (entry.kind, entry.actor, entry.amount) == ("prize", "D-114", prize)
    assert "drawn by the machine" in entry.detail
    live = service.current(CODE)
    assert [item.result.pays for item in live.due.items] == [5 * prize]
    taps(CODE, engine.Settle())
    assert verify().ok


@pytest.mark.django_db
def test_the_same_key_gives_the_same_answer_and_draws_nothing() -> None:
    winner()
    first = pressed("p-1")
    prize, entries = drawn("p-1"), Entry.objects.count()
    for _ in range(5):
        again = pressed("p-1")
        assert (again.ok, again.version, again.repeated) == (True, first.version, True)
    assert (drawn("p-1"), Entry.objects.count()) == (prize, entries)
    # Another key is another press, and the turn is over.
    assert not pressed("p-2").ok
    assert drawn("p-1") == prize
    # The key of another tap is not taken for a press.
    other, _ = press(CODE, Prize(1, "B", MADNESS, 0, by="B"), by=floor.dealer(), key="p-1")
    assert (other.ok, other.refusal) == (False, TAKEN)


@pytest.mark.django_db
def test_a_press_that_is_refused_draws_nothing() -> None:
    winner()
    answer, _ = press(CODE, Prize(2, "B", MADNESS, 0), by=floor.dealer(), key="p-1")
    assert answer.refusal is not None
    assert (answer.refusal.code, answer.refusal.clause) == ("prize.turn_of_another", "NZ-15A.6-S1")
    refused = msgspec.json.decode(Entry.objects.get(chain=CODE, key="p-1").body)
    assert refused["command"]["per_dollar"] == 0
    assert press(CODE, Prize(2, "B", MADNESS, 0), by=floor.dealer(), key="p-1")[0].repeated
    assert pressed("p-2", expected=1).stale
    assert not Entry.objects.filter(chain=CODE, key="p-2").exists()
    assert pressed("p-2", expected=Table.objects.get(code=CODE).version).ok


@pytest.mark.django_db
@pytest.mark.clause("VIC03-11.7.1")
def test_a_button_set_off_by_somebody_else_draws_too() -> None:
    winner(PANDEMONIUM)
    answer, _ = press(CODE, Misfire(1, "A", PANDEMONIUM, 0), by=floor.dealer(), key="m-1")
    assert answer.ok
    (offer, *_) = service.current(CODE).due.offers
    assert (offer.kind, offer.most) == ("misfire", drawn("m-1"))
    taps(CODE, engine.AnswerMisfire(1, "A", PANDEMONIUM, accept=False))
    assert pressed("p-1", PANDEMONIUM).ok
    taps(CODE, engine.Settle())
    assert verify().ok


@pytest.mark.django_db
def test_nobody_takes_a_press_of_the_machine_back() -> None:
    winner()
    assert pressed("p-1").ok
    assert not floor.tap(CODE, engine.Undo()).ok
    assert service.current(CODE).state.box(1).sides[0].prize == drawn("p-1")


@pytest.mark.django_db
def test_who_may_not_act_at_a_table_does_not_press() -> None:
    winner()
    answer, _ = press(CODE, Prize(1, "A", MADNESS, 0), by=floor.person(Role.SURVEILLANCE), key="p-1")
    assert not answer.ok
    assert service.current(CODE).due.action == "prize"


@pytest.mark.django_db
def test_there_is_no_such_table() -> None:
    with pytest.raises(service.NoSuchTable):
        press("BJ-99", Prize(1, "A", MADNESS, 0), by=floor.dealer(), key="p-1")


@pytest.mark.django_db(transaction=True)
def test_a_tap_that_is_sent_several_times_at_once_draws_once() -> None:
    winner()
    dealer = floor.dealer()

    def tap(_: int) -> Answer:
        try:
            return press(CODE, Prize(1, "A", MADNESS, 0), by=dealer, key="p-1")[0]
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as taps_at_once:
        answers = list(taps_at_once.map(tap, range(4)))
    assert all(answer.ok for answer in answers)
    assert sorted(answer.repeated for answer in answers) == [False, True, True, True]
    assert Entry.objects.filter(chain=CODE, kind="prize").count() == 1
    assert [item.result.pays for item in service.current(CODE).due.items] == [5 * drawn("p-1")]
