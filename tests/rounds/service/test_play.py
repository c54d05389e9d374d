"""The service from one end to the other: a round is dealt, recorded and projected in single transactions."""

import pytest

from casino.ledger.verify import verify
from rounds import engine
from rounds.models import Hand, Round, Wager
from tables.models import Table
from tests import floor
from tests.floor import cards, taps

pytestmark = pytest.mark.django_db


def one_round(code: str = "BJ-07") -> None:
    """A on box 1 stands on 19, B on box 3 doubles 11 to 21 and C behind B does not; the dealer breaks."""
    taps(
        code,
        engine.PlaceWager(1, "A", 5000),
        engine.PlaceWager(3, "B", 2500),
        engine.PlaceWager(3, "C", 1000),
        engine.Seat(3, "B"),
        engine.CallBets(),
        *cards("Ts 6h 6d 9c 5s"),
        engine.Decide(1, "stand"),
        engine.Decide(3, "double"),
        *cards("Tc Kd Qh"),
        engine.Settle(),
        engine.Collect(),
    )


def test_a_round_from_the_first_wager_to_the_collection() -> None:
    floor.open_table()
    one_round()
    table = Table.objects.get()
    assert (table.round_no, table.rounds, table.phase) == (1, 1, "collected")
    one = Round.objects.get()
    # 50 on box 1, 25 doubled to 50 and 10 behind it: 110 at stake, all won at evens.
    assert (one.handle, one.win) == (11000, -11000)
    assert (table.handle, table.win) == (11000, -11000)
    assert {(w.box, w.player, w.amount, w.effective, w.result, w.pays) for w in Wager.objects.all()} == {
        (1, "A", 5000, 5000, "win", 5000),
        (3, "B", 5000, 5000, "win", 5000),
        (3, "C", 1000, 1000, "win", 1000),
    }
    assert {(h.box, h.hand, h.cards, h.total) for h in Hand.objects.all()} == {
        (0, 0, "6d Kd Qh", 26),
        (1, 1, "Ts 9c", 19),
        (3, 1, "6h 5s Tc", 21),
    }
    assert one.collected_at is not None
    assert verify().ok
