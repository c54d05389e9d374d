"""Rules 7.5.1 to 7.5.3: the decisions in order, drawing and standing, and a hand that nobody decides."""

import pytest

from rounds import engine
from rounds.engine.decisions.events import DirectionAsked, HandDirected, Stood
from tests.engine.story import Story, deal


def one_hand(hand: str, dealer: str = "6d") -> Story:
    """One player with 20 on box 1 and these two cards."""
    return deal().bet(1, "A", 20).call().initial(dealer, hand)


@pytest.mark.clause("VIC03-7.5.1")
def test_from_the_left_hand_by_hand_with_the_total_called() -> None:
    story = deal().bet(2, "A", 10).bet(5, "B", 10).call().initial("6d", "Ts 2h", "9s 8h")
    assert (story.action, story.due.box, story.due.announce) == ("decision", 2, "twelve")
    story.refuses("decision.other_hand_first", "VIC03-7.5.1").stand(5)
    story.hit(2).cards("3c")
    story.refuses("decision.other_hand_first", "VIC03-7.5.1").hit(5)
    story.stand(2)
    assert (story.due.box, story.due.announce) == (5, "seventeen")


@pytest.mark.clause("VIC03-7.5.1")
def test_no_card_without_a_decision() -> None:
    one_hand("Ts 2h").refuses("card.decision_first", "VIC03-7.5.1").cards("3c")


@pytest.mark.clause("VIC03-7.5.1")
def test_no_decision_before_the_further_deal() -> None:
    story = deal().bet(1, "A", 10)
    story.refuses("decision.before_deal", "VIC03-7.5.1").hit(1)
    story.call().refuses("decision.other_phase", "VIC03-7.5.1").hit(1)
    story.cards("Ts 6d").refuses("decision.other_phase", "VIC03-7.5.1").hit(1)
    story.cards("5h").refuses("decision.no_such_hand", "VIC03-7.5.1").hit(2)


@pytest.mark.clause("VIC03-7.5.1(a)")
@pytest.mark.parametrize(
    ("hand", "may"), [("6s 5h", True), ("7s 5h", False), ("5s 4h", True), ("5s 3h", False)]
)
def test_double_as_7_5_4_allows(hand: str, may: bool) -> None:
    story = one_hand(hand)
    assert ("double" in story.legal) is may
    if may:
        story.double(1)
    else:
        story.refuses("double.hard_total_only", "VIC03-7.5.1(a)").double(1)


@pytest.mark.clause("VIC03-7.5.1(b)")
@pytest.mark.parametrize(
    ("hand", "may"), [("8s 8h", True), ("9s 8h", False), ("Ks Th", True), ("As Ah", True)]
)
def test_split_as_7_5_5_allows(hand: str, may: bool) -> None:
    story = one_hand(hand)
    assert ("split" in story.legal) is may
    if may:
        story.split(1)
    else:
        story.refuses("split.not_a_pair", "VIC03-7.5.1(b)").split(1)


@pytest.mark.clause("VIC03-7.5.1(c)")
@pytest.mark.parametrize("hand", ["5s 4h", "2s 3h", "As 2h", "Ts 9h", "8s 8h"])
def test_a_player_may_stand_on_any_total(hand: str) -> None:
    story = one_hand(hand).stand(1)
    assert story.recorded(Stood)[0].clause == "VIC03-7.5.1(c)"
    story.refuses("hand.stood", "VIC03-7.5.1(c)").hit(1)
    assert (story.action, story.due.box) == ("card", 0)


@pytest.mark.clause("VIC03-7.5.1(d)")
def test_a_player_draws_below_21() -> None:
    story = one_hand("As 6h")
    assert "hit" in story.legal
    story.hit(1).cards("3c")  # a soft 20
    assert story.legal == ("hit", "stand")
    story.hit(1).cards("Kc")  # 1 + 6 + 3 + 10 = 20
    story.hit(1).cards("Ac")
    story.refuses("hand.hard_total", "VIC03-7.5.1(d)").hit(1)


