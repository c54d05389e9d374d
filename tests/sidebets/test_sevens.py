"""Super Sevens (ACT96 23, ACT03 17) and Magnificent Sevens (VIC03 13)."""

import pytest

from casino.rulebooks import RuleBookError
from sidebets import LOSE, OPEN, side_bets, side_bets_of_book
from sidebets.offering import fault
from tests.refusing import code_and_clause
from tests.sidebets.seeing import pays, seen, ways

ACT96 = side_bets("ACT96")["super_sevens"]
ACT03 = side_bets("ACT03")["super_sevens"]
VIC03 = side_bets("VIC03")["magnificent_sevens"]


@pytest.mark.clause("ACT96-23.12-T1-L1", "ACT96-23.12-T1-L2", "ACT96-23.12-T1-L3", "ACT96-23.12-T1-L4")
@pytest.mark.clause("ACT96-23.12-T1-L5", "ACT96-23.5(a)", "ACT96-23.5(b)", "ACT96-23.5(c)", "ACT96-23.5(d)")
@pytest.mark.clause("ACT96-23.6", "ACT96-23.11")
@pytest.mark.parametrize(
    ("cards", "dollars"),
    [
        ("7s Kh", 3),
        ("7s 5h", 3),
        ("7s 9h 7d", 3),  # a seven after another card counts no more
        ("7h 7s 2c", 50),
        ("7c 7s 4d", 50),
        ("7s 7c Ks", 50),  # suited is of one suit, not of one colour
        ("7h 7d 9c", 50),  # the hand breaks with 23
        ("7s 7s Kh", 100),
        ("7h 7d 7c", 500),
        ("7s 7s 7d", 500),
        ("7s 7s 7h", 500),
        ("7h 7d 7d", 500),
        ("7d 7d 7d", 5000),
        ("7c 7c 7c", 5000),  # and not 5000 + 100 + 3
        ("7h 7d 4c 7s", 50),  # split, 4c to the first hand and 7s to the second
        ("7h 7d 7c 9s", 500),
        ("Ks 7h", -1),
        ("Kh 7h 7h", -1),
        ("9c", -1),
    ],
)
def test_a_dollar_on_super_sevens_of_1996(cards: str, dollars: int) -> None:
    assert pays(ACT96, seen(cards), 1_00) == dollars * 100


@pytest.mark.clause("ACT03-17.7-T1-L01", "ACT03-17.7-T1-L02", "ACT03-17.7-T1-L03", "ACT03-17.7-T1-L04")
@pytest.mark.clause("ACT03-17.7-T1-L05", "ACT03-17.6(a)", "ACT03-17.6(b)", "ACT03-17.6(c)", "ACT03-17.6(d)")
@pytest.mark.clause("ACT03-17.7-B01", "ACT03-17.10", "ACT03-A-B14", "ACT03-A-B21")
@pytest.mark.parametrize(
    ("cards", "dollars"),
    [
        ("7h Kh", 15),
        ("7h 7s 2c", 250),
        ("7h 7s Kd", 250),
        ("7h 7h Ks", 500),
        ("7h 7h 7s", 2_500),
        ("7h 7s 7d", 2_500),
        ("7h 7h 7h", 25_000),
        ("7h 7s Kd 7d", 250),  # split, Kd to the first hand and 7d to the second
        ("Ks 7h 7s", -5),
    ],
)
def test_five_dollars_on_super_sevens_of_2003(cards: str, dollars: int) -> None:
    assert pays(ACT03, seen(cards), 5_00) == dollars * 100


BY_DECKS = {4: 950, 5: 750, 6: 650, 7: 550, 8: 500}


@pytest.mark.clause(
    "VIC03-13.8.1", "VIC03-13.7.1(a)", "VIC03-13.7.1(b)", "VIC03-13.4.1(a)", "VIC03-13.4.1(b)"
)
@pytest.mark.clause(
    "VIC03-13.8.1-T1-L01", "VIC03-13.8.1-T1-L02", "VIC03-13.8.1-T1-L03", "VIC03-13.8.1-T1-L04"
)
@pytest.mark.clause(
    "VIC03-13.8.1-T2-L01", "VIC03-13.8.1-T2-L02", "VIC03-13.8.1-T2-L03", "VIC03-13.8.1-T2-L04"
)
@pytest.mark.clause("VIC03-13.4.2(a)", "VIC03-13.4.2(b)", "VIC03-13.6.1")
@pytest.mark.parametrize("decks", [4, 5, 6, 7, 8])
@pytest.mark.parametrize(("version", "three_suited"), [("1", 7_770), ("2", 16_000)])
def test_every_cell_of_the_two_tables_of_magnificent_sevens(
    version: str, three_suited: int, decks: int
) -> None:
    def to_one(cards: str) -> int:
        return pays(VIC03, seen(cards), 1_00, version, decks) // 100

    assert to_one("7s 7s 7s") == three_suited
    assert to_one("7s 7s 7h") == BY_DECKS[decks]
    assert to_one("7h 7d 7c") == BY_DECKS[decks]
    assert to_one("7s 7s Kd") == 150
    assert to_one("7s 7s Kh") == 150  # two sevens are suited by themselves
    assert to_one("7s 7h Kd") == 50
    assert to_one("7h 7c Ks 7d") == 50  # split: the next card decides, not one of the other hand
    assert to_one("7h 9c 7s") == -1
    assert to_one("Kd 7h 7s") == -1


