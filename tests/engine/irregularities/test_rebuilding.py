"""Rounds that are dealt again from the cards in the order in which they left the shoe."""

import pytest

from rounds import engine
from rounds.engine.events import Reconstructed
from tests.engine.story import Story, deal


def rebuilt(story: Story) -> Reconstructed:
    (reconstruction,) = story.recorded(Reconstructed)
    return reconstruction


@pytest.mark.clause("ACT96-18(d)")
def test_a_card_in_the_wrong_place_in_the_initial_deal() -> None:
    # Boxes 2 and 4: 9 to box 2, the king to the dealer by mistake, 5 to box 4. Rebuilt: 9, K to box 4, 5 dealer.
    story = deal("ACT96").bet(2, "A", 10).bet(4, "B", 10).call().cards("9s Kd 5c")
    story.wrong("misplaced_initial_deal", lies="2:dealer,3:4").approve("game_supervisor")
    assert rebuilt(story).moves == ("1. K♦ from dealer to box 4", "2. 5♣ from box 4 to dealer")
    assert (story.hand(2).cards, story.hand(4).cards, story.state.dealer) == (("9s",), ("Kd",), ("5c",))
    assert story.due.box == 2
    story.cards("2c")
    assert story.state.drawn == tuple("9s Kd 5c 2c".split())


@pytest.mark.clause("ACT96-18(e)", "ACT03-14.4")
@pytest.mark.parametrize(("book", "kind"), [("ACT96", "misplaced_subsequent_deal"), ("ACT03", "misplaced")])
def test_a_card_in_the_wrong_place_in_the_further_deal(book: str, kind: str) -> None:
    # Box 2 stands on 18; box 3 hits 12 and its 7 lands on box 4. Box 2 unchanged, box 3 has 19, box 4 two cards.
    story = deal(book).bet(2, "A", 10).bet(3, "B", 10).bet(4, "C", 10).call()
    story.initial("9d", "Ts 8h", "Tc 2c", "9s 5c").stand(2).hit(3).cards("7d")
    story.wrong(kind, lies="8:4").approve("game_supervisor")
    assert rebuilt(story).moves == ("1. 7♦ from box 4 to box 3",)
    assert rebuilt(story).lapsed == ()
    assert (story.hand(2).total, story.hand(3).total, story.hand(4).cards) == (18, 19, ("9s", "5c"))
    assert story.due.box == 3


@pytest.mark.clause("ACT96-18(e)", "NZ-16.5-S1", "NZ-16.5-S2")
@pytest.mark.parametrize(("book", "kind"), [("ACT96", "misplaced_subsequent_deal"), ("NZ", "misplaced")])
def test_a_decision_on_a_wrong_holding_lapses_and_its_wager_goes_back(book: str, kind: str) -> None:
    # The second cards of boxes 2 and 3 lay the wrong way round while box 2 doubled: it is asked again.
    story = deal(book).bet(2, "A", 40).bet(3, "B", 10).call().initial("9d", "6s 5h", "Tc 2c").double(2)
    story.wrong(kind, lies="4:3,5:2").approve("game_supervisor")
    reconstruction = rebuilt(story)
    assert reconstruction.money == ("return $40 added: box 2, player A",)
    assert reconstruction.lapsed == ("box 2, doubled",)
    assert (story.action, story.due.box) == ("decision", 2)
    assert not story.hand(2).doubled


@pytest.mark.clause("NZ-16.5-S1")
def test_a_box_was_missed() -> None:
    # Wagers on 1, 2, 4; box 2 missed: 9h box 1, Kd box 4, 5c dealer, As box 1. Three moves, and insurance is offered.
    story = deal("NZ").bet(1, "A", 30).bet(2, "B", 10).bet(4, "C", 10).call().cards("9h Kd 5c As")
    story.wrong("misplaced", lies="2:4,3:dealer,4:1").approve("game_supervisor")
    assert len(rebuilt(story).moves) == 3
    assert story.state.dealer == ("As",)
    assert [story.hand(box).cards for box in (1, 2, 4)] == [("9h",), ("Kd",), ("5c",)]
    assert story.due.box == 1
    story.cards("2c 3c 4c")
    assert story.action == "insurance"


