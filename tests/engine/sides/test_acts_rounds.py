"""The side bets of Canberra, Victoria and the United Kingdom in the round: placing them, and what is their own in
settling them."""

import pytest

from rounds import engine
from tests.engine.story import Story, deal

FIRST_CARD = [
    ("ACT96", "blackjack", "over_13", "ACT96-21.3"),
    ("ACT96", "blackjack", "under_13", "ACT96-21.3"),
    ("ACT96", "blackjack", "super_sevens", "ACT96-23.2"),
    ("ACT03", "blackjack", "super_sevens", "ACT03-17.3-B01"),
    ("ACT03", "blackjack", "perfect_pairs", "ACT03-18.8-B01"),
    ("VIC03", "crown_pontoon", "pontoon_pandemonium", "VIC03-11.5.1"),
    ("VIC03", "crown_blackjack", "magnificent_sevens", "VIC03-13.5.1"),
    ("VIC03", "crown_blackjack", "perfect_pairs", "VIC03-15.4.1"),
    ("UK", "blackjack", "perfect_pairs", "UK-B02"),
    ("UK", "blackjack", "21_plus_3", "UK-B02"),
    ("UK", "blackjack", "top_3", "UK-B02"),
]
PLAYERS_OWN = [
    ("ACT96", "blackjack", "over_13", "ACT96-21.4-S1"),
    ("ACT96", "blackjack", "super_sevens", "ACT96-23.3-S1"),
    ("VIC03", "crown_pontoon", "pontoon_pandemonium", "VIC03-11.5.2"),
    ("VIC03", "blackjack", "magnificent_sevens", "VIC03-13.5.2"),
    ("VIC03", "blackjack", "perfect_pairs", "VIC03-15.4.2"),
    ("UK", "blackjack", "perfect_pairs", "UK-B03"),
    ("UK", "blackjack", "21_plus_3", "UK-B03"),
    ("UK", "blackjack", "top_3", "UK-B03"),
]


def amount(book: str, bet: str) -> int:
    return 1 if (book, bet) == ("ACT96", "super_sevens") else 5


@pytest.mark.clause("ACT96-21.3", "ACT96-23.2", "ACT03-17.3-B01", "ACT03-18.8-B01", "VIC03-11.5.1")
@pytest.mark.clause("VIC03-13.5.1", "VIC03-15.4.1", "UK-B02")
@pytest.mark.parametrize(("book", "game", "bet", "clause"), FIRST_CARD)
def test_a_side_wager_is_placed_before_the_first_card_of_the_round(
    book: str, game: str, bet: str, clause: str
) -> None:
    stake = amount(book, bet)
    story = deal(book, game=game, offer=[bet]).bet(1, "A", 20).bet(2, "B", 20).bet(1, "A", stake, bet)
    story.call().cards("9h").refuses("side_bet.after_first_card", clause).bet(2, "B", stake, bet)


@pytest.mark.clause(
    "ACT96-21.4-S1", "ACT96-23.3-S1", "VIC03-11.5.2", "VIC03-13.5.2", "VIC03-15.4.2", "UK-B03"
)
@pytest.mark.clause("VIC03-11.2.1-B01", "VIC03-13.2.1-B01")
@pytest.mark.parametrize(("book", "game", "bet", "clause"), PLAYERS_OWN)
def test_it_lies_beside_a_wager_of_the_same_player_on_the_same_box(
    book: str, game: str, bet: str, clause: str
) -> None:
    stake = amount(book, bet)
    story = deal(book, game=game, offer=[bet]).bet(3, "A", 20).bet(4, "B", 20)
    story.refuses("side_bet.needs_wager", clause).bet(3, "B", stake, bet)
    story.refuses("side_bet.needs_wager", clause).bet(5, "A", stake, bet)
    story.bet(3, "A", stake, bet).unbet(3, "A")
    assert not story.state.box(3).sides


