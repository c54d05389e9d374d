"""Hands of a tournament at a table: what is dealt there, what stops it, and that its chips are not money."""

from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from casino.ledger.verify import verify
from rounds import engine
from rounds.engine.questions import stacks_of
from rounds.models import Round, Wager
from rounds.play import service
from rounds.play.snapshot import forget
from rounds.read_model import session_tallies
from tables.models import Session, Table
from tables.tournaments.at_table import at_table
from tests import floor
from tests.floor import AT, cards, tap, taps
from tests.set_aside import session, set_aside

pytestmark = pytest.mark.django_db

SESSION = session()


def stacks(code: str) -> dict[str, float]:
    return {player: chips / 100 for player, chips in stacks_of(service.current(code).state).items()}


def bet(box: int, player: str, amount: int) -> engine.Command:
    return engine.PlaceWager(box, player, amount * 100)


def refused(code: str, command: engine.Command) -> tuple[str, str]:
    """The code and the clause under which the table refuses a command."""
    answer = tap(code, command)
    assert answer.refusal is not None
    return answer.refusal.code, answer.refusal.clause


def whole_hand(code: str, amount: int = 100) -> None:
    """P12 wins with 19 against a dealer's 23, P7 sits out."""
    hand = [bet(1, "P12", amount), engine.CallBets(), *cards("Ts 6d 9d"), engine.Decide(1, "stand")]
    taps(code, *hand, *cards("Th 7c"), engine.Settle(), engine.Collect())


@pytest.mark.clause("VIC03-16.3.2")
@pytest.mark.clause("VIC03-16.2.2")
@pytest.mark.clause("VIC03-16.2.4")
@pytest.mark.parametrize(
    ("missing", "code", "clause"),
    [
        ({"status": "set_aside"}, "tournament_table.not_running", "VIC03-16.3.2"),
        ({"status": "over"}, "tournament_table.not_running", "VIC03-16.3.2"),
        ({"briefed": ""}, "tournament_table.not_briefed", "VIC03-16.2.2"),
        ({"director": ""}, "tournament_table.director_away", "VIC03-16.2.4"),
        ({"ends_at": AT}, "tournament_table.time_over", "VIC03-16.2.1(d)"),
    ],
)
def test_what_stops_a_hand(table: str, missing: dict[str, Any], code: str, clause: str) -> None:
    set_aside(table, SESSION, **missing)
    assert refused(table, bet(1, "P12", 50)) == (code, clause)
    set_aside(table, SESSION, ends_at=AT + timedelta(minutes=1))
    assert tap(table, bet(1, "P12", 50)).ok


@pytest.mark.clause("VIC03-16.2.4")
def test_a_hand_goes_to_its_end_and_the_next_waits_for_the_director(table: str) -> None:
    set_aside(table, SESSION)
    taps(table, bet(1, "P12", 100), engine.CallBets(), *cards("Ts 6d"))
    set_aside(table, SESSION, director="")
    taps(table, *cards("9d"), engine.Decide(1, "stand"), *cards("Th 7c"), engine.Settle(), engine.Collect())
    assert refused(table, bet(1, "P12", 100))[1] == "VIC03-16.2.4"


@pytest.mark.clause("VIC03-16.2.4")
def test_wagers_that_lie_are_not_called_without_the_director(table: str) -> None:
    set_aside(table, SESSION)
    taps(table, bet(1, "P12", 100))
    set_aside(table, SESSION, director="")
    assert refused(table, engine.CallBets())[1] == "VIC03-16.2.4"
    taps(table, engine.WithdrawWager(1, "P12"))


@pytest.mark.clause("VIC03-16.3.2")
def test_the_table_is_used_for_nothing_else(table: str) -> None:
    set_aside(table, SESSION)
    assert refused(table, bet(2, "P99", 50))[1] == "VIC03-16.3.2"
    assert refused(table, engine.PlaceWager(1, "P12", 5000, medium="cash"))[1] == "VIC03-16.3.2"
    set_aside(table, None)
    taps(table, bet(2, "P99", 50))