@pytest.mark.clause("NZ-16.3-S2")
def test_what_is_left_over_in_new_zealand_goes_to_the_rack() -> None:
    # Wagers on 1 and 2, box 3 dealt by mistake: 8c 4d Qh 7s Th, then 6c and 2d have no place.
    story = deal("NZ").bet(1, "A", 10).bet(2, "B", 10).call().cards("8c 4d Qh 7s Th")
    story.wrong("misplaced", lies="3:3,4:dealer,5:1", extra="6c,2d").approve("game_supervisor")
    assert (story.hand(1).total, story.hand(2).total, story.state.dealer) == (15, 14, ("Qh",))
    assert story.state.discarded == ("6c", "2d")
    story.hit(1).cards("5h")  # from the shoe
    assert story.hand(1).total == 20


@pytest.mark.clause("VIC03-9.4")
def test_victoria_before_anything_is_settled_and_with_a_wager_taken_back() -> None:
    # Box 3's second card lies on box 4; nothing is settled; box 2 takes its 25 back.
    story = deal("VIC03").bet(2, "A", 25).bet(3, "B", 10).bet(4, "C", 10).call()
    story.initial("9d", "Ts 8h", "Tc 5c", "9s 4c").wrong("misplaced", lies="6:4", retract="2:A")
    assert story.due.role == "game_supervisor"
    story.approve("game_supervisor")
    assert rebuilt(story).moves == ("1. 5♣ from box 4 to box 3",)
    assert story.result(2).result == "void"
    assert story.state.discarded == ("Ts", "8h")
    assert story.due.box == 3


@pytest.mark.clause("VIC03-9.4")
def test_no_rebuilding_once_anything_was_settled() -> None:
    story = deal("VIC03").bet(1, "A", 25).bet(3, "B", 10).call().initial("6d", "As Kh", "Tc 5c").settle()
    story.refuses("irregularity.other_moment", "VIC03-9.4").wrong("misplaced", lies="5:1")


@pytest.mark.clause("VIC03-9.1.1")
def test_the_first_round_of_a_shoe_is_dealt_again_with_its_burn() -> None:
    # 5, K, dealer 9, 6, 7 without a burn: burn 5; box 1 K, box 2 9, dealer 6, box 1 7, box 2 the next card.
    story = deal("VIC03").bet(1, "A", 10).bet(2, "B", 10).call().cards("5s Kd 9c 6h 7d")
    story.wrong("burn_in_first_round").approve("game_supervisor")
    assert story.state.discarded == ("5s",)
    assert (story.hand(1).cards, story.hand(2).cards) == (("Kd", "7d"), ("9c",))
    assert story.state.dealer == ("6h",)
    assert story.due.box == 2


@pytest.mark.clause("VIC03-9.1.1", "VIC03-9.1")
def test_only_the_first_round_of_a_shoe_is_dealt_again_with_its_burn() -> None:
    story = deal("VIC03", carry=engine.values.Carry(shoe_rounds=2)).bet(1, "A", 10).call().cards("5s")
    story.refuses("report.not_first_round", "VIC03-9.1.1").wrong("burn_in_first_round")
    story.wrong("burn_forgotten")


@pytest.mark.clause("VIC03-9.5")
def test_a_hand_without_a_wager_is_discarded() -> None:
    # Wagers on 5 and 7, box 6 got 9 and 4: box 5 T and 8, box 7 6 and 5, the dealer 9. The last two cards left the
    # shoe when the record had no place for them any more.
    story = deal("VIC03").bet(5, "A", 10).bet(7, "B", 10).call().cards("Ts 9s 6c 9d 8h")
    story.wrong("cards_without_wager", cards="2,6", extra="4h,5c").approve("game_supervisor")
    assert (story.hand(5).cards, story.hand(7).cards) == (("Ts", "8h"), ("6c", "5c"))
    assert story.state.dealer == ("9d",)
    assert story.state.discarded == ("9s", "4h")
    assert story.state.drawn == tuple("Ts 9s 6c 9d 8h 4h 5c".split())


@pytest.mark.clause("VIC03-9.7")
def test_a_wager_without_cards_is_void() -> None:
    # Boxes 1, 2, 3; box 2 was passed over. What the record has on box 2 lies on box 3, and so on.
    story = deal("VIC03").bet(1, "A", 10).bet(2, "B", 20).bet(3, "C", 10).call()
    story.initial("6d", "Ts 8h", "9s 7h", "4c 5c")
    story.wrong("wager_without_cards", box=2).approve("game_supervisor")
    # Ts box 1, 9s box 3, 4c dealer, 6d box 1, 8h box 3; 7h and 5c come next.
    assert story.result(2, "B").result == "void"
    assert (story.hand(1).cards, story.hand(3).cards) == (("Ts", "6d"), ("9s", "8h"))
    assert story.state.dealer == ("4c",)
    assert [drawn.card for drawn in story.state.held] == ["7h", "5c"]