@pytest.mark.clause("VIC03-7.5.1(d)")
@pytest.mark.parametrize(
    ("hand", "card", "code"),
    [
        ("9s 5h", "7c", "hand.hard_total"),
        ("As 6h", "4c", "hand.soft_total"),
        ("As Kh", "", "hand.natural"),
        ("Ts 9h", "2c", "hand.hard_total"),
        ("5s 6h", "Kc", "hand.hard_total"),
    ],
)
def test_no_draw_on_a_hard_or_soft_21_or_a_blackjack(hand: str, card: str, code: str) -> None:
    story = one_hand(hand, dealer="Td")
    if card:
        story.hit(1).cards(card)
    story.refuses(code, "VIC03-7.5.1(d)").hit(1)
    story.refuses(code, "VIC03-7.5.1").stand(1)
    assert (story.action, story.due.box) == ("card", 0)


@pytest.mark.clause("VIC03-7.5.1(d)", "VIC03-5.6.5")
def test_a_broken_hand_draws_no_more() -> None:
    story = one_hand("Ts 6h").hit(1).cards("9c")
    story.refuses("hand.broke", "VIC03-5.6.5").hit(1)


@pytest.mark.clause("VIC03-7.5.2")
def test_the_card_asked_for_is_dealt_face_up_and_the_new_total_called() -> None:
    story = one_hand("Ts 2h").hit(1)
    assert (story.action, story.due.box, story.due.clause) == ("card", 1, "VIC03-7.5.2")
    story.refuses("card.dealt_face_up", "VIC03-7.1.1").cards("??")
    story.cards("5c")
    assert (story.action, story.due.announce) == ("decision", "seventeen")


@pytest.mark.clause("VIC03-7.5.2")
def test_the_card_comes_before_the_next_decision() -> None:
    story = one_hand("Ts 2h").hit(1)
    story.refuses("decision.card_first", "VIC03-7.5.2").hit(1)
    story.refuses("decision.card_first", "VIC03-7.5.2").stand(1)


# --- 7.5.3 a player who does not act or is not there


@pytest.mark.clause("VIC03-7.5.3")
def test_a_game_supervisor_directs_at_the_dealers_request() -> None:
    story = one_hand("Ts 2h")
    story.refuses("direction.not_asked", "VIC03-7.5.3").direct(1)
    story.ask(1)
    assert (story.action, story.due.role) == ("direction", "game_supervisor")
    story.refuses("direction.asked", "VIC03-7.5.3").ask(1)
    story.refuses("card.direction_first", "VIC03-7.5.3").cards("5c")
    story.refuses("role.too_low", "VIC03-7.5.3").direct(1, role="dealer")
    story.refuses("direction.not_asked", "VIC03-7.5.3").direct(1, hand=2)
    story.direct(1, role="casino_supervisor")
    assert story.recorded(HandDirected)[0].clause == "VIC03-7.5.3"
    expected = engine.questions.required_role(story.rules, engine.DirectHand(1, 1, ""))
    assert expected is not None
    assert expected[:2] == ("game_supervisor", "VIC03-7.5.3")


@pytest.mark.clause("VIC03-7.5.3")
@pytest.mark.parametrize("reason", ["no_action", "absent"])
def test_the_request_says_why(reason: str) -> None:
    story = one_hand("Ts 2h").ask(1, reason=reason)
    assert story.recorded(DirectionAsked)[0].reason == reason


@pytest.mark.clause("VIC03-7.5.3")
def test_the_player_who_comes_back_decides_himself() -> None:
    story = one_hand("Ts 2h").ask(1).hit(1).cards("5c")
    assert story.action == "decision"
    story = one_hand("Ts 2h").ask(1).direct(1, wait=True)
    assert story.action == "decision"
    story.refuses("direction.not_asked", "VIC03-7.5.3").direct(1)


@pytest.mark.clause("VIC03-7.5.3")
def test_a_player_who_splits_after_the_request_leaves_none_behind() -> None:
    story = one_hand("8s 8h").ask(1).split(1)
    assert (story.action, story.due.box, story.due.hand) == ("card", 1, 1)
    story.cards("5c").refuses("direction.not_asked", "VIC03-7.5.3").direct(1)


