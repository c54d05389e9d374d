"""A whole shift in fast time: every book of it agrees with the others, and the record is sound."""

from datetime import UTC, datetime

import pytest

from casino.staff.models import Approval
from rounds.models import Round
from rounds.simulation.shift import Place, Shift
from tables.models import Table

pytestmark = pytest.mark.django_db

BEGINS = datetime(2026, 11, 28, 4, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("book", "packs", "rounds"),
    # The first deals enough for a shoe of four packs to be shuffled again; the others for all that is to go wrong.
    [
        ("VIC03", 4, 24),
        *(
            pytest.param(*shift, marks=pytest.mark.long)
            for shift in (("NZ", 4, 12), ("ACT96", 6, 12), ("ACT03", 4, 12), ("UK", 4, 12))
        ),
    ],
)
def test_a_shift_balances_to_the_cent_and_its_record_is_sound(book: str, packs: int, rounds: int) -> None:
    shift = Shift(Place(book, packs=packs), rounds=rounds, seed=1, begins=BEGINS)
    outcome = shift.work()
    assert outcome.faults == []
    assert outcome.refused == []
    table, session = Table.objects.get(), outcome.session
    assert (table.state, session.rounds) == ("closed", rounds)
    assert session.counted_win == session.win
    assert session.closing is not None
    assert session.closing.variance == 0
    # Eight hours; the sign-offs are the last quarter.
    assert 7.5 * 3600 <= (shift.clock.now - BEGINS).total_seconds() <= 8.5 * 3600
    did = outcome.did
    assert did["irregularity"] == 6
    assert (did["irregularity_approved"] >= 4, did["irregularity_refused"]) == (True, 1)
    assert did["corrected"] == 2
    dealers = {dealer.number for dealer in shift.crew.dealers}
    assert not dealers & {approval.decided_by for approval in Approval.objects.all()}
    assert did["signed_on"] == 4
    assert {tally.dealer for tally in session.tallies.all()} == dealers
    # When the table is set up, the higher minimum and the lower one again.
    assert did["limits_changed"] == 3
    assert {slip.kind for slip in session.slips.all()} == {"fill", "credit"}
    assert did["shuffled"] >= 1 + (rounds > 20)
    boxes = {len({wager.box for wager in round_row.wagers.all()}) for round_row in Round.objects.all()}
    assert boxes <= {2, 3, 4}
