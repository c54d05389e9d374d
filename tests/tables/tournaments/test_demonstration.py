"""The demonstration's tournament: what it has prepared, and that it plays itself to its end."""

import pytest
from django.core.management import call_command

from casino.ledger.verify import verify
from rounds.models import Round
from tables.demonstration.house import HEATS
from tables.models import Table
from tables.tournaments.models import Tournament
from tests.snapshots import made_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def house() -> None:
    made_once("demonstration", lambda: call_command("seed_demo", "--quiet"))


@pytest.mark.long
def test_it_is_prepared(house: None) -> None:
    state = Tournament.objects.get().state
    assert (state.phase, len(state.entries), len(state.commitments)) == ("entries", 18, 2)
    # Eighteen fees of $100; $10 of each are kept.
    assert (state.books.pool, state.books.kept) == (1_620_00, 180_00)
    stages = state.conditions.stages or ()
    assert [(stage.tables, stage.players_a_table) for stage in stages] == [(3, 6), (1, 6)]
    call_command("seed_demo", "--quiet")
    assert Tournament.objects.count() == 1


@pytest.mark.long
def test_it_plays_itself_to_its_end(house: None) -> None:
    call_command("play_tournament", pace=0, seed=11)
    state = Tournament.objects.get().state
    assert (state.phase, state.books.balanced, state.books.prizes) == ("finished", True, 0)
    assert sum(award.cents for award in state.awards) == 1_620_00
    assert all(award.paid_at is not None for award in state.awards)
    first = [session for session in state.sessions if session.stage == 1 and not session.break_no]
    assert {session.table for session in first} == {layout.code for layout in HEATS}
    assert {session.played for session in first} == {10}
    assert not Table.objects.exclude(tournament=None).exists()
    assert set(Round.objects.values_list("handle", "win")) == {(0, 0)}
    assert verify().ok
