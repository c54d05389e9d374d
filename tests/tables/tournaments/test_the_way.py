"""A tournament from its conditions to the closed books."""

from tables.tournaments import machine
from tables.tournaments.machine import commands
from tests.tables.tournaments.books import owing
from tests.tables.tournaments.house import DEPUTY, DESK, OPERATOR, VIC03, Tournament


def best_first(session: machine.Session) -> list[int]:
    """Box 1 has the most chips, the next box 100 less."""
    return [2_000 - 100 * box for box in range(len(session.seats))]


def test_from_conditions_to_the_paid_prizes() -> None:
    played = Tournament(VIC03).drawn()
    assert [len(session.seats) for session in played.now.sessions] == [6, 6, 6]
    assert {seat.start for session in played.now.sessions for seat in session.seats} == {1_000}
    played.play_stage(best_first)
    # Two of each table go on.
    assert played.now.outcomes[0].advancing == tuple(
        [seat.entry for session in played.now.sessions for seat in session.seats[:2]]
    )
    played.draw()
    assert len(played.session("2-1").seats) == 6
    played.play_stage(best_first)
    played.do(commands.AwardPrizes())
    # Eighteen fees of $100, $10 of each kept: a pool of $1,620; 60, 30 and 10 per cent of it.
    assert [award.cents for award in played.now.awards] == [972_00, 486_00, 162_00]
    assert [award.entry for award in played.now.awards] == [
        seat.entry for seat in played.session("2-1").seats[:3]
    ]
    for award in played.now.awards:
        played.do(commands.PayPrize(award.entry, DEPUTY.number, "Receipt 1"), DESK)
    played.do(commands.Close(), OPERATOR)
    assert played.now.phase == "finished"
    assert (played.now.books.kept, played.now.books.players, owing(played.now.books)) == (180_00, -180_00, 0)
    assert machine.fold(played.events) == played.now
