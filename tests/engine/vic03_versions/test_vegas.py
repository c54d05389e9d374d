"""Vegas Blackjack, rule 12: four packs, surrender against a ten or an ace, any two cards doubled."""

import pytest

from casino.rulebooks import rules_for
from rounds import engine
from rounds.engine.decisions.events import SurrenderClosed
from tests.engine.vic03_versions.tables import drawn, vegas, vegas_hand
from tests.refusing import refused_as

BASE = rules_for("VIC03").rules()
VEGAS = rules_for("VIC03", "vegas_blackjack").rules()


@pytest.mark.clause("VIC03-12.1")
def test_every_value_that_differs_from_blackjack_cites_rule_12() -> None:
    differs = {name for name, rule in VEGAS.items() if name not in BASE or rule.value != BASE[name].value}
    assert differs == {
        *("decks", "double_on", "double_counts"),
        *(
            "surrender_against",
            "surrender_shared",
            "surrender_alone",
            "surrender_offered",
            "surrender_rounds",
        ),
    }
    for name in differs:
        assert VEGAS[name].clause.startswith("VIC03-12."), name


@pytest.mark.clause("VIC03-12.1")
def test_the_dealer_stands_on_soft_17_as_at_blackjack() -> None:
    """A+6 = soft 17 (7.5.6(a)) beats 16 and takes its 20."""
    story = vegas_hand("9c 7d", "Ah").asked().kept().stand(1).cards("6c")
    assert story.state.phase == "final_settlement"
    assert story.end().net() == -20


@pytest.mark.clause("VIC03-12.1")
def test_blackjack_pays_3_to_2_ties_the_dealers_and_may_take_even_money() -> None:
    assert vegas_hand("As Kd", "9h").settle().net() == 30  # 20 x 3/2
    tie = vegas_hand("As Kd", "Th").cards("Ac").end()
    assert (tie.net(), tie.result(1).result) == (0, "stand_off")
    even = vegas_hand("As Kd", "Ah").even_money(1, "A")
    assert even.do(engine.CloseInsurance()).items == [("pay", 1, "A", 20)]


@pytest.mark.clause("VIC03-12.3.1")
def test_four_full_packs() -> None:
    """4 x 52 = 208."""
    story = vegas()
    assert story.rules.shoe_cards(4) == 208
    assert story.rules.decks.value == (4,)
    assert story.bet(1, "A", 20).call().initial("6d", "Tc Th").action == "decision"


@pytest.mark.clause("VIC03-12.3.1")
@pytest.mark.parametrize("decks", [1, 3, 5, 6, 8])
def test_any_other_number_is_refused(decks: int) -> None:
    with refused_as("setup.decks", "VIC03-12.3.1"):
        vegas(decks=decks)


@pytest.mark.clause("VIC03-12.3.1")
def test_one_cutting_card_unless_the_shoe_shuffles_itself() -> None:
    story = vegas().bet(1, "A", 20).cut_card()
    story.refuses("cutting_card.out_already", "VIC03-4.1.1(c)").cut_card()
    vegas(elect={"auto_shuffler": "yes"}).bet(1, "A", 20).refuses(
        "cutting_card.not_used", "VIC03-3.1.1"
    ).cut_card()


# --- surrender


@pytest.mark.clause("VIC03-12.4.1(a)", "VIC03-12.4.1(d)")
@pytest.mark.parametrize("first", ["Th", "Jh", "Qh", "Kh", "Ah"])
def test_half_may_be_given_up_against_a_ten_or_an_ace(first: str) -> None:
    story = vegas_hand("9c 7d", first)
    if first[0] == "A":
        story.asked()
    assert (story.action, story.due.clause) == ("surrender", "VIC03-12.4.1(a)")
    story.surrender(1).cards("5c").end()
    assert (story.net(), story.result(1).clause) == (-10, "VIC03-12.4.1(d)")


@pytest.mark.clause("VIC03-12.4.1(a)")
@pytest.mark.parametrize("first", ["2s", "9s"])
def test_no_surrender_against_any_other_card(first: str) -> None:
    vegas_hand("9c 7d", first).refuses("surrender.not_against", "VIC03-12.4.1(a)").surrender(1)


