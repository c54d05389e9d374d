"""Every side bet of New Zealand: whether it is offered, who may place it where, until when and how much."""

import pytest

from rounds.engine.wagers.events import WagerRefused
from tests.engine.story import Story, deal
from tests.refusing import refused_as

OWN = (
    # bet, offered, beside an initial wager, on its own box, deadline, amount
    ("super_sevens", "NZ-15.1", "NZ-15.2-S1", "NZ-15.2-S2", "NZ-15.2-S1", "NZ-15.3"),
    ("madness_21", "NZ-15A.1", "NZ-15A.2-S1", "NZ-15A.2-S2", "NZ-15A.2-S1", "NZ-15A.3"),
    ("house_money", "NZ-15D.1", "NZ-15D.2-S1", "NZ-15D.2-S2", "NZ-15D.2-S1", "NZ-15D.4"),
    ("let_it_ride", "NZ-15E.1", "NZ-15E.2-S1", "NZ-15E.2-S2", "NZ-15E.2-S1", "NZ-15E.3"),
    ("buster", "NZ-15H.1", "NZ-15H.2-S1", "NZ-15H.2-S2", "NZ-15H.3", "NZ-15H.4"),
    ("push_22", "NZ-20A.1", "NZ-20A.2-S1", "NZ-20A.2-S2", "NZ-20A.2-S1", "NZ-20A.3"),
)
"""Bets that lie beside the player's own wager."""
ANY = (
    ("perfect_pairs", "NZ-15B.1", "NZ-15B.2-S1", "NZ-15B.2-S2", "NZ-15B.3", "NZ-15B.4", "NZ-15B.2-S3"),
    ("any_pair", "NZ-15C.1", "NZ-15C.3-S1", "NZ-15C.3-S2", "NZ-15C.4", "NZ-15C.5", "NZ-15C.3-S3"),
    ("lucky_match", "NZ-15F.1", "NZ-15F.3-S1", "NZ-15F.3-S2", "NZ-15F.4", "NZ-15F.5", "NZ-15F.3-S3"),
    ("lucky_lucky", "NZ-15G.1", "NZ-15G.2-S1", "NZ-15G.2-S2", "NZ-15G.3", "NZ-15G.4", "NZ-15G.2-S3"),
)
"""Bets that lie on any box with a wager, three of them on one."""
EVERY = OWN + tuple(clauses[:6] for clauses in ANY)


def table(bet: str) -> Story:
    """One on which players A and B wager, and the bet runs from $5 to $25."""
    return deal("NZ", offer=(bet,), sign={bet: (5, 25)}).bet(1, "A", 20).bet(6, "B", 20)


@pytest.mark.clause("NZ-15.1", "NZ-15A.1", "NZ-15B.1", "NZ-15C.1", "NZ-15D.1", "NZ-15E.1", "NZ-15F.1")
@pytest.mark.clause("NZ-15G.1", "NZ-15H.1", "NZ-20A.1")
@pytest.mark.parametrize(("bet", "offered"), [clauses[:2] for clauses in EVERY])
def test_it_is_placed_only_where_the_operator_offers_it(bet: str, offered: str) -> None:
    deal("NZ").bet(1, "A", 20).refuses("side_bet.not_offered", offered).bet(1, "A", 5, bet)
    table(bet).bet(1, "A", 5, bet)


@pytest.mark.clause("NZ-15.2-S1", "NZ-15A.2-S1", "NZ-15D.2-S1", "NZ-15E.2-S1", "NZ-15H.2-S1", "NZ-20A.2-S1")
@pytest.mark.clause("NZ-15.2-S2", "NZ-15A.2-S2", "NZ-15D.2-S2", "NZ-15E.2-S2", "NZ-15H.2-S2", "NZ-20A.2-S2")
@pytest.mark.parametrize(
    ("bet", "beside", "own_box"), [(clauses[0], clauses[2], clauses[3]) for clauses in OWN]
)
def test_it_lies_beside_the_players_own_wager(bet: str, beside: str, own_box: str) -> None:
    story = table(bet)
    # Player C wagers nowhere; A does, but not on box 6.
    for box, player in ((1, "C"), (6, "A")):
        with refused_as("side_bet.needs_wager", beside) as caught:
            story.bet(box, player, 5, bet)
        assert (caught.value.values["box"], own_box in caught.value.also) == (box, True)
    story.bet(1, "A", 5, bet)
    assert [(w.player, w.bet, w.amount) for w in story.state.box(1).sides] == [("A", bet, 500)]


