"""Perfect Pairs: the first two cards of the box are two of one rank, the better paid the more they are alike."""

from typing import Final

from casino.money import Odds
from casino.rulebooks.rule import Rule
from sidebets.bet import LOSE, OPEN, Line, Scale, Seen, SideBet
from sidebets.pairs import likeness
from sidebets.table import Cloth

PERFECT: Final = "perfect_pair"
COLOURED: Final = "coloured_pair"
MIXED: Final = "mixed_pair"


def outcome(seen: Seen) -> str:
    """The pair that the first two cards are, if any (VIC03-15.5.1, ACT03-18.11, NZ-15B.5, UK-PP01)."""
    if len(seen.cards) < 2:
        return OPEN
    alike = likeness(seen.cards[0], seen.cards[1])
    return f"{alike}_pair" if alike else LOSE


VIC03: Final = SideBet(
    key="perfect_pairs",
    book="VIC03",
    title="Perfect Pairs",
    clause="VIC03-15.1",
    scales=(
        Scale(
            "1",
            (
                Line(PERFECT, Odds(25), "VIC03-15.6.1-T1-L01"),
                Line(
                    COLOURED,
                    Odds(12),
                    "VIC03-15.6.1-T1-L02",
                    by_decks=((4, Odds(15)), (5, Odds(14)), (6, Odds(13)), (7, Odds(12)), (8, Odds(12))),
                ),
                Line(MIXED, Odds(6), "VIC03-15.6.1-T1-L03"),
            ),
        ),
    ),
    outcome=outcome,
    looks_at="first_two",
    settles=Rule("interim", "VIC03-15.6.2"),
    games=Rule(
        ("blackjack", "crown_blackjack"),
        "VIC03-15.1",
        reading="only the two games that the clause names",
        readings=(
            ("blackjack", "crown_blackjack"),
            ("blackjack", "crown_blackjack", "vegas_blackjack", "crown_pontoon"),
        ),
    ),
    place=Rule("own_box", "VIC03-15.4.2"),
    needs_wager=Rule("refused", "VIC03-15.4.2"),
    deadline="VIC03-15.4.1",
    stake="VIC03-15.4.1",
    one_each=Rule(True, "VIC03-15.4.2", also=("VIC03-15.4.3",)),
    excludes=Rule(
        ("magnificent_sevens",),
        "VIC03-15.3.1",
        reading="one of the two at a table until a layout with both areas is approved",
        readings=(("magnificent_sevens",), ()),
    ),
    cloth=Cloth(
        diagram=("that of diagram B", "VIC03-15.3.1"),
        most_boxes=(9, "VIC03-15.3.1(a)"),
        logo="VIC03-15.3.1(c)",
    ),
    inscriptions=(("areas for Perfect Pairs wagers", "VIC03-15.3.1(b)"),),
    also=("VIC03-15.5.1(a)", "VIC03-15.5.1(b)"),
)

BETS: Final = (VIC03,)