@pytest.mark.clause("VIC03-11.5.3", "VIC03-13.5.3", "VIC03-15.4.3")
@pytest.mark.parametrize(
    ("game", "bet", "clause"),
    [
        ("crown_pontoon", "pontoon_pandemonium", "VIC03-11.5.3"),
        ("blackjack", "magnificent_sevens", "VIC03-13.5.3"),
        ("blackjack", "perfect_pairs", "VIC03-15.4.2"),
    ],
)
def test_a_player_on_three_boxes_has_one_beside_each_wager(game: str, bet: str, clause: str) -> None:
    story = deal(game=game, offer=[bet]).several("A")
    for box in (1, 2, 3):
        story.bet(box, "A", 20).bet(box, "A", 5, bet)
        story.refuses("side_bet.second_wager", clause).bet(box, "A", 5, bet)
    assert [len(box.sides) for box in story.state.boxes[:4]] == [1, 1, 1, 0]


@pytest.mark.clause("VIC03-15.4.2", "VIC03-13.5.3", "VIC03-11.5.3")
@pytest.mark.parametrize(
    ("game", "bet"),
    [
        ("crown_pontoon", "pontoon_pandemonium"),
        ("blackjack", "magnificent_sevens"),
        ("blackjack", "perfect_pairs"),
    ],
)
def test_each_player_on_a_box_may_have_one(game: str, bet: str) -> None:
    story = deal(game=game, offer=[bet]).shared(1, A=20, B=30, C=10)
    story.bet(1, "A", 5, bet).bet(1, "C", 25, bet)
    assert [(side.player, side.amount) for side in story.state.box(1).sides] == [("A", 5_00), ("C", 25_00)]


@pytest.mark.clause("VIC03-11.5.1", "VIC03-13.5.1")
@pytest.mark.parametrize(
    ("game", "bet", "clause"),
    [
        ("crown_pontoon", "pontoon_pandemonium", "VIC03-11.5.1"),
        ("blackjack", "magnificent_sevens", "VIC03-13.5.1"),
    ],
)
def test_under_the_other_reading_it_is_a_single_chip(game: str, bet: str, clause: str) -> None:
    chips = (5, 25, 100)
    story = deal(game=game, offer=[bet], chips=chips).bet(1, "A", 25).bet(1, "A", 30, bet)
    assert story.state.box(1).sides[0].amount == 30_00
    story = deal(game=game, offer=[bet], chips=chips, read={f"{bet}.one_chip": "yes"}).bet(1, "A", 25)
    story.refuses("side_bet.one_chip", clause).bet(1, "A", 30, bet).bet(1, "A", 25, bet)


def canberra(bet: str, **more: object) -> Story:
    return deal("ACT03", offer=[bet], **more)  # type: ignore[arg-type]


@pytest.mark.clause("ACT03-17.3-B02", "ACT03-18.8-B02", "ACT03-4.2")
@pytest.mark.parametrize("bet", ["super_sevens", "perfect_pairs"])
def test_canberra_takes_chips_alone(bet: str) -> None:
    canberra(bet).bet(1, "A", 20).refuses("side_bet.chips_only", "ACT03-4.2").bet(1, "A", 5, bet, "cash")


@pytest.mark.clause("ACT03-17.4")
def test_super_sevens_of_2003_is_an_approved_amount() -> None:
    story = canberra("super_sevens", sign={"super_sevens": (5, 5)}).bet(1, "A", 20)
    story.refuses("side_bet.above_maximum", "ACT03-17.4").bet(1, "A", 10, "super_sevens")
    story.refuses("side_bet.below_minimum", "ACT03-17.4").bet(1, "A", 4, "super_sevens")
    story.bet(1, "A", 5, "super_sevens").refuses("side_bet.above_maximum", "ACT03-17.4").bet(
        1, "A", 5, "super_sevens"
    )


@pytest.mark.clause("ACT03-17.4")
def test_under_the_other_reading_super_sevens_counts_up_to_the_approved_amount() -> None:
    read = {"super_sevens.sign_refuses": "no"}
    story = canberra("super_sevens", sign={"super_sevens": (5, 5)}, read=read).bet(1, "A", 20)
    story.bet(1, "A", 10, "super_sevens").call().initial("6d", "7h Kd").settle()
    assert story.side(1, "A", "super_sevens") == ("win", 15)


