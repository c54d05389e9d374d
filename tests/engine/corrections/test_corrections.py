"""The table was right and the record was not: a card, a wager's box, player or amount, a decision."""

import pytest

from casino.refusals import Refusal
from rounds import engine
from rounds.engine.events import RecordCorrected
from tests.engine.sides.answers import press
from tests.engine.story import Story, cents, deal
from tests.refusing import refusal_of


def corrected(story: Story) -> RecordCorrected:
    (correction,) = story.recorded(RecordCorrected)
    return correction


def card(story: Story, number: int, face: str, *then: str) -> Story:
    return story.do(engine.CorrectCard(number, face, then))  # type: ignore[arg-type]


def decision(story: Story, box: int, number: int, *words: str, hand: int = 1, **adds: float) -> Story:
    pairs = tuple((player, cents(amount)) for player, amount in adds.items())
    return story.do(engine.CorrectDecision(box, number, words, hand, pairs))  # type: ignore[arg-type]


def refused(story: Story, command: engine.Command, code: str, why: str = "", clause: str = "") -> Refusal:
    """The refusal by its code, and by the code of why something has no place."""
    refusal = refusal_of(code, clause, engine.apply, story.rules, story.state, command)
    assert not why or refusal.values["why"][0] == why, refusal.values["why"]
    assert refusal.message
    assert refusal.remedy
    return refusal


# --- a card


@pytest.mark.clause("VIC03-3.2.4")
def test_a_card_that_was_entered_wrongly() -> None:
    # 8h was entered for 9h: box 1 has 19 and not 18, and wins against 18.
    story = deal("VIC03").bet(1, "A", 10).call().initial("9d", "Ts 8h").stand(1).cards("9c")
    card(story, 3, "9h")
    assert story.due.role == "game_supervisor"
    assert story.due.plan == ("the record says card 3, 8♥", "at the table it was card 3, 9♥")
    story.approve()
    assert (corrected(story).said, corrected(story).was) == ("card 3, 8♥", "card 3, 9♥")
    assert corrected(story).money == ()
    assert (story.hand(1).total, story.state.dealer) == (19, ("9d", "9c"))
    story.end()
    assert story.net("A") == 10


def test_what_does_not_fit_any_more_is_asked_again_while_no_card_followed() -> None:
    # 5h was entered for Kh: box 1 has 16 and not 11, on which this book lets nobody double.
    story = deal("VIC03").bet(1, "A", 10).bet(2, "B", 10).call().initial("9d", "6s 5h", "Ts 9c").double(1)
    card(story, 4, "Kh").approve()
    assert corrected(story).lapsed == ("the double of box 1",)
    assert corrected(story).money == ("return $10 added: box 1, player A",)
    assert (story.action, story.hand(1).doubled, story.hand(1).total) == ("decision", False, 16)


def test_a_correction_is_refused_where_a_card_followed_and_the_book_is_named() -> None:
    story = deal("VIC03").bet(1, "A", 10).bet(2, "B", 10).call().initial("9d", "6s 5h", "Ts 9c").double(1)
    story.cards("2c")
    refusal = refused(story, engine.CorrectCard(4, "Kh"), "correction.no_place", clause="VIC03-3.2.4")
    assert refusal.values["step"] == "the double of box 1"
    assert "A card was put in the wrong place" in refusal.values["errors"]


def test_what_was_paid_on_a_card_that_was_none_is_recovered() -> None:
    # Kh was entered for 9h: what was paid was not a Blackjack.
    story = deal("VIC03").bet(1, "A", 10).call().initial("6d", "As Kh").settle()
    assert story.net("A") == 15
    card(story, 3, "9h").approve()
    assert corrected(story).money == ("recover $15: box 1, player A",)
    assert (story.action, story.net("A")) == ("decision", 0)


def test_a_wager_that_was_taken_is_given_back_and_paid() -> None:
    # Dealer 9 + 9 against 8h, which was 9h … and a ten for the nine of the dealer: recorded as lost, in fact won.
    story = deal("VIC03").bet(1, "A", 10).bet(2, "B", 10).call().initial("9d", "Ts 8h", "Ts 7h").stand(1)
    story.stand(2).cards("Td").settle()
    assert story.net("A") == -10
    card(story, 4, "Th").approve()
    assert corrected(story).money == ("give back $10: box 1, player A", "pay $10: box 1, player A")
    assert (story.net("A"), story.net("B"), story.action) == (10, -10, "collect")


