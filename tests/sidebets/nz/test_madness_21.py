"""Madness 21: what wins, the prize table, the equipment (NZ 15A, 3.5, 16.12)."""

import pytest

from sidebets import LOSE, OPEN, side_bets
from tests.sidebets.nz.book import BETS, seen, two_cards

MADNESS = BETS["madness_21"]
PRIZES = MADNESS.scale().prizes
assert PRIZES is not None

# The table as printed, from its last line up.
BOOK = (
    "5:290 6:280 7:270 8:260 9:225 10:400 11:350 12:250 13:200 14:175 15:150 20:134 21:115 22:112 23:110 24:108 "
    "25:105 30:70 35:60 40:50 50:25 100:10 1000:1"
)
TABLE = {int(prize): int(count) for prize, count in (line.split(":") for line in BOOK.split())}


@pytest.mark.clause("NZ-15A.4(a)", "NZ-15A.4(b)")
def test_an_ace_and_a_ten_valued_card_win_and_nothing_else() -> None:
    # Four aces and sixteen ten-valued cards, in either order.
    assert two_cards(MADNESS) == {"blackjack": 4 * 16 * 2, LOSE: 2704 - 128}


@pytest.mark.clause("NZ-15A.4(a)")
def test_only_the_first_two_cards_count() -> None:
    assert (
        MADNESS.outcome(seen("As Kd")) == MADNESS.outcome(seen("As Kd", "Kh Ac", closed=True)) == "blackjack"
    )
    assert MADNESS.outcome(seen("As Ad Kc")) == LOSE
    assert MADNESS.outcome(seen("As")) == OPEN


@pytest.mark.clause("NZ-15A.8")
def test_a_dealers_blackjack_changes_nothing() -> None:
    assert MADNESS.outcome(seen("As Kd", "Ah Kc", closed=True)) == "blackjack"


@pytest.mark.clause("NZ-15A.6-T")
def test_the_prize_table_is_the_books() -> None:
    assert dict(PRIZES.entries) == {prize * 100: count for prize, count in TABLE.items()}
    assert len(PRIZES.entries) == 23
    assert PRIZES.total == 3750
    assert sum(prize * count for prize, count in PRIZES.entries) == 52_031_00
    assert PRIZES.least == 5_00


@pytest.mark.clause("NZ-15A.6-T")
@pytest.mark.clause("NZ-3.5(a)(ii)")
def test_each_of_its_entries_is_drawn_by_one_number() -> None:
    drawn = [PRIZES.at(entry) for entry in range(PRIZES.total)]
    # One draw of every entry: $1,000 once, $5 290 times, $10 400 times.
    assert [drawn.count(prize * 100) for prize in (1000, 5, 10)] == [1, 290, 400]
    for entry in (-1, 3750):
        with pytest.raises(IndexError):
            PRIZES.at(entry)


@pytest.mark.clause("NZ-15A.6-T")
@pytest.mark.parametrize(("prize", "there"), [(4500, False), (35_00, True), (1000_00, True), (5_01, False)])
def test_an_amount_that_is_not_in_the_table_is_not_a_prize(prize: int, there: bool) -> None:
    assert PRIZES.has(prize) is there


@pytest.mark.clause("NZ-3.5(a)", "NZ-3.5(b)", "NZ-3.5(c)", "NZ-3.5(d)", "NZ-3.5-S1")
@pytest.mark.clause("NZ-3.5(a)(i)", "NZ-3.5(a)(iii)")
def test_what_it_asks_of_the_table() -> None:
    assert [needed.clause for needed in MADNESS.equipment] == [
        "NZ-3.5(a)",
        "NZ-3.5(b)",
        "NZ-3.5(c)",
        "NZ-3.5(d)",
    ]
    assert {needed.approved for needed in MADNESS.equipment} == {"NZ-3.5-S1"}
    controller = MADNESS.equipment[0]
    assert controller.serves == 4
    assert [clause for _, clause in controller.certified] == [
        "NZ-3.5(a)(i)",
        "NZ-3.5(a)(ii)",
        "NZ-3.5(a)(iii)",
    ]


@pytest.mark.clause("NZ-16.12-S3")
def test_a_failure_pays_25_dollars_for_a_wager_unless_the_house_reads_it_for_each_dollar() -> None:
    assert (MADNESS.fails_at.value, MADNESS.failure_pays) == ("fixed", 25_00)
    other = side_bets("NZ", readings=(("madness_21.fails_at", "per_dollar"),))["madness_21"]
    assert other.fails_at.value == "per_dollar"
