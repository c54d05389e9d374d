"""What a tournament waits for, step by step, with the clause and who takes it."""

from datetime import timedelta

from msgspec.structs import replace

from tables.tournaments import machine
from tables.tournaments.machine import commands
from tests.tables.tournaments.house import CLOSES, DESK, OPERATOR, VIC03, Tournament


def due(played: Tournament) -> list[tuple[str, str, str]]:
    return [(step.kind, step.clause, step.role) for step in machine.due(played.now, played.at)]


def test_before_play() -> None:
    drafted = Tournament(replace(VIC03, late=None))
    assert due(drafted)[0] == ("complete_conditions", "VIC03-16.2.1(i)", "operations_manager")
    drafted.do(commands.Amend(VIC03), OPERATOR)
    assert due(drafted) == [
        ("approve", "VIC03-16.1.3", "inspector"),
        ("appoint_director", "VIC03-16.1.2(a)", "operations_manager"),
    ]
    drafted.open().filled(12)
    assert due(drafted) == [
        ("commit_seed", "VIC03-16.1.1", "operations_manager"),
        ("wait_for_entries", "VIC03-16.2.1(g)", ""),
    ]
    drafted.do(commands.CommitSeed(1, "0" * 64), OPERATOR)
    drafted.at = CLOSES
    assert due(drafted) == [("close_entries", "VIC03-16.2.1(g)", "operations_manager")]


def test_a_session() -> None:
    played = Tournament(replace(VIC03, signed_copies=True)).open().filled(18).close()
    assert due(played)[:2] == [
        ("sign_on", "VIC03-16.2.4", "tournament_director"),
        ("draw", "VIC03-16.1.1", "tournament_director"),
    ]
    played.begin().draw()
    of_first = [step.kind for step in machine.due(played.now, played.at) if step.session == "1-1"]
    assert of_first == ["designate", "sign_conditions", "brief"]
    played.do(commands.Schedule("1-1", CLOSES + timedelta(hours=1)))
    session = played.ready("1-1")
    for seat in session.seats:
        played.do(commands.SignConditions(seat.entry), DESK)
    assert ("wait_for_start", "VIC03-16.3.4", "tournament_director") in due(played)
    played.at = CLOSES + timedelta(hours=1)
    assert ("begin", "VIC03-16.2.4", "tournament_director") in due(played)
    played.do(commands.BeginSession("1-1"))
    assert ("play", "VIC03-16.2.4", "tournament_director") in due(played)


def test_nothing_is_due_once_it_is_over() -> None:
    opened = Tournament(VIC03).open()
    opened.do(commands.Cancel("Too few entries"), OPERATOR)
    assert due(opened) == []