@pytest.mark.clause("NZ-15B.2-S1", "NZ-15C.3-S1", "NZ-15F.3-S1", "NZ-15G.2-S1")
@pytest.mark.clause("NZ-15B.2-S2", "NZ-15C.3-S2", "NZ-15F.3-S2", "NZ-15G.2-S2")
@pytest.mark.parametrize(
    ("bet", "beside", "any_box"), [(clauses[0], clauses[2], clauses[3]) for clauses in ANY]
)
def test_it_lies_on_any_box_with_a_wager_for_a_player_who_has_one(
    bet: str, beside: str, any_box: str
) -> None:
    story = table(bet)
    story.refuses("side_bet.empty_box", any_box).bet(7, "A", 5, bet)
    story.refuses("side_bet.needs_any_wager", beside).bet(6, "C", 5, bet)
    story.bet(6, "A", 5, bet)
    assert [(w.player, w.bet, w.amount) for w in story.state.box(6).sides] == [("A", bet, 500)]


@pytest.mark.clause("NZ-15.2-S1", "NZ-15A.2-S1", "NZ-15B.3", "NZ-15C.4", "NZ-15D.2-S1", "NZ-15E.2-S1")
@pytest.mark.clause("NZ-15F.4", "NZ-15G.3", "NZ-15H.3", "NZ-20A.2-S1")
@pytest.mark.parametrize(("bet", "deadline"), [(clauses[0], clauses[4]) for clauses in EVERY])
def test_it_is_placed_before_the_first_card(bet: str, deadline: str) -> None:
    story = table(bet).call().cards("9s")
    story.refuses("side_bet.after_first_card", deadline).bet(1, "A", 5, bet)


@pytest.mark.clause("NZ-15F.4")
def test_a_split_opens_nothing_for_lucky_match() -> None:
    story = deal("NZ", offer=["lucky_match"], elect={"pairs_on_split": "yes"}).bet(1, "A", 20)
    story.call().initial("6d", "8s 8h").split(1)
    story.refuses("side_bet.after_first_card", "NZ-15F.4").bet(1, "A", 5, "lucky_match")


@pytest.mark.clause("NZ-15.3", "NZ-15A.3", "NZ-15B.4", "NZ-15C.5", "NZ-15D.4", "NZ-15E.3")
@pytest.mark.clause("NZ-15F.5", "NZ-15G.4", "NZ-15H.4", "NZ-20A.3")
@pytest.mark.parametrize(("bet", "amount"), [(clauses[0], clauses[5]) for clauses in EVERY])
def test_its_amount_is_on_the_sign(bet: str, amount: str) -> None:
    story = table(bet)
    story.refuses("side_bet.below_minimum", amount).bet(1, "A", 4, bet)
    story.refuses("side_bet.above_maximum", amount).bet(1, "A", 26, bet)
    story.bet(1, "A", 25, bet)


@pytest.mark.clause("NZ-15B.2-S3", "NZ-15C.3-S3", "NZ-15F.3-S3", "NZ-15G.2-S3")
@pytest.mark.parametrize(("bet", "most"), [(clauses[0], clauses[6]) for clauses in ANY])
def test_three_lie_on_a_box_and_its_own_players_come_first(bet: str, most: str) -> None:
    story = deal("NZ", offer=[bet])
    for box, player in enumerate("ABCDE", start=1):
        story.bet(box, player, 20)
    for player in "BCD":
        story.bet(1, player, 5, bet)
    story.refuses("side_bet.box_full", most).bet(1, "E", 5, bet)
    story.bet(1, "A", 5, bet)
    (back,) = story.recorded(WagerRefused)
    assert (back.player, back.amount, back.clause) == ("D", 500, most)
    story.refuses("side_bet.box_full", most).bet(1, "D", 5, bet)


# --- Super Sevens in the round: settled as soon as the result is known


def sevens(*players: str, **read: str) -> Story:
    story = deal(
        "NZ", offer=["super_sevens"], read={f"super_sevens.{name}": way for name, way in read.items()}
    )
    for player in players or ("A",):
        story.bet(2, player, 20)
    story.seat(2, (players or "A")[0])
    for player in players or ("A",):
        story.bet(2, player, 5, "super_sevens")
    return story.call()


