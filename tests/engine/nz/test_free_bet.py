"""Section 20: the house's lammer doubles and splits; a dealer's 22 stands off."""

from typing import Any

import pytest

from rounds import engine
from rounds.engine.decisions.events import Doubled, Split
from rounds.engine.settlement.events import Collected
from tests.engine.nz.telling import free, money, nz, one_hand
from tests.engine.story import Story


def bet(hand: str, dealer: str = "6d", stake: int = 50, **elect: str) -> Story:
    return one_hand(hand, dealer, stake, game="free_bet", **elect)


# --- doubling


@pytest.mark.clause("NZ-20.3-S1")
@pytest.mark.parametrize(
    ("hand", "offered"),
    [
        ("5s 4h", True),
        ("6s 4h", True),
        ("6s 5h", True),
        ("5s 5h", True),
        ("8s 4h", False),
        ("As 8h", False),
        ("5s 3h", False),
    ],
)
def test_free_on_nine_ten_and_eleven(hand: str, offered: bool) -> None:
    story = bet(hand)
    if offered:
        free(story, "double", "A")
    else:
        refusal = ("double.with_ace", "NZ-11.1") if "A" in hand else ("double.not_free", "NZ-20.3-S1")
        free(story.refuses(*refusal), "double", "A")


@pytest.mark.clause("NZ-20.3-S1")
def test_on_two_cards_and_on_split_hands_too_unless_read_otherwise() -> None:
    free(bet("5s 2h").hit(1).cards("3c").refuses("double.first_cards_only", "NZ-11.1"), "double", "A")
    free(bet("8s 8h").split(1).cards("3c"), "double", "A")
    story = (
        nz("free_bet", read={"double_free_after_split": "False"})
        .bet(1, "A", 50)
        .call()
        .initial("6d", "8s 8h")
    )
    free(story.split(1).cards("3c").refuses("double.not_free", "NZ-20.3-S1"), "double", "A")


@pytest.mark.clause("NZ-20.3-S1")
@pytest.mark.parametrize("restricted", [{"double_on": "none"}, {"double_on": "10-11"}])
def test_restrictions_on_doubling_for_money_leave_it_alone(restricted: dict[str, Any]) -> None:
    story = bet("5s 4h", **restricted)
    with_money = story.refuses(
        "double.only_free", "NZ-11.6-S1" if restricted["double_on"] == "none" else "NZ-11.6(b)"
    )
    with_money.double(1)
    free(story, "double", "A")


@pytest.mark.clause("NZ-20.3-S2", "NZ-20.3-S3")
def test_a_lammer_lies_for_the_whole_wager_and_no_chips_are_taken() -> None:
    story = free(bet("6s 5h"), "double", "A")
    (doubled,) = story.recorded(Doubled)
    assert (doubled.adds, doubled.free, doubled.clause) == ((("A", 50_00),), ("A",), "NZ-20.3-S2")
    stake = story.hand(1).stakes[0]
    assert (stake.money, stake.whole) == (50_00, 100_00)
    story.cards("9c").refuses("hand.doubled", "NZ-11.3").hit(1)  # one card, as for any double
    assert money(story.cards("Td Ac"), "A") == [100]  # twenty against seventeen


@pytest.mark.clause("NZ-20.3-S2", "NZ-20.8-S1")
def test_on_a_shared_box_lammers_and_money_mix() -> None:
    """A free, B $30 of his 50, C nothing: 20 beats 17."""
    story = nz("free_bet").shared(3, A=20, B=50, C=10).call().initial("6d", "6s 5h")
    free(story, "double", "A", box=3, B=30)
    story.cards("9c").cards("Td Ac").end()
    assert [story.net(player) for player in "ABC"] == [40, 80, 10]
    lost = nz("free_bet").shared(3, A=20, B=50, C=10).call().initial("6d", "6s 5h")
    free(lost, "double", "A", box=3, B=30).cards("2c").cards("Td Ac").end()  # thirteen
    assert [lost.net(player) for player in "ABC"] == [-20, -80, -10]


# --- splitting


@pytest.mark.clause("NZ-20.4-S1")
@pytest.mark.parametrize("rank", "A23456789")
def test_free_for_aces_to_nines(rank: str) -> None:
    free(bet(f"{rank}s {rank}h"), "split", "A")


