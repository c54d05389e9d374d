"""Canberra 1996: the other readings of its ambiguous clauses, each beside the one taken."""

import pytest

from tests.engine.act96.test_rule3_to_5_wagers import round_without
from tests.engine.story import Story, deal


def at_table(read: dict[str, str] | None = None, **table: object) -> Story:
    return deal("ACT96", read=read, **table)  # type: ignore[arg-type]


def triple(read: dict[str, str] | None, *amounts: float, **table: object) -> Story:
    """A on box 2 of Triple Play with wagers on hand 1, hand 2 …; the round is not called yet."""
    story = deal("ACT96", game="triple_play", boxes=6, read=read, **table)  # type: ignore[arg-type]
    return story.hands(2, "A", *amounts)


def in_play(story: Story, box: int) -> list[int]:
    """What of each wager on a box is in play, in dollars, the nearest to the dealer first."""
    return [wager.effective // 100 for wager in story.state.box(box).wagers]


# --- wagers


@pytest.mark.clause("ACT96-4.1(c)-S1", "ACT96-4.1(c)-S2")
def test_the_minimum_is_for_each_wager_or_for_the_box() -> None:
    """Two of $6 on one box with a minimum of $10: both are under it, or with $12 together neither is."""
    each = at_table(minimum=10).shared(1, A=6, B=6).call()
    assert each.state.carry.warned == ("A", "B")
    box = at_table({"minimum_on": "box"}, minimum=10).shared(1, A=6, B=6)
    assert box.call().state.carry.warned == ()


@pytest.mark.clause("ACT96-22.3")
def test_the_minimum_in_triple_play_is_for_each_wager_or_for_the_box() -> None:
    assert triple(None, 6, 6, minimum=10).call().state.carry.warned == ("A",)
    assert triple({"minimum_on": "box"}, 6, 6, minimum=10).call().state.carry.warned == ()


@pytest.mark.clause("ACT96-22.3", "ACT96-4.1(d)")
def test_the_maximum_in_triple_play_is_for_the_box_or_for_each_wager() -> None:
    """$40, $40 and $30 on a box of $100: the last is cut to $20; each by itself keeps within $100."""
    assert in_play(triple(None, 40, 40, 30, maximum=100).call(), 2) == [40, 40, 20]
    assert in_play(triple({"limits_on": "wager"}, 40, 40, 30, maximum=100).call(), 2) == [40, 40, 30]
    assert in_play(triple({"limits_on": "wager"}, 120, 40, maximum=100).call(), 2) == [100, 40]


@pytest.mark.clause("ACT96-4.1(d)")
def test_what_is_over_the_maximum_comes_off_the_furthest_or_off_each() -> None:
    """$60, $40 and $50 on a box of $100: in proportion each keeps two thirds, $40, $26.66 and $33.33, in chips of
    one dollar $40, $26 and $33, and the dollar that is left goes to the nearest."""
    assert in_play(triple(None, 60, 40, 50, maximum=100).call(), 2) == [60, 40, 0]
    each = triple({"excess_from": "pro_rata"}, 60, 40, 50, maximum=100, chips=(1, 5, 25)).call()
    assert in_play(each, 2) == [41, 26, 33]
    within = triple({"excess_from": "pro_rata"}, 30, 40, maximum=100, chips=(1, 5, 25)).call()
    assert in_play(within, 2) == [30, 40]


@pytest.mark.clause("ACT96-4.1(b)", "ACT96-20.10-S1")
def test_multiples_of_the_minimum_are_wanted_with_the_notice_or_always() -> None:
    """Minimum $5: with a wager of $7 the dealer is told, without the notice only where they are always wanted."""
    assert at_table(minimum=5).bet(1, "A", 7).notice()[1] != "ACT96-4.1(b)"
    assert at_table(minimum=5, elect={"multiples_notice": "yes"}).bet(1, "A", 7).notice()[1] == "ACT96-4.1(b)"
    always = at_table({"multiples_wanted": "always"}, minimum=5)
    assert always.bet(1, "A", 7).notice() == ("not in steps of $5 above the minimum", "ACT96-4.1(b)")
    assert always.bet(2, "B", 15).notice()[1] == "ACT96-5.1"


@pytest.mark.clause("ACT96-5.10(a)")
def test_the_first_round_missed_is_that_of_the_shoe_or_of_the_session() -> None:
    """A missed the first round, the cards were shuffled, and since then A wagered on every round."""

    def second_shoe(read: dict[str, str] | None) -> Story:
        story = round_without("A", "B", minimum=10, read=read).shuffle()
        for _ in range(2):
            story.bet(1, "A", 10).bet(2, "B", 10).call().initial("Td", "Ts 7h", "Ts 7h")
            story = story.stand(1).stand(2).cards("7c").end().next_round()
        return story

    second_shoe(None).refuses("ACT96-5.10(b)").restrict("A", one_box=False)
    session = second_shoe({"restriction_first_round": "session"}).restrict("A", one_box=False)
    session.refuses("ACT96-5.10(b)").bet(1, "A", 20)
    second_shoe({"restriction_first_round": "session"}).refuses("ACT96-5.10(b)").restrict("B", one_box=False)


@pytest.mark.clause("ACT96-5.10-S1")
def test_the_first_box_is_the_players_own_or_box_1() -> None:
    own = round_without("A", "B", minimum=10).restrict("A", one_box=True, minimum=False)
    own.bet(3, "A", 10).refuses("ACT96-5.10-S1").bet(1, "A", 10)
    first = round_without("A", "B", minimum=10, read={"restriction_box": "box_1"})
    first.bet(3, "A", 10).restrict("A", one_box=True, minimum=False)
    # The wager that lay there before bars the call, and a new one is refused anywhere but on box 1.
    first.refuses("ACT96-5.10-S1").call()
    first.unbet(3, "A").refuses("ACT96-5.10-S1").bet(4, "A", 10)
    first.bet(1, "A", 10).call()


@pytest.mark.clause("ACT96-15.1(b)", "ACT96-15.1(c)")
def test_of_two_highest_wagers_the_nearest_decides_or_the_nearest_of_all() -> None:
    """$10, $20 and $20 in this line: of the two highest B lies nearer, of all three C does."""

    def line(read: dict[str, str] | None) -> Story:
        return at_table(read).bet(1, "C", 10).bet(1, "A", 20).bet(1, "B", 20)

    highest = line(None).refuses("ACT96-15.2(a)").call()
    assert highest.line(1, "A", "C", "B").call().state.box(1).caller == "A"
    assert line({"caller_tied": "nearest"}).call().state.box(1).caller == "C"
    one = at_table({"caller_tied": "nearest"}).bet(1, "C", 10).bet(1, "A", 20).line(1, "A", "C").call()
    assert one.state.box(1).caller == "A"


# --- Triple Play


@pytest.mark.clause("ACT96-22.2-S1", "ACT96-22.3")
def test_three_wagers_may_be_two_or_are_three() -> None:
    triple(None, 10, 20).call()
    triple({"wagers_least": "3"}, 10, 20).refuses("ACT96-22.3").call()
    triple({"wagers_least": "3"}, 10, 20, 30).call()


@pytest.mark.clause("ACT96-22.2-S1")
def test_the_third_wager_is_open_in_every_round_or_in_the_first_of_a_shoe() -> None:
    def second_round(read: dict[str, str] | None) -> Story:
        story = triple(read, 10, 20, 30).call().initial("Td", "Ts 7h").stand(2)
        return story.cards("8c").settle().cards("8d").settle().cards("8h").end().next_round()

    second_round(None).hands(2, "A", 10, 20, 30).call()
    later = second_round({"optional_wagers_in": "first"}).hands(2, "A", 10, 20)
    later.refuses("ACT96-22.2-S1").bet(2, "A", 30, "hand_3")
    later.unbet(2, "A", "hand_1").unbet(2, "A", "hand_2").shuffle().hands(2, "A", 10, 20, 30).call()
