"""Rule 3: the cards, what they count, and who answers for a total."""

import pytest

from casino.cards import score
from rounds import engine
from tests.engine.story import deal
from tests.refusing import refused_as


@pytest.mark.clause("VIC03-3.1")
@pytest.mark.parametrize("decks", [4, 5, 6, 7, 8])
def test_four_to_eight_packs(decks: int) -> None:
    story = deal(decks=decks)
    assert story.rules.shoe_cards(decks) == 52 * decks


@pytest.mark.clause("VIC03-3.1")
@pytest.mark.parametrize("decks", [0, 3, 9])
def test_no_other_number_of_packs(decks: int) -> None:
    with refused_as("setup.decks", "VIC03-3.1") as refused:
        deal(decks=decks)
    assert refused.value.remedy


@pytest.mark.clause("VIC03-3.1")
def test_a_pack_holds_each_card_once_and_no_joker() -> None:
    """With four packs there are four aces of spades: a fifth is a slip of the finger."""
    story = deal(decks=4).bet(1, "A", 10).bet(2, "B", 10).bet(3, "C", 10).call()
    story.cards("As As As As")
    story.refuses("packs.used_up_in_round", "VIC03-3.1").cards("As")
    with refused_as("card.not_a_card", "VIC03-7.1.1"):
        engine.apply(story.rules, story.state, engine.DealCard("Xj"))
    story.cards("Ah")


@pytest.mark.clause("VIC03-3.1")
def test_the_cutting_card_comes_out_once() -> None:
    story = deal().bet(1, "A", 10).call().cards("Ts").cut_card()
    story.refuses("cutting_card.out_already", "VIC03-4.1.1(c)").cut_card()


@pytest.mark.clause("VIC03-3.1.1")
def test_an_automatic_shoe_has_no_cutting_card() -> None:
    story = deal(elect={"auto_shuffler": "yes"}).bet(1, "A", 10)
    story.refuses("cutting_card.not_used", "VIC03-3.1.1").cut_card()
    story.call().cards("Ts").refuses("cutting_card.not_used", "VIC03-3.1.1").cut_card()


@pytest.mark.clause("VIC03-3.2.1")
@pytest.mark.parametrize(
    ("cards", "total", "soft"),
    [
        ("As 8s", 19, True),  # 11 + 8
        ("As 8s 5d", 14, False),  # 11 + 13 would be 24: 1 + 13
        ("As Ad", 12, True),  # 11 + 1
        ("As Ad 9c", 21, True),  # 11 + 1 + 9
        ("As Ad Ac Th", 13, False),  # 1 + 1 + 1 + 10
        ("As Kd", 21, True),
        ("9s Tc As", 20, False),
        ("9s Tc As As", 21, False),
    ],
)
def test_an_ace_counts_eleven_while_that_fits(cards: str, total: int, soft: bool) -> None:
    assert score(cards.split()) == (total, soft)


@pytest.mark.clause("VIC03-3.2.1(a)")
def test_both_totals_are_called_while_the_ace_can_count_either_way() -> None:
    story = deal().bet(1, "A", 10).call().initial("6d", "As 6s")
    assert story.due.announce == "seven or seventeen"
    story.hit(1).cards("2c")  # 1 + 6 + 2, or 11 + 6 + 2
    assert story.due.announce == "nine or nineteen"
    story.hit(1).cards("7c")  # 11 would make 26: sixteen only
    assert story.due.announce == "sixteen"


@pytest.mark.clause("VIC03-3.2.1(a)")
def test_one_total_once_eleven_would_exceed_21() -> None:
    story = deal().bet(1, "A", 10).call().initial("6d", "As 6s").hit(1).cards("9c")
    assert story.due.announce == "sixteen"  # 1 + 6 + 9


@pytest.mark.clause("VIC03-3.2.1(b)")
@pytest.mark.parametrize("cards", ["Ad 6c", "6d Ac", "Ad Ac 5c", "Ad 7c", "5d Ac 2c", "9d Ac", "3d 3c Ac"])
def test_the_dealers_ace_counts_eleven_from_17_and_he_stands(cards: str) -> None:
    """17, 17, 17, 18, 18, 20 and 17: a further card is refused."""
    first, *others = cards.split()
    story = deal().bet(1, "A", 10).call().initial(first, "Ts 7h")
    if first == "Ad":
        story.asked()
    story.stand(1).cards(" ".join(others))
    assert story.state.phase == "final_settlement"
    story.refuses("card.dealer_complete_soft", "VIC03-3.2.1(b)").cards("2s")


@pytest.mark.clause("VIC03-3.2.1(b)", "VIC03-7.5.6(a)")
def test_the_dealer_draws_on_soft_16_and_on_hard_16_with_an_ace() -> None:
    story = deal().bet(1, "A", 10).call().initial("5d", "Ts 7h").stand(1).cards("Ac")  # 5 + 11
    assert (story.action, story.due.box) == ("card", 0)
    story.cards("Kc")  # 5 + 1 + 10 = 16: eleven no longer fits
    assert story.action == "card"
    story.cards("Ah")  # 17
    assert story.state.phase == "final_settlement"


@pytest.mark.clause("VIC03-3.2.2")
@pytest.mark.parametrize("rank", "23456789")
def test_two_to_nine_count_their_face(rank: str) -> None:
    assert score([rank + "s"]) == (int(rank), False)


@pytest.mark.clause("VIC03-3.2.2")
def test_a_ten_counts_ten() -> None:
    assert score("2s 7d Tc".split()) == (19, False)


@pytest.mark.clause("VIC03-3.2.3")
def test_jack_queen_and_king_count_ten_and_make_a_pair_of_equal_value() -> None:
    assert score("Js Qd".split()) == (20, False)
    assert score("Ks 5d".split()) == (15, False)
    story = deal().bet(1, "A", 10).call().initial("6d", "Js Qd")
    assert "split" in story.legal


@pytest.mark.clause("VIC03-3.2.4")
def test_the_cards_settle_whatever_was_called() -> None:
    """The player stands on 10 and 9, whatever total he took it for: 19 beats the dealer's 18 and pays 10."""
    story = deal().bet(1, "A", 10).call().initial("Td", "Ts 9h").stand(1).cards("8c").end()
    assert story.result(1).pays == 10_00
    assert not any("total" in name for name in engine.Decide.__struct_fields__)  # no total is ever taken in


@pytest.mark.clause("VIC03-3.2.4")
def test_a_decision_made_on_a_wrong_total_remains_valid() -> None:
    """A takes 7, 5, 9 for less than it is and asks on: 21 is complete whatever he believes."""
    story = deal().bet(1, "A", 10).call().initial("Td", "7s 5h").hit(1).cards("9c")
    story.refuses("hand.hard_total", "VIC03-7.5.1(d)").hit(1)