def test_a_decision_that_the_record_lacks_is_entered_with_the_correction() -> None:
    # Kd was entered for 4d: box 1 was not over at 26, and stood on 20.
    story = deal("VIC03").bet(1, "A", 10).bet(2, "B", 10).call().initial("9d", "Ts 6h", "Ts 9h").hit(1)
    story.cards("Kd").settle().stand(2).cards("Td")
    refused(
        story,
        engine.CorrectCard(6, "4d"),
        "correction.decision_wanted",
        "redeal.decision_missing",
        clause="VIC03-3.2.4",
    )
    card(story, 6, "4d", "stand").approve()
    assert corrected(story).money == ("give back $10: box 1, player A",)
    assert story.hand(1).total == 20
    story.end()
    assert (story.net("A"), story.net("B")) == (10, 0)


def test_the_dealer_corrects_the_last_tap_alone() -> None:
    story = deal("VIC03").bet(1, "A", 10).call().cards("Ts 9d")
    card(story, 2, "8d")
    assert (story.action, story.state.dealer, story.state.drawn) == ("card", ("8d",), ("Ts", "8d"))
    card(story, 1, "9s")  # not the last tap any more
    assert story.due.role == "game_supervisor"
    story.approve()
    assert story.state.drawn == ("9s", "8d")
    story.refuses("undo.role_decided", "").undo()  # a supervisor signed


def test_the_dealers_own_correction_is_taken_back() -> None:
    story = deal("VIC03").bet(1, "A", 10).call().cards("Ts 9d")
    before = story.state
    card(story, 2, "8d").undo()
    assert story.state.drawn == before.drawn


def test_a_refused_correction_leaves_the_record() -> None:
    story = deal("VIC03").bet(1, "A", 10).call().cards("Ts 9d 8c")
    before = story.due
    card(story, 1, "9s").refuses("role.too_low", "VIC03-3.2.4").approve("dealer").refuse()
    assert story.due == before
    assert story.state.drawn == ("Ts", "9d", "8c")


def test_the_house_may_leave_it_to_the_dealer() -> None:
    story = deal("VIC03", read={"irregularity_role": "dealer"}).bet(1, "A", 10).call().cards("Ts 9d 8c")
    assert card(story, 1, "9s").state.drawn == ("9s", "9d", "8c")


def test_a_card_that_the_packs_do_not_hold_any_more_or_that_is_not_a_card() -> None:
    story = deal("ACT03", decks=4).bet(1, "A", 10).bet(2, "B", 10).call().cards("Ts Ts 9c Ts Ts")
    refused(
        story,
        engine.CorrectCard(3, "Ts"),
        "correction.no_place",
        "packs.used_up_in_round",
        clause="ACT03-2.5(a)",
    )
    for number, face, code in (
        (9, "5d", "no_such_card"),
        (0, "5d", "no_such_card"),
        (1, "??", "not_a_card"),
        (1, "1x", "not_a_card"),
        (1, "Ts", "as_recorded"),
    ):
        story.refuses(f"correction.{code}", "ACT03-2.5(a)").do(engine.CorrectCard(number, face))


def test_insurance_that_was_not_offered_was_taken_by_nobody() -> None:
    # 9d was entered for the dealer's ace; box 1 stood meanwhile.
    story = deal("VIC03").bet(1, "A", 10).call().initial("9d", "Ts 8h").stand(1)
    card(story, 2, "Ad").approve()
    assert (story.state.insurance_closed, story.state.dealer, story.action) == (True, ("Ad",), "card")


def test_a_card_of_a_hand_dealt_face_down() -> None:
    story = deal("VIC03", face_down=True).bet(1, "A", 10).call().cards("?? 6d ??").stand(1).cards("Td 3c")
    story.show(1, "Ts 9h")
    card(story, 3, "8h")  # the last tap showed it
    assert story.hand(1).cards == ("Ts", "8h")
    card(story, 1, "9s").approve()
    assert story.hand(1).cards == ("9s", "8h")


