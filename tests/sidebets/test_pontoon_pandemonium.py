"""Pontoon Pandemonium (VIC03 11)."""

from collections.abc import Iterator

import pytest

from casino.cards import PACK
from sidebets import LOSE, Prizes, Seen, side_bets, side_bets_of_book
from sidebets.offering import fault
from tests.refusing import code_and_clause
from tests.sidebets.seeing import seen

BET = side_bets("VIC03", "crown_pontoon")["pontoon_pandemonium"]


@pytest.mark.clause("VIC03-11.4.1(a)", "VIC03-11.4.1(b)", "VIC03-11.4.1(c)")
@pytest.mark.parametrize(
    ("cards", "dealer", "won"),
    [
        ("As Kd", "", True),
        ("Kd As", "", True),
        ("Qc Ah", "", True),
        ("As Jd", "Ah Qc", True),  # a Pontoon of the dealer too changes nothing
        ("Ks 9d", "", False),
        ("Ks Qd As", "", False),  # split, and an ace to the first hand
        ("As Ad Kd", "", False),
        ("7s 7d 7c", "", False),
    ],
)
def test_a_pontoon_wins_whatever_the_dealer_has(cards: str, dealer: str, won: bool) -> None:
    assert BET.outcome(seen(cards, dealer)) == ("pontoon" if won else LOSE)


@pytest.mark.clause("VIC03-11.4.1(a)", "VIC03-11.4.1(c)")
def test_eight_packs_without_tens_hold_so_many_pontoons() -> None:
    # 32 aces and 96 court cards among 384, in either order.
    cards = [card for card in PACK if card[0] != "T"]
    won = sum(
        8 * 8
        for card in cards
        for other in cards
        if card != other and BET.outcome(Seen((card, other))) != LOSE
    )
    assert won == 2 * 32 * 96


def prizes() -> Iterator[tuple[str, Prizes]]:
    for scale in BET.scales:
        assert scale.prizes is not None
        assert not scale.lines
        yield scale.name, scale.prizes


@pytest.mark.clause(
    "VIC03-11.6.2", "VIC03-11.6.3(a)", "VIC03-11.6.3(b)", "VIC03-11.6.3(c)", "VIC03-11.6.3(d)"
)
@pytest.mark.clause("VIC03-11.6.3(e)", "VIC03-11.7.3(b)")
def test_the_five_tables_hold_so_many_prizes_of_so_much() -> None:
    totals = {name: table.total for name, table in prizes()}
    assert totals == {"1": 112_501, "2": 51_566, "3": 49_531, "4": 37_501, "5": 35_826}
    sums = {name: sum(prize * count for prize, count in table.entries) for name, table in prizes()}
    # Each line of the book multiplied out and added by hand, in dollars.
    assert sums == {
        # 250,000 225,000 225,000 187,500 75,000 176,250 347,400 348,750 292,500 165,000
        "1": 2_292_400_00,
        # 100,000 50,000 35,000 34,500 250,000 242,000 340,000
        "2": 1_051_500_00,
        # 50,000 50,000 40,000 40,000 250,000 280,000 300,000
        "3": 1_010_000_00,
        # 25,000 50,000 40,000 40,000 200,000 160,000 249,700
        "4": 764_700_00,
        # 10,000 50,000 37,500 40,000 195,000 168,000 230,000
        "5": 730_500_00,
    }
    assert {name: table.least for name, table in prizes()} == {
        "1": 5_00,
        "2": 10_00,
        "3": 10_00,
        "4": 10_00,
        "5": 10_00,
    }


@pytest.mark.clause("VIC03-11.6.1")
def test_every_entry_of_a_table_holds_a_prize_and_each_as_often_as_the_table_says() -> None:
    for _, table in prizes():
        at = 0
        for prize, count in table.entries:
            assert table.at(at) == prize
            at += count
            assert table.at(at - 1) == prize
            assert table.has(prize)
        assert at == table.total
        for outside in (-1, table.total):
            with pytest.raises(IndexError):
                table.at(outside)


@pytest.mark.clause("VIC03-11.6.1")
def test_a_prize_of_another_table_is_not_a_prize_of_this_one() -> None:
    five = BET.scale("5").prizes
    assert five is not None
    assert not five.has(7_500_00)
    assert five.has(10_000_00)


@pytest.mark.clause("VIC03-11.1")
@pytest.mark.parametrize("game", ["blackjack", "crown_blackjack", "vegas_blackjack"])
def test_it_goes_with_crown_pontoon_alone(game: str) -> None:
    def refused(game: str) -> tuple[str, str]:
        offers = [("pontoon_pandemonium", "3")]
        return code_and_clause(fault(side_bets("VIC03", game), side_bets_of_book("VIC03"), game, 8, offers))

    assert refused(game) == ("side_bet.not_in_game", "VIC03-11.1")
    assert refused("crown_pontoon") == ("", "")
