"""Let It Ride: the first two cards are suited or adjacent in rank; the payout may stay in action."""

from typing import Final

from casino.money import EVENS, Odds
from casino.rulebooks.rule import Rule
from sidebets.afterwards import Riding
from sidebets.bet import LOSE, OPEN, Line, Scale, Seen, SideBet
from sidebets.sequences import in_sequence, suited

SUITED_SEQUENCE: Final = "suited_sequence"
SUITED_OR_SEQUENCE: Final = "suited_or_sequence"


def outcome(seen: Seen) -> str:
    """The best line that the first two cards meet, in either order (NZ-15E.4(a) to NZ-15E.4(c))."""
    if len(seen.cards) < 2:
        return OPEN
    met = (suited(*seen.cards[:2]), in_sequence(*seen.cards[:2]))
    if all(met):
        return SUITED_SEQUENCE
    return SUITED_OR_SEQUENCE if any(met) else LOSE


def lines_met(seen: Seen) -> tuple[str, ...]:
    """Every line that the first two cards meet: a suited sequence also meets the line “suited or sequence”
    (NZ-15E.4(b))."""
    best = outcome(seen)
    if best == SUITED_SEQUENCE:
        return (SUITED_SEQUENCE, SUITED_OR_SEQUENCE)
    return (best,) if best == SUITED_OR_SEQUENCE else ()


NZ: Final = SideBet(
    key="let_it_ride",
    book="NZ",
    title="Let It Ride",
    clause="NZ-15E.1",
    scales=(
        Scale(
            "1",
            (
                Line(SUITED_SEQUENCE, Odds(2), "NZ-15E.4(a)"),
                Line(SUITED_OR_SEQUENCE, EVENS, "NZ-15E.4(b)"),
            ),
        ),
    ),
    outcome=outcome,
    looks_at="first_two",
    settles=Rule("initial", "NZ-15E.5"),
    loses="NZ-15E.4(c)",
    highest_only=Rule(
        True,
        "NZ-15E.4(a)",
        reading="the first line met is the only payout: a suited sequence is not also paid for its suit",
        readings=(True, False),
    ),
    lines_met=lines_met,
    games=Rule(("blackjack", "ante_up", "blackjack_plus", "free_bet", "player_select"), "NZ-15E.1"),
    place=Rule("own_box", "NZ-15E.2-S2"),
    needs_wager=Rule("refused", "NZ-15E.2-S1"),
    deadline="NZ-15E.2-S1",
    stake="NZ-15E.3",
    excludes=Rule(
        ("super_sevens", "madness_21", "house_money", "lucky_lucky", "buster", "push_22"),
        "NZ-15E.11",
    ),
    excluded_at=Rule(
        "table",
        "NZ-15E.11",
        reading="not offered at one table; insurance is no side bet",
        readings=("table", "player"),
    ),
    riding=Riding(
        offer=Rule(
            "before_blackjacks",
            "NZ-15E.5",
            reading="a Blackjack is paid only after the choice, since what stays may win its odds",
            readings=("before_blackjacks", "after_blackjacks"),
        ),
        taken="NZ-15E.5(a)",
        stays="NZ-15E.5(b)-S1",
        committed="NZ-15E.5(b)-S2",
        limit=Rule(
            "wager_and_payout",
            "NZ-15E.5(b)-S3",
        ),
        double="NZ-15E.6",
        split=Rule(
            "first_hand",
            "NZ-15E.7",
            reading="what stays goes with the original wager, and that with the first hand",
            readings=("first_hand", "last_hand"),
        ),
        insurance="NZ-15E.8",
        win=Rule(
            "game",
            "NZ-15E.9-S1",
            reading="the rule that decides the main wager in the game played; one to one on early payment",
            readings=("game", "blackjack"),
        ),
        lose="NZ-15E.9-S2",
        stand_off="NZ-15E.9-S3",
        dealer_blackjack=Rule(
            "stand_off",
            "NZ-15E.10",
            reading="the special rule; what was lost before on a broken hand stays lost",
            readings=("stand_off", "lose"),
        ),
        decided_first=Rule(
            "hand",
            "NZ-16.15-S1",
            reading="a decision takes down what everybody on the hand has there",
            readings=("hand", "decider"),
        ),
        decided_out="NZ-16.15-S2",
    ),
    inscriptions=(("areas for Let It Ride wagers", "NZ-15E.2-S1"),),
    also=("NZ-1.1-B23",),
)

BETS: Final = (NZ,)
