"""Buster Blackjack: the dealer's hand breaks, and the more cards it took, the better it is paid."""

from typing import Final

from casino.cards import score
from casino.money import Odds
from casino.rulebooks.rule import Rule
from sidebets.afterwards import Bonus
from sidebets.bet import LOSE, OPEN, Line, Scale, Seen, SideBet

BUST_8: Final = "bust_8_or_more"
BUST_7: Final = "bust_7"

_LINES: Final = {3: "bust_3", 4: "bust_4", 5: "bust_5", 6: "bust_6", 7: BUST_7}


def outcome(seen: Seen) -> str:
    """With how many cards the dealer's hand has broken, if it has (NZ-15H.5, NZ-15H.6(a), NZ-15H.6(b))."""
    total, _ = score(seen.dealer)
    if total > 21:
        return _LINES.get(len(seen.dealer), BUST_8)
    return LOSE if seen.closed else OPEN


def _scale(name: str, eight: int, six: int, five: int, three: int) -> Scale:
    # Every figure of the table is odds to one (NZ-15H.10a-S1).
    return Scale(
        name,
        (
            Line(BUST_8, Odds(eight), "NZ-15H.10a-T1"),
            Line(BUST_7, Odds(50), "NZ-15H.10a-T2"),
            Line("bust_6", Odds(six), "NZ-15H.10a-T3"),
            Line("bust_5", Odds(five), "NZ-15H.10a-T4"),
            Line("bust_4", Odds(2), "NZ-15H.10a-T5"),
            Line("bust_3", Odds(three), "NZ-15H.10a-T6"),
        ),
        clause="NZ-15H.10a",
    )


# The conditions: the wager lies there (NZ-15H.9(a)), the hand of its box is a Blackjack (NZ-15H.9(b)), and the
# dealer's hand breaks with seven cards or more (NZ-15H.9(c)); only those lines have a sum. The book has no B2.
FREE_BONUS: Final = Bonus(
    key="free_bonus",
    election="free_bonus",
    scales=(
        ("B1", ((BUST_8, 8_000_00, "NZ-15H.10b-T1"), (BUST_7, 1_000_00, "NZ-15H.10b-T2"))),
        ("B3", ((BUST_8, 5_000_00, "NZ-15H.10b-T1"), (BUST_7, 1_000_00, "NZ-15H.10b-T2"))),
    ),
    hand=Rule(
        "blackjack",
        "NZ-15H.9(b)",
        reading="also one that has been paid and cleared",
        readings=("blackjack", "unpaid"),
    ),
    amount=Rule(
        "fixed",
        "NZ-15H.10b-T1",
        reading="a sum of money for each player who qualifies, whatever the stake",
        readings=("fixed", "per_dollar", "shared"),
    ),
    clause="NZ-15H.9-S1",
    shown="NZ-15H.9-S2",
    also=("NZ-15H.9(a)", "NZ-15H.9(c)", "NZ-15H.10b", "NZ-1.1-B17"),
)

NZ: Final = SideBet(
    key="buster",
    book="NZ",
    title="Buster Blackjack",
    clause="NZ-15H.1",
    scales=(
        _scale("A", eight=250, six=15, five=4, three=2),
        _scale("B", eight=200, six=15, five=4, three=2),
        _scale("C", eight=250, six=12, five=4, three=2),
        _scale("D", eight=200, six=12, five=4, three=2),
        _scale("E", eight=250, six=12, five=3, three=2),
        _scale("F", eight=250, six=20, five=8, three=1),
    ),
    outcome=outcome,
    looks_at="dealer_hand",
    settles=Rule("final", "NZ-15H.8"),
    loses="NZ-15H.6(b)",
    loses_to_blackjack="NZ-15H.6(a)",
    games=Rule(
        ("blackjack", "ante_up", "blackjack_plus", "free_bet", "player_select"),
        "NZ-15H.1",
        also=("NZ-15H.5",),
        reading="a 22 that stands off elsewhere breaks the hand for this bet",
    ),
    place=Rule("own_box", "NZ-15H.2-S2"),
    needs_wager=Rule("refused", "NZ-15H.2-S1"),
    deadline="NZ-15H.3",
    stake="NZ-15H.4",
    most_on_box=Rule(3, "NZ-15H.2-S3"),
    scale_shown="NZ-15H.10a",
    survives_bust=Rule(True, "NZ-15H.7", also=("NZ-15H.5",)),
    draws_dealer=Rule(
        True,
        "NZ-13.5",
        also=("NZ-15H.5",),
        reading="by the rule of drawing of the game that is played, Free Bet's too",
    ),
    draws_once=Rule(
        "decided",
        "NZ-13.5",
        reading="also beside hands that are decided and not yet settled, such as a Blackjack against a ten",
        readings=("decided", "settled"),
    ),
    box_order=Rule(
        "right_to_left",
        "NZ-15H.8",
        reading="the dealer's right and left, as everywhere in the book",
        readings=("right_to_left", "left_to_right"),
    ),
    bonus=FREE_BONUS,
    inscriptions=(("areas for Buster Blackjack wagers", "NZ-15H.2-S1"),),
    also=("NZ-1.1-B08", "NZ-15H.10a-S1"),
)

BETS: Final = (NZ,)