@pytest.mark.clause("VIC03-7.5.3")
def test_a_direction_is_only_for_the_hand_in_turn() -> None:
    story = deal().bet(1, "A", 10).bet(2, "B", 10).call().initial("6d", "Ts 2h", "Ts 3h")
    story.refuses("decision.other_hand_first", "VIC03-7.5.1").ask(2)


@pytest.mark.clause("VIC03-7.5.3")
def test_an_absent_player_with_a_pair_stands_on_it() -> None:
    """8 and 8 are a hard 16: no split."""
    story = one_hand("8s 8h").ask(1, reason="absent").direct(1)
    assert (story.action, story.due.box) == ("card", 0)


@pytest.mark.clause("VIC03-7.5.3")
def test_a_directed_hand_is_not_decided_by_anybody() -> None:
    story = one_hand("5s 6h").ask(1).direct(1)
    for refused in (
        story.refuses("decision.card_first", "VIC03-7.5.2").double,
        story.refuses("decision.card_first", "VIC03-7.5.2").hit,
        story.refuses("decision.card_first", "VIC03-7.5.2").stand,
    ):
        refused(1)


def directed(hand: str, cards: str = "") -> tuple[str, int]:
    """What the table waits for, and at which box, once a directed hand has drawn those cards."""
    story = one_hand(hand).ask(1).direct(1)
    if cards:
        story.cards(cards)
    return story.action, story.due.box


COMPLETE = ("card", 0)
DRAWS = ("card", 1)


@pytest.mark.clause("VIC03-7.5.3(c)")
@pytest.mark.parametrize("hand", ["As 6h", "As 7h", "As 8h", "As 9h"])
def test_a_soft_17_or_more_stands(hand: str) -> None:
    assert directed(hand) == COMPLETE


@pytest.mark.clause("VIC03-7.5.3(d)")
@pytest.mark.parametrize(
    ("hand", "cards", "then"),
    [
        ("As 5h", "", DRAWS),  # a soft 16
        ("As Ah", "", DRAWS),  # a soft 12
        ("As 4h", "3c", COMPLETE),  # a soft 18
        ("As 5h", "9c", COMPLETE),  # 1 + 5 + 9, a hard 15
        ("As 2h", "2c", DRAWS),  # a soft 15
        ("As 2h", "2c 2d", COMPLETE),  # a soft 17
        ("As 2h", "9c", COMPLETE),  # 1 + 2 + 9, a hard 12
        ("As Ah", "Kc", COMPLETE),  # 1 + 1 + 10, a hard 12
    ],
)
def test_a_soft_total_below_17_draws_to_soft_17_or_hard_12(
    hand: str, cards: str, then: tuple[str, int]
) -> None:
    assert directed(hand, cards) == then


@pytest.mark.clause("VIC03-7.5.3(e)")
@pytest.mark.parametrize("hand", ["Ts 2h", "6s 6h", "Ts 9h", "7s 8h"])
def test_a_hard_12_or_more_stands(hand: str) -> None:
    assert directed(hand) == COMPLETE


@pytest.mark.clause("VIC03-7.5.3(f)")
@pytest.mark.parametrize(
    ("hand", "cards", "then"),
    [
        ("5s 6h", "", DRAWS),
        ("2s 2h", "", DRAWS),
        ("5s 2h", "Ac", COMPLETE),  # a soft 18
        ("4s 2h", "5c", DRAWS),  # 11
        ("4s 2h", "5c Kc", COMPLETE),  # 21
        ("3s 2h", "Ac", DRAWS),  # a soft 16
        ("3s 2h", "Ac 6c", COMPLETE),  # 3 + 2 + 1 + 6, a hard 12
        ("3s 2h", "6c", DRAWS),  # 11
    ],
)
def test_a_hard_total_below_12_draws_to_soft_17_or_hard_12(
    hand: str, cards: str, then: tuple[str, int]
) -> None:
    assert directed(hand, cards) == then


@pytest.mark.clause("VIC03-7.5.3(f)")
def test_a_directed_split_hand_alone_is_completed() -> None:
    story = one_hand("8s 8h").split(1).cards("2c").ask(1).direct(1).cards("Kd")  # 8 + 2 draws to 20
    assert (story.action, story.due.hand) == ("card", 2)
    story.cards("3d")
    assert (story.action, story.due.hand) == ("decision", 2)
