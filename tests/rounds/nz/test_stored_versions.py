"""Every New Zealand version at a table: played through the service, stored, exported and played again."""

import io
from typing import Any

import pytest
from django.core.management import call_command

from rounds import engine, notation
from rounds.engine.decisions.commands import Decide
from rounds.models import Round, Wager
from rounds.play import service
from tests.floor import cards, open_table, taps

pytestmark = pytest.mark.django_db


def to_the_end() -> None:
    while (due := service.current("BJ-07").due) and due.action in ("settle", "collect"):
        taps("BJ-07", engine.Settle() if due.action == "settle" else engine.Collect())


def bets(*wagers: tuple[int, str, int]) -> list[engine.Command]:
    return [engine.PlaceWager(box, player, amount) for box, player, amount in wagers]


ROUNDS: dict[str, tuple[dict[str, str], list[engine.Command], list[engine.Command], dict[str, str]]] = {
    # A dealer's Blackjack takes A's doubling wager by election; Style A.
    "blackjack": (
        {"style_a": "yes", "double_all_lose": "yes"},
        [*bets((1, "A", 2000)), engine.CallBets(), *cards("6s Kd 5h")],
        [Decide(1, "double"), *cards("9c Ac")],
        {"A": "-40.00"},
    ),
    # The ante of 1 is collected; nineteen beats seventeen.
    "ante_up": (
        {"ante": "1"},
        [
            *bets((1, "A", 2000)),
            engine.PlaceWager(1, "A", 100, "ante"),
            engine.CallBets(),
            *cards("Ts 6d 9h"),
            engine.Settle(),
        ],
        [Decide(1, "stand"), *cards("Td Ac")],
        {"A": "19.00"},
    ),
    # Five cards under 21 are paid at once.
    "blackjack_plus": (
        {},
        [*bets((1, "A", 2000)), engine.CallBets(), *cards("2s Td 2h")],
        [Decide(1, "hit"), *cards("3c"), Decide(1, "hit"), *cards("4c"), Decide(1, "hit"), *cards("3d")],
        {"A": "20.00"},
    ),
    # A free split: eighteen loses to nineteen, twenty on the lammer wins.
    "free_bet": (
        {},
        [*bets((1, "A", 2000)), engine.CallBets(), *cards("8s 9d 8h")],
        [
            Decide(1, "split", free=("A",)),
            *cards("Tc"),
            Decide(1, "stand"),
            *cards("2c"),
            Decide(1, "hit", 2),
            *cards("Kc"),
            Decide(1, "stand", 2),
            *cards("Td"),
        ],
        {"A": "0.00"},
    ),
    # B's upper wager doubles 5-4 and A's lower one with it: nineteen against seventeen.
    "player_select": (
        {"upper_min": "50", "lower_double_on": "10-11"},
        [
            *bets((1, "A", 1000), (1, "B", 5000)),
            engine.Seat(1, "A"),
            engine.CallBets(),
            *cards("5s 6d 4h"),
        ],
        [Decide(1, "double", adds=(("A", 1000), ("B", 5000))), *cards("Tc Td Ac")],
        {"A": "20.00", "B": "100.00"},
    ),
}


@pytest.mark.clause("NZ-17.1", "NZ-18.1", "NZ-19.1", "NZ-20.1", "NZ-21.1")
@pytest.mark.parametrize("game", list(ROUNDS))
def test_a_stored_round_of_every_version_plays_back_to_its_money(game: str) -> None:
    elections, opening, play, net = ROUNDS[game]
    setup: dict[str, Any] = {
        "book": "NZ",
        "game": game,
        "elections": elections,
        "chips": [50, 100, 500, 2500],
    }
    open_table("BJ-07", **setup)
    taps("BJ-07", *opening)
    taps("BJ-07", *play)
    to_the_end()
    stored = Round.objects.get()
    output = io.StringIO()
    call_command("export_round", str(stored.pk), stdout=output)
    document = notation.document("x.round", notation.play(output.getvalue()))
    assert (document["ok"], document["phase"], document["net"]) == (True, "collected", net)
    assert document["house"] == f"{stored.win / 100:.2f}"
    assert {(w.box, w.player, w.bet, w.result, w.pays) for w in Wager.objects.all()} == {
        (result["box"], result["player"], result["bet"], result["result"], round(float(result["pays"]) * 100))
        for result in document["results"]
    }
    call_command("verify_ledger", stdout=io.StringIO())
