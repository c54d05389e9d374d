"""The display of results: off until the operator puts one up, and never about the round in hand."""

import html
from datetime import date
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client

from rounds import engine
from tables.models import Table
from tests import floor
from tests.floor import cards, taps
from tests.refusing import refused_at
from tests.tables.games import setup_of

pytestmark = pytest.mark.django_db

CODE = "BJ-07"
SHOWN: dict[str, Any] = {
    "results_display": True,
    "results_display_reference": "SEC-1994/12",
    "results_display_approved_on": date(2026, 3, 2),
}


def shown() -> str:
    answer = Client().get(f"/table/{CODE}/results")
    assert answer.status_code == 200
    return " ".join(html.unescape(answer.content.decode()).split())


def round_of(*, dealer: str) -> None:
    """A on box 1 with 19 and B on box 2 with 17, against ten and this card."""
    taps(CODE, engine.PlaceWager(1, "A", 5000), engine.PlaceWager(2, "B", 5000), engine.CallBets())
    taps(CODE, *cards("Ts Th Td 9c 7c"), engine.Decide(1, "stand"), engine.Decide(2, "stand"))
    taps(CODE, *cards(dealer), engine.Settle(), engine.Collect())


@pytest.mark.clause("NZ-3.6-S1")
def test_a_table_has_no_display_until_one_is_put_up() -> None:
    floor.open_table(CODE, **setup_of("NZ", "blackjack"))
    assert Client().get(f"/table/{CODE}/results").status_code == 404


@pytest.mark.clause("NZ-3.6-S1")
def test_it_shows_rounds_that_are_over_and_nothing_of_the_one_in_hand() -> None:
    floor.open_table(CODE, **setup_of("NZ", "blackjack"), **SHOWN)
    assert "No round is over yet." in shown()
    round_of(dealer="8d")
    round_of(dealer="6d Kd")
    taps(CODE, engine.PlaceWager(3, "C", 5000), engine.CallBets(), *cards("As Kd"))
    text = shown()
    assert text.index('<th scope="row">2</th>') < text.index('<th scope="row">1</th>')
    assert '<th scope="row">3</th>' not in text
    assert "<td>18</td> <td>1 wins · 2 loses</td>" in text
    assert "<td>26, bust</td> <td>1 wins · 2 wins</td>" in text


@pytest.mark.clause("NZ-3.6-S1")
def test_a_book_without_such_a_display_refuses_it() -> None:
    with refused_at("results_display", "setup.no_results_display"):
        floor.set_up(CODE, results_display=True)


@pytest.mark.clause("NZ-3.6-S2")
@pytest.mark.parametrize("lacks", ["results_display_reference", "results_display_approved_on"])
def test_it_is_of_an_approved_type(lacks: str) -> None:
    with refused_at("results_display", "setup.results_display_approval", "NZ-3.6-S2"):
        floor.set_up(CODE, **setup_of("NZ", "blackjack"), **{**SHOWN, lacks: "" if "ref" in lacks else None})
    assert floor.set_up(CODE, **setup_of("NZ", "blackjack"), **SHOWN).results_display


@pytest.mark.clause("ACT96-2")
def test_nobody_but_the_operator_holds_the_bank() -> None:
    table = floor.set_up(CODE, **setup_of("ACT96", "blackjack"))
    assert table.bank == "operator"
    table.bank = "player"
    with pytest.raises(ValidationError, match="ACT96-2"):
        table.full_clean()
    with pytest.raises(IntegrityError), transaction.atomic():
        Table.objects.filter(code=CODE).update(bank="A")
    assert not Table._meta.get_field("bank").editable