@pytest.mark.clause("NZ-20.4-S1", "NZ-20.5")
@pytest.mark.parametrize("hand", ["Ks Kh", "Ks Qh", "Ts Th"])
def test_tens_are_split_with_money_alone(hand: str) -> None:
    story = bet(hand)
    free(story.refuses("split.not_free", "NZ-20.4-S1"), "split", "A")
    story.split(1)
    assert [h.stakes[0].money for h in story.state.box(1).hands] == [50_00, 50_00]


@pytest.mark.clause("NZ-20.4-S1")
@pytest.mark.parametrize(
    ("restricted", "clause"), [({"split": "none"}, "NZ-12.7(a)"), ({"split": "no_aces"}, "NZ-12.7(b)")]
)
def test_restrictions_on_splitting_for_money_leave_it_alone(restricted: dict[str, Any], clause: str) -> None:
    story = bet("As Ah", **restricted)
    story.refuses("split.only_free", clause).split(1)
    free(story, "split", "A")


@pytest.mark.clause("NZ-20.4-S1")
def test_a_further_split_is_free_too_or_by_the_setting_not() -> None:
    story = free(bet("8s 8h"), "split", "A").cards("8c")
    free(story, "split", "A")
    assert [h.stakes[0].free_base for h in story.state.box(1).hands] == [False, True, True]
    paid = nz("free_bet", read={"split_free_again": "False"}).bet(1, "A", 50).call().initial("6d", "8s 8h")
    free(paid, "split", "A").cards("8c")
    free(paid.refuses("split.not_free", "NZ-20.4-S1"), "split", "A")
    paid.split(1)  # with money (20.5)
    assert [h.stakes[0].money for h in paid.state.box(1).hands] == [50_00, 50_00, 0]
    assert dict(paid.state.setup.readings) == {"split_free_again": "False"}  # recorded with the round


@pytest.mark.clause("NZ-20.4-S2")
def test_a_lammer_lies_on_the_new_hand() -> None:
    story = free(bet("8s 8h"), "split", "A")
    (split,) = story.recorded(Split)
    assert (split.free, split.clause) == (("A",), "NZ-20.4-S2")
    first, second = (hand.stakes[0] for hand in story.state.box(1).hands)
    assert (first.money, second.money, second.whole) == (50_00, 0, 50_00)


@pytest.mark.clause("NZ-20.4-S2")
def test_on_a_shared_box_each_splits_in_his_own_way() -> None:
    """A by lammer, B with money, C on hand 2. Eighteen and twenty against nineteen."""
    story = nz("free_bet").shared(3, A=50, B=20, C=10).call().initial("9d", "8s 8h")
    split = on_split(story, free_for=("A",), B="split", C="hand2")
    split.cards("Tc").stand(3).cards("2c").hit(3, hand=2).cards("Kc").stand(3, hand=2).cards("Td").end()
    assert [split.net(player) for player in "ABC"] == [0, 0, 10]


def on_split(story: Story, free_for: tuple[str, ...], box: int = 3, **matches: str) -> Story:
    return story.do(engine.Decide(box, "split", 1, matches=tuple(matches.items()), free=free_for))


@pytest.mark.clause("NZ-20.4-S2")
def test_a_lammer_and_one_hand_named_contradict_each_other() -> None:
    story = nz("free_bet").shared(3, A=50, B=20).call().initial("9d", "8s 8h")
    on_split(story.refuses("decision.player_twice", "NZ-12.2"), free_for=("A", "B"), B="hand2")


@pytest.mark.clause("NZ-20.4-S3")
def test_three_hands_at_most_free_and_paid_together() -> None:
    story = free(bet("8s 8h"), "split", "A").cards("8c").split(1).cards("Tc").stand(1).cards("8d")
    assert story.why_not("split") == "NZ-20.4-S3"
    free(story.refuses("split.too_many_hands", "NZ-20.4-S3"), "split", "A", hand=2)
    story.refuses("split.too_many_hands", "NZ-20.4-S3").split(1, hand=2)


@pytest.mark.clause("NZ-20.4-S4")
def test_aces_are_split_once_by_lammer() -> None:
    story = free(bet("As Ah"), "split", "A").cards("Ac")
    free(story.refuses("hand.split_ace", "NZ-20.4-S4"), "split", "A")
    assert (story.action, story.due.hand) == ("card", 2)  # twelve, one card to each