def test_tournament_chips_are_not_money(table: str) -> None:
    set_aside(table, SESSION)
    whole_hand(table)
    assert stacks(table) == {"P12": 1100, "P7": 1000}
    row = Round.objects.get(table__code=table, phase="collected")
    assert (row.tournament, row.handle, row.win, row.bets) == ("T-1 1.1", 0, 0, {})
    wager = Wager.objects.get(round=row)
    assert (wager.player, wager.amount, wager.pays, wager.result) == ("P12", 10_000, 10_000, "win")
    live = Table.objects.get(code=table)
    assert (live.rounds, live.handle, live.win, live.bets) == (1, 0, 0, {})
    assert list(session_tallies.dealt(table, after=0, last=None)) == []
    since = Session.objects.get(table__code=table).opened_at or AT
    assert list(session_tallies.parts([live.pk], since - timedelta(days=1), timedelta(minutes=15))) == []
    assert verify(table).ok


def test_cash_before_and_after_a_session_is_counted_alone(table: str) -> None:
    def cash(amount: int) -> None:
        """A round for cash that the dealer wins."""
        taps(table, bet(2, "A", amount), engine.CallBets(), *cards("Ts 9d 8c"), engine.Decide(2, "stand"))
        taps(table, *cards("Td"), engine.Settle(), engine.Collect())

    cash(50)
    set_aside(table, SESSION)
    whole_hand(table, 500)
    set_aside(table, None)
    cash(20)
    live = Table.objects.get(code=table)
    assert (live.rounds, live.handle, live.win) == (3, 7000, 7000)
    rounds = list(session_tallies.dealt(table, after=0, last=None))
    assert [(dealt.handle, dealt.win) for dealt in rounds] == [(5000, 5000), (2000, 2000)]
    assert verify(table).ok


def test_the_stacks_go_on_from_hand_to_hand_and_end_with_the_session(table: str) -> None:
    set_aside(table, SESSION)
    whole_hand(table)
    forget()
    whole_hand(table, 500)
    assert stacks(table) == {"P12": 1600, "P7": 1000}
    whole_hand(table)
    assert refused(table, bet(1, "P12", 100)) == ("session.hands_dealt", "VIC03-16.2.1(d)")
    # Cash again: the table's own sign, and nothing of the tournament is left.
    set_aside(table, None)
    taps(table, bet(1, "P12", 10))
    state = service.current(table).state
    assert (state.setup.tournament, state.carry.tournament) == (None, None)
    assert verify(table).ok


def test_the_director_gives_chips_between_two_hands(table: str) -> None:
    set_aside(table, SESSION)
    whole_hand(table)
    set_aside(table, SESSION, table=replace(SESSION.table, given=(("P7", 50_000),)))
    assert stacks(table) == {"P12": 1100, "P7": 1500}
    whole_hand(table)
    assert stacks(table) == {"P12": 1200, "P7": 1500}
    assert verify(table).ok


def test_what_the_table_is_set_aside_for_is_in_the_record(table: str) -> None:
    set_aside(table, SESSION, ends_at=AT)
    stored = Table.objects.get(code=table)
    assert at_table(stored) == replace(SESSION, ends_at=AT)
    with floor.behind_the_database():
        Table.objects.filter(code=table).update(tournament={**stored.tournament, "director": "T-9"})
    assert [fault.chain for fault in verify(table).faults] == [table]


def test_the_setup_that_a_round_was_opened_under_is_renewed_for_a_tournament(table: str) -> None:
    """The shoe was prepared before the table was set aside: the round that it opened is one of the tournament."""
    assert service.current(table).state.setup.tournament is None
    set_aside(table, SESSION)
    taps(table, bet(1, "P12", 100))
    state = service.current(table).state
    assert state.setup.tournament == SESSION.table
    assert state.setup.main_sign.minimum == 5000