@pytest.mark.clause("VIC03-12.4.1(a)")
def test_no_surrender_with_a_blackjack_that_waits_for_the_dealer() -> None:
    story = vegas().bet(1, "A", 20).bet(2, "B", 20).call().initial("Th", "As Kd", "9c 7d")
    assert [offer.box for offer in story.due.offers] == [2]
    story.refuses("surrender.at_21", "VIC03-12.4.1(a)").surrender(1)
    story.refuses("decision.surrender_open", "VIC03-12.4.1(a)").hit(2)
    story.refuses("card.surrender_open", "VIC03-12.4.1(a)").cards("2c")
    story.kept()
    assert story.recorded(SurrenderClosed)[0].without == ((2, "B"),)


@pytest.mark.clause("VIC03-12.4.1(a)")
def test_the_half_that_goes_back_is_rounded_up_to_chips() -> None:
    """Half of 25 is 12.50: 13 go back, 12 are taken."""
    story = vegas_hand("9c 7d", "Qh", 25, chips=(1, 5)).surrender(1).cards("5c").end()
    assert story.net() == -12


@pytest.mark.clause("VIC03-12.4.1(a)")
def test_on_an_ace_insurance_comes_first() -> None:
    """20 on 16 with 10 of insurance against A+9: 10 of insurance and half of 20 are lost."""
    story = vegas_hand("9c 7d", "Ah").insure(1, "A", 10).surrender(1).cards("9d").end()
    assert story.net() == -20


@pytest.mark.clause("VIC03-12.4.1(b)")
def test_a_surrendered_hand_takes_no_card() -> None:
    story = vegas().bet(1, "A", 20).bet(2, "B", 20).call().initial("Kd", "8c 8d", "6c 5d").surrender(1).kept()
    assert story.hand(1).stakes[0].surrendered
    story.refuses("hand.surrendered", "VIC03-12.4.1(b)").hit(1)
    story.refuses("hand.surrendered", "VIC03-12.4.1(b)").split(1)
    story.refuses("hand.surrendered", "VIC03-12.4.1(b)").double(1)
    assert story.due.box == 2


@pytest.mark.clause("VIC03-12.4.1(c)")
@pytest.mark.parametrize(("first", "second"), [("Td", "Ad"), ("Ad", "Td")])
def test_a_dealers_blackjack_makes_a_surrender_void(first: str, second: str) -> None:
    story = vegas_hand("9c 7d", first)
    if first[0] == "A":
        story.asked()
    story.surrender(1).cards(second).end()
    assert (story.net(), story.result(1).clause) == (-20, "VIC03-12.4.1(c)")


@pytest.mark.clause("VIC03-12.4.1(d)")
def test_with_surrenders_alone_the_dealer_draws_only_the_second_card() -> None:
    """K+2 = 12 and no more; 10 are collected at the end."""
    story = vegas_hand("9c 7d", "Kd").surrender(1).cards("2c")
    assert story.items == [("take", 1, "A", 10)]
    story.refuses("card.changes_nothing", "VIC03-7.5.6(c)").cards("5c")
    assert story.end().net() == -10


@pytest.mark.clause("VIC03-12.4.1(d)")
def test_the_half_is_lost_even_if_the_dealer_breaks() -> None:
    story = vegas().bet(1, "A", 20).bet(2, "B", 20).call().initial("Kd", "9c 7d", "Kc 3d").surrender(1).kept()
    story.stand(2).cards("6c 9h").end()
    assert (story.net("A"), story.net("B")) == (-10, 20)


@pytest.mark.clause("VIC03-12.4.1(e)")
def test_the_controller_chooses_first() -> None:
    story = vegas().shared(1, A=20, B=20).call().initial("Kd", "9c Td")
    story.refuses("surrender.caller_first", "VIC03-12.4.1(e)").surrender(1, "B")
    story.surrender(1).kept().cards("8c").end()  # 19 against 18: B stays and wins
    assert (story.net("A"), story.net("B")) == (-10, 20)
    both = vegas().shared(1, A=20, B=20).call().initial("Kd", "9c Td").surrender(1).surrender(1, "B")
    both.cards("8c").end()
    assert (both.net("A"), both.net("B")) == (-10, -10)


