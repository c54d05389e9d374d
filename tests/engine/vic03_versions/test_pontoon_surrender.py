"""Crown Pontoon, rules 10.6.1(c) and 10.9: surrender."""

import pytest

from rounds.engine.decisions.events import SurrenderClosed, Surrendered
from tests.engine.vic03_versions.tables import drawn, pontoon, pontoon_hand


@pytest.mark.clause("VIC03-10.9.1", "VIC03-10.6.1(c)")
@pytest.mark.parametrize("first", ["Jh", "Qh", "Kh", "Ah"])
def test_half_may_be_given_up_against_a_court_card_or_an_ace(first: str) -> None:
    """20 on 16: 10 lost, 10 back."""
    story = pontoon_hand("9c 7d", first)
    if first[0] == "A":
        story.asked()
    assert (story.state.phase, story.action, story.due.clause) == ("surrender", "surrender", "VIC03-10.9.1")
    assert [
        (offer.box, offer.player, offer.kind) for offer in story.due.offers if offer.kind == "surrender"
    ] == [(1, "A", "surrender")]
    story.surrender(1).cards("5c").end()
    assert (story.net(), story.result(1).result, story.result(1).clause) == (
        -10,
        "surrender",
        "VIC03-10.9.4",
    )


@pytest.mark.clause("VIC03-10.9.1", "VIC03-10.2.1-B02")
@pytest.mark.parametrize("first", ["2h", "7h", "9h"])
def test_no_surrender_against_any_other_card(first: str) -> None:
    story = pontoon_hand("9c 7d", first)
    assert story.action == "decision"
    story.refuses("surrender.not_against", "VIC03-10.9.1").surrender(1)


@pytest.mark.clause("VIC03-10.9.1", "VIC03-10.6.1(c)")
def test_surrender_comes_after_the_pontoons_and_before_any_card() -> None:
    """A+Q on box 1 is paid 30 first; then boxes 2 and 3 are asked, from the left; box 2 draws only after that."""
    story = pontoon().bet(1, "A", 20).bet(2, "B", 20).bet(3, "C", 20).call()
    story.initial("Kd", "Ac Qd", "9c 7d", "6c 5d")
    story.refuses("surrender.not_open", "VIC03-10.9.1").surrender(2)
    story.settle()
    assert [offer.box for offer in story.due.offers] == [2, 3]
    # a Pontoon has no half to give up
    story.refuses("surrender.nothing_in_play", "VIC03-10.9.1").surrender(1)
    story.refuses("decision.surrender_open", "VIC03-10.6.1(c)").hit(2)
    story.refuses("card.surrender_open", "VIC03-10.6.1(c)").cards("4c")
    story.surrender(2).refuses("decision.surrender_open", "VIC03-10.6.1(c)").hit(3)
    story.kept()
    assert story.recorded(SurrenderClosed)[0].without == ((3, "C"),)
    assert (story.action, story.due.box) == ("decision", 3)
    story.refuses("surrender.closed", "VIC03-10.9.1").surrender(3)


@pytest.mark.clause("VIC03-10.6.1(c)", "VIC03-10.9.1")
def test_on_an_ace_insurance_is_asked_first_and_one_player_may_do_both() -> None:
    """20 on 16, 10 of insurance: the king pays 20, the Pontoon takes all 20."""
    story = pontoon_hand("9c 7d", "Ah").insure(1, "A", 10).surrender(1)
    assert story.action == "card"
    story.cards("Kd").end()
    assert story.net() == 0


@pytest.mark.clause("VIC03-10.9.1")
@pytest.mark.parametrize(("chips", "lost"), [((1, 5, 25), 12), (("0.50", 1), 12.5), ((5, 25), 10)])
def test_the_half_that_goes_back_is_rounded_up_to_chips(chips: tuple[float, ...], lost: float) -> None:
    """Half of 25 is 12.50: with ones 13 go back, with fives 15."""
    story = pontoon_hand("9c 7d", "Qh", 25, chips=chips).surrender(1).cards("5c").end()
    assert story.net() == -lost


@pytest.mark.clause("VIC03-10.9.2")
def test_a_surrendered_hand_takes_no_card() -> None:
    story = pontoon().bet(1, "A", 20).bet(2, "B", 20).call().initial("Kd", "9c 7d", "6c 5d").surrender(1)
    story.refuses("surrender.taken", "VIC03-10.9.1").surrender(1)
    story.kept()
    assert story.hand(1).stakes[0].surrendered  # the marker lies there until the final settlement
    assert (story.action, story.due.box) == ("decision", 2)
    story.refuses("hand.surrendered", "VIC03-10.9.2").hit(1)
    story.refuses("hand.surrendered", "VIC03-10.9.2").double(1)
    story.refuses("hand.surrendered", "VIC03-10.9.2").stand(1)


@pytest.mark.clause("VIC03-10.9.2")
def test_a_surrendered_pair_is_not_split() -> None:
    story = (
        pontoon().bet(1, "A", 20).bet(2, "B", 20).call().initial("Kd", "8c 8d", "6c 5d").surrender(1).kept()
    )
    story.refuses("hand.surrendered", "VIC03-10.9.2").split(1)