@pytest.mark.clause("VIC03-9.7(a)")
@pytest.mark.parametrize("choice", ["second_card", "retract"])
def test_a_wager_with_one_card(choice: str) -> None:
    # Box 2 got no second card: 6d went to the dealer, 8h to box 1, 7h to box 3.
    story = deal("VIC03").bet(1, "A", 10).bet(2, "B", 20).bet(3, "C", 10).call()
    story.cards("Ts 9s 4c 6d 8h 7h 5c")
    story.wrong("wager_with_one_card", box=2).approve("game_supervisor", choice)
    assert (story.hand(1).cards, story.hand(3).cards) == (("Ts", "8h"), ("4c", "7h"))
    assert [drawn.card for drawn in story.state.held] == ["5c"]
    story.stand(1)
    if choice == "retract":
        assert story.result(2, "B").result == "void"
        assert story.state.discarded == ("9s",)
        assert story.due.box == 3
    else:
        assert (story.action, story.due.box) == ("card", 2)
        story.cards("5c")
        assert (story.action, story.hand(2).total) == ("decision", 14)


@pytest.mark.clause("ACT96-18(h)-S2", "ACT96-18(e)")
def test_a_card_turned_down_binds_the_other_hand_of_the_split_in_a_round_dealt_again() -> None:
    story = deal("ACT96").bet(3, "A", 10).bet(4, "B", 10).call().initial("6d", "8h 8s", "Tc 4c")
    story.split(3).cards("7c").wrong("excess_card", seen="yes", card="5c").wrong("card_refused", hand="3.1")
    story.cards("5c").hit(4).cards("2h").wrong("decision_not_carried_out", hand="4").approve()
    assert rebuilt(story).lapsed == ("box 4, drew",)
    assert (story.hand(3, 1).cards, story.hand(3, 2).cards) == (("8h", "7c"), ("8s", "5c"))
    assert (story.action, story.due.box, story.due.held) == ("decision", 4, "2h")


@pytest.mark.clause("VIC03-9.7(a)")
@pytest.mark.parametrize("choice", ["second_card", "retract"])
def test_a_wager_with_one_card_where_box_1_is_complete_with_two(choice: str) -> None:
    # Box 2 got no second card and box 1 stands pat on 17: the record still waits for a card of the initial deal.
    story = deal("VIC03").bet(1, "A", 10).bet(2, "B", 20).call().cards("Ts 9s 5c 7d")
    assert story.state.phase == "initial_deal"
    story.wrong("wager_with_one_card", box=2).approve("game_supervisor", choice)
    assert (story.action, story.due.box, story.hand(1).cards) == ("decision", 1, ("Ts", "7d"))
    story.stand(1)
    if choice == "retract":
        assert (story.result(2, "B").result, story.action) == ("void", "card")
    else:
        assert (story.action, story.due.box) == ("card", 2)


@pytest.mark.clause("VIC03-9.7")
def test_a_wager_without_cards_where_nobody_has_drawn() -> None:
    # Box 2 was passed over in both rounds of cards: ten and seven lie on box 1, the five is the dealer's.
    story = deal("VIC03").bet(1, "A", 10).bet(2, "B", 20).call().cards("Ts 5c 7d")
    story.wrong("wager_without_cards", box=2).approve("game_supervisor")
    assert (story.hand(1).cards, story.state.dealer) == (("Ts", "7d"), ("5c",))
    assert (story.result(2, "B").result, story.action, story.due.box) == ("void", "decision", 1)


@pytest.mark.clause("VIC03-9.7", "VIC03-9.7(a)")
def test_while_cards_of_the_initial_deal_are_to_come_nothing_was_left_out() -> None:
    story = deal("VIC03").bet(1, "A", 10).bet(2, "B", 20).call().cards("Ts 5c")
    story.refuses("report.initial_deal_open", "VIC03-9.7").wrong("wager_without_cards", box=2)
    story.cards("7d").refuses("report.initial_deal_open", "VIC03-9.7(a)").wrong("wager_with_one_card", box=2)


