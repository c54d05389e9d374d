"""Rules 7.3.2, 5.7, 7.5.6(b) and the insurance line of 8.1."""

import pytest

from rounds import engine
from rounds.engine.insurance.events import InsuranceClosed
from tests.engine.story import Story, deal


def offered(story: Story) -> list[tuple[int, str, float]]:
    return [
        (offer.box, offer.player, offer.most / 100) for offer in story.due.offers if offer.kind == "insure"
    ]


@pytest.mark.clause("VIC03-7.3.2")
def test_every_player_on_every_box_is_asked() -> None:
    """Up to half of 20, of 50 and of 15; a holder of a Blackjack too."""
    story = deal().shared(1, A=20, B=50).bet(4, "C", 15).call().initial("Ad", "Ts 7h", "As Kh")
    assert story.action == "insurance"
    assert story.due.clause == "VIC03-7.3.2"
    assert offered(story) == [(1, "A", 10), (1, "B", 25), (4, "C", 7.5)]


@pytest.mark.clause("VIC03-7.3.2")
def test_who_declines_is_on_record() -> None:
    story = deal().shared(1, A=20, B=50).call().initial("Ad", "Ts 7h").insure(1, "B", 25).asked()
    assert story.recorded(InsuranceClosed)[0].without == ((1, "A"),)


@pytest.mark.clause("VIC03-7.3.2")
def test_only_a_player_with_a_wager_there_insures() -> None:
    story = deal().bet(1, "A", 20).call().initial("Ad", "Ts 7h")
    story.refuses("insurance.no_wager", "VIC03-7.3.2").insure(1, "B", 5)
    story.refuses("insurance.no_wager", "VIC03-7.3.2").insure(2, "A", 5)


@pytest.mark.clause("VIC03-7.3.2")
def test_play_waits_until_everybody_was_asked() -> None:
    story = deal().bet(1, "A", 20).call().initial("Ad", "Ts 7h")
    story.refuses("decision.insurance_open", "VIC03-7.3.2").stand(1)
    story.refuses("card.insurance_open", "VIC03-7.3.2").cards("9c")
    story.asked().refuses("insurance.not_open", "VIC03-7.3.2").asked()


@pytest.mark.clause("VIC03-7.3.2(a)")
def test_insurance_is_over_once_the_first_player_has_acted() -> None:
    story = deal().bet(1, "A", 20).bet(2, "B", 20).call().initial("Ad", "Ts 7h", "Ts 8h").asked()
    story.insure(2, "B", 5)  # nobody has acted yet
    story.stand(1).refuses("insurance.too_late", "VIC03-7.3.2(a)").insure(1, "A", 10)


@pytest.mark.clause("VIC03-7.3.2(a)")
@pytest.mark.parametrize("act", ["hit", "double", "split"])
def test_any_decision_begins_the_further_deal(act: str) -> None:
    story = deal().bet(1, "A", 20).bet(2, "B", 20).call().initial("Ad", "5s 5h", "Ts 8h").asked()
    getattr(story, act)(1)
    story.refuses("insurance.too_late", "VIC03-7.3.2(a)").insure(2, "B", 10)


@pytest.mark.clause("VIC03-8.1-T03")
def test_at_most_half_of_the_players_own_wager() -> None:
    story = deal().shared(1, A=20, B=50).call().initial("Ad", "Ts 7h")
    story.refuses("insurance.wrong_amount", "VIC03-8.1-T03").insure(1, "A", 11)
    story.refuses("insurance.wrong_amount", "VIC03-8.1-T03").insure(1, "A", "10.01")
    story.refuses("insurance.wrong_amount", "VIC03-8.1-T03").insure(1, "A", 0)
    story.refuses("insurance.wrong_amount", "VIC03-8.1-T03").do(engine.Insure(1, "A", -1))
    story.insure(1, "A", 10).insure(1, "B", "0.01")


