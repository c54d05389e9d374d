"""Super Sevens: the first one, two or three cards dealt to the box are sevens."""

from typing import Final

from casino.money import Odds
from casino.rulebooks.rule import Rule
from sidebets.bet import LOSE, Line, Scale, Seen, SideBet
from sidebets.sevens import NONE, ONE, THREE, THREE_SUITED, TWO, TWO_SUITED, sevens
from sidebets.table import Cloth


def outcome(seen: Seen) -> str:
    """How many sevens the first cards are; it is lost if the first card is not a seven, whatever follows; only the
    best result counts (ACT96-23.6, ACT03-17.7-B01, NZ-15.4(f))."""
    result = sevens(seen)
    return LOSE if result == NONE else result


ACT96: Final = SideBet(
    key="super_sevens",
    book="ACT96",
    title="Super Sevens",
    clause="ACT96-23.1-S1",
    scales=(
        Scale(
            "1",
            (
                Line(THREE_SUITED, Odds(5000), "ACT96-23.12-T1-L5"),
                Line(THREE, Odds(500), "ACT96-23.12-T1-L4"),
                Line(TWO_SUITED, Odds(100), "ACT96-23.12-T1-L3"),
                Line(TWO, Odds(50), "ACT96-23.12-T1-L2"),
                Line(ONE, Odds(3), "ACT96-23.12-T1-L1"),
            ),
        ),
    ),
    outcome=outcome,
    looks_at="first_three",
    settles=Rule(
        "interim_then_known",
        "ACT96-23.7(a)",
        also=("ACT96-23.7(b)", "ACT96-23.8(a)", "ACT96-23.8(b)", "ACT96-23.9"),
        reading="two suited sevens and a third of another suit are paid at once, as unsuited ones are",
    ),
    games=Rule(("blackjack",), "ACT96-23.1-S1"),
    loses="ACT96-23.5(d)",
    place=Rule("own_box", "ACT96-23.3-S1", also=("ACT96-23.1(d)",)),
    # Without a main wager there is nothing to place it beside; one that is there alone is void.
    needs_wager=Rule("refused", "ACT96-23.3-S1"),
    void_without="ACT96-23.4",
    deadline="ACT96-23.2",
    stake="ACT96-23.3-S2",
    one_each=Rule(True, "ACT96-23.3-S2"),
    exactly=Rule(1_00, "ACT96-23.3-S2"),
    excludes=Rule(
        ("over_13", "under_13"),
        "ACT96-23.1-S2",
        reading="no layout with areas for both is described",
        readings=(("over_13", "under_13"), ()),
    ),
    paid_after=Rule(
        ((THREE_SUITED, "final"),),
        "ACT96-23.10",
        reading="the hand that is dealt out first is the round's, not the box's",
        readings=(((THREE_SUITED, "final"),), ()),
    ),
    # A hand that the third card breaks is collected first, then its two sevens are paid.
    survives_bust=Rule(True, "ACT96-23.8(c)"),
    cloth=Cloth(
        diagram=("that of diagram F or G", "ACT96-23.1-S2"),
        diagrams=((7, "F"), (9, "G")),
        boxes=((7, 9), "ACT96-23.1(a)"),
        inscribed=("ACT96-23.1(b)(i)", "ACT96-23.1(b)(ii)", "ACT96-23.1(b)(iii)"),
    ),
    inscriptions=(
        ("a circle marked Super Sevens at each box", "ACT96-23.1(c)"),
        ("spaces for Super Sevens wagers beside the boxes", "ACT96-23.1(d)"),
    ),
    also=(
        "ACT96-23.5(a)",
        "ACT96-23.5(b)",
        "ACT96-23.5(c)",
        "ACT96-23.5(d)",
        "ACT96-23.6",
        # The third card of a split pair is the next one dealt to the box (`Seen.cards`).
        "ACT96-23.11",
    ),
)