@pytest.mark.clause("VIC03-9.8", "VIC03-9.3")
def test_a_decision_that_was_not_carried_out() -> None:
    # Box 3 (10, 4) asked for a card, was taken to stand, and 8 went to box 4 (7, 5): 8 is box 3's next card, 22.
    story = deal("VIC03").bet(3, "A", 10).bet(4, "B", 10).call().initial("9d", "Ts 4h", "7c 5c")
    story.stand(3).hit(4).cards("8d")
    story.wrong("decision_not_carried_out", hand="3").approve("game_supervisor")
    assert rebuilt(story).moves == ("1. 8♦ from box 4 to beside the shoe, in that order",)
    assert rebuilt(story).lapsed == ("box 3, stood", "box 4, drew")
    assert (story.due.box, story.due.held) == (3, "8d")
    story.hit(3).cards("8d").settle()
    assert story.net("A") == -10
    assert story.hand(4).total == 12


@pytest.mark.clause("VIC03-9.8")
def test_what_was_settled_since_is_reversed() -> None:
    story = deal("VIC03").bet(3, "A", 10).bet(4, "B", 10).call().initial("9d", "Ts 4h", "Tc 5c")
    story.stand(3).hit(4).cards("8d").settle()
    assert story.net("B") == -10
    story.wrong("decision_not_carried_out", hand="3").approve("game_supervisor")
    assert rebuilt(story).money == ("give back $10: box 4, player B",)
    assert story.net("B") == 0


@pytest.mark.clause("VIC03-9.8(a)")
def test_an_error_of_an_earlier_round_is_not_rewound() -> None:
    story = deal("VIC03").bet(3, "A", 10).call().initial("9d", "Ts 4h").stand(3).cards("9h").end()
    after = story.next_round().bet(3, "A", 10).call().cards("Ts")
    after.refuses("report.nothing_decided", "VIC03-9.8").wrong("decision_not_carried_out", hand="3")


@pytest.mark.clause("NZ-16.11")
def test_insurance_that_was_not_offered() -> None:
    # Dealer ace, box 1 50 stood on 18, box 2 30 broke with 25; both insure fully, then a king.
    story = deal("NZ").bet(1, "A", 50).bet(2, "B", 30).call().initial("As", "Ts 8h", "9c 6h")
    story.asked().stand(1).hit(2).cards("Td").settle()
    story.wrong("insurance_not_offered").approve("game_supervisor")
    assert story.action == "insurance"
    story.insure(1, "A", 25)
    assert [(offer.box, offer.most) for offer in story.due.offers if offer.kind == "insure"] == [(2, 1500)]
    story.insure(2, "B", 15)
    story.cards("Kc").end()
    assert (story.net("A"), story.net("B")) == (0, 0)


@pytest.mark.clause("NZ-16.11")
def test_after_the_dealers_second_card_it_is_too_late() -> None:
    story = deal("NZ").bet(1, "A", 50).call().initial("As", "Ts 8h").asked().stand(1).cards("Kc")
    story.refuses("irregularity.other_moment", "NZ-16.11").wrong("insurance_not_offered")


# --- after the cards were collected


@pytest.mark.clause("VIC03-9.8(a)", "VIC03-9.8")
def test_a_collected_round_is_rewound_while_no_other_has_begun() -> None:
    # Box 3 (10, 4) asked for a card and was taken to stand; box 4 lost with the 8 that was box 3's.
    story = deal("VIC03").bet(3, "A", 10).bet(4, "B", 10).call().initial("9d", "Ts 4h", "Tc 5c")
    story.stand(3).hit(4).cards("8d").settle().cards("9h").end()
    assert (story.net("A"), story.net("B")) == (-10, -10)
    carried = story.state.carry
    story.wrong("decision_not_carried_out", hand="3")
    assert (story.state.phase, story.action) == ("collected", "approval")
    story.approve("game_supervisor")
    assert sorted(rebuilt(story).money) == [
        "give back $10: box 3, player A",
        "give back $10: box 4, player B",
    ]
    assert (story.action, story.due.box, story.due.held) == ("decision", 3, "8d")
    story.hit(3).cards("8d").settle().stand(4).cards("9h").end()
    assert (story.net("A"), story.net("B")) == (-10, -10)
    assert story.state.carry == carried  # the round is counted once


@pytest.mark.clause("ACT03-14.4")
def test_a_refusal_leaves_the_round_collected() -> None:
    story = deal("ACT03").bet(3, "A", 10).bet(4, "B", 10).call().initial("9d", "Ts 9h", "Tc 5c")
    story.stand(3).hit(4).cards("8d").settle().cards("9h").end()
    net = story.net("A"), story.net("B")
    story.wrong("misplaced", lies="6:3").refuse("game_supervisor")
    assert (story.state.phase, story.action) == ("collected", "")
    assert (story.net("A"), story.net("B")) == net