# --- the box and the player of a wager


@pytest.mark.parametrize("book", ["ACT96", "ACT03", "VIC03", "NZ", "UK"])
def test_a_wager_that_was_recorded_on_the_wrong_box(book: str) -> None:
    # It lay on box 5, behind box 4: cards and decisions went to box 4 first.
    story = deal(book).bet(2, "A", 10).bet(4, "B", 20).call().initial("6d", "Ts 8h", "9c 9s")
    story.stand(2).do(engine.CorrectWager(2, "A", to_box=5)).approve()
    assert story.state.in_play() == (story.state.box(4), story.state.box(5))
    # In the order in which they left the shoe: Ts to box 4, 9c to box 5, 6d, 8h to box 4, 9s to box 5.
    assert (story.hand(4).cards, story.hand(5).cards) == (("Ts", "8h"), ("9c", "9s"))
    assert (story.due.box, story.action) == (4, "decision")


def test_decisions_of_a_box_go_along_with_its_only_wager() -> None:
    story = deal("VIC03").bet(2, "A", 10).bet(4, "B", 20).call().initial("6d", "Ts 8h", "9c 9s")
    story.stand(2).stand(4).do(engine.CorrectWager(2, "A", to_box=1)).approve()
    assert (story.hand(1).stood, story.hand(4).stood, story.action) == (True, True, "card")
    assert story.state.box(1).caller == "A"


def test_a_wager_behind_another_players() -> None:
    story = deal("VIC03").bet(2, "A", 10).bet(4, "B", 20).seat(4, "B").call()
    story.do(engine.CorrectWager(2, "A", to_box=4)).approve()
    assert story.state.box(4).players == ("B", "A")  # the caller's lies nearest the dealer
    story.initial("6d", "Ts 8h").stand(4).cards("Td 9c").end()
    assert (story.net("A"), story.net("B")) == (10, 20)


def test_the_book_says_who_may_have_wagered_there() -> None:
    story = deal("VIC03").bet(2, "A", 10).bet(4, "B", 20).call().cards("Ts 9d")
    story.refuses("player.one_box_only", "VIC03-5.10").do(engine.CorrectWager(2, "A", to_player="B"))
    refused(story, engine.CorrectWager(2, "A", to_box=9), "correction.no_such_box", clause="VIC03-5.5.1")
    refused(story, engine.CorrectWager(3, "A", to_box=4), "correction.no_such_wager", clause="VIC03-5.5.1")
    refused(story, engine.CorrectWager(2, "A", to_box=2), "correction.as_recorded", clause="VIC03-5.5.1")
    refused(
        story, engine.CorrectWager(2, "A", to_box=3, amount=500), "correction.one_thing", clause="VIC03-5.5.1"
    )


def test_another_players_mark() -> None:
    story = deal("NZ").bet(2, "A", 10).call().initial("Ad", "Ts 8h").insure(2, "A", 5).double(2)
    story.do(engine.CorrectWager(2, "A", to_player="C")).approve()
    assert story.state.box(2).players == ("C",)
    assert story.hand(2).stake_of("C").added == 1000  # type: ignore[union-attr]
    assert story.state.box(2).insurance[0].player == "C"
    story.cards("2c Td").end()
    assert (story.net("C"), story.net("A")) == (
        0,
        0,
    )  # a Blackjack takes the original, the insurance brings it
    assert {result.player for result in story.state.results} == {"C"}


def test_before_the_call_the_dealer_corrects_alone() -> None:
    story = deal("VIC03").bet(2, "A", 10).bet(4, "B", 20)
    story.do(engine.CorrectWager(2, "A", to_box=3)).do(engine.CorrectWager(4, "B", amount=cents(25)))
    assert [(box.number, box.wagers[0].amount) for box in story.state.in_play()] == [(3, 1000), (4, 2500)]
    assert corrected(story).said == "$20 of player B on box 4"
    story.undo()
    assert story.state.box(4).wagers[0].amount == 2000


# --- an amount


