"""A stored round goes out as text, and playing the text gives its cards, results and money again."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

from rounds import engine, notation
from rounds.models import Round, Wager
from tests.floor import cards, taps

pytestmark = pytest.mark.django_db


def exported(*words: str) -> str:
    output = io.StringIO()
    call_command("export_round", *words, stdout=output)
    return output.getvalue()


def test_an_exported_round_plays_to_the_same_money(table: str) -> None:
    taps(
        table,
        engine.PlaceWager(2, "A", 2000),
        engine.PlaceWager(5, "B", 4000),
        engine.PlaceWager(5, "C", 2000),
        engine.Seat(5, "B"),
        engine.CallBets(),
        *cards("8c 5d"),
        engine.Undo(),  # a mis-tap: the card was another
        *cards("6d Ad 8s 5h"),
        engine.Insure(2, "A", 1000),
        engine.CloseInsurance(),
        engine.Decide(2, "split"),
        *cards("Th"),
        engine.Decide(2, "stand"),
        *cards("9h"),
        engine.Decide(2, "stand", hand=2),
        engine.Decide(5, "double"),
        *cards("Tc 7d"),
        engine.Settle(),
        engine.Settle(),
        engine.Collect(),
    )
    stored = Round.objects.get()
    text = exported(str(stored.pk))
    assert text == exported("BJ-07/1") == json.loads(exported("BJ-07/1", "--json"))["text"]
    played = notation.document("x.round", notation.play(text))
    assert (played["ok"], played["phase"], played["left_over"]) == (True, "collected", [])
    assert played["dealer"]["cards"] == ["Ad", "7d"]
    assert played["house"] == f"{stored.win / 100:.2f}"
    results = {
        (result["box"], result["hand"], result["player"], result["bet"], result["result"], result["pays"])
        for result in played["results"]
    }
    assert results == {
        (w.box, w.hand or 1, w.player, w.bet, w.result, f"{w.pays / 100:.2f}") for w in Wager.objects.all()
    }


@pytest.mark.parametrize("name", ["999", "BJ-07/9", "BJ-99/1", "x", "/1", "9" * 30])
def test_a_round_that_is_not_there_is_wrong_usage(table: str, name: str) -> None:
    with pytest.raises(CommandError) as caught:
        exported(name)
    assert caught.value.returncode == 2
