"""A tournament's table: three players on boxes 1, 3 and 5, each with chips for the session."""

from typing import Any

from casino.tournament_table import TournamentTable
from rounds import engine
from rounds.engine.tournament.standing import Standing
from tests.engine.story import Dollars, Story, cents, deal

SEATS = ((1, "A"), (3, "B"), (5, "C"))


def tournament(
    book: str = "VIC03",
    *,
    stacks: dict[str, Dollars] | None = None,
    seats: tuple[tuple[int, str], ...] = SEATS,
    game: str = "blackjack",
    minimum: Dollars = 50,
    maximum: Dollars = 500,
    carry: engine.values.Carry | None = None,
    elect: dict[str, str] | None = None,
    offer: tuple[str, ...] = (),
    **session: Any,
) -> Story:
    """The first hand of a session: 1,000 units for each player, wagers from 50 to 500, chips of one unit."""
    held = {player: 1000 for _, player in seats} | (stacks or {})
    table = TournamentTable(
        code="T-1",
        session=session.pop("session", "1.1"),
        seats=seats,
        stacks=tuple((player, cents(chips)) for player, chips in held.items()),
        given=tuple((player, cents(chips)) for player, chips in session.pop("given", {}).items()),
        compulsory=cents(session.pop("compulsory", 0)),
        **session,
    )
    return deal(
        book, game=game, minimum=minimum, maximum=maximum, chips=(1,), elect=elect, offer=offer,
        tournament=table, carry=carry,
    )  # fmt: skip


def stacks(story: Story) -> dict[str, float]:
    """The stacks in units, what lies at stake with them."""
    return {player: chips / 100 for player, chips in engine.questions.stacks_of(story.state).items()}


def next_hand(story: Story) -> Standing:
    """What the session has come to as the next hand begins."""
    standing = engine.carry(story.state).tournament
    assert standing is not None
    return standing


def passed(story: Story, player: str) -> Story:
    return story.do(engine.PassTurn(player))
