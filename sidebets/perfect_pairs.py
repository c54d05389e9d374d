"""Perfect Pairs: the first two cards of the box have one rank; the more alike they are, the better they pay."""

from typing import Final

from casino.money import Odds
from casino.rulebooks.rule import Rule
from sidebets.afterwards import OnSplitHands
from sidebets.bet import LOSE, OPEN, Line, Scale, Seen, SideBet
from sidebets.pairs import likeness
from sidebets.table import Cloth

PERFECT: Final = "perfect_pair"
COLOURED: Final = "coloured_pair"
MIXED: Final = "mixed_pair"


def outcome(seen: Seen) -> str:
    """Which pair the first two cards are, if any (VIC03-15.5.1, ACT03-18.11, NZ-15B.5, UK-PP01)."""
    if len(seen.cards) < 2:
        return OPEN
    alike = likeness(seen.cards[0], seen.cards[1])
    return f"{alike}_pair" if alike else LOSE


VIC03: Final = SideBet(
    key="perfect_pairs",
    book="VIC03",
    title="Perfect Pairs",
    clause="VIC03-15.1",
    scales=(
        Scale(
            "1",
            (
                Line(PERFECT, Odds(25), "VIC03-15.6.1-T1-L01"),
                Line(
                    COLOURED,
                    Odds(12),
                    "VIC03-15.6.1-T1-L02",
                    by_decks=((4, Odds(15)), (5, Odds(14)), (6, Odds(13)), (7, Odds(12)), (8, Odds(12))),
                ),
                Line(MIXED, Odds(6), "VIC03-15.6.1-T1-L03"),
            ),
        ),
    ),
    outcome=outcome,
    looks_at="first_two",
    settles=Rule("interim", "VIC03-15.6.2"),
    games=Rule(
        ("blackjack", "crown_blackjack"),
        "VIC03-15.1",
        reading="only the two games that the clause names",
        readings=(
            ("blackjack", "crown_blackjack"),
            ("blackjack", "crown_blackjack", "vegas_blackjack", "crown_pontoon"),
        ),
    ),
    loses="VIC03-15.5.1(b)",
    place=Rule("own_box", "VIC03-15.4.2"),
    needs_wager=Rule("refused", "VIC03-15.4.2"),
    deadline="VIC03-15.4.1",
    stake="VIC03-15.4.1",
    one_each=Rule(True, "VIC03-15.4.2", also=("VIC03-15.4.3",)),
    excludes=Rule(
        ("magnificent_sevens",),
        "VIC03-15.3.1",
        reading="one of the two at a table until a layout with both areas is approved",
        readings=(("magnificent_sevens",), ()),
    ),
    cloth=Cloth(
        diagram=("that of diagram B", "VIC03-15.3.1"),
        most_boxes=(9, "VIC03-15.3.1(a)"),
        logo="VIC03-15.3.1(c)",
        shared=(("magnificent_sevens",), "VIC03-15.3.1"),
    ),
    inscriptions=(("areas for Perfect Pairs wagers, nine or fewer", "VIC03-15.3.1(b)"),),
    also=("VIC03-15.5.1(a)", "VIC03-15.5.1(b)"),
)


def _nz_scale(name: str, perfect: int, coloured: int, mixed: int, word: str) -> Scale:
    return Scale(
        name,
        (
            Line(PERFECT, Odds(perfect), "NZ-15B.7-T3"),
            Line(COLOURED, Odds(coloured), "NZ-15B.7-T2"),
            Line(MIXED, Odds(mixed), "NZ-15B.7-T1"),
        ),
        clause="NZ-15B.7",
        also_called=(word,),
    )