ACT03: Final = SideBet(
    key="super_sevens",
    book="ACT03",
    title="Super Sevens",
    clause="ACT03-17.1",
    scales=(
        Scale(
            "1",
            (
                Line(THREE_SUITED, Odds(5000), "ACT03-17.7-T1-L05"),
                Line(THREE, Odds(500), "ACT03-17.7-T1-L04"),
                Line(TWO_SUITED, Odds(100), "ACT03-17.7-T1-L03"),
                Line(TWO, Odds(50), "ACT03-17.7-T1-L02"),
                Line(ONE, Odds(3), "ACT03-17.7-T1-L01"),
            ),
        ),
    ),
    outcome=outcome,
    looks_at="first_three",
    settles=Rule(
        "interim_then_known",
        "ACT03-17.8(a)",
        also=("ACT03-17.8(b)", "ACT03-17.9-B01"),
    ),
    games=Rule(("blackjack",), "ACT03-17.1"),
    loses="ACT03-17.6(d)",
    place=Rule(
        "own_box",
        "ACT03-17.5",
        also=("ACT03-17.3-B02",),
        reading="beside the same player's Blackjack wager on the same box",
        readings=("own_box", "any_box"),
    ),
    needs_wager=Rule(
        "void",
        "ACT03-17.5",
        reading="it may lie there first, and is void if no Blackjack wager has joined it when the deal begins",
        readings=("void", "refused"),
    ),
    deadline="ACT03-17.3-B01",
    stake="ACT03-17.4",
    amount_approved="ACT03-17.4",
    sign_refuses=Rule(
        True,
        "ACT03-17.4",
        reading="the approved amount, or the range of approved amounts, is on the sign and no other is taken",
        readings=(True, False),
    ),
    paid_after=Rule(
        ((THREE_SUITED, "collected"),),
        "ACT03-17.9-B02",
        reading="a round is complete when its cards are in the discard rack",
        readings=(((THREE_SUITED, "collected"),), ((THREE_SUITED, "final"),)),
    ),
    survives_bust=Rule(True, "ACT03-17.7-B01"),
    cloth=Cloth(approved="ACT03-17.2"),
    inscriptions=(("a Super Sevens box at each box", "ACT03-17.3-B02"),),
    also=(
        "ACT03-17.6(a)",
        "ACT03-17.6(b)",
        "ACT03-17.6(c)",
        "ACT03-17.6(d)",
        # The third card of a split pair is the next one dealt to the box (`Seen.cards`).
        "ACT03-17.10",
    ),
)

NZ: Final = SideBet(
    key="super_sevens",
    book="NZ",
    title="Super Sevens",
    clause="NZ-15.1",
    scales=(
        Scale(
            "1",
            (
                Line(THREE_SUITED, Odds(5000), "NZ-15.4(e)"),
                Line(THREE, Odds(500), "NZ-15.4(d)"),
                Line(TWO_SUITED, Odds(100), "NZ-15.4(c)"),
                Line(TWO, Odds(50), "NZ-15.4(b)"),
                Line(ONE, Odds(3), "NZ-15.4(a)"),
            ),
        ),
    ),
    outcome=outcome,
    looks_at="first_three",
    settles=Rule("as_known", "NZ-15.6-S1", also=("NZ-15.6-S2",)),
    loses="NZ-15.4(f)",
    games=Rule(("blackjack", "ante_up", "blackjack_plus", "free_bet", "player_select"), "NZ-15.1"),
    decks=Rule(
        (6, 7, 8),
        "NZ-3.3(a)",
        reading="with an automatic shuffler each set that is played with has so many packs",
    ),
    place=Rule("own_box", "NZ-15.2-S2"),
    needs_wager=Rule("refused", "NZ-15.2-S1"),
    deadline="NZ-15.2-S1",
    stake="NZ-15.3",
    # Decided for the box: a player on it whose wager stays out of the split is paid too.
    split_ends=Rule(True, "NZ-15.5"),
    void_with=Rule(("hand", "wager"), "NZ-15.7(a)", also=("NZ-15.7(b)",)),
    survives_bust=Rule(
        True,
        "NZ-15.6-S1",
        reading="two sevens that the third card breaks have won: only the wagers on the hand are taken with it",
        readings=(True, False),
    ),
    inscriptions=(("areas for Super Sevens wagers", "NZ-15.2-S1"),),
    also=("NZ-1.1-B39",),
)

BETS: Final = (ACT96, ACT03, NZ)
