"""What somebody wrote into the rows past the service is found and named by verify_ledger."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.utils import timezone

from casino.ledger import ChainHead, Entry
from casino.ledger.verify import verify
from casino.staff import approvals
from casino.staff.models import Approval
from rounds import engine
from rounds.models import Hand, Round, Wager
from tables.models import Box, Sign, Table
from tables.opening import closing, opening
from tests import floor
from tests.examples import each_time
from tests.floor import cards, tap, taps
from tests.snapshots import made_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def dealt() -> str:
    """A table at which two rounds were dealt."""
    made_once((__name__, "dealt"), _two_rounds)
    return "BJ-07"


def _two_rounds() -> None:
    code = floor.open_table().code
    for _ in range(2):
        taps(code, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *cards("Ts 9d 9c"))
        taps(code, engine.Decide(1, "stand"), *cards("8d"), engine.Settle(), engine.Collect())
    assert verify().ok


TAMPERED: dict[str, tuple[Callable[[], object], str]] = {
    "a payment": (
        lambda: Wager.objects.filter(round__round_no=2).update(pays=9000),
        "wager 1.1.A.main: pays",
    ),
    "a result": (
        lambda: Wager.objects.filter(round__round_no=1).update(result="lose"),
        "wager 1.1.A.main: result",
    ),
    "a card": (
        lambda: Hand.objects.filter(round__round_no=2, box=1).update(cards="Ts Ac"),
        "hand 1.1: cards",
    ),
    "a hand gone": (lambda: Hand.objects.filter(round__round_no=2, box=0).delete(), "hand 0.0 is missing"),
    "a wager added": (
        lambda: Wager.objects.create(
            round=Round.objects.get(round_no=2), box=4, hand=1, player="Z", bet="main", amount=1
        ),
        "wager 4.1.Z.main is stored",
    ),
    "the win": (lambda: Round.objects.filter(round_no=1).update(win=1), "round 1: win"),
    "the setup": (lambda: Round.objects.filter(round_no=1).update(setup={}), "round 1: setup"),
    "the time": (
        lambda: Round.objects.filter(round_no=1).update(collected_at=timezone.now() + timedelta(hours=1)),
        "round 1: collected_at",
    ),
    "a round added": (
        lambda: Round.objects.create(
            table=Table.objects.get(),
            round_no=7,
            setup={},
            phase="collected",
            opened_at=timezone.now(),
            first_seq=1,
        ),
        "round 7 is stored and has no entry",
    ),
    "the handle since it opened": (
        lambda: Table.objects.update(handle=1),
        "the table's handle is stored as 1",
    ),
    "the win since it opened": (lambda: Table.objects.update(win=99), "the table's win is stored as 99"),
    "the rounds since it opened": (
        lambda: Table.objects.update(rounds=3),
        "the table's rounds is stored as 3",
    ),
    "a bet's figures": (
        lambda: Table.objects.update(bets={"main": [10000, 1, 10000]}),
        "the table's bets is stored as",
    ),
    "a limit on the sign": (
        lambda: Sign.objects.update(maximum=90_000),
        "the sign of main is stored as 1000..90000, the record has 1000..50000",
    ),
    "a sign added": (
        lambda: Sign.objects.create(table=Table.objects.get(), bet="buster", minimum=1, maximum=2),
        "the sign of buster is stored and has no entry",
    ),
    "a sign gone": (lambda: Sign.objects.all().delete(), "the sign of main with 1000..50000 is not stored"),
    "the table's row": (lambda: Table.objects.update(round_no=1), "the table's row is at round 1"),
}


@pytest.mark.parametrize("what", each_time([*TAMPERED][::2], TAMPERED))
def test_a_row_that_replay_does_not_give_is_named(dealt: str, what: str) -> None:
    tamper, named = TAMPERED[what]
    tamper()
    faults = verify().faults
    assert faults, what
    assert all(fault.what == "row" and fault.chain == dealt for fault in faults)
    assert any(named in fault.message for fault in faults), faults


def test_a_round_that_was_removed_is_missed(dealt: str) -> None:
    first = Round.objects.get(round_no=1)
    first.hands.all().delete()
    first.wagers.all().delete()
    first.delete()
    assert [fault.message for fault in verify().faults] == ["round 1 has entries and is not stored"]


def test_one_table_and_a_time_narrow_the_check(dealt: str) -> None:
    Wager.objects.filter(round__round_no=1).update(pays=9000)
    assert not verify(dealt).ok
    later = Entry.objects.latest("seq").at + timedelta(minutes=1)
    assert tap(dealt, engine.PlaceWager(1, "A", 5000), at=later).ok
    assert verify(dealt, since=later).ok
    assert verify(dealt, since=later + timedelta(minutes=1)).ok


def test_totals_begin_again_with_each_opening_and_include_a_round_in_hand(dealt: str) -> None:
    taps(dealt, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *cards("Ts 9d"))
    assert verify().ok
    taps(dealt, *cards("9c"), engine.Decide(1, "stand"), *cards("8d"), engine.Settle(), engine.Collect())
    by, before = floor.casino_supervisor(), Table.objects.get()
    assert (before.rounds, before.handle) == (3, 15000)
    floor.begin_closing(dealt)
    closing.count_cards(dealt, 416, by=floor.dealer(), at=floor.AT)
    floor.count_closing(dealt)
    assert verify().ok
    floor.complete_opening_list(Table.objects.get())
    opening.open_table(dealt, by=by, at=floor.AT)
    assert Table.objects.get().rounds == 0
    assert verify().ok
    floor.prepare(dealt)
    taps(dealt, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *cards("Ts 9d 9c"), engine.Undo())
    assert verify().ok


APPROVALS: dict[str, tuple[Callable[[], object], str]] = {
    "its state": (
        lambda: Approval.objects.filter(pk__gt=0).update(state="approved"),
        "state is stored as 'approved', the record has 'refused'",
    ),
    "who decided": (
        lambda: Approval.objects.update(decided_by="X-1"),
        "decided_by is stored as 'X-1', the record has 'S-07'",
    ),
    "what was asked": (
        lambda: Approval.objects.update(command="{}"),
        "command is stored as '{}', the record has",
    ),
    "one gone": (lambda: Approval.objects.all().delete(), "is recorded and not stored"),
    "one added": (
        lambda: Approval.objects.create(
            table_code="BJ-07", kind="command", text="x", role_wanted="game_supervisor", asked_by="D-1",
            asked_role="dealer", asked_at=timezone.now(),
        ),
        "is stored and has no entry",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", APPROVALS)
def test_an_approval_that_is_not_as_it_was_recorded_is_named(table: str, what: str) -> None:
    asked = floor.tap(table, engine.AllowSeveralBoxes("A", "dealer"))
    assert asked.approval_id is not None
    approval = Approval.objects.get(pk=asked.approval_id)
    approvals.decide(approval, floor.casino_supervisor(), False, "not today")
    assert verify().ok
    tamper, named = APPROVALS[what]
    with floor.behind_the_database():
        tamper()
    faults = verify().faults
    assert any(named in fault.message for fault in faults), faults
    assert all(fault.what == "row" and fault.chain == table for fault in faults)


def test_an_approval_taken_back_or_run_out_agrees_too(table: str) -> None:
    asked = floor.tap(table, engine.AllowSeveralBoxes("A", "dealer"))
    approvals.withdraw(Approval.objects.get(pk=asked.approval_id), floor.dealer())
    floor.tap(table, engine.AllowSeveralBoxes("B", "dealer"))
    assert verify().ok
    approvals.expire(table, "the round is over")
    report = verify()
    assert report.ok
    assert {"signs", "kept rows", "rows"} <= set(report.checks)


def _box_of_another() -> object:
    return Box.objects.filter(number=1).update(players=["Z"])


def _tile(**changes: object) -> object:
    table = Table.objects.get()
    return Table.objects.update(live=table.live | changes)


BEHIND: dict[str, tuple[Callable[[], object], str]] = {
    "the table's phase": (lambda: Table.objects.update(phase="final_settlement"), "phase is stored as"),
    "the tile's boxes": (lambda: _tile(boxes=[]), "live boxes is stored as"),
    "an irregularity on the tile": (lambda: _tile(irregular=1), "live irregular is stored as"),
    "who is at a box": (_box_of_another, "box 1 is stored with"),
    "a version beyond the record": (lambda: Table.objects.update(version=9999), "version is 9999"),
    "a version before the last card": (lambda: Table.objects.update(version=1), "version is 1"),
    "a supervisor of whom no entry speaks": (
        lambda: Table.objects.update(supervisor="S-99"),
        "supervisor is stored as 'S-99' and no entry says so",
    ),
    "the time of a chain's end": (
        lambda: ChainHead.objects.filter(chain="BJ-07").update(at=floor.AT - timedelta(days=1)),
        "head has another time",
    ),
}


@pytest.mark.parametrize("what", BEHIND)
def test_what_only_screens_read_is_compared_as_well(dealt: str, what: str) -> None:
    tamper, named = BEHIND[what]
    with floor.behind_the_database():
        tamper()
    faults = verify().faults
    assert any(named in fault.message for fault in faults), faults
    assert {fault.chain for fault in faults} == {dealt}


def test_a_permission_that_was_written_into_the_database_is_named(dealt: str) -> None:
    content = ContentType.objects.get_for_model(Table)
    permission = Permission.objects.create(codename="any", name="any", content_type=content)
    floor.dealer().user_permissions.add(permission)
    assert [(fault.chain, fault.message) for fault in verify().faults] == [
        ("house", "D-114 has a permission that no entry gives")
    ]
