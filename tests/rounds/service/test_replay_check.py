"""What somebody wrote into the rows past the service is found and named by verify_ledger."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from casino.ledger.verify import verify
from rounds import engine
from rounds.models import Hand, Round, Wager
from tables.models import Table
from tests.floor import cards, taps

pytestmark = pytest.mark.django_db


@pytest.fixture
def dealt(table: str) -> str:
    for _ in range(2):
        taps(table, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *cards("Ts 9d 9c"))
        taps(table, engine.Decide(1, "stand"), *cards("8d"), engine.Settle(), engine.Collect())
    assert verify().ok
    return table


TAMPERED: dict[str, tuple[Callable[[], object], str]] = {
    "a payment": (
        lambda: Wager.objects.filter(round__round_no=2).update(pays=9000),
        "wager 1.1.A.main: pays",
    ),
    "a result": (
        lambda: Wager.objects.filter(round__round_no=1).update(result="lose"),
        "wager 1.1.A.main: result",
    ),
    "a card": (
        lambda: Hand.objects.filter(round__round_no=2, box=1).update(cards="Ts Ac"),
        "hand 1.1: cards",
    ),
    "a hand gone": (lambda: Hand.objects.filter(round__round_no=2, box=0).delete(), "hand 0.0 is missing"),
    "a wager added": (
        lambda: Wager.objects.create(
            round=Round.objects.get(round_no=2), box=4, hand=1, player="Z", bet="main", amount=1
        ),
        "wager 4.1.Z.main is stored",
    ),
    "the win": (lambda: Round.objects.filter(round_no=1).update(win=1), "round 1: win"),
    "the setup": (lambda: Round.objects.filter(round_no=1).update(setup={}), "round 1: setup"),
    "the time": (
        lambda: Round.objects.filter(round_no=1).update(collected_at=timezone.now() + timedelta(hours=1)),
        "round 1: collected_at",
    ),
    "a round added": (
        lambda: Round.objects.create(
            table=Table.objects.get(),
            round_no=7,
            setup={},
            phase="collected",
            opened_at=timezone.now(),
            first_seq=1,
            last_seq=2,
        ),
        "round 7 is stored and has no entry",
    ),
    "the table's row": (lambda: Table.objects.update(round_no=1), "the table's row stands at round 1"),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_a_row_that_replay_does_not_give_is_named(dealt: str, what: str) -> None:
    tamper, named = TAMPERED[what]
    tamper()
    faults = verify().faults
    assert faults, what
    assert all(fault.what == "row" and fault.chain == dealt for fault in faults)
    assert any(named in fault.message for fault in faults), faults


def test_a_round_that_was_removed_is_missed(dealt: str) -> None:
    one = Round.objects.get(round_no=1)
    one.hands.all().delete()
    one.wagers.all().delete()
    one.delete()
    assert [fault.message for fault in verify().faults] == ["round 1 has entries and is not stored"]


def test_one_table_and_a_time_narrow_the_check(dealt: str) -> None:
    Wager.objects.filter(round__round_no=1).update(pays=9000)
    assert not verify(dealt).ok
    assert verify(dealt, since=Round.objects.get(round_no=2).opened_at).ok
    assert verify(dealt, since=timezone.now()).ok