@pytest.mark.clause("VIC03-8.1-T03", "VIC03-5.7.1")
@pytest.mark.parametrize("second", ["Tc", "Jc", "Qc", "Kc"])
def test_insurance_wins_two_to_one_on_a_ten(second: str) -> None:
    """Insurance 10 wins 20, the wager of 20 on 17 loses to a Blackjack: nothing in the end."""
    story = deal().bet(1, "A", 20).call().initial("Ad", "Ts 7h").insure(1, "A", 10).stand(1)
    story.cards(second).end()
    insurance = story.result(1, bet="insurance")
    assert (insurance.result, insurance.pays, insurance.odds) == ("win", 20_00, "2:1")
    assert insurance.clause == "VIC03-5.7.1"
    assert story.net() == 0


@pytest.mark.clause("VIC03-5.7.1", "VIC03-5.14.1", "VIC03-5.14.2")
def test_a_winning_insurance_is_paid_in_the_final_settlement_after_the_losers() -> None:
    story = deal().bet(1, "A", 20).bet(2, "B", 20).call().initial("Ad", "Ts 7h", "Ts 8h").insure(1, "A", 10)
    story.asked().stand(1).stand(2).cards("Kc")
    assert story.state.phase == "final_settlement"
    assert story.items == [("take", 1, "A", 20), ("take", 2, "B", 20), ("pay", 1, "A", 20)]


@pytest.mark.clause("VIC03-5.7.2", "VIC03-7.5.6(b)")
def test_insurance_loses_on_anything_else_and_is_taken_at_once() -> None:
    story = deal().bet(2, "A", 20).call().initial("Ad", "Ts 9h").insure(2, "A", 10).stand(2).cards("5c")
    assert story.items == [("take", 2, "A", 10)]  # ace and five: sixteen, a third card is to come
    assert story.due.clause == "VIC03-7.5.6(b)"
    story.refuses("card.taking_first", "VIC03-7.5.6(b)").cards("Kc")
    story.settle()
    assert story.result(2, bet="insurance").clause == "VIC03-5.7.2"
    story.cards("Kc 2c").end()  # 1 + 5 + 10 + 2 = 18 against 19
    assert story.net() == 10  # −10 + 20


@pytest.mark.clause("VIC03-7.5.6(b)")
def test_insurance_loses_when_the_dealers_second_card_completes_his_hand() -> None:
    story = deal().bet(2, "A", 20).call().initial("Ad", "Ts 9h").insure(2, "A", 10).stand(2).cards("8c")
    assert (story.state.phase, story.items) == ("dealer_draw", [("take", 2, "A", 10)])


@pytest.mark.clause("VIC03-5.7.2")
def test_an_ace_as_second_card_is_not_a_ten() -> None:
    story = deal().bet(2, "A", 20).call().initial("Ad", "Ts 9h").insure(2, "A", 10).stand(2).cards("Ac")
    assert story.items == [("take", 2, "A", 10)]


@pytest.mark.clause("VIC03-5.7.1", "VIC03-7.3.2")
def test_insurance_is_each_players_own_on_a_shared_box() -> None:
    """B insures 25 of 50, A does not; 17 loses to the Blackjack: A −20, B −50 + 50."""
    story = deal().shared(1, A=20, B=50).call().initial("Ad", "Ts 7h").insure(1, "B", 25).asked().stand(1)
    story.cards("Kc").end()
    assert (story.net("A"), story.net("B")) == (-20, 0)


@pytest.mark.clause("VIC03-5.7.1", "VIC03-7.5.6(c)")
def test_insurance_alone_still_needs_the_dealers_second_card() -> None:
    """The hand broke; the insurance waits for one card and the dealer then stops at 16."""
    story = deal().bet(1, "A", 20).call().initial("Ad", "Ts 6h").insure(1, "A", 10).hit(1).cards("9c")
    story.settle()
    assert (story.action, story.due.box) == ("card", 0)
    story.cards("5c").settle()
    assert story.state.phase == "final_settlement"
    assert story.collect().net() == -30
