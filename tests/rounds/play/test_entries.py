"""Entries to the Magnificent Sevens Tournament that players have won (VIC03 13.8.1)."""

from random import Random

import pytest
from msgspec.structs import replace

from rounds import engine
from rounds.models import Wager
from rounds.read_model.tournament_entries import entries_of, entries_won
from tables.tournaments.at_table import ChipLimits
from tests import floor
from tests.changed_books import other_books
from tests.floor import taps
from tests.set_aside import session, set_aside

pytestmark = pytest.mark.django_db

ONE, TWO = "BJ-01", "BJ-02"
SEVENS = "magnificent_sevens"


def offering(*codes: str, scale: str = "1") -> None:
    for code in codes:
        floor.open_table(code)
        floor.offer(code, SEVENS, scale=scale)


def dealt(code: str, cards: str, **wagers: int) -> None:
    """A round on box 1: its first player draws to two sevens, and the dealer has 20."""
    caller = next(iter(wagers))
    for player, amount in wagers.items():
        taps(code, engine.PlaceWager(1, player, 10_00))
        if amount:
            taps(code, engine.PlaceWager(1, player, amount, SEVENS))
    if len(wagers) > 1:
        taps(code, engine.Seat(1, caller))
    first, second, third = cards.split()
    taps(code, engine.CallBets(), *floor.cards(f"{first} Td {second}"), engine.Decide(1, "hit"))
    taps(code, *floor.cards(third), engine.Settle(), *floor.cards("Kd"), engine.Settle(), engine.Collect())


@pytest.mark.clause("VIC03-13.8.1-T1-N1", "VIC03-13.7.1(a)")
def test_each_wager_on_three_suited_sevens_wins_an_entry() -> None:
    offering(ONE, TWO)
    dealt(ONE, "7s 7s 7s", A=5_00, B=10_00, C=0)
    dealt(ONE, "7s 7s 7h", A=5_00)
    dealt(TWO, "7d 7d 7d", D=5_00)
    assert entries_won("VIC03", SEVENS, "1") == 3
    entries = list(entries_of("VIC03", SEVENS))
    assert [(entry.number, entry.player, entry.table, entry.wager) for entry in entries] == [
        (1, "A", ONE, 5_00),
        (2, "B", ONE, 10_00),
        (3, "D", TWO, 5_00),
    ]
    assert {(entry.box, entry.round_no) for entry in entries} == {(1, 1)}
    assert entries[0].cards.split() == ["7s", "7s", "7s"]


@pytest.mark.clause("VIC03-13.7.1(b)", "VIC03-13.8.1-T2-L01")
def test_version_2_earns_none() -> None:
    offering(ONE, scale="2")
    dealt(ONE, "7s 7s 7s", A=5_00)
    assert entries_won("VIC03", SEVENS, "1") == entries_won("VIC03", SEVENS, "2") == 0
    assert not list(entries_of("VIC03", SEVENS))


def test_other_bets_and_books_earn_none() -> None:
    assert entries_won("VIC03", "perfect_pairs", "1") == 0
    assert entries_won("UK", SEVENS, "1") == 0
    assert not list(entries_of("UK", SEVENS))


@pytest.mark.clause("VIC03-13.9.2")
def test_play_inside_the_tournament_wins_no_further_entry() -> None:
    """There it is for tournament chips, on the same game."""
    floor.open_table(ONE)
    limits = (ChipLimits("main", 10_00, 500_00), ChipLimits(SEVENS, 5_00, 100_00))
    players = replace(session().table, seats=((1, "A"),), stacks=(("A", 1000_00),))
    set_aside(ONE, session(table=players, limits=limits, offers=((SEVENS, "1"),)))
    dealt(ONE, "7s 7s 7s", A=5_00)
    won = Wager.objects.get(round__table__code=ONE, bet=SEVENS)
    assert won.result == "win"
    assert entries_won("VIC03", SEVENS, "1") == 0
    assert not list(entries_of("VIC03", SEVENS))


def test_an_entry_stays_won_whatever_the_line_pays_later() -> None:
    offering(ONE)
    dealt(ONE, "7s 7s 7s", A=5_00)
    with other_books(Random("other odds")):
        assert entries_won("VIC03", SEVENS, "1") == 1
        assert [entry.player for entry in entries_of("VIC03", SEVENS)] == ["A"]
