"""House Money: the first two cards are a pair or adjacent in rank; the payout may stay in action."""

from typing import Final

from casino.money import Odds
from casino.rulebooks.rule import Rule
from sidebets.afterwards import Riding
from sidebets.bet import LOSE, OPEN, Line, Scale, Seen, SideBet
from sidebets.pairs import likeness
from sidebets.sequences import in_sequence, suited

ACE_KING: Final = "ace_king_suited"
SUITED_SEQUENCE: Final = "suited_sequence"
PAIR: Final = "pair"
SEQUENCE: Final = "sequence"


def outcome(seen: Seen) -> str:
    """The best line that the first two cards meet, in either order (NZ-15D.5(a) to NZ-15D.5(e))."""
    if len(seen.cards) < 2:
        return OPEN
    first, second = seen.cards[:2]
    if in_sequence(first, second):
        if not suited(first, second):
            return SEQUENCE
        return ACE_KING if {first[0], second[0]} == {"A", "K"} else SUITED_SEQUENCE
    return PAIR if likeness(first, second) else LOSE


def lines_met(seen: Seen) -> tuple[str, ...]:
    """Which of the four lines the first two cards meet: a suited ace and king are a suited sequence, which is also a
    sequence (NZ-15D.5(a) to NZ-15D.5(d))."""
    best = outcome(seen)
    met = (ACE_KING, SUITED_SEQUENCE, SEQUENCE)
    if best in met:
        return met[met.index(best) :]
    return (PAIR,) if best == PAIR else ()


NZ: Final = SideBet(
    key="house_money",
    book="NZ",
    title="House Money",
    clause="NZ-15D.1",
    scales=(
        Scale(
            "1",
            (
                Line(ACE_KING, Odds(9), "NZ-15D.5(a)"),
                Line(SUITED_SEQUENCE, Odds(4), "NZ-15D.5(b)"),
                Line(PAIR, Odds(3), "NZ-15D.5(c)"),
                Line(SEQUENCE, Odds(1), "NZ-15D.5(d)"),
            ),
        ),
    ),
    outcome=outcome,
    looks_at="first_two",
    settles=Rule("initial", "NZ-15D.6"),
    loses="NZ-15D.5(e)",
    highest_only=Rule(
        True,
        "NZ-15D.5(a)",
        reading="the first line met is the only payout: suited ace and king are not also a sequence",
        readings=(True, False),
    ),
    lines_met=lines_met,
    games=Rule(("blackjack", "ante_up", "blackjack_plus", "free_bet", "player_select"), "NZ-15D.1"),
    place=Rule("own_box", "NZ-15D.2-S2"),
    needs_wager=Rule("refused", "NZ-15D.2-S1"),
    deadline="NZ-15D.2-S1",
    stake="NZ-15D.4",
    excludes=Rule(
        ("super_sevens", "madness_21", "let_it_ride", "lucky_lucky", "buster", "push_22"),
        "NZ-15D.12",
    ),
    excluded_at=Rule(
        "table",
        "NZ-15D.12",
        reading="not offered at one table; insurance is no side bet",
        readings=("table", "player"),
    ),
    riding=Riding(
        offer=Rule(
            "before_blackjacks",
            "NZ-15D.6",
            reading="a Blackjack is paid only after the choice, since what stays may win its odds",
            readings=("before_blackjacks", "after_blackjacks"),
        ),
        taken="NZ-15D.6(a)",
        stays="NZ-15D.6(b)-S1",
        committed="NZ-15D.6(b)-S2",
        limit=Rule(
            "wager_and_payout",
            "NZ-15D.6(b)-S3",
            reading="the payout counts too, since all that stays is staked",
            readings=("wager_and_payout", "wager"),
        ),
        double="NZ-15D.7",
        split=Rule(
            "first_hand",
            "NZ-15D.8",
            reading="what stays goes with the original wager, and that with the first hand",
            readings=("first_hand", "last_hand"),
        ),
        insurance="NZ-15D.9",
        win=Rule(
            "game",
            "NZ-15D.10-S1",
            reading="the rule that decides the main wager in the game played; one to one on early payment",
            readings=("game", "blackjack"),
        ),
        lose="NZ-15D.10-S2",
        stand_off="NZ-15D.10-S3",
        dealer_blackjack=Rule(
            "stand_off",
            "NZ-15D.11",
            reading="the special rule; what was lost before on a broken hand stays lost",
            readings=("stand_off", "lose"),
        ),
        decided_first=Rule(
            "hand",
            "NZ-16.14-S1",
            reading="a decision takes down what everybody on the hand has there",
            readings=("hand", "decider"),
        ),
        decided_out="NZ-16.14-S2",
    ),
    inscriptions=(("areas for House Money wagers", "NZ-15D.2-S1"),),
    also=("NZ-1.1-B19",),
)

BETS: Final = (NZ,)
