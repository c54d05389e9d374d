"""Lucky Match: the first two cards of the box have one rank; best if the dealer's first card is the same card."""

from typing import Final

from casino.money import Odds
from casino.rulebooks.rule import Rule
from sidebets.bet import LOSE, OPEN, Line, Scale, Seen, SideBet
from sidebets.pairs import likeness

TRIPLE: Final = "lucky_triple_match"
LUCKY: Final = "lucky_match"
COLOURED: Final = "coloured_match"
MIXED: Final = "mixed_match"

_LINES: Final = {"perfect": LUCKY, "coloured": COLOURED, "mixed": MIXED, "": LOSE}


def outcome(seen: Seen) -> str:
    """How alike the first two cards are, and whether the dealer's first card is the same card again; a triple wins
    nothing else (NZ-15F.6, NZ-15F.7, NZ-1.1-B10, NZ-1.1-B25, NZ-1.1-B28, NZ-1.1-B30)."""
    if len(seen.cards) < 2 or not seen.dealer:
        return OPEN
    first, second = seen.cards[:2]
    return TRIPLE if first == second == seen.dealer[0] else _LINES[likeness(first, second)]


def _scale(name: str, triple: int, lucky: int, word: str) -> Scale:
    return Scale(
        name,
        (
            Line(TRIPLE, Odds(triple), "NZ-15F.9-T4"),
            Line(LUCKY, Odds(lucky), "NZ-15F.9-T3"),
            Line(COLOURED, Odds(10), "NZ-15F.9-T2"),
            Line(MIXED, Odds(5), "NZ-15F.9-T1"),
        ),
        clause="NZ-15F.9",
        also_called=(word,),
    )


NZ: Final = SideBet(
    key="lucky_match",
    book="NZ",
    title="Lucky Match",
    clause="NZ-15F.1",
    scales=(
        _scale("1", 100, 25, "one"),
        _scale("2", 500, 20, "two"),
        _scale("3", 200, 25, "three"),
        _scale("4", 300, 25, "four"),
    ),
    outcome=outcome,
    looks_at="with_dealer",
    settles=Rule("initial", "NZ-15F.8"),
    # The clause leaves winners where they are "until a result", which they have once the losers have been taken.
    winners_paid=Rule(
        "at_once",
        "NZ-15F.8",
        reading="winners are paid as soon as the losers are taken, the result being known",
        readings=("at_once", "end"),
    ),
    loses="NZ-15F.6",
    highest_only=Rule(True, "NZ-15F.7"),
    most_paid=("NZ-15F.12-S1", "NZ-15F.12-S2"),
    most_paid_of=Rule(
        "winnings",
        "NZ-15F.12-S1",
        reading="for each wager, and of its winnings alone",
        readings=("winnings", "with_stake", "box"),
    ),
    games=Rule(("blackjack", "ante_up", "blackjack_plus", "free_bet", "player_select"), "NZ-15F.1"),
    place=Rule(
        "any_box",
        "NZ-15F.3-S2",
    ),
    cards_of=Rule(
        "box",
        "NZ-15F.6",
        reading="the cards of the box wagered on decide, whosever box it is",
        readings=("box", "bettor"),
    ),
    needs_wager=Rule("refused", "NZ-15F.3-S1"),
    deadline="NZ-15F.4",
    stake="NZ-15F.5",
    most_on_box=Rule(3, "NZ-15F.3-S3"),
    displaces=Rule(True, "NZ-15F.3-S3"),
    excludes=Rule(("perfect_pairs", "any_pair"), "NZ-15F.2"),
    scale_shown="NZ-15F.11",
    inscriptions=(("areas for Lucky Match wagers", "NZ-15F.3-S1"),),
    also=("NZ-1.1-B26",),
)

BETS: Final = (NZ,)
