"""Victoria: the other readings of what the words leave open of roles, warnings, cards face down and a doubled 21."""

import pytest

from rounds import engine
from tests.engine.story import Story, deal


@pytest.mark.clause("VIC03-1.2", "VIC03-5.8", "VIC03-5.10")
def test_a_power_reaches_upward_or_is_of_the_named_role_alone() -> None:
    upward = deal().several("A", "casino_supervisor")
    upward.at_most(1, 1, "operations_manager")
    named = deal(read={"powers_reach": "named"})
    named.refuses("role.named_alone", "VIC03-1.2").several("A", "casino_supervisor")
    named.refuses("role.named_alone", "VIC03-1.2").at_most(1, 1, "casino_supervisor")
    named.refuses("role.too_low", "VIC03-5.10").several("A", "dealer")
    named.several("A", "game_supervisor").at_most(1, 1, "game_supervisor")
    # 7.5.3 says "or above" in terms.
    story = named.bet(1, "B", 20).call().initial("6d", "Ts 2h").ask(1)
    story.direct(1, role="casino_supervisor")


@pytest.mark.clause("VIC03-5.2", "VIC03-5.3")
def test_wagers_end_with_the_call_or_with_the_first_card() -> None:
    deal().bet(1, "A", 10).call().refuses("wager.after_call", "VIC03-5.2").bet(2, "B", 10)
    late = deal(read={"wagers_until": "first_card"}, maximum=100).bet(1, "A", 80).call().bet(2, "B", 10)
    # Who joins a box finds its caller named.
    late.bet(2, "C", 10).bet(1, "A", 40)
    assert late.state.box(2).caller == "B"
    assert late.state.box(1).wagers[0].effective == 100_00
    late.cards("Ts").refuses("wager.after_first_card", "VIC03-5.4").bet(3, "D", 10)


@pytest.mark.clause("VIC03-6.2.1")
@pytest.mark.parametrize(
    ("lasts", "next_round", "next_shoe"),
    [("stay", True, True), ("shoe", True, False), ("round", False, False)],
)
def test_a_warning_lasts_for_the_stay_the_shoe_or_the_round(
    lasts: str, next_round: bool, next_shoe: bool
) -> None:
    def warned() -> Story:
        story = deal(minimum=10, read={"warning_lasts": lasts}).bet(1, "A", 5).call().initial("Td", "Ts 7h")
        return story.stand(1).cards("7c").end().next_round()

    def returned(story: Story) -> bool:
        return any(blocker.kind == "returned" for blocker in story.bet(1, "A", 5).due.blockers)

    assert returned(warned()) is next_round
    assert returned(warned().shuffle()) is next_shoe


@pytest.mark.clause("VIC03-6.2.1")
def test_a_first_wager_under_the_minimum_plays_or_may_be_handed_back() -> None:
    deal(minimum=10).bet(1, "A", 5).refuses("wager.payable", "VIC03-5.13").hand_back(1, "A")
    back = deal(minimum=10, read={"under_minimum_refusable": "yes"}).bet(1, "A", 5).bet(2, "B", 10)
    back.refuses("wager.payable", "VIC03-5.13").hand_back(2, "B")
    back.hand_back(1, "A")
    assert not back.state.box(1).wagers


@pytest.mark.clause("VIC03-7.1.2")
def test_cards_face_down_are_shown_when_asked_or_first() -> None:
    """A holds A-K face down, B 9-8; the dealer shows a six."""

    def dealt(read: dict[str, str] | None) -> Story:
        story = deal(face_down=True, read=read).bet(1, "A", 20).bet(2, "B", 20).call()
        return story.cards("?? ?? 6d ?? ??")

    asked = dealt(None)
    assert (asked.action, asked.due.box) == ("decision", 1)
    asked.stand(1).show(2, "9s 8h").stand(2)
    first = dealt({"face_down_shown": "first"})
    assert (first.action, first.due.box) == ("show_cards", 1)
    first.refuses("decision.hand_not_shown", "VIC03-7.1.2").stand(1)
    first.refuses("card.hand_not_shown", "VIC03-7.1.2").cards("5c")
    first.show(1, "As Kh")
    assert (first.action, first.due.box) == ("show_cards", 2)
    assert not first.items
    first.show(2, "9s 8h")
    assert first.items == [("pay", 1, "A", 30)]
    first.settle()
    assert (first.action, first.due.box) == ("decision", 2)


@pytest.mark.clause("VIC03-7.5.4(b)", "VIC03-5.6.4")
def test_a_doubled_21_ties_with_a_dealers_blackjack_or_loses_its_original() -> None:
    def doubled(read: dict[str, str] | None) -> float:
        story = deal(read=read).bet(1, "A", 20).call().initial("Kd", "6s 5h").double(1).cards("Tc")
        return story.cards("Ac").end().net()

    assert doubled(None) == 0
    assert doubled({"doubled_21_lost": "yes"}) == -20
    # A 21 that was not doubled ties in either reading.
    story = deal(read={"doubled_21_lost": "yes"}).bet(1, "A", 20).call().initial("Kd", "7s 7h").hit(1)
    assert story.cards("7c").cards("Ac").end().net() == 0


@pytest.mark.clause("VIC03-8.1-T03", "VIC03-5.7.1", "VIC03-7.3.2")
@pytest.mark.parametrize(("second", "ten", "other"), [("Kc", 20, -10), ("4c", -10, 20)])
def test_insurance_wins_on_a_ten_or_as_the_table_prints_on_any_other(
    second: str, ten: int, other: int
) -> None:
    def insured(read: dict[str, str] | None) -> float:
        story = deal(read=read).bet(1, "A", 20).call().initial("Ad", "Ts 9h").insure(1, "A", 10)
        story.stand(1).cards(second)
        while story.action != "settle":
            story.cards("2c")
        result = story.settle().result(1, bet="insurance")
        return (result.pays - result.takes) / 100

    assert insured(None) == ten
    assert insured({"insurance_wins_on": "other"}) == other


def test_a_reading_is_chosen_by_one_word() -> None:
    for word in ("yes", "True", "true"):
        rules = engine.Setup("VIC03", readings=(("blackjack_beats_21", word),)).rules
        assert rules.blackjack_beats_21.value is True


@pytest.mark.clause("ACT96-10(a)(i)", "ACT03-8.1(a)")
@pytest.mark.parametrize("book", ["ACT96", "ACT03"])
def test_a_ten_means_every_card_that_counts_ten_or_the_ten_alone(book: str) -> None:
    """A Blackjack against a court card is paid at once by the other reading, against a ten by neither: a ten and an ace
    then stand off with it."""
    read = {"blackjack_paid_at_once": "no_ace_or_ten_spot"}
    for first in ("Jd", "Qd", "Kd"):
        story = deal(book, read=read).bet(1, "A", 20).call().initial(first, "As Kh")
        assert story.items == [("pay", 1, "A", 30)]
        assert deal(book).bet(1, "A", 20).call().initial(first, "As Kh").action == "card"
    for other in ({}, read):
        story = deal(book, read=other).bet(1, "A", 20).call().initial("Td", "As Kh")
        assert story.action == "card"
        assert story.cards("Ac").end().net() == 0
