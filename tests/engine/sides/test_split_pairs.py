"""Further Perfect Pair and Any Pair wagers on split hands (NZ 15B.9, 15B.10, 15C.10, 15C.11)."""

import pytest

from rounds import engine
from rounds.engine.wagers.events import WagerPlaced, WagerRefused
from tests.engine.story import Dollars, Story, cents, deal

PERFECT, ANY = "perfect_pairs", "any_pair"


def table(bet: str = PERFECT, scale: str = "2", **setup: object) -> Story:
    elect = {"pairs_on_split": "yes"}
    return deal("NZ", offer=[f"{bet} {scale}"], elect=elect, sign={bet: (1, 100)}, **setup)  # type: ignore[arg-type]


def pair(story: Story, box: int, hand: int, player: str, amount: Dollars = 5, bet: str = PERFECT) -> Story:
    return story.do(engine.PlaceWager(box, player, cents(amount), bet, hand=hand))


def split_on_box_3(bet: str = PERFECT, earlier: tuple[str, ...] = (), scale: str = "2") -> Story:
    """P1 to P6 with $20 on the boxes of their numbers; those named bet on box 3's first cards; box 3 splits eights."""
    story = table(bet, scale)
    for number in range(1, 7):
        story.bet(number, f"P{number}", 20)
    for player in earlier:
        story.bet(3, player, 5, bet)
    hands = ["Ts 9s"] * 6
    hands[2] = "8s 8h"
    story.call().initial("6d", *hands)
    if story.action == "settle":
        story.settle()
    return story.stand(1).stand(2).split(3)


def on_hand(story: Story, hand: int, box: int = 3) -> list[str]:
    """Who has a wager waiting on a split hand."""
    return [wager.player for wager in story.state.box(box).sides if wager.hand == hand and not wager.settled]


@pytest.mark.clause("NZ-15B.9")
def test_a_player_of_another_box_may_wager_on_a_split_hand() -> None:
    story = split_on_box_3()
    assert [(offer.kind, offer.box, offer.hand, offer.most) for offer in story.due.offers] == [
        ("pair", 3, 1, cents(100)),
        ("pair", 3, 2, cents(100)),
    ]
    pair(story, 3, 1, "P5")
    assert story.recorded(WagerPlaced)[0].clause == "NZ-15B.9"
    # Who did not wager before the round is too late.
    pair(story.refuses("split_wager.no_earlier_wager", "NZ-15B.9"), 3, 1, "Q")


@pytest.mark.clause("NZ-15B.9", "NZ-15C.10")
@pytest.mark.parametrize(("bet", "clause"), [(PERFECT, "NZ-15B.9"), (ANY, "NZ-15C.10")])
def test_split_hands_are_wagered_on_only_where_the_table_has_elected_it(bet: str, clause: str) -> None:
    story = deal("NZ", offer=[f"{bet} 2"]).bet(1, "A", 20).call().initial("6d", "8s 8h").split(1)
    assert story.due.offers == ()
    pair(story.refuses("split_wager.not_elected", clause), 1, 1, "A", bet=bet)


@pytest.mark.clause("NZ-15B.9")
def test_hands_of_equal_value_split_and_hands_split_again_are_split_hands_too() -> None:
    story = table().bet(1, "A", 20).call().initial("6d", "Ts Kh").split(1)
    pair(story, 1, 2, "A").cards("Tc").split(1)
    # The hand that waited as the second is the third now, and its wager with it.
    assert (on_hand(story, 2, 1), on_hand(story, 3, 1)) == ([], ["A"])
    pair(story, 1, 1, "A").cards("Th")
    # Ten of spades and of hearts: a mixed pair at 6 to 1.
    assert story.items == [("pay", 1, "A", 30.0)]
    assert story.due.items[0].result.hand == 1
    story.settle().stand(1).cards("4d").stand(1, 2).cards("Ks")
    # King of hearts and of spades on the third.
    assert (story.items, story.due.items[0].result.hand) == ([("pay", 1, "A", 30.0)], 3)