@pytest.mark.clause("VIC03-10.9.3")
@pytest.mark.parametrize(("first", "second"), [("Kd", "Ad"), ("Ad", "Jd")])
def test_a_dealers_pontoon_makes_a_surrender_void(first: str, second: str) -> None:
    story = pontoon_hand("9c 7d", first)
    if first[0] == "A":
        story.asked()
    story.surrender(1).cards(second).end()
    assert (story.net(), story.result(1).result, story.result(1).clause) == (-20, "lose", "VIC03-10.9.3")


@pytest.mark.clause("VIC03-10.9.4", "VIC03-10.10.1")
def test_with_surrenders_alone_the_dealer_draws_his_second_card_and_stops() -> None:
    """K+2 = 12: no third card. 10 collected in the final settlement."""
    story = pontoon_hand("9c 7d", "Kd").surrender(1)
    assert (story.state.phase, story.action) == ("dealer_draw", "card")
    story.cards("2c")
    assert (story.state.phase, story.items) == ("final_settlement", [("take", 1, "A", 10)])
    story.refuses("card.changes_nothing", "VIC03-7.5.6(c)").cards("5c")
    assert story.end().net() == -10


@pytest.mark.clause("VIC03-10.9.4")
def test_the_half_is_lost_even_if_the_dealer_breaks() -> None:
    """K+6+9 = 25 pays box 2 its 20; box 1 still gives up 10, and not before the final settlement."""
    story = (
        pontoon().bet(1, "A", 20).bet(2, "B", 20).call().initial("Kd", "9c 7d", "Kc 3d").surrender(1).kept()
    )
    story.stand(2).cards("6c 9h")
    assert story.items == [("take", 1, "A", 10), ("pay", 2, "B", 20)]
    story.end()
    assert (story.net("A"), story.net("B")) == (-10, 20)


@pytest.mark.clause("VIC03-10.9.5")
def test_nobody_surrenders_where_the_controller_does_not() -> None:
    story = pontoon().shared(1, A=20, B=20).call().initial("Kd", "9c 7d")
    assert [offer.player for offer in story.due.offers] == ["A"]
    story.refuses("surrender.caller_first", "VIC03-10.9.5").surrender(1, "B")
    story.kept()
    assert story.action == "decision"


@pytest.mark.clause("VIC03-10.9.5", "VIC03-10.9.2")
def test_where_the_controller_surrenders_the_others_choose_and_the_hand_stands() -> None:
    """18 against K+7 = 17: A, who calls, loses half of 20; B stays and wins 20."""
    story = pontoon().shared(1, A=20, B=20).call().initial("Kd", "9c 9d").surrender(1)
    assert [offer.player for offer in story.due.offers] == ["B"]
    story.kept()
    assert story.recorded(SurrenderClosed)[0].without == ((1, "B"),)
    assert story.action == "card"
    story.cards("7c").end()
    assert (story.net("A"), story.net("B")) == (-10, 20)


@pytest.mark.clause("VIC03-10.9.5")
@pytest.mark.parametrize("together", [True, False])
def test_the_others_surrender_after_the_controller(together: bool) -> None:
    story = pontoon().shared(1, A=20, B=50).call().initial("Kd", "9c 7d")
    if together:
        story.surrender(1, "B", "A")
    else:
        story.surrender(1).surrender(1, "B")
    assert [event.player for event in story.events if isinstance(event, Surrendered)] == ["A", "B"]
    story.cards("7c").end()
    assert (story.net("A"), story.net("B")) == (-10, -25)


@pytest.mark.clause("VIC03-10.9.1", "VIC03-10.9.4")
def test_a_surrender_does_not_hold_up_the_others() -> None:
    """Box 2 draws 6+5+9 = 20 and wins 20 against K+8."""
    story = (
        pontoon().bet(1, "A", 20).bet(2, "B", 20).call().initial("Kd", "9c 7d", "6c 5d").surrender(1).kept()
    )
    drawn(story, 2, "9h").stand(2).cards("8c").end()
    assert (story.net("A"), story.net("B")) == (-10, 20)


@pytest.mark.clause("VIC03-10.9.1", "VIC03-10.9.4")
def test_a_hand_that_lies_face_down_may_be_given_up() -> None:
    """9+7 face down against K+2: half of 20; the cards are shown before the chips move."""
    story = pontoon(face_down=True).bet(1, "A", 20).call().cards("?? Kd ??")
    assert story.action == "surrender"
    story.surrender(1).cards("2c")
    assert story.action == "show_cards"
    assert story.show(1, "9c 7d").end().net() == -10


@pytest.mark.clause("VIC03-10.9.1")
def test_nobody_named_without_a_wager_surrenders() -> None:
    story = pontoon_hand("9c 7d", "Kd")
    story.refuses("surrender.no_wager", "VIC03-10.9.1").surrender(1, "A", "C")
    story.refuses("surrender.no_hand", "VIC03-10.9.1").surrender(4)