def test_the_amount_of_a_wager_that_lost_moves_no_chips() -> None:
    # 50 was entered for 25: what lay there was taken.
    story = deal("VIC03").bet(1, "A", 50).call().initial("9d", "Ts 6h").hit(1).cards("Kd").settle()
    story.do(engine.CorrectWager(1, "A", amount=cents(25))).approve()
    assert corrected(story).money == ()
    assert story.net("A") == -25


def test_a_payment_on_the_wrong_amount_is_squared() -> None:
    story = deal("VIC03").bet(1, "A", 50).call().initial("6d", "As Kh").settle()
    story.do(engine.CorrectWager(1, "A", amount=cents(30))).approve()
    assert corrected(story).money == ("recover $30: box 1, player A",)
    assert story.net("A") == 45
    story.do(engine.CorrectWager(1, "A", amount=cents(40))).approve()
    assert corrected(story).money == ("pay $15 more: box 1, player A",)


@pytest.mark.clause("VIC03-6.2.1", "VIC03-6.2.2")
def test_what_of_it_is_in_play_is_worked_out_again() -> None:
    story = deal("VIC03", minimum=10, maximum=100).bet(1, "A", 5).call().cards("Ts")
    assert story.state.carry.warned == ("A",)
    story.do(engine.CorrectWager(1, "A", amount=cents(150))).approve()
    assert story.state.carry.warned == ()
    assert story.hand(1).stakes[0].base == cents(100)


def test_a_full_double_follows_its_wager_and_another_amount_is_kept() -> None:
    story = deal("UK").bet(1, "A", 50).call().initial("6d", "6s 5h").double(1)
    story.do(engine.CorrectWager(1, "A", amount=cents(30))).approve()
    assert story.hand(1).stakes[0].added == cents(30)


def test_the_amount_of_a_double() -> None:
    story = deal("VIC03").bet(1, "A", 50).call().initial("6d", "6s 5h").double(1)
    story.do(engine.CorrectDouble(1, "A", cents(20)))  # the last tap
    assert story.hand(1).stakes[0].added == cents(20)
    story.cards("9c Td").do(engine.CorrectDouble(1, "A", cents(40))).approve()
    assert story.hand(1).stakes[0].added == cents(40)
    story.refuses("correction.no_place", "VIC03-7.5.4(a)(i)").do(engine.CorrectDouble(1, "A", cents(60)))
    refused(story, engine.CorrectDouble(1, "B", cents(10)), "correction.no_double", clause="VIC03-5.5.1")


def test_the_amount_of_an_insurance() -> None:
    story = deal("VIC03").bet(1, "A", 50).call().initial("Ad", "Ts 8h").insure(1, "A", 25)
    story.do(engine.CorrectInsurance(1, "A", cents(20)))
    assert story.state.box(1).insurance[0].amount == cents(20)
    story.stand(1).do(engine.CorrectInsurance(1, "A", 0)).approve()
    assert (story.state.box(1).insurance, story.hand(1).stood) == ((), True)
    story.do(engine.CorrectInsurance(1, "A", cents(10))).approve()
    assert corrected(story).said == "no insurance of player A on box 1"
    story.cards("Td").end()
    assert story.net("A") == -30


# --- a decision


def test_a_stand_that_was_a_hit() -> None:
    # The card went to the dealer in the record; it is box 1's, which then has 19 and decides.
    story = deal("VIC03").bet(1, "A", 10).call().initial("6d", "Ts 4h").stand(1).cards("5c")
    decision(story, 1, 1, "hit").approve()
    assert (corrected(story).said, corrected(story).was) == ("stand on box 1", "hit on box 1")
    assert (story.hand(1).cards, story.state.dealer) == (("Ts", "4h", "5c"), ("6d",))
    assert (story.action, story.due.box) == ("decision", 1)


def test_a_stand_that_was_a_hit_and_then_a_stand() -> None:
    story = deal("VIC03").bet(1, "A", 10).bet(2, "B", 10).call().initial("6d", "Ts 4h", "Ts 3h").stand(1)
    story.hit(2).cards("5c")
    decision(story, 1, 1, "hit", "stand").approve()
    assert (story.hand(1).total, story.hand(1).stood) == (19, True)
    # The card that box 2 asked for is still to come.
    assert (story.action, story.due.box, story.hand(2).drawing) == ("card", 2, "hit")


