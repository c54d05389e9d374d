"""New Zealand stories: the table's elections in one word, and lammers."""

from typing import Any

from rounds import engine
from tests.engine.story import Dollars, Story, cents, deal


def nz(
    game: str = "blackjack",
    *,
    minimum: Dollars = 1,
    maximum: Dollars = 10_000,
    multiple: Dollars = 0,
    chips: tuple[Dollars, ...] = ("0.01",),
    read: dict[str, str] | None = None,
    **elect: Any,
) -> Story:
    """A New Zealand table of the game with these elections: ``nz("free_bet", style_a="yes")``."""
    return deal(
        "NZ",
        game=game,
        minimum=minimum,
        maximum=maximum,
        multiple=multiple,
        chips=chips,
        elect=elect,
        read=read,
    )


def one_hand(
    hand: str, dealer: str = "6d", stake: Dollars = 20, game: str = "blackjack", **elect: Any
) -> Story:
    """Player A alone on box 1 after the initial deal; insurance, if offered, declined."""
    story = nz(game, **elect).bet(1, "A", stake).call().initial(dealer, hand)
    return story.asked() if story.action == "insurance" else story


def free(story: Story, decision: str, *players: str, hand: int = 1, box: int = 1, **paid: Dollars) -> Story:
    """The decision with lammers for the players named; ``paid`` are those who add money to a double."""
    adds = tuple((player, cents(amount)) for player, amount in paid.items())
    command = engine.Decide(box, decision, hand, adds=adds, free=players)  # type: ignore[arg-type]
    return story.do(command)


def by(story: Story, player: str, decision: str, box: int = 1, hand: int = 1) -> Story:
    """The decision called by a player who may not be the one who decides."""
    return story.do(engine.Decide(box, decision, hand, player))  # type: ignore[arg-type]


def money(story: Story, *players: str) -> list[float]:
    """The round played out: what each player has gained, in dollars."""
    story.end()
    return [story.net(player) for player in players]