@pytest.mark.clause("ACT03-17.5", "ACT03-18.10")
@pytest.mark.parametrize(
    ("bet", "clause", "cards"),
    [("super_sevens", "ACT03-17.5", "7h Kd"), ("perfect_pairs", "ACT03-18.10", "8h 8h")],
)
def test_in_2003_it_is_void_without_a_wager_of_the_player_on_the_box(
    bet: str, clause: str, cards: str
) -> None:
    # B's lies on A's box and C's on an empty one.
    story = canberra(bet).bet(1, "A", 20).bet(1, "B", 5, bet).bet(2, "C", 5, bet).call()
    story.initial("6d", cards)
    returned = [(item.action, item.result.player, item.result.clause) for item in story.due.items]
    assert returned == [("return", "B", clause), ("return", "C", clause)]
    story.settle()
    assert story.side(1, "B", bet) == ("void", 0)
    assert story.side(2, "C", bet) == ("void", 0)


@pytest.mark.clause("ACT03-17.5", "ACT03-18.10")
@pytest.mark.parametrize("bet", ["super_sevens", "perfect_pairs"])
def test_in_2003_the_main_wager_may_follow_the_side_wager(bet: str) -> None:
    story = canberra(bet).bet(1, "A", 5, bet).bet(1, "A", 20).call().initial("6d", "7h 7c")
    assert story.state.box(1).sides[0].effective == 5_00


@pytest.mark.clause("ACT03-17.5", "ACT03-18.10")
@pytest.mark.parametrize(
    ("bet", "clause"), [("super_sevens", "ACT03-17.5"), ("perfect_pairs", "ACT03-18.10")]
)
def test_under_the_other_reading_it_is_refused_without_the_main_wager(bet: str, clause: str) -> None:
    story = canberra(bet, read={f"{bet}.needs_wager": "refused"}).bet(1, "A", 20)
    story.refuses("side_bet.needs_wager", clause).bet(1, "B", 5, bet)


@pytest.mark.clause("ACT96-23.4")
def test_a_dollar_whose_main_wager_is_not_in_play_is_void() -> None:
    # A was warned before: $3 under the minimum of $5 is returned, and the seven wins nothing.
    carry, late = engine.values.Carry(warned=("A",)), {"under_minimum_returned": "after_result"}
    story = deal("ACT96", offer=["super_sevens"], minimum=5, carry=carry, read=late).shared(1, A=3, B=20)
    story.bet(1, "A", 1, "super_sevens").bet(1, "B", 1, "super_sevens").call().initial("6d", "7h Kd").settle()
    assert story.side(1, "A", "super_sevens") == ("void", 0)
    assert story.result(1, "A", 0, "super_sevens").clause == "ACT96-23.4"
    assert story.side(1, "B", "super_sevens") == ("win", 3)


@pytest.mark.clause("ACT03-18.12(b)", "ACT03-18.14")
def test_in_2003_the_further_deal_follows_the_pairs() -> None:
    story = canberra("perfect_pairs").bet(1, "A", 20).bet(1, "A", 10, "perfect_pairs").call()
    story.initial("6d", "8h 8s").refuses("decision.payment_first", "ACT03-18.12(a)").split(1)
    story.settle().split(1).cards("8h")
    assert story.side(1, "A", "perfect_pairs") == ("win", 60)


@pytest.mark.clause("UK-B04", "UK-PP03")
def test_a_pair_wager_is_for_the_first_two_cards_whatever_is_split() -> None:
    story = deal("UK", offer=["perfect_pairs"]).bet(1, "A", 20).bet(1, "A", 5, "perfect_pairs").call()
    story.initial("6d", "8h 8s").settle().split(1).cards("8h 8s").stand(1).stand(1, hand=2)
    story.cards("Td Kd").end()
    assert story.side(1, "A", "perfect_pairs") == ("win", 25)
    assert story.net("A") == 65
    assert not story.next_round().state.box(1).sides