def test_a_stand_that_was_a_double() -> None:
    story = deal("VIC03").bet(1, "A", 10).call().initial("6d", "6s 5h").stand(1)
    decision(story, 1, 1, "double", A=10)
    assert (story.action, story.hand(1).stakes[0].added) == ("card", 1000)


def test_a_hit_that_was_a_double() -> None:
    story = deal("VIC03").bet(1, "A", 10).call().initial("6d", "6s 5h").hit(1).cards("9c").stand(1)
    decision(story, 1, 1, "double").approve()
    assert corrected(story).lapsed == ("the stand of box 1",)  # a double takes one card and decides no more
    assert (story.hand(1).cards, story.action, story.due.box) == (("6s", "5h", "9c"), "card", 0)


def test_a_card_without_a_place_is_left_to_the_book() -> None:
    # With a stand the card would be the dealer's, who then has a six and a five: nothing is wrong with that.
    story = deal("VIC03").bet(1, "A", 10).call().initial("6d", "Ts 4h").hit(1).cards("5c").hit(1).cards("2c")
    refused(story, engine.CorrectDecision(1, 1, ("stand",)), "correction.no_place", clause="VIC03-7.5.1")
    decision(story, 1, 2, "stand").approve()
    assert (story.hand(1).total, story.state.dealer, story.action) == (19, ("6d", "2c"), "card")


def test_a_decision_that_was_never_taken_or_not_named() -> None:
    story = deal("VIC03").bet(1, "A", 10).call().initial("6d", "Ts 4h")
    refused(story, engine.CorrectDecision(1, 1, ("hit",)), "correction.nothing_decided", clause="VIC03-7.5.1")
    story.stand(1)
    refused(story, engine.CorrectDecision(1, 1, ("stand",)), "correction.as_recorded", clause="VIC03-7.5.1")
    refused(story, engine.CorrectDecision(1, 1, ()), "correction.no_decision_named", clause="VIC03-7.5.1")
    refused(story, engine.CorrectDecision(1, 1, ("split",)), "correction.no_place", clause="VIC03-7.5.1")


def test_a_round_whose_cards_are_collected_is_still_corrected_while_no_other_has_begun() -> None:
    # 9c was entered for 8c: the dealer had 17 and not 18, and box 1 won.
    story = deal("VIC03").bet(1, "A", 10).call().initial("9d", "Ts 8h").stand(1).cards("9c").end()
    assert story.net("A") == 0
    card(story, 4, "8c")
    assert (story.action, story.due.role) == ("approval", "game_supervisor")
    assert "pay $10: box 1, player A" in story.due.plan
    story.approve()
    assert (story.state.phase, story.net("A")) == ("collected", 10)
    assert engine.carry(story.state).played == (("A", 1),)
    assert engine.carry(story.state).shoe_rounds == 1
    story.do(engine.CorrectWager(1, "A", to_player="B")).approve()
    assert engine.carry(story.state).played == (("B", 1),)
    assert story.next_round().bet(1, "A", 10).call().action == "card"


def test_a_round_that_is_over_is_not_played_on() -> None:
    story = deal("VIC03").bet(1, "A", 10).call().initial("9d", "Ts 8h").stand(1).cards("9c").end()
    refused(story, engine.CorrectDecision(1, 1, ("double",)), "correction.no_place", clause="VIC03-7.5.1")
    refused(story, engine.DealCard("9c"), "round.over", clause="VIC03-7.5.7(a)")
    story.do(engine.CorrectCard(1, "9s")).refuse()
    refused(story, engine.DealCard("9c"), "round.over", clause="VIC03-7.5.7(a)")
    void = deal("VIC03").bet(1, "A", 10).call().cards("9d").wrong("outcome_disrupted", cause="fire")
    void.approve("casino_supervisor")
    refused(void, engine.CorrectCard(1, "9s"), "round.over", clause="VIC03-7.5.7(a)")


# --- beside the hand


def pairs(story: Story) -> Story:
    return story.call().initial("6d", "8h 8s", "Tc 2c")


