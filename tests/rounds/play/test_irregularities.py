"""What went wrong, at a table: held until a second person signs or refuses, and the record after a void round."""

import pytest

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff import approvals
from casino.staff.models import Approval
from rounds import engine
from rounds.models import Round, Wager
from rounds.play import service
from rounds.read_model.replay_check import wrong_rows
from rounds.tablet import live_screen
from rounds.tablet.buttons import _ACTS, SimpleActs
from tables.models import Table
from tests import floor
from tests.floor import cards, tap, taps

pytestmark = pytest.mark.django_db

FIRE = engine.Irregularity("outcome_disrupted", (("cause", "fire"),))


def asked(table: str) -> Approval:
    """A round with a bust collected, a fire reported and a signature asked for."""
    taps(table, engine.PlaceWager(1, "A", 5000), engine.PlaceWager(2, "B", 5000), engine.CallBets())
    taps(table, *cards("Ts 9s 9d 6c 9c"), engine.Decide(1, "hit"), *cards("Kd"), engine.Settle(), FIRE)
    assert Table.objects.get().live["irregular"] == 1
    answer = tap(table, engine.Approve(role="operations_manager"))
    assert answer.approval_id is not None
    return Approval.objects.get(pk=answer.approval_id)


@pytest.mark.clause("VIC03-17.3.1", "VIC03-17.4")
def test_a_casino_supervisor_signs_from_the_dashboard(table: str) -> None:
    approval = asked(table)
    assert (approval.role_wanted, approval.clause) == ("casino_supervisor", "VIC03-17.3.1")
    approvals.decide(approval, floor.casino_supervisor(), True)
    row = Round.objects.get()
    assert (row.phase, row.win) == ("void", 0)
    assert row.collected_at is not None
    assert {wager.result for wager in Wager.objects.all()} == {"void"}
    live = Table.objects.get()
    assert (live.live["irregular"], live.win, live.rounds) == (0, 0, 1)
    taps(table, engine.PlaceWager(1, "A", 5000))  # the next round is open
    assert Round.objects.count() == 2
    assert verify().ok
    assert not list(wrong_rows())


def test_the_tablet_shows_what_would_be_done_and_asks(table: str) -> None:
    taps(table, engine.PlaceWager(1, "A", 5000), engine.CallBets(), FIRE)
    live = service.current(table)
    acts = _ACTS[live.due.action](live.state, live.rules, live.due)
    desk = live_screen._desk(live)
    assert isinstance(desk, live_screen.IrregularDesk)
    (plan,) = desk.plans
    assert [task.words for task in plan.plan.tasks] == [
        "Return the wager of $50: box 1, player A",
        "The round is void: fire",
    ]
    assert isinstance(acts, SimpleActs)
    assert acts.first is not None
    answer = tap(table, engine.decode_command(acts.first.command))
    assert answer.approval_id is not None


def test_a_refusal_closes_it_and_the_round_goes_on(table: str) -> None:
    approval = asked(table)
    approvals.decide(approval, floor.casino_supervisor(), False, "a false alarm")
    entry = Entry.objects.get(kind="irregularity_refused")
    assert "a false alarm" in entry.detail
    assert Table.objects.get().live["irregular"] == 0
    assert service.current(table).due.action == "decision"
    assert not list(wrong_rows())
