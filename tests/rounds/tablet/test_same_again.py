"""“Same again”: what it lays of the last round, and what the sign and the book leave out of it."""

import pytest

from rounds import engine
from rounds.tablet import wagers
from tests.engine.story import Story, deal

LAST = [
    (1, "A", "main", 25_00),
    (2, "B", "main", 50_00),
    (3, "C", "main", 100_00),
    (3, "C", "perfect_pairs", 5_00),
]
"""A $25, B $50, C $100 with $5 on Perfect Pairs."""


def repeat(story: Story, last: list[wagers.Laid] = LAST) -> wagers.Repeat:
    rules, state = story.rules, story.state
    return wagers.repeatable(rules, state, wagers.still_to_lay(state, last))


def laid(again: wagers.Repeat) -> list[wagers.Laid]:
    return list(again.laid)


def table(**how: object) -> Story:
    return deal(offer=["perfect_pairs"], **how)  # type: ignore[arg-type]


def test_all_of_it_where_the_sign_allows_it() -> None:
    again = repeat(table(minimum=25))
    assert laid(again) == LAST
    assert not again.out


@pytest.mark.clause("VIC03-6.2.1")
def test_a_first_wager_under_a_raised_minimum_is_laid_once_and_not_again() -> None:
    """The minimum is $50 now: A's $25 plays this once and A is told; after that it is left out."""
    assert laid(repeat(table(minimum=50))) == LAST
    again = repeat(table(minimum=50, carry=engine.values.Carry(warned=("A",))))
    assert laid(again) == LAST[1:]
    assert [(left_out.laid, left_out.why, left_out.clause) for left_out in again.out] == [
        (LAST[0], "below the $50 minimum", "VIC03-6.2.1")
    ]
    assert again.words() == "1 below the $50 minimum"
    assert (again.words(1), again.words(2)) == ("1 below the $50 minimum", "")


@pytest.mark.clause("VIC03-6.2.2", "VIC03-15.4.2")
def test_what_is_over_a_lowered_maximum_is_left_out_with_what_goes_with_it() -> None:
    """The maximum is $60 now: C's $100 would be cut to it, and the pair has nothing to go with."""
    again = repeat(table(minimum=10, maximum=60))
    assert laid(again) == LAST[:2]
    assert [(left_out.laid[2], left_out.why, left_out.clause) for left_out in again.out] == [
        ("main", "over the $60 maximum", "VIC03-6.2.2"),
        ("perfect_pairs", again.out[1].why, "VIC03-15.4.2"),
    ]


@pytest.mark.clause("NZ-14.6")
def test_where_the_book_refuses_it_the_reason_is_the_same() -> None:
    again = repeat(deal("NZ", minimum=50), [(1, "A", "main", 25_00), (2, "B", "main", 50_00)])
    assert laid(again) == [(2, "B", "main", 50_00)]
    assert [(left_out.why, left_out.clause) for left_out in again.out] == [
        ("below the $50 minimum", "NZ-14.6")
    ]


def test_what_lies_there_is_not_laid_twice() -> None:
    story = table(minimum=25).bet(2, "B", 50)
    assert laid(repeat(story)) == [LAST[0], *LAST[2:]]


@pytest.mark.clause("VIC03-6.2.1")
def test_chips_that_go_back_say_so_on_the_layout_and_before_the_call() -> None:
    story = table(minimum=50, carry=engine.values.Carry(warned=("A",))).bet(1, "A", 25).bet(2, "B", 50)
    (blocker,) = wagers.blockers(story.rules, story.state, story.due)
    assert (blocker.text, blocker.clause) == ("Return $25 to player A on box 1", "VIC03-6.2.1")
    (back,) = blocker.taps
    assert (back.money, back.refused) == ("return", "")
    assert engine.decode_command(back.command.encode()) == engine.RefuseWager(1, "A", "main")