def house_money() -> Story:
    """A pair of eights on box 1 with House Money of 5, and 12 on box 2."""
    story = deal("NZ", offer=["house_money"])
    return pairs(story.bet(1, "A", 20).bet(1, "A", 5, "house_money").bet(2, "B", 10))


def test_a_payout_left_in_action_goes_with_the_pair_that_was_none() -> None:
    # 8s was 2d: no pair. 15 paid with 20 left in action are squared, and the 5 are taken.
    story = house_money().do(engine.Ride(1, "A", "house_money", cents(20)))
    assert story.net("A") == 15
    card(story, 4, "2d").approve()
    assert story.state.box(1).sides[0].riding == 0
    assert "recover $15: box 1, player A, house money" in corrected(story).money
    while story.action == "settle":
        story.settle()
    assert story.net("A") == -5


def test_what_stays_in_action_stays_when_another_card_was_wrong() -> None:
    story = house_money().do(engine.Ride(1, "A", "house_money", cents(20))).stand(1).hit(2).cards("7d")
    card(story, 5, "3c").approve()
    assert story.state.box(1).sides[0].riding == cents(20)
    assert corrected(story).money == ()
    assert story.hand(2).cards == ("Tc", "3c", "7d")


def test_a_prize_for_a_hand_that_was_no_blackjack_is_recovered() -> None:
    story = deal("NZ", offer=["madness_21"]).bet(1, "A", 20).bet(1, "A", 5, "madness_21")
    story.call().initial("6d", "As Kd")
    while story.action in ("settle", "prize"):
        wants = engine.Settle() if story.action == "settle" else engine.Prize(1, "A", "madness_21", cents(25))
        story.do(wants)
    card(story, 3, "9d").approve()
    assert sorted(corrected(story).money) == [
        "recover $125: box 1, player A, madness 21",
        "recover $30: box 1, player A",
        "take $5: box 1, player A, madness 21",
    ]


def test_a_wager_on_a_split_hand_goes_back_with_the_split() -> None:
    story = deal("NZ", offer=["perfect_pairs 2"], elect={"pairs_on_split": "yes"})
    pairs(story.bet(1, "A", 20).bet(1, "A", 5, "perfect_pairs").bet(2, "B", 10)).settle().split(1)
    story.do(engine.PlaceWager(1, "A", cents(5), "perfect_pairs", hand=2))
    card(story, 4, "9s").approve()
    assert "return $25 added: box 1, player A" in corrected(story).money  # 20 for the hand, 5 for its pair
    assert len(story.state.box(1).hands) == 1


def test_triple_play_whose_second_dealer_hand_had_another_card() -> None:
    # The first dealer hand stays as it was settled; the second drew 8c and not 9c.
    story = deal("ACT96", game="triple_play", boxes=6).hands(2, "A", 10, 10).call()
    story.initial("9d", "Ts 8h").stand(2).cards("Kh").settle().cards("9c")
    assert story.net("A") == -10
    card(story, 5, "8c")  # the last tap
    assert (len(story.state.dealers), story.state.dealer) == (1, ("9d", "8c"))
    assert story.end().net("A") == 0


def test_what_lies_on_a_box_moves_together_or_alone() -> None:
    story = deal("NZ", offer=["perfect_pairs 2"])
    pairs(story.bet(1, "A", 20).bet(1, "A", 5, "perfect_pairs").bet(2, "B", 10)).settle()
    # The pair would lie there without it.
    refused(story, engine.CorrectWager(1, "A", to_box=3), "side_bet.empty_box", clause="NZ-15B.2-S2")
    story.do(engine.CorrectWager(1, "A", "all", to_box=3)).approve()
    assert [len(box.sides) for box in story.state.boxes] == [0, 0, 1, 0, 0, 0, 0]
    # Box 2 had the first cards then: Tc … the pair was never dealt to A.
    assert story.hand(2).cards[0] == "8h"


# --- after an irregularity


