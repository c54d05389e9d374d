"""Push 22: the dealer's hand is 22; the more alike its cards are, the better it pays."""

from typing import Final

from casino.cards import score
from casino.money import Odds
from casino.rulebooks.rule import Rule
from sidebets.bet import LOSE, OPEN, Line, Scale, Seen, SideBet
from sidebets.pairs import RED

SAME_SUIT: Final = "same_suit_22"
SAME_COLOUR: Final = "same_colour_22"
OTHER: Final = "other_22"


def outcome(seen: Seen) -> str:
    """How alike all the cards of a dealer's 22 are; every other hand loses (NZ-20A.4)."""
    total, _ = score(seen.dealer)
    if total != 22:
        return LOSE if seen.closed or total > 22 else OPEN
    if len({card[1] for card in seen.dealer}) == 1:
        return SAME_SUIT
    return SAME_COLOUR if len({card[1] in RED for card in seen.dealer}) == 1 else OTHER


def _scale(name: str, other: int, word: str) -> Scale:
    return Scale(
        name,
        (
            Line(SAME_SUIT, Odds(50), "NZ-20A.6-T1"),
            Line(SAME_COLOUR, Odds(20), "NZ-20A.6-T2"),
            Line(OTHER, Odds(other), "NZ-20A.6-T3"),
        ),
        clause="NZ-20A.6",
        also_called=(word,),
    )


def lines_met(seen: Seen) -> tuple[str, ...]:
    """Every line that a dealer's 22 meets: cards of one suit also have one colour. The third line is for any other
    22 (NZ-20A.6-T1 to NZ-20A.6-T3)."""
    best = outcome(seen)
    return (SAME_SUIT, SAME_COLOUR) if best == SAME_SUIT else (best,) if best in (SAME_COLOUR, OTHER) else ()


NZ: Final = SideBet(
    key="push_22",
    book="NZ",
    title="Push 22",
    clause="NZ-20A.1",
    scales=(_scale("1", 8, "one"), _scale("2", 7, "two")),
    outcome=outcome,
    looks_at="dealer_hand",
    settles=Rule("final", "NZ-20A.5"),
    loses="NZ-20A.6-T4",
    highest_only=Rule(
        True, "NZ-20A.6-T1", reading="one suit is not also paid as one colour", readings=(True, False)
    ),
    lines_met=lines_met,
    # A separate section: nothing ties it to the game in which a 22 is a stand off (NZ-1.1-B36).
    games=Rule(("blackjack", "ante_up", "blackjack_plus", "free_bet", "player_select"), "NZ-20A.1"),
    place=Rule("own_box", "NZ-20A.2-S2"),
    needs_wager=Rule("refused", "NZ-20A.2-S1"),
    deadline="NZ-20A.2-S1",
    stake="NZ-20A.3",
    scale_shown="NZ-20A.7",
    survives_bust=Rule(
        True,
        "NZ-20A.4",
        reading="only the dealer's hand decides, so a broken hand does not take it along",
        readings=(True, False),
    ),
    draws_dealer=Rule(
        True,
        "NZ-20A.4",
        reading="further cards decide this bet, so they have an effect on the outcome",
        readings=(True, False),
    ),
    inscriptions=(("areas for Push 22 wagers", "NZ-20A.2-S1"),),
)

BETS: Final = (NZ,)