@pytest.mark.clause("UK-T21-01", "UK-TOP01")
def test_three_cards_are_settled_on_the_dealers_first_card() -> None:
    story = deal("UK", offer=["21_plus_3", "top_3"]).bet(1, "A", 20).bet(2, "B", 20)
    for box, player in ((1, "A"), (2, "B")):
        story.bet(box, player, 5, "21_plus_3").bet(box, player, 5, "top_3")
    story.call().initial("7c", "5c 6c", "9h 9d").settle()
    assert story.side(1, "A", "21_plus_3") == ("win", 45)
    assert story.side(1, "A", "top_3") == ("win", 900)
    assert story.side(2, "B", "21_plus_3") == ("lose", -5)
    assert story.side(2, "B", "top_3") == ("lose", -5)


# --- settling them


def due(story: Story) -> list[tuple[str, int, str, float]]:
    """What is to be settled: action, box, bet, dollars."""
    return [
        (item.action, item.result.box, item.result.bet, (item.result.pays or item.result.takes) / 100)
        for item in story.due.items
    ]


def sevens(book: str, stake: int, *players: str) -> Story:
    """A box for each player with $20 and a wager on Super Sevens, called."""
    story = deal(book, offer=["super_sevens"])
    for box, player in enumerate(players, start=1):
        story.bet(box, player, 20).bet(box, player, stake, "super_sevens")
    return story.call()


@pytest.mark.clause("ACT96-23.7(b)", "ACT96-10(a)(i)")
def test_sevens_are_settled_before_a_blackjack_is_paid() -> None:
    story = sevens("ACT96", 1, "A", "B").initial("6d", "As Kh", "7c 9d")
    assert due(story) == [
        ("take", 1, "super_sevens", 1),
        ("pay", 2, "super_sevens", 3),
        ("pay", 1, "main", 30),
    ]


@pytest.mark.clause("ACT96-23.10")
def test_under_the_other_reading_three_suited_sevens_are_paid_when_the_hand_is_complete() -> None:
    story = deal("ACT96", offer=["super_sevens"], read={"super_sevens.paid_after": "none"})
    story.bet(1, "A", 20).bet(1, "A", 1, "super_sevens").bet(2, "B", 20).call()
    story.initial("6d", "7c 7c", "9s 2h").hit(1).cards("7c")
    assert due(story) == [("pay", 1, "super_sevens", 5000)]


@pytest.mark.clause("ACT96-23.11", "ACT96-23.10")
def test_split_sevens_of_one_suit_wait_until_the_round_has_been_dealt() -> None:
    story = sevens("ACT96", 1, "A").initial("6d", "7h 7h").split(1).cards("7h")
    assert story.action == "decision"
    story.stand(1).cards("Tc").stand(1, hand=2).cards("Td 5d")
    assert ("pay", 1, "super_sevens", 5000) in due(story)
    assert story.end().net("A") == 4960  # both hands lose to 21


@pytest.mark.clause("ACT03-17.9-B01", "ACT03-17.7-B01")
def test_in_2003_two_sevens_are_paid_though_the_hand_breaks() -> None:
    story = sevens("ACT03", 5, "A", "B").initial("6d", "7h 7h", "9s 2h").settle().hit(1).cards("Kc")
    assert ("pay", 1, "super_sevens", 500) in due(story)
    assert story.settle().net("A") == 480


@pytest.mark.clause("VIC03-13.5.3", "VIC03-13.8.1-T1-N1")
def test_each_player_on_a_box_has_the_same_sevens() -> None:
    story = deal(offer=["magnificent_sevens 1"]).shared(1, A=20, B=10)
    story.bet(1, "A", 5, "magnificent_sevens").bet(1, "B", 10, "magnificent_sevens")
    story.refuses("side_bet.second_wager", "VIC03-13.5.3").bet(1, "B", 5, "magnificent_sevens")
    story.call().initial("6d", "7s 7s").hit(1).cards("7s")
    assert [pays for _, _, _, pays in due(story)] == [38_850, 77_700]