@pytest.mark.clause("ACT03-14.4", "VIC03-9.8(a)")
@pytest.mark.parametrize(
    ("book", "kind", "details"),
    [("ACT03", "misplaced", {"lies": "6:3"}), ("VIC03", "decision_not_carried_out", {"hand": "3"})],
)
def test_by_the_other_reading_a_collected_round_stays(book: str, kind: str, details: dict[str, str]) -> None:
    def over(read: dict[str, str]) -> Story:
        story = deal(book, read=read).bet(3, "A", 10).bet(4, "B", 10).call().initial("9d", "Ts 9h", "Tc 5c")
        return story.stand(3).hit(4).cards("8d").settle().cards("9h").end()

    over({}).wrong(kind, **details)
    refused = over({"collected_rebuilt": "no"})
    refused.refuses("round.over", refused.rules.steps.collect).wrong(kind, **details)


def test_nothing_else_is_done_to_a_collected_round() -> None:
    story = deal("ACT03").bet(3, "A", 10).call().initial("9d", "Ts 9h").stand(3).cards("9h").end()
    for kind, details in (("excess_card", {"seen": "no"}), ("face_up_in_shoe", {"card": "2c"})):
        story.refuses("round.over", story.rules.steps.collect).wrong(kind, **details)
    story.refuses("round.over", story.rules.steps.collect).undo()


def pontoon(*others: str) -> Story:
    """Box 1 doubled its eleven and holds 13; ``others`` doubled with A. Box 2 holds 17, the dealer 6."""
    story = deal("VIC03", game="crown_pontoon").bet(1, "A", 10)
    for player in others:
        story.bet(1, player, 20)
    story.bet(2, "B", 10).seat(1, "A").call().initial("6c", "5s 6d", "9h 8c")
    return story.double(1, A=10, **dict.fromkeys(others, 20)).cards("2c")


@pytest.mark.clause("VIC03-9.8", "VIC03-10.7.5")
def test_a_double_that_was_wrongly_taken_back_is_asked_again() -> None:
    story = pontoon().rescue(1, "A").settle()
    story.wrong("decision_not_carried_out", hand="1").approve("game_supervisor")
    assert rebuilt(story).money == (
        "give back $10: box 1, player A",
        "put back $10 of the double: box 1, player A",
    )
    assert rebuilt(story).lapsed == ("box 1, rescued", "box 1, playedon")
    assert (story.action, story.due.box, story.state.results) == ("rescue", 1, ())
    assert [offer.player for offer in story.due.offers] == ["A"]
    story.play_on(1).stand(2).cards("Kd 9d").end()  # 25: A is paid on both
    assert (story.net("A"), story.net("B")) == (20, 10)


@pytest.mark.clause("VIC03-9.8", "VIC03-10.7.5(a)")
def test_everybody_on_the_box_is_asked_again() -> None:
    story = pontoon("C").rescue(1, "C").play_on(1).settle().stand(2)
    story.wrong("decision_not_carried_out", hand="1").approve("game_supervisor")
    assert (story.action, [offer.player for offer in story.due.offers]) == ("rescue", ["A", "C"])
    story.rescue(1, "A").play_on(1).settle().stand(2).cards("Kd 9d").end()
    assert (story.net("A"), story.net("C"), story.net("B")) == (-10, 40, 10)


@pytest.mark.clause("VIC03-9.8")
def test_a_double_that_nobody_took_back_is_the_decision_itself() -> None:
    story = pontoon().play_on(1).stand(2)
    story.wrong("decision_not_carried_out", hand="1").approve("game_supervisor")
    assert (story.action, story.due.box, story.hand(1).cards) == ("decision", 1, ("5s", "6d"))
    assert rebuilt(story).money == ("return $10 added: box 1, player A",)
    assert [drawn.card for drawn in story.state.held] == ["2c"]


@pytest.mark.clause("VIC03-9.8", "VIC03-10.9.2")
def test_a_surrender_that_nobody_called_is_asked_again() -> None:
    story = deal("VIC03", game="crown_pontoon").bet(1, "A", 10).bet(2, "B", 10).call()
    story.initial("Jc", "9s 7d", "9h 8c").surrender(1, "A").kept().stand(2)
    story.wrong("decision_not_carried_out", hand="1").approve("game_supervisor")
    assert (story.action, [offer.player for offer in story.due.offers][:1]) == ("surrender", ["A"])
    assert not story.hand(1).stood
    story.kept()
    assert (story.action, story.due.box) == ("decision", 1)