NZ: Final = SideBet(
    key="perfect_pairs",
    book="NZ",
    title="Perfect Pairs",
    clause="NZ-15B.1",
    scales=(
        _nz_scale("1", 30, 10, 5, "one"),
        _nz_scale("2", 25, 12, 6, "two"),
        _nz_scale("3", 25, 12, 5, "three"),
    ),
    outcome=outcome,
    looks_at="first_two",
    settles=Rule("initial", "NZ-15B.6"),
    loses="NZ-15B.5",
    games=Rule(("blackjack", "ante_up", "blackjack_plus", "free_bet", "player_select"), "NZ-15B.1"),
    place=Rule(
        "any_box",
        "NZ-15B.2-S2",
    ),
    cards_of=Rule(
        "box",
        "NZ-15B.5",
        reading="the cards of the box wagered on decide, whosever box it is",
        readings=("box", "bettor"),
    ),
    needs_wager=Rule("refused", "NZ-15B.2-S1"),
    deadline="NZ-15B.3",
    stake="NZ-15B.4",
    most_on_box=Rule(3, "NZ-15B.2-S3"),
    displaces=Rule(True, "NZ-15B.2-S3"),
    excludes=Rule(
        ("any_pair", "lucky_match"),
        "NZ-15B.1A",
        reading="the bets that the clause names, not the section that it points to by mistake",
        readings=(("any_pair", "lucky_match"), ("any_pair", "house_money")),
    ),
    same_everywhere=Rule(True, "NZ-15B.8-S2"),
    scale_shown="NZ-15B.8-S1",
    on_split_hands=Rule(True, "NZ-15B.9"),
    split_hands=OnSplitHands(
        election="pairs_on_split",
        wagered=Rule(
            "hand",
            "NZ-15B.9",
            reading="an initial wager is one on a hand, since players without the bet come third",
            readings=("hand", "bet"),
        ),
        most=Rule(3, "NZ-15B.10-S2"),
        first="NZ-15B.10(a)",
        second="NZ-15B.10(b)",
        third="NZ-15B.10(c)",
        deadline="NZ-15B.10-S1",
        settled="NZ-15B.10-S3",
    ),
    inscriptions=(("areas for Perfect Pairs wagers", "NZ-15B.2-S1"),),
    # It may be called Pairs; whatever it is called, these are its rules (NZ-15B.11).
    also=("NZ-1.1-B11", "NZ-1.1-B31", "NZ-1.1-B33", "NZ-1.1-B34"),
)

ACT03: Final = SideBet(
    key="perfect_pairs",
    book="ACT03",
    title="Perfect Pairs",
    clause="ACT03-18.1",
    scales=(
        Scale(
            "1",
            (
                Line(PERFECT, Odds(25), "ACT03-18.13(c)"),
                Line(COLOURED, Odds(12), "ACT03-18.13(b)"),
                Line(MIXED, Odds(6), "ACT03-18.13(a)"),
            ),
        ),
    ),
    outcome=outcome,
    looks_at="first_two",
    settles=Rule("interim", "ACT03-18.12(a)", also=("ACT03-18.12(b)", "ACT03-18.14")),
    games=Rule(("blackjack",), "ACT03-18.1"),
    loses="ACT03-18.11(d)",
    place=Rule(
        "own_box",
        "ACT03-18.10",
        also=("ACT03-18.8-B02",),
        reading="beside the same player's Blackjack wager on the same box",
        readings=("own_box", "any_box"),
    ),
    needs_wager=Rule(
        "void",
        "ACT03-18.10",
        reading="it may lie there first, and is void if no Blackjack wager has joined it when the deal begins",
        readings=("void", "refused"),
    ),
    deadline="ACT03-18.8-B01",
    stake="ACT03-18.9",
    sign_shown="ACT03-18.9",
    cloth=Cloth(approved="ACT03-18.2"),
    inscriptions=(("a Perfect Pairs box at each box", "ACT03-18.8-B02"),),
    also=(
        "ACT03-18.3(a)",
        "ACT03-18.3(b)",
        "ACT03-18.4",
        "ACT03-18.5",
        "ACT03-18.6(a)",
        "ACT03-18.6(b)",
        "ACT03-18.7",
        "ACT03-18.11(a)",
        "ACT03-18.11(b)",
        "ACT03-18.11(c)",
        "ACT03-18.11(d)",
    ),
)

UK: Final = SideBet(
    key="perfect_pairs",
    book="UK",
    title="Perfect Pairs",
    clause="UK-PP01",
    scales=(
        Scale(
            "1",
            (
                Line(PERFECT, Odds(25), "UK-PP03"),
                Line(COLOURED, Odds(12), "UK-PP03"),
                Line(MIXED, Odds(5), "UK-PP03"),
            ),
        ),
    ),
    outcome=outcome,
    looks_at="first_two",
    settles=Rule(
        "interim",
        "UK-PP01",
        reading="no time is named: before any Blackjack is paid, as the two cards are known then",
    ),
    games=Rule(("blackjack",), "UK-B03"),
    loses="UK-PP02",
    place=Rule("own_box", "UK-B03"),
    needs_wager=Rule("refused", "UK-B03"),
    deadline="UK-B02",
    stake="UK-B25",
    inscriptions=(("a space for Perfect Pairs wagers at each box", "UK-PP01"),),
    # For one hand only, whatever is split later.
    also=("UK-PP02", "UK-B04"),
)

BETS: Final = (VIC03, NZ, ACT03, UK)
