"""Pontoon Pandemonium: a Pontoon of the player wins a prize that the jackpot button selects."""

from typing import Final

from casino.cards import is_ten
from casino.rulebooks.rule import Rule
from sidebets.afterwards import Button
from sidebets.bet import LOSE, OPEN, Prizes, Scale, Seen, SideBet
from sidebets.table import Cloth, Equipment

PONTOON: Final = "pontoon"


def outcome(seen: Seen) -> str:
    """Won by an ace and a card worth ten as the first two (VIC03-11.4.1(a)), whatever the dealer has
    (VIC03-11.4.1(b)), otherwise lost (VIC03-11.4.1(c)). The button decides what a win pays."""
    if len(seen.cards) < 2:
        return OPEN
    first, second = seen.cards[:2]
    won = (first[0] == "A" and is_ten(second)) or (second[0] == "A" and is_ten(first))
    return PONTOON if won else LOSE


def _scale(name: str, clause: str, *entries: tuple[int, int]) -> Scale:
    """A pay scale from its lines, each being how many prizes of how many dollars there are."""
    prizes = Prizes(tuple((dollars * 100, count) for count, dollars in entries), clause)
    return Scale(name, prizes=prizes, clause="VIC03-11.6.2")


VIC03: Final = SideBet(
    key="pontoon_pandemonium",
    book="VIC03",
    title="Pontoon Pandemonium",
    clause="VIC03-11.1",
    scales=(
        _scale(
            "1",
            "VIC03-11.6.3(a)",
            (1, 250_000),
            (30, 7_500),
            (300, 750),
            (750, 250),
            (1_500, 50),
            (7_050, 25),
            (17_370, 20),
            (23_250, 15),
            (29_250, 10),
            (33_000, 5),
        ),
        _scale(
            "2",
            "VIC03-11.6.3(b)",
            (1, 100_000),
            (50, 1_000),
            (70, 500),
            (345, 100),
            (5_000, 50),
            (12_100, 20),
            (34_000, 10),
        ),
        _scale(
            "3",
            "VIC03-11.6.3(c)",
            (1, 50_000),
            (50, 1_000),
            (80, 500),
            (400, 100),
            (5_000, 50),
            (14_000, 20),
            (30_000, 10),
        ),
        _scale(
            "4",
            "VIC03-11.6.3(d)",
            (1, 25_000),
            (50, 1_000),
            (80, 500),
            (400, 100),
            (4_000, 50),
            (8_000, 20),
            (24_970, 10),
        ),
        _scale(
            "5",
            "VIC03-11.6.3(e)",
            (1, 10_000),
            (50, 1_000),
            (75, 500),
            (400, 100),
            (3_900, 50),
            (8_400, 20),
            (23_000, 10),
        ),
    ),
    outcome=outcome,
    looks_at="first_two",
    settles=Rule(
        "interim",
        "VIC03-11.4.1(c)",
        also=("VIC03-11.4.1(a)",),
    ),
    losers_taken=Rule(
        "at_once",
        "VIC03-11.4.1(c)",
        reading="losers are collected in the interim settlement, since the two cards decide",
        readings=("at_once", "end"),
    ),
    before_blackjacks=Rule(
        True,
        "VIC03-11.4.1(a)",
        reading="the prize is drawn before a Pontoon is paid and cleared, whose cards are the proof",
        readings=(True, False),
    ),
    games=Rule(("crown_pontoon",), "VIC03-11.1"),
    loses="VIC03-11.4.1(c)",
    place=Rule("own_box", "VIC03-11.5.2", also=("VIC03-11.2.1-B01",)),
    needs_wager=Rule("refused", "VIC03-11.5.2"),
    deadline="VIC03-11.5.1",
    stake="VIC03-11.5.1",
    one_each=Rule(
        True,
        "VIC03-11.5.3",
        reading="one beside each main wager that is accepted; it opens no further boxes to a player",
    ),
    one_chip=Rule(
        False,
        "VIC03-11.5.1",
        reading="a chip means any amount in chips",
        readings=(False, True),
    ),
    scale_shown="VIC03-11.6.2",
    # Every press draws from all prizes of the table: nothing says that a prize that was won is removed.
    turns=Rule(
        "wager",
        "VIC03-11.6.4",
        also=("VIC03-11.6.1", "VIC03-11.6.4(a)"),
        reading="in the order in which the wagers lie, the one nearest the dealer first",
        readings=("wager", "placed"),
    ),
    button=Button(
        first="VIC03-11.6.4(a)",
        nominee=Rule("without", "VIC03-11.6.4(b)"),
        staff="VIC03-11.6.4(c)",
        selected="VIC03-11.6.1",
        paid="VIC03-11.6.4(d)",
        void="VIC03-11.7.2",
        void_unwagered="VIC03-11.6.5",
        misfire="VIC03-11.7.1",
        # The rule names nobody: a supervisor confirms a failure, and the repair.
        failed_role=Rule("game_supervisor", "VIC03-11.7.3(a)"),
        repaired_role=Rule("game_supervisor", "VIC03-11.7.3(a)"),
    ),
    stake_returned=Rule(
        True,
        "VIC03-11.6.3(a)",
        also=("VIC03-11.6.3(b)", "VIC03-11.6.3(c)", "VIC03-11.6.3(d)", "VIC03-11.6.3(e)"),
        reading="the prize comes on top of the wager, which stays the player's",
        readings=(True, False),
    ),
    fails_at=Rule(
        "least",
        "VIC03-11.7.3(b)",
        reading="the least prize of the pay table for each dollar wagered",
        readings=("least", "minimum"),
    ),
    failure_suspends="VIC03-11.7.3(a)",
    failure_goes_on="VIC03-11.7.3(a)",
    cloth=Cloth(
        diagram=("that of diagram D", "VIC03-11.3.1"),
        most_boxes=(9, "VIC03-11.3.1(a)"),
        logo="VIC03-11.3.1(c)",
    ),
    inscriptions=(("areas for Pontoon Pandemonium wagers", "VIC03-11.3.1(b)"),),
    equipment=(
        Equipment("a jackpot button", "VIC03-11.3.2(a)"),
        Equipment("an electronic meter that shows the bonus prizes", "VIC03-11.3.2(b)"),
    ),
)

BETS: Final = (VIC03,)