@pytest.mark.clause("NZ-15B.9")
def test_a_wager_on_a_hand_that_had_one_before_is_another() -> None:
    story = (
        pair(table().bet(1, "A", 20).call().initial("6d", "8s 8h").split(1), 1, 1, "A").cards("8c").settle()
    )
    pair(story.split(1), 1, 1, "A", 7).cards("8d")
    # Spades and clubs, coloured at 12 to 1 on 5; then spades and diamonds, mixed at 6 to 1 on 7.
    assert story.items == [("pay", 1, "A", 42.0)]
    story.settle()
    assert [(r.hand, r.pays) for r in story.state.results] == [(1, cents(60)), (1, cents(42))]


@pytest.mark.clause("NZ-15B.10-S1")
def test_a_split_hand_is_wagered_on_until_its_second_card() -> None:
    story = split_on_box_3().cards("3c")
    pair(story.refuses("split_wager.second_card", "NZ-15B.10-S1"), 3, 1, "P3")
    pair(story, 3, 2, "P3")
    pair(story.refuses("split_wager.no_such_hand", "NZ-15B.3"), 3, 3, "P3")
    pair(story.refuses("split_wager.no_such_hand", "NZ-15B.3"), 1, 1, "P3")  # a hand that was not split
    story.refuses("side_bet.after_first_card", "NZ-15B.3").bet(3, "P3", 5, PERFECT)


@pytest.mark.clause("NZ-15C.11-S1")
def test_any_pair_until_the_second_card_of_that_hand() -> None:
    story = split_on_box_3(ANY).cards("3c")
    pair(story.refuses("split_wager.second_card", "NZ-15C.11-S1"), 3, 1, "P3", bet=ANY)
    pair(story, 3, 2, "P3", bet=ANY)


@pytest.mark.clause("NZ-15B.10-S2")
def test_three_on_each_hand() -> None:
    story = split_on_box_3()
    for hand in (1, 2):
        for player in ("P3", "P1", "P2"):
            pair(story, 3, hand, player)
        pair(story.refuses("split_wager.hand_full", "NZ-15B.10-S2"), 3, hand, "P4")
    assert len([wager for wager in story.state.box(3).sides if wager.hand]) == 6
    # One of the three may add to his.
    pair(story, 3, 1, "P1", 10)
    assert [w.amount for w in story.state.box(3).sides if (w.hand, w.player) == (1, "P1")] == [cents(15)]


@pytest.mark.clause("NZ-15C.11-S2")
def test_three_any_pairs_on_each_hand() -> None:
    story = split_on_box_3(ANY)
    for player in ("P3", "P1", "P2"):
        pair(story, 3, 1, player, bet=ANY)
    pair(story.refuses("split_wager.hand_full", "NZ-15C.11-S2"), 3, 1, "P4", bet=ANY)


@pytest.mark.clause("NZ-15B.10(a)", "NZ-15C.11(a)")
@pytest.mark.parametrize(("bet", "clause"), [(PERFECT, "NZ-15B.10(a)"), (ANY, "NZ-15C.11(a)")])
def test_a_player_on_the_box_comes_first(bet: str, clause: str) -> None:
    story = split_on_box_3(bet)
    for player in ("P1", "P2", "P4"):
        pair(story, 3, 1, player, bet=bet)
    pair(story, 3, 1, "P3", bet=bet)
    assert on_hand(story, 1) == ["P1", "P2", "P3"]
    (back,) = story.recorded(WagerRefused)
    assert (back.player, back.amount, back.hand, back.clause) == ("P4", cents(5), 1, clause)


@pytest.mark.clause("NZ-15B.10(b)", "NZ-15B.10(c)")
def test_players_with_an_earlier_wager_on_its_first_cards_come_second() -> None:
    # P5 and P1 had one, P2 not: places for P3, P1 and P5, in whatever order they ask.
    story = split_on_box_3(earlier=("P5", "P1"))
    for player in ("P2", "P3", "P1"):
        pair(story, 3, 1, player)
    pair(story, 3, 1, "P5")
    assert on_hand(story, 1) == ["P3", "P1", "P5"]
    assert story.recorded(WagerRefused)[0].clause == "NZ-15B.10(b)"
    pair(story.refuses("split_wager.hand_full", "NZ-15B.10(c)"), 3, 1, "P2")


@pytest.mark.clause("NZ-15C.11(b)")
def test_earlier_wagers_are_ranked_from_the_dealers_left() -> None:
    # P6, P4 and P1 had one: with P3 and one other place taken, those of boxes 1 and 4.
    story = split_on_box_3(ANY, earlier=("P6", "P4", "P1"))
    for player in ("P3", "P6", "P4", "P1"):
        pair(story, 3, 1, player, bet=ANY)
    assert on_hand(story, 1) == ["P3", "P4", "P1"]
    pair(story.refuses("split_wager.hand_full", "NZ-15C.11(b)"), 3, 1, "P6", bet=ANY)


