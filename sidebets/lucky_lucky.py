"""Lucky Lucky: the first two cards of the box and the dealer's first card make 19, 20 or 21."""

from typing import Final

from casino.cards import score
from casino.money import Odds
from casino.rulebooks.rule import Rule
from sidebets.bet import LOSE, OPEN, Line, Scale, Seen, SideBet

SUITED_777: Final = "suited_777"
SUITED_678: Final = "suited_678"
UNSUITED_777: Final = "unsuited_777"
UNSUITED_678: Final = "unsuited_678"
SUITED_21: Final = "suited_21"
UNSUITED_21: Final = "unsuited_21"
ANY_20: Final = "any_20"
ANY_19: Final = "any_19"


def outcome(seen: Seen) -> str:
    """The best line that the three cards meet, in any order (NZ-15G.5, NZ-15G.6).

    An ace counts eleven unless that passes 21: no three cards make 19, 20 or 21 in two ways.
    """
    if len(seen.cards) < 2 or not seen.dealer:
        return OPEN
    cards = (*seen.cards[:2], seen.dealer[0])
    total, _ = score(cards)
    if total != 21:
        return {20: ANY_20, 19: ANY_19}.get(total, LOSE)
    suited = len({card[1] for card in cards}) == 1
    ranks = "".join(sorted(card[0] for card in cards))
    if ranks == "777":
        return SUITED_777 if suited else UNSUITED_777
    if ranks == "678":
        return SUITED_678 if suited else UNSUITED_678
    return SUITED_21 if suited else UNSUITED_21


def _scale(name: str, suited_21: int, any_19: int, word: str) -> Scale:
    return Scale(
        name,
        (
            Line(SUITED_777, Odds(200), "NZ-15G.8-T1"),
            Line(SUITED_678, Odds(100), "NZ-15G.8-T2"),
            Line(UNSUITED_777, Odds(50), "NZ-15G.8-T3"),
            Line(UNSUITED_678, Odds(30), "NZ-15G.8-T4"),
            Line(SUITED_21, Odds(suited_21), "NZ-15G.8-T5"),
            Line(UNSUITED_21, Odds(3), "NZ-15G.8-T6"),
            Line(ANY_20, Odds(2), "NZ-15G.8-T7"),
            Line(ANY_19, Odds(any_19), "NZ-15G.8-T8"),
        ),
        clause="NZ-15G.8",
        also_called=(word,),
    )


NZ: Final = SideBet(
    key="lucky_lucky",
    book="NZ",
    title="Lucky Lucky",
    clause="NZ-15G.1",
    scales=(_scale("1", 10, 2, "one"), _scale("2", 15, 1, "two"), _scale("3", 10, 1, "three")),
    outcome=outcome,
    looks_at="with_dealer",
    settles=Rule("initial", "NZ-15G.7"),
    loses="NZ-15G.5",
    highest_only=Rule(True, "NZ-15G.6"),
    games=Rule(("blackjack", "ante_up", "blackjack_plus", "free_bet", "player_select"), "NZ-15G.1"),
    place=Rule(
        "any_box",
        "NZ-15G.2-S2",
    ),
    cards_of=Rule(
        "box",
        "NZ-15G.5",
        reading="the cards of the box wagered on decide, whosever box it is",
        readings=("box", "bettor"),
    ),
    needs_wager=Rule("refused", "NZ-15G.2-S1"),
    deadline="NZ-15G.3",
    stake="NZ-15G.4",
    most_on_box=Rule(3, "NZ-15G.2-S3"),
    displaces=Rule(True, "NZ-15G.2-S3"),
    scale_shown="NZ-15G.9",
    inscriptions=(("areas for Lucky Lucky wagers", "NZ-15G.2-S1"),),
    also=("NZ-1.1-B27",),
)

BETS: Final = (NZ,)
