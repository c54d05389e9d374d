"""Madness 21: a Blackjack in the first two cards wins what the Jackpot Prize Button selects."""

from typing import Final

from casino.cards import is_natural
from casino.rulebooks.rule import Rule
from sidebets.afterwards import Button
from sidebets.bet import LOSE, OPEN, Prizes, Scale, Seen, SideBet
from sidebets.table import Equipment

BLACKJACK: Final = "blackjack"


def outcome(seen: Seen) -> str:
    """Whether the first two cards are an ace and a ten-valued card; the dealer's cards do not matter (NZ-15A.4(a),
    NZ-15A.4(b), NZ-15A.8)."""
    if len(seen.cards) < 2:
        return OPEN
    return BLACKJACK if is_natural(seen.cards[:2]) else LOSE


# The last line of the table is garbled by heading numbers: five dollars, 290 entries, as the range of the button
# in the definitions confirms (NZ-1.1-B22).
PRIZES: Final = Prizes(
    tuple(
        (dollars * 100, count)
        for dollars, count in (
            (1000, 1),
            (100, 10),
            (50, 25),
            (40, 50),
            (35, 60),
            (30, 70),
            (25, 105),
            (24, 108),
            (23, 110),
            (22, 112),
            (21, 115),
            (20, 134),
            (15, 150),
            (14, 175),
            (13, 200),
            (12, 250),
            (11, 350),
            (10, 400),
            (9, 225),
            (8, 260),
            (7, 270),
            (6, 280),
            (5, 290),
        )
    ),
    "NZ-15A.6-T",
)

NZ: Final = SideBet(
    key="madness_21",
    book="NZ",
    title="Madness 21",
    clause="NZ-15A.1",
    scales=(Scale("1", prizes=PRIZES, clause="NZ-15A.6-T"),),
    outcome=outcome,
    looks_at="first_two",
    settles=Rule("initial", "NZ-15A.5", also=("NZ-15A.8",)),
    loses="NZ-15A.4(b)",
    games=Rule(("blackjack", "ante_up", "blackjack_plus", "free_bet", "player_select"), "NZ-15A.1"),
    place=Rule("own_box", "NZ-15A.2-S2"),
    needs_wager=Rule("refused", "NZ-15A.2-S1"),
    deadline="NZ-15A.2-S1",
    stake="NZ-15A.3",
    drawn_over=Rule(
        "entries",
        "NZ-3.5(a)(ii)",
        reading="even over the entries of the table, or its count of prizes would mean nothing",
        readings=("entries", "amounts"),
    ),
    turns=Rule(
        "box",
        "NZ-15A.7-S1",
        reading="one press for a box, its prize for each of the wagers there by its own amount",
        readings=("box", "wager"),
    ),
    button=Button(
        first="NZ-15A.9-S1",
        nominee=Rule("winner", "NZ-15A.9-S2"),
        staff="NZ-15A.9-S3",
        selected="NZ-15A.7-S2",
        paid="NZ-15A.7-S1",
        void="NZ-15A.6-S1",
        # Section 16 names nobody: a supervisor confirms a failure, and the repair.
        failed_role=Rule("game_supervisor", "NZ-16.12-S3"),
        repaired_role=Rule("game_supervisor", "NZ-16.12-S1"),
    ),
    stake_returned=Rule(
        True,
        "NZ-15A.6-S1",
        reading="the prize is the winnings, and the wager comes back as every other winning one does",
        readings=(True, False),
    ),
    fails_at=Rule(
        "fixed",
        "NZ-16.12-S3",
        reading="one sum for each wager, also where the Blackjack comes after the failure",
        readings=("fixed", "per_dollar"),
    ),
    failure_pays=25_00,
    failure_suspends="NZ-16.12-S1",
    failure_goes_on="NZ-16.12-S2",
    inscriptions=(("areas for Madness 21 wagers", "NZ-15A.2-S1"),),
    equipment=(
        Equipment(
            "table controller",
            "NZ-3.5(a)",
            approved="NZ-3.5-S1",
            serves=4,
            certified=(
                ("its selections are independent of one another", "NZ-3.5(a)(i)"),
                ("they are even over the entries of the prize table", "NZ-3.5(a)(ii)"),
                ("they cannot be predicted", "NZ-3.5(a)(iii)"),
            ),
        ),
        Equipment("Jackpot Prize Button and its holder", "NZ-3.5(b)", approved="NZ-3.5-S1"),
        Equipment("power supply box beneath the table", "NZ-3.5(c)", approved="NZ-3.5-S1"),
        Equipment("electronic display of the prize", "NZ-3.5(d)", approved="NZ-3.5-S1"),
    ),
    also=("NZ-1.1-B29",),
)

BETS: Final = (NZ,)