@pytest.mark.clause("NZ-15B.10(c)", "NZ-15C.11(c)")
@pytest.mark.parametrize("bet", [PERFECT, ANY])
def test_all_others_come_last_from_the_dealers_left(bet: str) -> None:
    # Two places are taken by those who come first: of P6 and P2 the third goes to P2.
    story = split_on_box_3(bet, earlier=("P4",))
    for player in ("P3", "P4", "P6", "P2"):
        pair(story, 3, 1, player, bet=bet)
    assert on_hand(story, 1) == ["P3", "P4", "P2"]


@pytest.mark.clause("NZ-15B.10-S3")
def test_they_are_settled_as_soon_as_the_second_card_lies() -> None:
    # Eight of spades twice: a perfect pair, 25 to 1 on scale two.
    story = pair(pair(split_on_box_3(), 3, 1, "P3"), 3, 2, "P3").cards("8s")
    assert (story.items, story.due.clause) == ([("pay", 3, "P3", 125.0)], "NZ-15B.10-S3")
    story.refuses("decision.payment_first", "NZ-15B.10-S3").stand(3)
    story.settle().stand(3).cards("9c")  # the second hand: eight of hearts and a nine
    assert story.items == [("take", 3, "P3", 5.0)]
    story.settle().stand(3, 2).stand(4).stand(5).stand(6).cards("Kd Qd").end()
    # The dealer breaks: 40 on the hands, 125 won and 5 lost on pairs.
    assert story.net("P3") == 40 + 125 - 5
    assert story.net("P1") == 20


@pytest.mark.clause("NZ-15C.11-S3")
def test_any_pair_pays_ten_to_one_at_once_on_scale_two() -> None:
    story = pair(split_on_box_3(ANY), 3, 1, "P3", bet=ANY).cards("8d")
    assert story.items == [("pay", 3, "P3", 50.0)]


@pytest.mark.clause("NZ-15B.4")
def test_the_sign_holds_for_them() -> None:
    story = split_on_box_3()
    pair(story.refuses("split_wager.outside_limits", "NZ-15B.4"), 3, 1, "P3", "0.50")
    pair(story.refuses("split_wager.outside_limits", "NZ-15B.4"), 3, 1, "P3", 101)
    pair(story, 3, 1, "P3", 60)
    pair(
        story.refuses("split_wager.outside_limits_with_others", "NZ-15B.4"), 3, 1, "P5", 41
    )  # the maximum is the box's
    pair(story.refuses("split_wager.outside_limits_with_others", "NZ-15B.4"), 3, 1, "P3", 41)
    pair(story.refuses("wager.not_above_zero", "NZ-15B.4"), 3, 1, "P3", 0)
    story.refuses("split_wager.chips_only", "NZ-5.2").do(
        engine.PlaceWager(3, "P3", cents(5), PERFECT, "cash", 1)
    )


def test_the_other_reading_admits_only_those_with_an_earlier_wager() -> None:
    story = table(read={"perfect_pairs.split_hands.wagered": "bet"}).bet(1, "A", 20).bet(2, "B", 20)
    story.bet(1, "B", 5, PERFECT).call().initial("6d", "8s 8h", "Ts 9s").settle().split(1)
    pair(story.refuses("split_wager.no_earlier_bet", "NZ-15B.9"), 1, 1, "A")
    pair(story, 1, 1, "B")


def test_bets_that_are_not_taken_on_split_hands() -> None:
    story = deal("NZ", offer=["house_money"], elect={"pairs_on_split": "yes"}).bet(1, "A", 20)
    story.call().initial("6d", "8s 8h").split(1)
    assert story.due.offers == ()
    pair(story.refuses("split_wager.not_this_bet", "NZ-15D.2-S1"), 1, 1, "A", bet="house_money")
    pair(story.refuses("split_wager.not_main", "NZ-5.5(b)"), 1, 1, "A", bet="main")


def test_a_wager_on_a_split_hand_is_undone() -> None:
    story = split_on_box_3()
    pair(story, 3, 1, "P5").undo()
    assert on_hand(story, 1) == []
