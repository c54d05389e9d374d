"""Sections 4, 5 and 8: values, wagers, the order of the cards, the results."""

from typing import Any

import pytest

from casino.cards import score
from rounds import engine
from rounds.engine.settlement.events import Collected
from rounds.engine.wagers.events import OralWagerRejected
from tests.engine.nz.telling import nz, one_hand
from tests.engine.story import Story
from tests.refusing import refused_as


@pytest.mark.clause("NZ-4.1(a)", "NZ-4.1(b)", "NZ-4.1(c)")
@pytest.mark.parametrize(
    ("cards", "total", "soft"),
    [
        ("7h 9c", 16, False),
        ("2s 3d", 5, False),
        ("Th 4c", 14, False),
        ("Jh Qs", 20, False),
        ("Kd 6c", 16, False),
        ("As Ah", 12, True),
        ("As 6h", 17, True),
        ("As 6h Kd", 17, False),
        ("As Ah 9c", 21, True),
        ("As Ah 9c Kd", 21, False),
        ("As Ah Ad", 13, True),
    ],
)
def test_values(cards: str, total: int, soft: bool) -> None:
    assert score(cards.split()) == (total, soft)


# --- wagers


@pytest.mark.clause("NZ-5.1")
def test_a_round_needs_a_wager_before_the_first_card_and_a_box_without_one_gets_no_card() -> None:
    nz().refuses("call.no_wager", "NZ-8.2").call()
    story = nz().bet(2, "A", 20).bet(5, "B", 20).call().cards("2s 3s 4d")
    assert story.targets == [2, 5, 0]
    story.refuses("wager.after_first_card", "NZ-5.5(a)").bet(4, "C", 20)


@pytest.mark.clause("NZ-5.3")
def test_a_spoken_wager_counts_once_its_chips_lie_there_before_the_call() -> None:
    story = nz().bet(1, "B", 5).say(3, "A", 50, "chips")
    story.refuses("wager.spoken_without_money", "NZ-5.3").say(4, "C", 50, "nothing")
    laid = story.bet(3, "A", 50).call()
    assert laid.state.box(3).wagers[0].amount == 50_00
    story = nz().bet(1, "B", 5).say(3, "A", 50, "chips").call()
    assert not story.state.box(3).wagers
    assert [event.clause for event in story.recorded(OralWagerRejected)] == ["NZ-5.3"]
    story.refuses("wager.after_call", "NZ-5.3").say(3, "A", 50, "chips")


@pytest.mark.clause("NZ-5.5(a)")
def test_the_call_ends_new_wagers_unless_it_is_taken_back_before_the_first_card() -> None:
    story = nz().bet(1, "A", 20).call()
    story.refuses("wager.after_call", "NZ-5.5(a)").bet(2, "B", 20)
    story.undo().bet(2, "B", 20).call().initial("6d", "6s 5h", "Ts 9h")
    story.refuses("wager.after_first_card", "NZ-5.5(a)").bet(3, "C", 20)
    story.double(1)  # 11.1 is an exception


@pytest.mark.clause("NZ-5.5(b)")
def test_a_wager_may_be_taken_back_until_the_first_card_and_not_after() -> None:
    story = nz().bet(1, "A", 20).bet(2, "B", 20).call().unbet(1, "A")
    assert not story.state.box(1).wagers
    story.cards("2s").refuses("wager.locked_by_first_card", "NZ-5.5(b)").unbet(2, "B")


@pytest.mark.clause("NZ-5.5(b)")
def test_in_the_other_reading_the_call_ends_the_taking_back_too() -> None:
    story = nz(read={"withdraw_until": "call"}).bet(1, "A", 20).call()
    story.refuses("wager.locked_by_call", "NZ-5.5(b)").unbet(1, "A")


@pytest.mark.clause("NZ-5.7-S2", "NZ-8.6")
def test_the_next_wagers_wait_until_every_winner_is_paid_and_the_cards_are_collected() -> None:
    story = nz().shared(3, A=20, B=20).call().initial("6d", "Ts 9h").stand(3).cards("Td 2c")
    assert [item[:3] for item in story.items] == [("pay", 3, "A"), ("pay", 3, "B")]  # 19 beats 18
    story.settle(story.due.items[0].ref)
    story.refuses("wager.after_first_card", "NZ-5.5(a)").bet(3, "A", 20)
    story.refuses("collect.payment_first", "NZ-8.6").collect()
    story.settle().collect()
    assert story.recorded(Collected)[0].order == ((3, 1), (0, 0))
    story.next_round().bet(3, "A", 20).call()


