"""A shoe that is played: whole rounds come from its reports, whatever it sends twice, too early or late, or loses."""

import json
from random import Random
from typing import Any

import pytest
from django.test import Client

from casino.ledger.verify import verify
from rounds import engine
from rounds.play import service
from rounds.simulation.electronic_shoe import Faults, PlayedShoe, ShoeRefused
from tables.models import Report
from tables.readers import registration, source
from tests import floor
from tests.floor import taps
from tests.rounds.play.readers.conftest import CODE, Shoe

pytestmark = pytest.mark.django_db


def line(token: str) -> Any:
    """The endpoint, without a network between."""
    client = Client()
    header = {"Authorization": f"Bearer {token}"}

    def send(path: str, body: bytes | None) -> tuple[int, dict[str, Any]]:
        if body is None:
            answer = client.get(path, headers=header)
        else:
            answer = client.post(path, body, content_type="application/json", headers=header)
        return answer.status_code, json.loads(answer.content)

    return send


def deals(played: PlayedShoe, rounds: int) -> None:
    """The dealer does what is due except dealing, and enters the cards that the shoe lost; the shoe deals the rest."""
    end = service.current(CODE).round_no + rounds
    for _ in range(400):
        live = service.current(CODE)
        if live.round_no >= end:
            return
        for report in source.waiting(live.table):
            card = played.lost.pop(0)
            taps(CODE, engine.DealCard(card))
            from rounds.tablet import reader

            reader.set_aside(
                CODE, report.pk, "recorded already", by=floor.dealer(), key=f"aside-{report.pk}", at=floor.AT
            )
        action = played.step()
        if action == "wagers":
            taps(CODE, engine.PlaceWager(1, "A", 5000), engine.CallBets())
        elif action == "decision":
            taps(CODE, engine.Decide(live.due.box, "stand", live.due.hand))
        elif action == "insurance":
            taps(CODE, engine.CloseInsurance())
        elif action == "settle":
            taps(CODE, engine.Settle())
        elif action == "collect":
            taps(CODE, engine.Collect())
    raise AssertionError(f"the round waits: {service.current(CODE).due}")


@pytest.mark.parametrize(
    "faults",
    [
        Faults(),
        *(
            pytest.param(faults, marks=pytest.mark.long)
            for faults in (Faults(duplicate=60), Faults(reorder=60), Faults(delay=60), Faults(drop=25))
        ),
        Faults(duplicate=30, reorder=30, delay=30, drop=15),
    ],
)
def test_rounds_come_out_whole_whatever_it_does(shoe: Shoe, faults: Faults) -> None:
    played = PlayedShoe(line(shoe.token), Random(7), packs=8, faults=faults, cutting_card=False)
    played.shuffle()
    order = list(reversed(played.cards))
    deals(played, 3)
    dealt: list[str] = []
    for number in range(1, 4):
        dealt += service.history(CODE, number)[-1].state.drawn
    assert dealt == order[: len(dealt)]  # every card that left the shoe is in the record once, in its order
    assert not Report.objects.filter(outcome="waits").exists()
    assert verify().ok


def test_a_shoe_whose_token_is_revoked_ends(shoe: Shoe) -> None:
    played = PlayedShoe(line(shoe.token), Random(7))
    played.step()
    registration.revoke(shoe.reader.pk, by=floor.casino_supervisor(), at=floor.AT)
    with pytest.raises(ShoeRefused, match="is revoked"):
        played.step()


def test_nobody_answers_and_nothing_is_lost(shoe: Shoe) -> None:
    send = line(shoe.token)
    away = {"on": False}

    def broken(path: str, body: bytes | None) -> tuple[int, dict[str, Any]]:
        if away["on"] and body is not None:
            send(path, body)  # taken, but the answer is lost on the way
            raise TimeoutError
        return send(path, body)

    played = PlayedShoe(broken, Random(7))
    away["on"] = True
    with pytest.raises(TimeoutError):
        played.step()
    away["on"] = False
    assert played.step() == "delivery"
    assert played.told[-1]["duplicate"]
    assert len(service.current(CODE).state.drawn) == 1
