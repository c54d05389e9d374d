"""What one tap laid, one tap takes back: at the first round of a table, and at every later one."""

import pytest
from django.test import Client

from rounds import engine
from rounds.play import service
from rounds.tablet.laid_at_once import placed_at_once
from tests import floor
from tests.floor import cards, taps
from tests.rounds.tablet.test_tap_retries import CODE, PLAY, answer, command, new_tap, tablet

pytestmark = pytest.mark.django_db

LAID = [
    (1, "A", 2500, "main"),
    (2, "B", 5000, "main"),
    (3, "C", 7500, "main"),
    (3, "C", 500, "perfect_pairs"),
]


def a_round() -> None:
    """Three boxes, which all lose to the dealer's twenty, and a side bet of the third."""
    taps(CODE, *(engine.PlaceWager(*laid) for laid in LAID), engine.CallBets())
    taps(CODE, *cards("Ts Th Td Kc 8s 8h 8d"), engine.Settle())
    taps(CODE, *(engine.Decide(box, "stand") for box in (1, 2, 3)), *cards("Qc"))
    taps(CODE, engine.Settle(), engine.Collect())


def same_again(client: Client, key: str) -> None:
    assert answer(client.post(PLAY, new_tap(key, do="again"))) == (200, "ok")


def test_same_again_is_taken_back_by_one_tap_and_laid_again() -> None:
    floor.open_table(CODE)
    floor.offer(CODE, "perfect_pairs")
    client = tablet()
    a_round()
    for turn in range(2):
        same_again(client, f"again{turn}")
        live = service.current(CODE)
        assert [(laid.box, laid.player, laid.amount, laid.bet) for laid in placed_at_once(live)] == LAID
        undo = new_tap(f"undo{turn}", command=command(engine.Undo()))
        assert answer(client.post(PLAY, undo)) == (200, "ok")
        assert not any(box.wagers for box in service.current(CODE).state.boxes)