@pytest.mark.clause("NZ-5.8")
def test_a_player_may_be_held_to_the_minimum_and_to_one_box() -> None:
    story = nz(minimum=10).restrict("A", one_box=True, role="casino_supervisor", notified="")
    story.refuses("wager.restricted_to_minimum", "NZ-5.8").bet(2, "A", 20)
    story.several("A").bet(2, "A", 10).refuses("player.restricted_to_one_box", "NZ-5.8").bet(3, "A", 10)
    story.call().initial("6d", "6s 5h").double(2, A=10)  # 11.6 alone, with its notice, takes doubling away


@pytest.mark.clause("NZ-5.8")
def test_either_restriction_alone() -> None:
    story = nz(minimum=10).several("A").restrict("A", one_box=False, role="casino_supervisor", notified="")
    story.refuses("wager.restricted_to_minimum", "NZ-5.8").bet(2, "A", 20)
    story.bet(2, "A", 10).bet(3, "A", 10)
    story = nz(minimum=10).several("A")
    story.restrict("A", one_box=True, minimum=False, role="casino_supervisor", notified="")
    story.bet(2, "A", 20).refuses("player.restricted_to_one_box", "NZ-5.8").bet(3, "A", 10)
    story.refuses("role.too_low", "NZ-5.8").restrict("B", one_box=True, role="game_supervisor")


# --- the cards


@pytest.mark.clause("NZ-8.2", "NZ-8.2(a)", "NZ-8.2(b)", "NZ-8.2(c)")
def test_cards_go_to_the_boxes_with_wagers_from_the_left_the_dealers_first_between() -> None:
    story = nz().bet(6, "D", 20).bet(1, "A", 20).shared(3, B=20, C=20)
    story.refuses("card.before_call", "NZ-8.2").cards("2s")
    story.call().cards("2s 3s 4s Ah 5s 6s 7s")
    assert story.targets == [1, 3, 6, 0, 1, 3, 6]
    assert story.action == "insurance"  # an ace does not stop the initial deal
    nz().bet(1, "A", 20).call().refuses("card.dealt_face_up", "NZ-8.2(a)").cards("??")


@pytest.mark.clause("NZ-8.3")
def test_decisions_go_box_by_box_from_the_left() -> None:
    story = (
        nz().bet(1, "A", 20).bet(3, "B", 20).bet(6, "C", 20).call().initial("6d", "9s 9h", "Ts 6s", "5c 6c")
    )
    assert (story.due.box, story.due.announce) == (1, "eighteen")
    assert story.legal == ("hit", "stand", "double", "split")
    story.refuses("decision.other_hand_first", "NZ-8.3").stand(3)
    story.stand(1)
    assert story.due.box == 3
    with refused_as("surrender.not_in_game", "NZ-8.3"):  # no surrender in this book
        engine.apply(story.rules, story.state, engine.Surrender(3))


@pytest.mark.clause("NZ-8.4")
def test_every_card_has_its_decision_and_the_total_is_announced_after_it() -> None:
    story = one_hand("5s 4h").hit(1).cards("3c")
    assert (story.due.announce, story.due.action) == ("twelve", "decision")
    story.refuses("card.decision_first", "NZ-8.3").cards("2c")


@pytest.mark.clause("NZ-8.5")
def test_the_dealers_second_card_waits_for_every_box_and_for_something_that_depends_on_it() -> None:
    story = nz().bet(1, "A", 20).bet(6, "B", 20).call().initial("Td", "Ts 9h", "Ts 8h").stand(1)
    story.refuses("card.decision_first", "NZ-8.3").cards("5c")
    story.stand(6).cards("5c")
    assert story.state.dealer == ("Td", "5c")
    # The only player breaks: no second card (21.9 knows such rounds).
    story = one_hand("Ts 6h").hit(1).cards("Kc").settle()
    assert story.action == "collect"
    story.refuses("card.changes_nothing", "NZ-13.4").cards("2c")
    # With insurance alive it is due.
    story = nz().bet(1, "A", 20).call().initial("Ad", "Ts 6h").insure(1, "A", 10)
    story.hit(1).cards("Kc").settle()
    assert (story.action, story.due.box) == ("card", 0)