@pytest.mark.clause(
    "VIC03-13.8.1-T1-L01", "VIC03-13.8.1-T1-L02", "VIC03-13.8.1-T2-L01", "VIC03-13.8.1-T1-L03"
)
def test_worked_figures_of_magnificent_sevens() -> None:
    assert pays(VIC03, seen("7s 7s 7s"), 5_00, "1") == 38_850_00
    assert pays(VIC03, seen("7s 7s 7s"), 5_00, "2") == 80_000_00
    assert pays(VIC03, seen("7h 7d 7c"), 5_00, "1", 6) == 3_250_00
    assert pays(VIC03, seen("7s 7s Kd"), 5_00, "1") == 750_00


@pytest.mark.clause("VIC03-13.8.1-T1-N1", "VIC03-13.7.1(a)", "VIC03-13.7.1(b)")
def test_three_suited_sevens_of_version_1_alone_earn_an_entry_to_the_tournament() -> None:
    earning = [(scale.name, line.name) for scale in VIC03.scales for line in scale.lines if line.earns]
    assert earning == [("1", VIC03.outcome(seen("7d 7d 7d")))]
    line = VIC03.scale("1").line("three_sevens_suited")
    assert (line.earns, line.earns_clause) == ("tournament_entry", "VIC03-13.8.1-T1-N1")


@pytest.mark.clause(
    "VIC03-13.8.1-T1-L03", "VIC03-13.8.1-T1-L04", "VIC03-13.8.1-T2-L03", "VIC03-13.8.1-T2-L04"
)
def test_the_other_reading_of_suited_sevens_looks_at_the_third_card_too() -> None:
    bet = side_bets("VIC03", readings=(("magnificent_sevens.judged", "three_cards"),))["magnificent_sevens"]
    assert pays(bet, seen("7s 7s Ks"), 5_00) == 750_00
    assert pays(bet, seen("7s 7s Kh"), 5_00) == 250_00
    assert pays(bet, seen("7s 7s", closed=True), 5_00) == 250_00
    assert pays(bet, seen("7s 7s 7s"), 5_00) == 38_850_00
    with pytest.raises(RuleBookError):
        side_bets("VIC03", readings=(("magnificent_sevens.judged", "four_cards"),))


@pytest.mark.clause("ACT96-23.8(a)", "ACT03-17.9-B01", "VIC03-13.4.1(b)")
def test_two_sevens_are_open_until_a_third_card_has_come_or_no_more_can() -> None:
    for bet, two in ((ACT96, "two_sevens"), (ACT03, "two_sevens"), (VIC03, "two_sevens")):
        assert bet.outcome(seen("7h 7d")) == OPEN
        assert bet.outcome(seen("7h 7d", closed=True)) == two
        assert bet.outcome(seen("7h 7h", closed=True)) == "two_sevens_suited"
        # One seven waits for the second card even where the box is given no more in the initial deal.
        assert bet.outcome(seen("7h", closed=True)) == OPEN
    assert pays(ACT96, seen("7h 7h", closed=True), 1_00) == 100_00
    assert pays(ACT03, seen("7h 7s", closed=True), 5_00) == 250_00
    assert pays(VIC03, seen("7h 7c", closed=True), 5_00) == 250_00


def test_eight_packs_hold_so_many_sevens() -> None:
    # 32 sevens among 416 cards, eight of each suit; draws in order.
    three_suited = 4 * 8 * 7 * 6
    three = 32 * 31 * 30 - three_suited
    two_suited = 32 * 7 * 384
    two = 32 * 24 * 384
    one_seven = 32 * 384 * 414
    none = 384 * 415 * 414
    sevens = {"three_sevens_suited": three_suited, "three_sevens": three}
    sevens |= {"two_sevens_suited": two_suited, "two_sevens": two}
    assert sum(sevens.values()) + one_seven + none == 416 * 415 * 414
    assert ways(ACT96, 8) == {**sevens, "one_seven": one_seven, LOSE: none}
    assert ways(ACT03, 8) == {**sevens, "one_seven": one_seven, LOSE: none}
    assert ways(VIC03, 8) == {**sevens, LOSE: one_seven + none}


def refused(book: str, game: str, *bets: str) -> tuple[str, str]:
    offers = [(bet, "") for bet in bets]
    return code_and_clause(fault(side_bets(book, game), side_bets_of_book(book), game, 8, offers))


@pytest.mark.clause("VIC03-13.1", "VIC03-13.3.1", "VIC03-15.3.1")
def test_where_magnificent_sevens_may_be_offered() -> None:
    assert refused("VIC03", "blackjack", "magnificent_sevens") == ("", "")
    assert refused("VIC03", "crown_blackjack", "magnificent_sevens") == ("", "")
    assert refused("VIC03", "crown_pontoon", "magnificent_sevens") == ("side_bet.not_in_game", "VIC03-13.1")
    assert refused("VIC03", "vegas_blackjack", "magnificent_sevens") == ("side_bet.not_in_game", "VIC03-13.1")
    assert refused("VIC03", "blackjack", "magnificent_sevens", "perfect_pairs") == (
        "side_bet.not_together",
        "VIC03-13.3.1",
    )
    assert refused("VIC03", "blackjack", "perfect_pairs", "magnificent_sevens") == (
        "side_bet.not_together",
        "VIC03-15.3.1",
    )


@pytest.mark.clause("ACT03-17.1", "ACT03-18.1")
def test_super_sevens_and_perfect_pairs_of_2003_go_together() -> None:
    assert refused("ACT03", "blackjack", "super_sevens", "perfect_pairs") == ("", "")