@pytest.mark.clause("NZ-15.4(f)", "NZ-15.6-S1")
def test_a_first_card_that_is_not_a_seven_is_collected_before_the_next_card() -> None:
    story = sevens().cards("8h")
    assert story.items == [("take", 2, "A", 5.0)]
    story.settle().cards("6d 7c")
    assert story.side(2, "A", "super_sevens") == ("lose", -5.0)


@pytest.mark.clause("NZ-15.4(a)", "NZ-15.6-S1", "NZ-15.6-S2")
def test_one_seven_is_paid_with_the_second_card_and_leaves_the_layout() -> None:
    story = sevens().cards("7d 6d Kc")
    assert story.items == [("pay", 2, "A", 15.0)]
    story.settle()
    (wager,) = story.state.box(2).sides
    assert wager.settled
    assert story.side(2, "A", "super_sevens") == ("win", 15.0)


@pytest.mark.clause("NZ-15.4(b)", "NZ-15.6-S1")
def test_two_sevens_wait_for_the_third_card_or_the_decision_to_stand() -> None:
    story = sevens().initial("6d", "7d 7s").stand(2)
    assert story.items == [("pay", 2, "A", 250.0)]
    story = sevens().initial("6d", "7d 7s").hit(2).cards("5h")
    assert story.items == [("pay", 2, "A", 250.0)]


@pytest.mark.clause("NZ-15.6-S1")
def test_two_sevens_that_the_third_card_breaks_are_paid_when_the_hand_has_been_collected() -> None:
    story = sevens().initial("6d", "7d 7s").hit(2).cards("8c")
    assert story.items == [("take", 2, "A", 20.0), ("pay", 2, "A", 250.0)]


@pytest.mark.clause("NZ-15.6-S1")
def test_read_the_other_way_the_broken_hand_takes_the_bet_with_it() -> None:
    story = sevens(survives_bust="no").initial("6d", "7d 7s").hit(2).cards("8c")
    assert story.items == [("take", 2, "A", 20.0), ("take", 2, "A", 5.0)]
    # One that is not broken has won as before.
    story = sevens(survives_bust="no").initial("6d", "7d 7s").hit(2).cards("5c")
    assert story.items == [("pay", 2, "A", 250.0)]


@pytest.mark.clause("NZ-15.4(c)", "NZ-15.4(d)", "NZ-15.4(e)")
@pytest.mark.parametrize(
    ("hand", "third", "paid"), [("7d 7d", "5h", 500.0), ("7d 7d", "7h", 2500.0), ("7d 7d", "7d", 25000.0)]
)
def test_the_third_card_decides_between_two_and_three(hand: str, third: str, paid: float) -> None:
    story = sevens().initial("6d", hand).hit(2).cards(third)
    story.settle()
    assert story.side(2, "A", "super_sevens") == ("win", paid)


@pytest.mark.clause("NZ-15.5")
def test_a_split_pays_everybody_on_the_box_at_once_whatever_the_next_card() -> None:
    # B stays out of the split; the bet is the box's (15.5).
    story = sevens("A", "B").initial("6d", "7h 7c").split(2, A="split", B="hand1")
    assert story.items == [("pay", 2, "A", 250.0), ("pay", 2, "B", 250.0)]
    story.settle().cards("7s")
    assert story.side(2, "A", "super_sevens") == story.side(2, "B", "super_sevens") == ("win", 250.0)
    assert [result.bet for result in story.state.results] == ["super_sevens", "super_sevens"]


@pytest.mark.clause("NZ-15C.7", "NZ-15C.8")
def test_any_pair_is_settled_before_anybody_decides() -> None:
    story = deal("NZ", offer=["any_pair 2"]).bet(1, "A", 20).bet(2, "B", 20)
    story.bet(1, "A", 5, "any_pair").bet(1, "B", 10, "any_pair").bet(2, "B", 5, "any_pair").call()
    story.initial("6d", "Kc Kd", "4s 6d")
    assert story.items == [("take", 2, "B", 5.0), ("pay", 1, "A", 50.0), ("pay", 1, "B", 100.0)]
    assert story.legal == ()
    assert story.settle().action == "decision"
