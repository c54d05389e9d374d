"""Entries to the Magnificent Sevens tournament come from the winning wagers in the record, by the pages."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from msgspec.structs import replace

from casino.ledger.verify import verify
from rounds import engine
from tables.tournaments.models import Tournament
from tests import floor
from tests.floor import taps
from tests.tables.tournaments import pages
from tests.tables.tournaments.house import SEVENS
from tests.tables.tournaments.pages import People
from tests.tables.tournaments.test_desk import DESK, MANAGER, entered
from tests.tables.tournaments.test_steps import refused

pytestmark = pytest.mark.django_db(transaction=True)

TABLE, BET = "BJ-01", "magnificent_sevens"


def won(*players: str) -> None:
    """A round on box 1 in which each of these players wins an entry with three suited sevens."""
    for player in players:
        taps(TABLE, engine.PlaceWager(1, player, 10_00), engine.PlaceWager(1, player, 5_00, BET))
    if len(players) > 1:
        taps(TABLE, engine.Seat(1, players[0]))
    taps(TABLE, engine.CallBets(), *floor.cards("7s Td 7s"), engine.Decide(1, "hit"), *floor.cards("7s"))
    taps(TABLE, engine.Settle(), *floor.cards("Kd"), engine.Settle(), engine.Collect())


def conditions() -> object:
    now = timezone.now()
    return replace(
        SEVENS,
        opens_at=now - timedelta(days=2),
        closes_at=now + timedelta(days=1),
        free_withdrawal_until=now - timedelta(days=1),
    )


@pytest.mark.clause("VIC03-13.9.1", "VIC03-13.9.3")
def test_an_entry_is_won_once_by_its_player_and_waits_for_the_next_tournament() -> None:
    floor.open_table(TABLE)
    floor.offer(TABLE, BET, scale="1")
    won("P1")
    won("P2", "P3")
    people = People()
    code = pages.drafted(conditions())  # type: ignore[arg-type]
    entered(people, code, players=0)
    offered = people.client(DESK).get(f"/tournaments/{code}/").content.decode()
    assert f'value="{TABLE}/1 box 1"' in offered

    def enter(player: str, source: str) -> tuple[str, str]:
        return refused(people.act(DESK, code, "enter", player=player, entitled="yes", source=source))

    entrants = Tournament.objects.get(code=code).state.rules.series
    assert entrants is not None
    assert enter("P1", f"{TABLE}/9 box 1") == ("nobody_won", entrants.entrants)
    assert enter("P9", f"{TABLE}/1 box 1") == ("won_by_other", entrants.entrants)
    people.done(DESK, code, "enter", player="P1", entitled="yes", source=f"{TABLE}/1 box 1")
    assert enter("P1", f"{TABLE}/1 box 1")[0] == "source_used"
    # Two players of one box have won an entry each.
    for player in ("P2", "P3"):
        people.done(DESK, code, "enter", player=player, entitled="yes", source=f"{TABLE}/2 box 1 {player}")
    state = Tournament.objects.get(code=code).state
    assert [(entry.player, entry.source) for entry in state.entries] == [
        ("P1", f"{TABLE}/1 box 1"),
        ("P2", f"{TABLE}/2 box 1 P2"),
        ("P3", f"{TABLE}/2 box 1 P3"),
    ]
    left = people.client(DESK).get(f"/tournaments/{code}/").content.decode()
    assert f"{TABLE}/1 box 1</option>" not in left
    # A tournament that is called off gives the entries back to their players for the next one.
    people.done(MANAGER, code, "cancel", reason="Too few entries")
    again = pages.drafted(conditions())  # type: ignore[arg-type]
    entered_next(people, again)
    people.done(DESK, again, "enter", player="P1", entitled="yes", source=f"{TABLE}/1 box 1")
    assert verify().faults == []


def entered_next(people: People, code: str) -> None:
    entered(people, code, players=0)