def test_a_round_dealt_again_is_corrected_as_it_was_dealt_again() -> None:
    story = deal("ACT96").bet(2, "A", 10).bet(4, "B", 10).call().cards("9s Kd 5c")
    story.wrong("misplaced_initial_deal", lies="2:dealer,3:4").approve()
    card(story, 2, "Kh").approve()
    assert (story.hand(2).cards, story.hand(4).cards, story.state.dealer) == (("9s",), ("Kh",), ("5c",))


def test_a_hand_that_was_void_stays_void() -> None:
    story = deal("VIC03").bet(1, "A", 10).bet(2, "B", 10).call().initial("6d", "Ts 8h", "Tc 2c")
    story.wrong("void_wager", box=1, player="A", reason="17.1").approve(story.due.role)
    card(story, 5, "3c").approve()
    assert story.hand(2).cards == ("Tc", "3c")
    assert story.result(1).result == "void"


def test_what_was_paid_and_pressed_after_the_offer_stays_when_an_insurance_was_none() -> None:
    # Everybody had insured, so that nobody closed it; A had not: the prize that was pressed after that is kept.
    story = deal("VIC03", game="crown_pontoon", offer=["pontoon_pandemonium 1"])
    story.bet(1, "A", 30).bet(2, "B", 30).bet(2, "B", 5, "pontoon_pandemonium").call()
    story.initial("Ac", "9c Jc", "As Ks").insure(1, "A", 15)
    assert story.action != "insurance"
    while story.action in ("settle", "prize"):
        prize = engine.Prize(2, "B", "pontoon_pandemonium", cents(10))
        story.do(prize) if story.action == "prize" else story.settle()
    before = story.net("B")
    assert before > 30
    story.do(engine.CorrectInsurance(1, "A", 0)).approve()
    assert story.state.box(1).insurance == ()
    assert story.net("B") == before
    assert corrected(story).money == ()


# --- the cards keep the order in which they left the shoe


@pytest.mark.clause("VIC03-7.1.2", "VIC03-3.2.4")
def test_a_card_that_cannot_lie_where_it_comes_is_not_passed_over_for_a_later_one() -> None:
    # Face down, face down, 9d: with no wager on box 2 the second card would be the dealer's, whose card lies open.
    story = deal("VIC03", face_down=True).bet(1, "A", 10).bet(2, "B", 10).call()
    for face in ("??", "??", "9d"):
        story.do(engine.DealCard(face))
    refused(story, engine.CorrectWager(2, "B", to_box=1), "correction.no_place", clause="VIC03-5.5.1")
    assert story.state.drawn == ("??", "??", "9d")


def test_a_hand_that_the_record_did_not_have_takes_the_cards_as_they_came() -> None:
    # B's wager lay on box 2. Of Ts 9d 3h 2c 4c it takes the 9 and the 4, the dealer the 3, and box 1 has 10 + 2.
    story = deal("VIC03").bet(1, "A", 10).bet(1, "B", 10).seat(1, "A").call().initial("9d", "Ts 3h")
    story.hit(1).cards("2c").hit(1).cards("4c")
    story.do(engine.CorrectWager(1, "B", to_box=2)).approve()
    assert story.state.drawn == ("Ts", "9d", "3h", "2c", "4c")
    assert (story.hand(1).cards, story.hand(2).cards) == (("Ts", "2c"), ("9d", "4c"))
    assert story.state.dealer == ("3h",)
    assert (story.action, story.due.box) == ("card", 1)


@pytest.mark.clause("VIC03-11.7.1")
def test_a_second_press_after_a_button_that_was_set_off_stays_in_a_corrected_round() -> None:
    # The button was set off and showed $10 for each dollar; the winner pressed again and had $50: $250.
    bet = "pontoon_pandemonium"
    story = deal("VIC03", game="crown_pontoon", offer=[f"{bet} 1"]).bet(1, "A", 50).bet(1, "A", 5, bet)
    story.bet(2, "B", 20).call().initial("6d", "As Kd", "Jc 2c")
    story.do(engine.Misfire(1, "A", bet, cents(10))).do(engine.AnswerMisfire(1, "A", bet, accept=False))
    press(story, 50, bet=bet).settle()
    before = story.net("A")
    card(story, 5, "3c").approve()
    assert (story.net("A"), story.action, story.due.box) == (before, "decision", 2)
