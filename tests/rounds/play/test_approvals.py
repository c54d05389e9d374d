"""Commands that need a higher role: asked at the table, played when a second person says yes."""

import pytest

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff import approvals
from casino.staff.models import Approval
from casino.staff.roles import Role
from rounds import engine
from rounds.play import service
from tables.models import Table
from tests import floor
from tests.floor import cards, tap, taps
from tests.refusing import code_and_clause, refused_as

pytestmark = pytest.mark.django_db


def ask(table: str, command: engine.Command, **how: object) -> Approval:
    answer = tap(table, command, **how)  # type: ignore[arg-type]
    assert answer.approval_id is not None, answer
    assert not answer.ok
    return Approval.objects.get(pk=answer.approval_id)


@pytest.mark.clause("VIC03-5.10")
def test_a_second_box_waits_for_a_game_supervisor(table: str) -> None:
    taps(table, engine.PlaceWager(1, "A", 5000))
    assert not tap(table, engine.PlaceWager(2, "A", 5000)).ok
    # The client cannot give itself the role that the clause requires.
    approval = ask(table, engine.AllowSeveralBoxes("A", role="operations_manager"))
    assert (approval.role_wanted, approval.clause) == (Role.GAME_SUPERVISOR, "VIC03-5.10")
    assert Table.objects.get().live["waiting"] == 1
    assert not tap(table, engine.PlaceWager(2, "A", 5000)).ok
    approvals.decide(approval, floor.person(Role.GAME_SUPERVISOR), True)
    assert Table.objects.get().live["waiting"] == 0
    taps(table, engine.PlaceWager(2, "A", 5000))
    entry = Entry.objects.get(kind="allowed")
    assert (entry.actor, entry.role, entry.acting_as) == ("G-21", "game_supervisor", "")
    assert verify().ok


@pytest.mark.clause("VIC03-6.3", "VIC03-1.2")
def test_a_personal_limit_is_not_a_game_supervisors_to_give(table: str) -> None:
    taps(table, engine.PlaceWager(1, "A", 5000))
    approval = ask(table, engine.AllowLimit(1, "A", 200000, role=""), by=floor.person(Role.GAME_SUPERVISOR))
    with refused_as("approval.role_too_low", "VIC03-6.3"):
        approvals.decide(approval, floor.person(Role.GAME_SUPERVISOR, "G-22"), True)
    approvals.decide(approval, floor.person(Role.OPERATIONS_MANAGER), True)
    limit = service.current(table).state.limit_of(1, "A")
    assert limit is not None
    assert limit.maximum == 200000
    entry = Entry.objects.get(kind="limit")
    assert (entry.role, entry.acting_as) == ("operations_manager", "casino_supervisor")


def test_who_holds_the_role_needs_no_second_person(table: str) -> None:
    taps(table, engine.PlaceWager(1, "A", 5000))
    assert tap(table, engine.AllowLimit(1, "A", 200000, role=""), floor.casino_supervisor()).ok
    assert not Approval.objects.exists()


def test_the_same_key_asks_once(table: str) -> None:
    taps(table, engine.PlaceWager(1, "A", 5000))
    command = engine.AllowSeveralBoxes("A", role="")
    first = tap(table, command, key="ask")
    again = tap(table, command, key="ask")
    assert (again.approval_id, again.version, again.repeated) == (first.approval_id, first.version, True)
    assert Approval.objects.count() == 1


@pytest.mark.clause("VIC03-5.10")
def test_what_waits_for_an_answer_is_not_asked_again(table: str) -> None:
    taps(table, engine.PlaceWager(1, "A", 5000))
    approval = ask(table, engine.AllowSeveralBoxes("A", role=""))
    again = tap(table, engine.AllowSeveralBoxes("A", role=""))
    assert code_and_clause(again.refusal) == ("approval.asked_already", "VIC03-5.10")
    assert Approval.objects.count() == 1
    approvals.decide(approval, floor.person(Role.GAME_SUPERVISOR), False, "full tables")
    ask(table, engine.AllowSeveralBoxes("A", role=""))


def test_what_the_book_forbids_is_refused_without_asking(table: str) -> None:
    taps(table, engine.PlaceWager(1, "A", 5000), engine.CallBets())
    answer = tap(table, engine.AllowLimit(1, "A", 200000, role=""))
    assert answer.refusal is not None
    assert not Approval.objects.exists()


def test_an_approved_command_is_judged_again(table: str) -> None:
    taps(table, engine.PlaceWager(1, "A", 5000))
    approval = ask(table, engine.AllowLimit(1, "A", 200000, role=""))
    taps(table, engine.CallBets())
    count = Entry.objects.count()
    with refused_as("limit.after_call", "VIC03-6.3"):
        approvals.decide(approval, floor.casino_supervisor(), True)
    approval.refresh_from_db()
    assert (approval.state, Entry.objects.count()) == ("waiting", count)
    approvals.decide(approval, floor.casino_supervisor(), False, "too late")
    assert service.current(table).state.limit_of(1, "A") is None


def test_a_refused_one_is_not_played(table: str) -> None:
    taps(table, engine.PlaceWager(1, "A", 5000))
    version = service.current(table).version
    approvals.decide(
        ask(table, engine.AllowSeveralBoxes("A", role="")), floor.casino_supervisor(), False, "seats free"
    )
    assert service.current(table).version == version
    assert Table.objects.get().live["waiting"] == 0


def test_what_still_waits_when_the_round_is_over_ends_with_it(table: str) -> None:
    taps(table, engine.PlaceWager(1, "A", 5000))
    approval = ask(table, engine.AllowSeveralBoxes("A", role=""))
    taps(
        table,
        engine.CallBets(),
        *cards("Ts 9d 9c"),
        engine.Decide(1, "stand"),
        *cards("Td"),
        engine.Collect(),
    )
    approval.refresh_from_db()
    assert approval.state == "expired"
    assert Table.objects.get().live["waiting"] == 0
    assert verify().ok


@pytest.mark.clause("VIC03-7.5.3")
def test_a_silent_players_hand_waits_for_the_supervisors_direction(table: str) -> None:
    taps(table, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *cards("5s 9d 6c"))
    taps(table, engine.AskDirection(1, 1, "absent"))
    assert Table.objects.get().live["role"] == "game_supervisor"
    approval = ask(table, engine.DirectHand(1, 1, role=""))
    approvals.decide(approval, floor.person(Role.GAME_SUPERVISOR), True)
    # Hard 11 draws: the next card is the hand's without a further decision.
    assert service.current(table).due.action == "card"
