"""Magnificent Sevens: the first two cards dealt to the box are sevens, or better, the first three."""

from typing import Final

from casino.money import Odds
from casino.rulebooks.rule import Rule
from sidebets.bet import LOSE, Line, Scale, Seen, SideBet
from sidebets.sevens import NONE, ONE, THREE, THREE_SUITED, TWO, TWO_SUITED, sevens
from sidebets.table import Cloth, ScaleChange


def outcome(seen: Seen) -> str:
    """How many sevens the first cards are; a single one loses (VIC03-13.4.1(a), VIC03-13.4.1(b), VIC03-13.4.2(b))."""
    result = sevens(seen)
    return LOSE if result in (NONE, ONE) else result


def outcome_of_three(seen: Seen) -> str:
    """As `outcome`, but two sevens pay as suited only with a third card in their suit, as the tables' descriptions
    say (VIC03-13.8.1-T1-L03)."""
    result = outcome(seen)
    if result == TWO_SUITED and (len(seen.cards) < 3 or seen.cards[2][1] != seen.cards[0][1]):
        return TWO
    return result


_THREE_BY_DECKS: Final = ((4, Odds(950)), (5, Odds(750)), (6, Odds(650)), (7, Odds(550)), (8, Odds(500)))

VIC03: Final = SideBet(
    key="magnificent_sevens",
    book="VIC03",
    title="Magnificent Sevens",
    clause="VIC03-13.1",
    scales=(
        Scale(
            "1",
            (
                Line(
                    THREE_SUITED,
                    Odds(7770),
                    "VIC03-13.8.1-T1-L01",
                    earns="tournament_entry",
                    earns_clause="VIC03-13.8.1-T1-N1",
                ),
                Line(THREE, Odds(500), "VIC03-13.8.1-T1-L02", by_decks=_THREE_BY_DECKS),
                Line(TWO_SUITED, Odds(150), "VIC03-13.8.1-T1-L03"),
                Line(TWO, Odds(50), "VIC03-13.8.1-T1-L04"),
            ),
            clause="VIC03-13.7.1(a)",
        ),
        Scale(
            "2",
            (
                Line(THREE_SUITED, Odds(16000), "VIC03-13.8.1-T2-L01"),
                Line(THREE, Odds(500), "VIC03-13.8.1-T2-L02", by_decks=_THREE_BY_DECKS),
                Line(TWO_SUITED, Odds(150), "VIC03-13.8.1-T2-L03"),
                Line(TWO, Odds(50), "VIC03-13.8.1-T2-L04"),
            ),
            clause="VIC03-13.7.1(b)",
        ),
    ),
    outcome=outcome,
    looks_at="first_three",
    settles=Rule(
        "interim_then_known",
        "VIC03-13.4.1(b)",
        also=("VIC03-13.4.2(a)", "VIC03-13.4.2(b)", "VIC03-13.6.1(a)"),
        reading="losers are collected in the interim settlement; sevens are paid as soon as a third card has come or "
        "no more can",
        readings=("interim_then_known", "as_known"),
    ),
    games=Rule(
        ("blackjack", "crown_blackjack"),
        "VIC03-13.1",
        reading="only the two games that the clause names",
        readings=(
            ("blackjack", "crown_blackjack"),
            ("blackjack", "crown_blackjack", "vegas_blackjack", "crown_pontoon"),
        ),
    ),
    loses="VIC03-13.4.2(b)",
    place=Rule("own_box", "VIC03-13.5.2", also=("VIC03-13.2.1-B01",)),
    needs_wager=Rule("refused", "VIC03-13.5.2"),
    deadline="VIC03-13.5.1",
    stake="VIC03-13.5.1",
    one_each=Rule(
        True,
        "VIC03-13.5.3",
        reading="one beside each main wager that is accepted; it opens no further boxes to a player",
    ),
    one_chip=Rule(
        False,
        "VIC03-13.5.1",
        reading="a chip means any amount in chips",
        readings=(False, True),
    ),
    excludes=Rule(
        ("perfect_pairs",),
        "VIC03-13.3.1",
        also=("VIC03-15.3.1",),
        reading="one of the two at a table until a layout with both areas is approved",
        readings=(("perfect_pairs",), ()),
    ),
    same_everywhere=Rule(True, "VIC03-13.7.2"),
    change_notice=Rule(
        20,
        "VIC03-13.7.3",
        reading="a reasonable time, which is not said, is as long as the notice of new limits hangs (VIC03-6.4)",
    ),
    changes=(
        ScaleChange("1", "2", "VIC03-13.7.3(a)", entries_settled=True),
        ScaleChange("2", "1", "VIC03-13.7.3(b)", dated=True),
    ),
    entries_bar_change=Rule(
        True,
        "VIC03-13.7.3(a)",
        reading="entries that were won are played for first: none is open, or the field is complete",
        readings=(True, False),
    ),
    split_scale=Rule(
        "",
        "VIC03-13.6.1(a)",
        also=("VIC03-13.8.1",),
        reading="a split pair is paid by the table of the version in play, though the clause names Table 1",
        readings=("", "1"),
    ),
    survives_bust=Rule(True, "VIC03-13.4.1(b)"),
    judged=Rule(
        "two_cards",
        "VIC03-13.8.1-T1-L03",
        also=("VIC03-13.8.1-T1-L04", "VIC03-13.8.1-T2-L03", "VIC03-13.8.1-T2-L04"),
        reading="two sevens are suited by themselves, whatever the third card is",
        readings=("two_cards", "three_cards"),
    ),
    judges=(("two_cards", outcome), ("three_cards", outcome_of_three)),
    cloth=Cloth(
        diagram=("that of diagram B", "VIC03-13.3.1"),
        most_boxes=(9, "VIC03-13.3.1(a)"),
        logo="VIC03-13.3.1(c)",
        # Both rules cite the one diagram, and it shows the areas of one bet.
        shared=(("perfect_pairs",), "VIC03-15.3.1"),
    ),
    inscriptions=(("areas for Magnificent Sevens wagers, nine or fewer", "VIC03-13.3.1(b)"),),
    also=(
        "VIC03-13.4.1(a)",
        # The deciding card of a split pair is the next one dealt to the box (`Seen.cards`).
        "VIC03-13.6.1",
    ),
)

BETS: Final = (VIC03,)
