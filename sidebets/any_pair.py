"""Any Pair: the first two cards of the box are two of one rank, whatever their suits."""

from typing import Final

from casino.money import Odds
from casino.rulebooks.rule import Rule
from sidebets.afterwards import OnSplitHands
from sidebets.bet import LOSE, OPEN, Line, Scale, Seen, SideBet
from sidebets.pairs import likeness

PAIR: Final = "any_pair"


def outcome(seen: Seen) -> str:
    """Whether the first two cards are a pair (NZ-1.1-B03, NZ-15C.6)."""
    if len(seen.cards) < 2:
        return OPEN
    return PAIR if likeness(seen.cards[0], seen.cards[1]) else LOSE


NZ: Final = SideBet(
    key="any_pair",
    book="NZ",
    title="Any Pair",
    clause="NZ-15C.1",
    scales=(
        Scale("1", (Line(PAIR, Odds(11), "NZ-15C.8"),), clause="NZ-15C.8", also_called=("one",)),
        Scale("2", (Line(PAIR, Odds(10), "NZ-15C.8"),), clause="NZ-15C.8", also_called=("two",)),
    ),
    outcome=outcome,
    looks_at="first_two",
    settles=Rule("initial", "NZ-15C.7"),
    loses="NZ-15C.6",
    games=Rule(("blackjack", "ante_up", "blackjack_plus", "free_bet", "player_select"), "NZ-15C.1"),
    place=Rule(
        "any_box",
        "NZ-15C.3-S2",
    ),
    cards_of=Rule(
        "box",
        "NZ-15C.6",
        reading="the cards of the box wagered on decide, whosever box it is",
        readings=("box", "bettor"),
    ),
    needs_wager=Rule("refused", "NZ-15C.3-S1"),
    deadline="NZ-15C.4",
    stake="NZ-15C.5",
    most_on_box=Rule(3, "NZ-15C.3-S3"),
    displaces=Rule(True, "NZ-15C.3-S3"),
    excludes=Rule(
        ("perfect_pairs", "lucky_match"),
        "NZ-15C.2",
        reading="the bets that the clause names, not the section that it points to by mistake",
        readings=(("perfect_pairs", "lucky_match"), ("perfect_pairs", "house_money")),
    ),
    scale_shown="NZ-15C.9",
    on_split_hands=Rule(True, "NZ-15C.10"),
    split_hands=OnSplitHands(
        election="pairs_on_split",
        wagered=Rule(
            "hand",
            "NZ-15C.10",
            reading="an initial wager is one on a hand, since players without the bet come third",
            readings=("hand", "bet"),
        ),
        most=Rule(3, "NZ-15C.11-S2"),
        first="NZ-15C.11(a)",
        second="NZ-15C.11(b)",
        third="NZ-15C.11(c)",
        deadline="NZ-15C.11-S1",
        settled="NZ-15C.11-S3",
    ),
    inscriptions=(("areas for Any Pair wagers", "NZ-15C.3-S1"),),
    also=("NZ-1.1-B04",),
)

BETS: Final = (NZ,)
