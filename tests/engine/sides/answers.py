"""What players answer about side bets, as short words for stories."""

from rounds import engine
from tests.engine.story import Dollars, Story, cents


def ride(
    story: Story,
    amount: Dollars,
    *,
    box: int = 1,
    player: str = "A",
    bet: str = "house_money",
    decided_first: bool = False,
) -> Story:
    """So much of what was won stays in action; 0 takes all of it down."""
    return story.do(engine.Ride(box, player, bet, cents(amount), decided_first))


def press(
    story: Story,
    per_dollar: Dollars,
    *,
    box: int = 1,
    player: str = "A",
    bet: str = "madness_21",
    by: str = "",
    staff: bool = False,
    drawn: bool = False,
) -> Story:
    """The button selected so much for each dollar."""
    return story.do(engine.Prize(box, player, bet, cents(per_dollar), by, staff, drawn))


def in_action(story: Story, player: str = "A", box: int = 1) -> tuple[str, float, float]:
    """What became of the money that stayed in action: result, stake, and what the player gained by it, in
    dollars."""
    (result,) = [
        result
        for result in story.state.results
        if result.wager == "in_action" and (result.box, result.player) == (box, player)
    ]
    return result.result, result.stake / 100, (result.pays - result.takes) / 100


def paid_with_choice(story: Story, player: str = "A", bet: str = "house_money") -> float:
    """What the bet itself paid, in dollars."""
    (result,) = [
        result
        for result in story.state.results
        if (result.player, result.bet, result.wager) == (player, bet, "main")
    ]
    return result.pays / 100