# --- doubling


@pytest.mark.clause("VIC03-12.4.2(a)")
@pytest.mark.parametrize("hand", ["2c 2d", "Kc Td", "Ac 7d", "Ac Ad", "5c 4d", "9c 7d"])
def test_any_first_two_cards_may_be_doubled(hand: str) -> None:
    story = vegas_hand(hand).double(1)
    assert (story.action, story.due.clause) == ("card", "VIC03-12.4.2(a)")


@pytest.mark.clause("VIC03-12.4.2(a)")
def test_aces_keep_their_choice_on_a_double() -> None:
    """A+7+3 = 21 against 6+10+4 = 20: 40. Not paid before the end, and no rescue."""
    story = vegas_hand("Ac 7d").double(1).cards("3c")
    assert story.action == "card"
    story.cards("Kd 4s").end()
    assert (story.net(), story.result(1).clause) == (40, "VIC03-8.1")


@pytest.mark.clause("VIC03-12.4.2(a)")
def test_no_double_of_a_blackjack_or_three_cards_or_by_more_than_the_wager() -> None:
    waiting = vegas().bet(1, "A", 20).bet(2, "B", 20).call().initial("Th", "As Kd", "9c 7d").kept()
    waiting.refuses("hand.natural", "VIC03-12.4.2(a)").double(1)
    story = vegas_hand("4c 3d")
    story.refuses("double.above_wager", "VIC03-12.4.2(a)").double(1, A=25)
    drawn(story, 1, "4h")  # 11 of three cards
    story.refuses("double.first_cards_only", "VIC03-12.4.2(a)").double(1)


@pytest.mark.clause("VIC03-12.4.2(a)")
def test_a_double_takes_one_card_only() -> None:
    story = (
        vegas().bet(1, "A", 20).bet(2, "B", 20).call().initial("6d", "4c 3d", "9c 7d").double(1).cards("2d")
    )
    assert (story.action, story.due.box) == ("decision", 2)
    story.refuses("hand.doubled", "VIC03-12.4.2(a)").hit(1)


@pytest.mark.clause("VIC03-12.4.2(a)")
def test_split_hands_below_21_but_not_split_aces() -> None:
    story = vegas_hand("Tc Td").split(1).cards("2d")
    assert "double" in story.legal
    story = vegas_hand("Tc Td").split(1).cards("Ad")
    story.refuses("hand.soft_total", "VIC03-12.4.2(a)").double(1)
    story = vegas_hand("Ac Ad").split(1).cards("5d")
    story.refuses("hand.split_ace", "VIC03-12.4.2(a)").double(1)


@pytest.mark.clause("VIC03-12.4.2(a)", "VIC03-12.1")
def test_a_dealers_blackjack_takes_the_original_part_only() -> None:
    """Inherited 7.5.4(b): 20 of the 40. So of a broken double, K+6+8 = 24, which waits for the dealer's second card; by
    the other reading it is lost whole at once (5.6.5). Against a 9 there is nothing to wait for."""
    story = vegas_hand("5c 6d", "Kd").kept().double(1).cards("8d").cards("Ad").end()
    assert (story.net(), story.result(1).clause) == (-20, "VIC03-7.5.4(b)")
    story = vegas_hand("Kc 6d", "Kd").kept().double(1).cards("8d").cards("Ad").end()
    assert (story.net(), story.result(1).clause) == (-20, "VIC03-7.5.4(b)")
    assert vegas_hand("Kc 6d", "Kd").kept().double(1).cards("8d").cards("9d").end().net() == -40
    story = vegas_hand("Kc 6d", "Kd", read={"double_bust_protected": "False"}).kept().double(1).cards("8d")
    assert story.items == [("take", 1, "A", 40)]
    assert vegas_hand("Kc 6d", "9d").double(1).cards("8d").items == [("take", 1, "A", 40)]