@pytest.mark.clause("NZ-8.7")
def test_the_cutting_card_during_a_round_lets_it_end_and_asks_for_a_shuffle() -> None:
    story = nz().bet(4, "A", 20).call().cards("Ts 6d").cut_card().cards("9h").stand(4).cards("Td 2c").end()
    after = story.next_round().bet(4, "A", 20)
    after.refuses("call.shuffle_first", "NZ-8.7").call()
    after.shuffle().call()


@pytest.mark.clause("NZ-8.9")
def test_the_cards_settle_and_not_what_was_announced() -> None:
    """10-8 against 18 is a tie, whatever total was called: no command carries a total."""
    story = one_hand("Ts 8h").stand(1).cards("Td 2c").end()
    assert story.result(1).result == "stand_off"
    assert not any("total" in field for field in engine.Decide.__struct_fields__)


# --- the results


def against(hand: str, dealer: str, drawn: str = "", stake: int = 20, **elect: Any) -> Story:
    """A stands on what he draws; the dealer's first card and the rest are dealt; all is settled."""
    first, *rest = dealer.split()
    story = one_hand(hand, first, stake, **elect)
    for card in drawn.split():
        story.hit(1).cards(card)
    if story.action == "decision":
        story.stand(1)
    return story.cards(" ".join(rest)).end() if rest else story.end()


@pytest.mark.parametrize(
    ("hand", "drawn", "dealer", "result", "net"),
    [
        pytest.param("7s 5h", "", "Td 6c Kc", "win", 20, marks=pytest.mark.clause("NZ-5.1(a)")),  # 12, 26
        pytest.param("Ts 9h", "", "Td 8c", "win", 20, marks=pytest.mark.clause("NZ-5.1(b)")),  # 19, 18
        pytest.param("As Kd", "", "Td Jc", "win", 30, marks=pytest.mark.clause("NZ-5.1(b)")),  # Blackjack, 20
        pytest.param("As Kd", "", "Th 5c 6d", "win", 30, marks=pytest.mark.clause("NZ-5.1(c)")),  # v 21
        pytest.param("7s 7h", "7d", "Kh Ac", "lose", -20, marks=pytest.mark.clause("NZ-5.1(d)")),  # 21 v BJ
        pytest.param("Ts 8h", "", "Td 8c", "stand_off", 0, marks=pytest.mark.clause("NZ-5.1(e)")),
        pytest.param("As Kd", "", "Kh Ac", "stand_off", 0, marks=pytest.mark.clause("NZ-5.1(e)")),
        pytest.param("Ts 6h", "Kd", "5d", "lose", -20, marks=pytest.mark.clause("NZ-5.1(f)")),  # 26
        pytest.param("Ts 7h", "", "Td 8c", "lose", -20, marks=pytest.mark.clause("NZ-5.1(g)")),  # 17, 18
        pytest.param("Ts Qh", "", "Kh Ac", "lose", -20, marks=pytest.mark.clause("NZ-5.1(g)")),  # 20 v BJ
    ],
)
def test_results(hand: str, drawn: str, dealer: str, result: str, net: float) -> None:
    # A Blackjack against a ten waits; one with nobody else to draw for stops at the dealer's second card, so a
    # second box keeps the dealer drawing.
    first, *rest = dealer.split()
    story = nz().bet(1, "A", 20).bet(2, "B", 5).call().initial(first, hand, "Ts Th")
    for card in drawn.split():
        story.hit(1).cards(card)
    story.settle() if story.action == "settle" else None
    if story.action == "decision" and story.due.box == 1:
        story.stand(1)
    story.stand(2)
    story.cards(" ".join(rest) or "5c 9c").end()
    assert (story.result(1).result, story.net()) == (result, net)


@pytest.mark.clause("NZ-5.4-S1")
def test_a_win_pays_one_to_one_and_a_blackjack_the_tables_odds() -> None:
    assert against("Ts Jh", "Td 9c", stake=25).net() == 25
    assert against("As Kh", "9d").net() == 30
    assert against("As Kh", "9d", blackjack_pays="6:5").net() == 24  # 20 x 6/5
    assert against("As Kh", "9d", blackjack_pays="1:1").net() == 20


@pytest.mark.clause("NZ-5.4-S2")
def test_a_wager_under_a_version_is_paid_under_its_own_clause() -> None:
    story = one_hand("Ts Jh", "Td", game="blackjack_plus").stand(1).cards("9c").end()
    assert (story.result(1).clause, story.net()) == ("NZ-19.4", 20)