@pytest.mark.clause("NZ-20.5")
def test_elsewhere_doubling_takes_money() -> None:
    story = bet("8s 4h").double(1)
    assert story.hand(1).stakes[0].money == 100_00
    story = (
        free(bet("8s 8h"), "split", "A").cards("Tc").stand(1).cards("4c").double(1, hand=2)
    )  # on the lammer's hand
    assert (story.hand(1, 2).stakes[0].money, story.hand(1, 2).stakes[0].whole) == (50_00, 100_00)


# --- the dealer


@pytest.mark.clause("NZ-20.6")
@pytest.mark.parametrize(
    ("dealer", "draws"), [("As 6d", True), ("Ts 7d", False), ("As 7d", False), ("As 6d Kc", False)]
)
def test_the_dealer_draws_on_soft_seventeen(dealer: str, draws: bool) -> None:
    first, *rest = dealer.split()
    story = bet("Ts 9h", first).stand(1).cards(" ".join(rest))
    assert (story.action == "card") is draws


@pytest.mark.clause("NZ-20.6")
def test_no_draw_when_all_have_broken() -> None:
    assert bet("Ts 6h", "Ah").hit(1).cards("Kc").settle().action == "collect"


@pytest.mark.clause("NZ-20.7")
def test_twenty_two_stands_off_but_for_a_blackjack() -> None:
    """K-5-7: A's twenty with a lammer gets $50 back, B's Blackjack pays 75, C's broken hand is lost."""
    story = nz("free_bet").bet(1, "A", 50).bet(2, "B", 50).bet(3, "C", 50).call()
    story.initial("Td", "6s 4h", "As Kh", "Ts 6h")
    free(story, "double", "A").cards("Kc").hit(3).cards("9c").settle().cards("5c 7c").end()
    assert [story.net(player) for player in "ABC"] == [0, 75, -50]
    assert (story.result(1).result, story.result(1).clause) == ("stand_off", "NZ-20.7")


# --- what a lammer is worth


@pytest.mark.clause("NZ-20.8-S1")
@pytest.mark.parametrize(
    ("first", "second", "net"),
    [("Tc", "Kc 2h", 0), ("9c", "Td", -50), ("Kc 3h", "Qc 3d", 100)],
)
def test_a_free_split_pays_as_the_original_and_costs_nothing(first: str, second: str, net: float) -> None:
    """$50 on 8-8 against nineteen. 18 loses 50 and 20 on the lammer wins 50; both lose: 50; both win: 100."""
    story = free(bet("8s 8h", "9d"), "split", "A")
    for number, drawn in ((1, first), (2, second)):
        cards = drawn.split()
        story.cards(cards[0])
        for card in cards[1:]:
            story.hit(1, hand=number).cards(card)
        if story.action == "decision" and story.due.hand == number:
            story.stand(1, hand=number)
    assert money(story.cards("Td"), "A") == [net]


@pytest.mark.clause("NZ-20.8-S1")
def test_a_lost_free_double_costs_the_original_alone_and_a_stand_off_nothing() -> None:
    assert money(free(bet("6s 5h"), "double", "A").cards("2c").cards("Td Ac"), "A") == [-50]
    assert money(free(bet("6s 5h", "Td"), "double", "A").cards("8c").cards("9c"), "A") == [0]


@pytest.mark.clause("NZ-20.8-S1")
@pytest.mark.parametrize("elect", [{}, {"double_all_lose": "yes", "split_all_lose": "yes"}])
def test_a_dealers_blackjack_takes_no_lammer_whatever_is_elected(elect: dict[str, Any]) -> None:
    story = free(bet("8s 8h", "Ah", **elect), "split", "A").cards("3c")
    free(story, "double", "A").cards("9c").cards("Tc").stand(1, hand=2)
    assert money(story.cards("Kd"), "A") == [-50]


@pytest.mark.clause("NZ-20.8-S2")
def test_every_lammer_is_taken_back_at_the_end() -> None:
    story = free(bet("8s 8h", "9d"), "split", "A").cards("8c")
    free(story, "split", "A").cards("3c")
    free(story, "double", "A").cards("Kc").cards("Tc").stand(1, hand=2).cards("7c").hit(1, hand=3).cards("9c")
    story.settle().cards("Td")  # hand 3 broke: its lammer is counted still
    while story.action == "settle":
        story.settle()
    assert "every lammer" in story.due.text
    story.collect()
    assert story.recorded(Collected)[0].lammers == 3


@pytest.mark.clause("NZ-20.2-S1")
def test_the_notice() -> None:
    assert ("Free Bet Blackjack", "NZ-20.2-S1") in bet("Ts 9h").rules.notices
