"""Over 13 and Under 13: the total of the first two cards of the box, with every ace as one."""

from dataclasses import replace
from typing import Final

from casino.cards import HARD_VALUE
from casino.money import EVENS
from casino.rulebooks.rule import Rule
from sidebets.bet import LOSE, OPEN, Line, Scale, Seen, SideBet
from sidebets.table import Cloth

OVER: Final = "over_13"
UNDER: Final = "under_13"


def score(seen: Seen) -> int:
    """The points of the first two cards: an ace one (ACT96-21.2(a)), two to ten their number (ACT96-21.2(b)), the
    court cards ten (ACT96-21.2(c))."""
    return sum(HARD_VALUE[card] for card in seen.cards[:2])


def over(seen: Seen) -> str:
    """Won by more than 13; lost by exactly 13 or less (ACT96-21.5(a), ACT96-21.5(b))."""
    if len(seen.cards) < 2:
        return OPEN
    return OVER if score(seen) > 13 else LOSE


def under(seen: Seen) -> str:
    """Won by less than 13; lost by exactly 13 or more (ACT96-21.6(a), ACT96-21.6(b))."""
    if len(seen.cards) < 2:
        return OPEN
    return UNDER if score(seen) < 13 else LOSE


ACT96_OVER: Final = SideBet(
    key=OVER,
    book="ACT96",
    title="Over 13",
    clause="ACT96-21.1-S1",
    scales=(Scale("1", (Line(OVER, EVENS, "ACT96-21.7"),)),),
    outcome=over,
    looks_at="first_two",
    settles=Rule("interim", "ACT96-21.7"),
    games=Rule(("blackjack",), "ACT96-21.1-S1"),
    loses="ACT96-21.5(b)",
    place=Rule("own_box", "ACT96-21.4-S1", also=("ACT96-21.1(c)",)),
    needs_wager=Rule("refused", "ACT96-21.4-S1"),
    deadline="ACT96-21.3",
    stake="ACT96-4.1(a)",
    capped_by_main=Rule(True, "ACT96-21.4-S2"),
    together=(UNDER,),
    cap_binds=Rule(
        "each",
        "ACT96-21.4-S2",
        reading="a player may place both, each of them as high as the main wager",
        readings=("each", "together", "one"),
    ),
    excludes=Rule(
        ("super_sevens",),
        "ACT96-21.1-S2",
        reading="no layout with areas for both is described",
        readings=(("super_sevens",), ()),
    ),
    cloth=Cloth(
        diagram=("that of diagram C or D", "ACT96-21.1-S2"),
        diagrams=((7, "C"), (9, "D")),
        boxes=((7, 9), "ACT96-21.1(a)"),
        inscribed=("ACT96-21.1(b)(i)", "ACT96-21.1(b)(ii)", "ACT96-21.1(b)(iii)"),
    ),
    inscriptions=(
        (f"Over/Under 13 pays {EVENS.words}", "ACT96-21.1(b)(iv)"),
        ("circles for Over/Under 13 wagers beside the boxes", "ACT96-21.1(c)"),
    ),
    also=("ACT96-21.5(a)",),
)

ACT96_UNDER: Final = replace(
    ACT96_OVER,
    key=UNDER,
    title="Under 13",
    scales=(Scale("1", (Line(UNDER, EVENS, "ACT96-21.7"),)),),
    outcome=under,
    loses="ACT96-21.6(b)",
    together=(OVER,),
    also=("ACT96-21.6(a)",),
)

BETS: Final = (ACT96_OVER, ACT96_UNDER)
