"""Cards that left the shoe as they should not, and a shoe that fails, by each book."""

import pytest

from casino.cards import UNKNOWN
from rounds import engine
from rounds.engine.irregularities.events import CardDiscarded, CardsReshuffled
from tests.engine.story import Story, deal
from tests.refusing import refused_as


def two_boxes(book: str, first: str, second: str, dealer: str = "9d") -> Story:
    """Boxes 2 and 3 with those hands, box 2 to decide."""
    return deal(book).bet(2, "A", 25).bet(3, "B", 25).call().initial(dealer, first, second)


# --- face up in the shoe


@pytest.mark.parametrize(
    ("book", "clause"),
    [
        pytest.param("ACT96", "ACT96-18(a)", marks=pytest.mark.clause("ACT96-18(a)")),
        pytest.param("ACT03", "ACT03-14.1", marks=pytest.mark.clause("ACT03-14.1")),
        pytest.param("VIC03", "VIC03-9.2", marks=pytest.mark.clause("VIC03-9.2")),
        pytest.param("NZ", "NZ-16.1", marks=pytest.mark.clause("NZ-16.1")),
    ],
)
def test_a_card_face_up_in_the_shoe_is_on_no_hand(book: str, clause: str) -> None:
    # Box 2 draws to 12: 9h lies face up and goes to the rack, 6c makes 18, not 21.
    story = two_boxes(book, "Ts 2h", "Tc 9c").hit(2).wrong("face_up_in_shoe", card="9h")
    (gone,) = story.recorded(CardDiscarded)
    assert (gone.card, gone.clause) == ("9h", clause)
    story.cards("6c")
    assert story.hand(2).total == 18
    assert story.state.discarded == ("9h",)
    assert story.state.drawn[-2:] == ("9h", "6c")  # it has left the shoe


@pytest.mark.clause("UK-A01")
def test_the_united_kingdom_house_decides() -> None:
    story = two_boxes("UK", "Ts 2h", "Tc 9c").hit(2).wrong("face_up_in_shoe", card="9h")
    assert story.due.legal == ("discard", "next_card")
    story.approve("casino_supervisor", "next_card")
    story.refuses("card.held_first", "UK-A01").cards("6c")
    assert story.cards("9h").hand(2).total == 21


# --- drawn in error, nobody has seen it


@pytest.mark.parametrize(
    ("book", "clause"),
    [
        pytest.param("ACT96", "ACT96-18(b)-S1", marks=pytest.mark.clause("ACT96-18(b)-S1")),
        pytest.param("ACT03", "ACT03-14.2-B01", marks=pytest.mark.clause("ACT03-14.2-B01")),
        pytest.param("VIC03", "VIC03-9.3", marks=pytest.mark.clause("VIC03-9.3")),
        pytest.param("NZ", "NZ-16.2", marks=pytest.mark.clause("NZ-16.2")),
    ],
)
def test_an_unseen_card_is_the_next_card(book: str, clause: str) -> None:
    # Box 2 stood on 19, a card was drawn for it: box 3 draws to 14 and gets it, 6d, 20.
    story = two_boxes(book, "Ts 9h", "Tc 4c").stand(2).wrong("excess_card", seen="no").hit(3)
    assert story.due.held == UNKNOWN
    drawn = len(story.state.drawn)
    story.cards("6d")
    assert story.last[0].clause == clause
    assert story.hand(3).total == 20
    assert len(story.state.drawn) == drawn + 1
    assert story.state.held == ()


@pytest.mark.clause("NZ-16.2", "VIC03-9.3", "ACT03-14.2-B01")
@pytest.mark.parametrize("book", ["NZ", "VIC03", "ACT03"])
def test_an_unseen_card_opens_the_next_round(book: str) -> None:
    story = deal(book).bet(1, "A", 10).call().initial("9d", "Ts 9h").stand(1).cards("Td")
    story.wrong("excess_card", seen="no").end()
    after = story.next_round()
    assert [drawn.card for drawn in after.state.held] == [UNKNOWN]
    after.bet(1, "A", 10).call().cards("5h")
    assert after.state.held == ()


@pytest.mark.clause("NZ-16.2", "VIC03-9.3")
def test_a_shuffle_takes_a_held_card_along() -> None:
    story = deal("VIC03").bet(1, "A", 10).call().initial("9d", "Ts 9h").stand(1).cards("Td")
    story.wrong("excess_card", seen="no").end()
    assert story.next_round().shuffle().state.held == ()


# --- drawn in error and seen


@pytest.mark.clause("VIC03-9.3")
def test_victoria_uses_a_seen_card_as_if_nobody_had() -> None:
    # Box 2 stands on 18 and gets a ten in error: box 3 on 15 draws it, 25, bust.
    story = two_boxes("VIC03", "Ts 8h", "Tc 5c").stand(2).wrong("excess_card", seen="yes", card="Td")
    assert story.due.held == "Td"
    story.hit(3).refuses("card.held_first", "VIC03-9.3").cards("2c")
    story.cards("Td").settle()
    assert story.net("B") == -25


@pytest.mark.clause("VIC03-9.3")
def test_a_second_card_to_the_dealer_in_the_initial_deal_is_the_next_card() -> None:
    story = deal("VIC03").bet(1, "A", 10).bet(2, "B", 10).call().cards("Ts 9s 6d")
    story.wrong("excess_card", seen="yes", card="5h").cards("5h")
    assert story.hand(1).cards == ("Ts", "5h")


@pytest.mark.clause("ACT03-14.2-B01")
def test_first_in_first_out() -> None:
    story = two_boxes("ACT03", "Ts 5h", "Tc 4c").stand(2)
    story.wrong("excess_card", seen="yes", card="6h").wrong("excess_card", seen="no")
    story.hit(3).cards("6h")
    assert story.hand(3).total == 20
    story.stand(3)
    assert story.action == "card"  # the dealer's, the one that lies face down
    assert story.cards("Qc").state.dealer == ("9d", "Qc")


@pytest.mark.clause("ACT96-18(h)-S1", "ACT96-18(h)-S2")
def test_canberra_offers_it_and_a_refusal_ends_the_hand() -> None:
    # Box 3 with 16 refuses 6s and stays at 16; box 4 with 15 accepts: 21.
    story = deal("ACT96").bet(2, "A", 10).bet(3, "B", 10).bet(4, "C", 10).call()
    story.initial("Td", "Ts 9h", "9c 7c", "8h 7d").stand(2).wrong("excess_card", seen="yes", card="6s")
    story.refuses("report.not_its_turn", "ACT96-18(h)-S2").wrong("card_refused", hand="4")
    story.wrong("card_refused", hand="3")
    assert story.due.box == 4
    story.hit(4).cards("6s")
    assert (story.hand(3).total, story.hand(4).total) == (16, 21)


@pytest.mark.clause("ACT96-18(h)-S1")
def test_accepting_it_can_break_the_hand() -> None:
    story = two_boxes("ACT96", "Ts 9h", "9c 7c").stand(2).wrong("excess_card", seen="yes", card="6s")
    story.hit(3).cards("6s").settle()
    assert story.net("B") == -25  # 22


@pytest.mark.clause("ACT96-18(h)-S2")
def test_in_canberra_it_may_be_refused_below_twelve() -> None:
    story = two_boxes("ACT96", "Ts 9h", "5c 4c").stand(2).wrong("excess_card", seen="yes", card="6s")
    story.wrong("card_refused", hand="3")
    assert story.hand(3).total == 9
    assert story.action == "card"


@pytest.mark.clause("ACT96-18(h)-S3")
def test_refused_by_all_it_is_the_dealers_second_card() -> None:
    story = two_boxes("ACT96", "Ts 9h", "9c 7c", "Td").stand(2).wrong("excess_card", seen="yes", card="6s")
    story.wrong("card_refused", hand="3")
    story.refuses("card.held_first", "ACT96-18(h)-S1").cards("2c")
    story.cards("6s")
    assert story.state.dealer == ("Td", "6s")
    assert story.action == "card"  # 16: the dealer draws


@pytest.mark.clause("ACT96-18(h)-S3", "NZ-16.4-S3")
@pytest.mark.parametrize("book", ["ACT96", "NZ"])
def test_a_ten_refused_beside_the_dealers_ace_is_a_blackjack(book: str) -> None:
    # Dealer ace, box 2 40 on 15 insured with 20, box 3 10 on 18; both refuse the king.
    story = deal(book).bet(2, "A", 40).bet(3, "B", 10).call().initial("Ad", "8s 7h", "Tc 8c")
    story.insure(2, "A", 20).asked().wrong("excess_card", seen="yes", card="Ks")
    story.wrong("card_refused", hand="2").wrong("card_refused", hand="3").cards("Ks").end()
    assert story.result(2, "A", bet="insurance").pays == 4000
    assert (story.net("A"), story.net("B")) == (0, -10)


@pytest.mark.clause("NZ-16.4-S1", "NZ-16.4-S2", "NZ-16.4-S3")
def test_new_zealand_offers_it_clockwise_and_then_to_the_dealer() -> None:
    # Dealer 6, ten shown; 14, 15 and 17 refuse: 6 and ten. Then 9 breaks the dealer with 25: box 2 wins 50.
    story = deal("NZ").bet(2, "A", 50).bet(3, "B", 10).bet(4, "C", 10).call()
    story.initial("6d", "9s 5h", "9c 6c", "Th 7d").wrong("excess_card", seen="yes", card="Tc")
    for box in "234":
        story.wrong("card_refused", hand=box)
    story.cards("Tc")
    story.cards("9s").end()
    assert story.net("A") == 50


@pytest.mark.clause("NZ-16.4-S1")
def test_in_new_zealand_a_card_that_is_due_by_the_rules_is_taken_and_may_be_doubled_on() -> None:
    # Box 2 refuses with 14, box 3 has 11 and may not; it doubles on the ten: 21. Box 4 draws from the shoe.
    story = deal("NZ").bet(1, "Z", 10).bet(2, "A", 10).bet(3, "B", 20).bet(4, "C", 10).call()
    story.initial("6d", "Ts 8h", "9c 5c", "6h 5d", "7h 8d").stand(1)
    story.wrong("excess_card", seen="yes", card="Tc").wrong("card_refused", hand="2")
    story.refuses("report.card_due", "NZ-16.4-S2").wrong("card_refused", hand="3")
    story.double(3).cards("Tc")
    assert story.hand(3).total == 21
    assert story.hit(4).cards("2h").hand(4).total == 17
    assert story.hand(1).total == 18


@pytest.mark.clause("NZ-16.4-S2")
def test_a_hand_that_refused_gets_no_further_card() -> None:
    story = two_boxes("NZ", "9s 5h", "9c 6c", "6d").wrong("excess_card", seen="yes", card="Tc")
    story.wrong("card_refused", hand="2")
    with refused_as("hand.card_turned_down", "NZ-16.4-S2"):
        engine.decide(story.rules, story.state, engine.Decide(2, "hit"))
    assert story.hand(2).turned_down == "NZ-16.4-S2"


def test_there_must_be_a_card_to_refuse() -> None:
    story = two_boxes("NZ", "9s 5h", "9c 6c", "6d")
    story.refuses("report.nothing_to_turn_down", "NZ-16.4-S2").wrong("card_refused", hand="2")
    story.refuses("report.card_not_named", "NZ-16.2").wrong("excess_card", seen="yes")
    story.refuses("report.card_not_seen", "NZ-16.2").wrong("excess_card", seen="no", card="5h")


# --- burnt


@pytest.mark.parametrize(
    ("book", "clause"),
    [
        pytest.param("ACT96", "ACT96-18(b)-S2", marks=pytest.mark.clause("ACT96-18(b)-S2")),
        pytest.param("ACT03", "ACT03-14.2-B02", marks=pytest.mark.clause("ACT03-14.2-B02")),
    ],
)
def test_a_card_burnt_by_mistake_stays_burnt(book: str, clause: str) -> None:
    story = two_boxes(book, "Ts 2h", "Tc 9c").hit(2).wrong("burnt_by_mistake", card="9c")
    assert story.recorded(CardDiscarded)[0].clause == clause
    story.cards("5d")
    assert story.hand(2).cards == ("Ts", "2h", "5d")


def test_nobody_may_have_seen_it() -> None:
    story = two_boxes("ACT96", "Ts 2h", "Tc 9c").hit(2).wrong("burnt_by_mistake")
    assert story.state.discarded == (UNKNOWN,)


@pytest.mark.parametrize(
    ("book", "clause"),
    [
        pytest.param("ACT96", "ACT96-18(i)", marks=pytest.mark.clause("ACT96-18(i)")),
        pytest.param("VIC03", "VIC03-9.1", marks=pytest.mark.clause("VIC03-9.1")),
    ],
)
def test_a_burn_that_was_forgotten_changes_nothing(book: str, clause: str) -> None:
    story = two_boxes(book, "Ts 9h", "Tc 9c")
    before = story.due
    story.wrong("burn_forgotten")
    assert story.last[0].clause == clause
    assert story.due == before
    assert story.state.drawn == tuple("Ts Tc 9d 9h 9c".split())


# --- the dealer's hand


@pytest.mark.clause("ACT96-18(c)", "NZ-16.3-S1")
@pytest.mark.parametrize(("book", "values"), [("ACT96", {}), ("NZ", {"seen": "yes"})])
def test_a_card_to_a_dealers_hand_of_17_counts_for_nothing(book: str, values: dict[str, str]) -> None:
    # Dealer 10 and 7 draws 4: 17 stays, a player's 18 wins.
    story = deal(book).bet(1, "A", 50).call().initial("Td", "Ts 8h").stand(1).cards("7h")
    story.wrong("dealer_complete", card="4c", **values).end()
    assert story.state.dealer == ("Td", "7h")
    assert story.state.discarded == ("4c",)
    assert story.net("A") == 50


@pytest.mark.clause("VIC03-9.3(a)")
def test_victoria_discards_it_if_it_was_seen_and_else_keeps_it() -> None:
    story = deal("VIC03").bet(1, "A", 50).call().initial("Td", "Ts 8h").stand(1).cards("7h")
    story.wrong("dealer_complete", seen="yes", card="4c")
    assert (story.state.discarded, story.state.held) == (("4c",), ())
    story.wrong("dealer_complete", seen="no").end()
    assert [drawn.card for drawn in story.next_round().state.held] == [UNKNOWN]


@pytest.mark.clause("ACT03-14.3")
def test_canberra_2003_burns_any_card_that_is_not_the_dealers() -> None:
    story = deal("ACT03").bet(1, "A", 50).bet(5, "B", 10).call().initial("Td", "Ts 8h", "9s 5h").stand(1)
    story.wrong("dealer_complete", card="9h")  # drawn while box 5 is open
    assert story.state.dealer == ("Td",)
    story.hit(5).cards("2c").stand(5).cards("7h")
    story.wrong("dealer_complete", card="4c").end()
    assert story.state.discarded == ("9h", "4c")
    assert (story.net("A"), story.net("B")) == (50, -10)


@pytest.mark.clause("ACT03-14.3")
def test_a_card_that_is_due_to_the_dealer_is_his() -> None:
    """Rule 12 has him draw to his 16, and to his ace against insurance: neither card is against it."""
    story = deal("ACT03").bet(2, "A", 10).call().initial("7d", "Td 5s").stand(2).cards("9d")
    story.refuses("irregularity.other_moment", "ACT03-14.3").wrong("dealer_complete", card="Ks")
    assert story.cards("Ks").end().net("A") == 10
    beside = deal("ACT03").bet(1, "A", 10).bet(2, "B", 10).call().initial("7d", "Td 9s", "Th 6s")
    beside = beside.stand(1).hit(2).cards("9h")  # broken, and not cleared yet
    beside.refuses("irregularity.other_moment", "ACT03-14.3").wrong("dealer_complete", card="Ks")
    insured = deal("ACT03").bet(2, "A", 10).call().initial("Ad", "Td 9s").insure(2, "A", 5).stand(2)
    insured.refuses("irregularity.other_moment", "ACT03-14.3").wrong("dealer_complete", card="Ks")
    assert insured.cards("Ks").end().net("A") == 0


@pytest.mark.clause("ACT96-18(c)")
@pytest.mark.parametrize("drawn", [(), ("Kc",)])
def test_canberra_1996_burns_a_card_on_17_to_21_alone(drawn: tuple[str, ...]) -> None:
    """With every hand broken none is due to the dealer's 6, nor to his 26 against a stander: rule 18(c) speaks of
    neither, so such a card is the next one by 18(b)."""
    story = deal("ACT96").bet(3, "A", 10).call().initial("6d", "Th 8s")
    story = story.stand(3).cards("Tc").cards(*drawn) if drawn else story.hit(3).cards("7c").settle()
    assert story.state.phase == "final_settlement"
    story.refuses("irregularity.other_moment", "ACT96-18(c)").wrong("dealer_complete", card="3c")
    story.wrong("excess_card", seen="no")
    assert story.state.discarded == ()
    assert [drawn.card for drawn in story.end().next_round().state.held] == [UNKNOWN]


# --- the shoe runs out or fails


@pytest.mark.parametrize(
    ("book", "clause"),
    [
        pytest.param("ACT96", "ACT96-18(f)", marks=pytest.mark.clause("ACT96-18(f)")),
        pytest.param("ACT03", "ACT03-14.8-B02", marks=pytest.mark.clause("ACT03-14.6")),
        pytest.param("VIC03", "VIC03-4.1.1(c)", marks=pytest.mark.clause("VIC03-9.9")),
    ],
)
def test_the_rack_completes_the_round_and_all_is_shuffled_after_it(book: str, clause: str) -> None:
    story = two_boxes(book, "Ts 5h", "Tc 9c").hit(2).wrong("shoe_empty", count=250)
    story.approve("game_supervisor").cards("4d").stand(2).stand(3).cards("8c").end()
    assert story.hand(2).total == 19
    after = story.next_round().bet(1, "A", 10)
    assert after.due.blockers[0].clause == clause


@pytest.mark.clause("NZ-16.7-S1", "NZ-16.7-S2")
def test_in_new_zealand_the_cards_of_the_rack_stay_in_use() -> None:
    story = two_boxes("NZ", "Ts 5h", "Tc 9c").cut_card().hit(2).wrong("shoe_empty", count=168)
    story.approve("game_supervisor").cards("4d").stand(2).stand(3).cards("8c").end()
    assert not story.next_round().bet(1, "A", 10).due.blockers


@pytest.mark.clause("NZ-16.7-S1")
def test_a_card_of_the_rack_may_come_twice_in_a_round() -> None:
    # Four packs; box 1 broke with four of Ks over the round's hands, collected; then the rack is shuffled.
    story = deal("NZ", decks=4).bet(1, "A", 10).bet(2, "B", 10).call().initial("9d", "Ks 2h", "Ks 5h")
    story.hit(1).cards("Ks").settle().hit(2)
    story.wrong("shoe_empty").approve("game_supervisor")
    assert story.state.seen().count("Ks") == 1
    story.cards("Ks")


@pytest.mark.clause("ACT03-14.6")
def test_an_automated_shoe_does_not_run_out() -> None:
    story = deal("ACT03", elect={"auto_shuffler": "yes"}).bet(1, "A", 10).call()
    story.refuses("irregularity.unknown", "").wrong("shoe_empty")


@pytest.mark.clause("ACT03-19.3(a)(i)", "ACT03-19.3(a)(ii)", "ACT03-19.3(b)-B01", "ACT03-19.4")
def test_an_automated_shoe_that_cannot_be_put_right() -> None:
    story = deal("ACT03", elect={"auto_shuffler": "yes"})
    story.bet(1, "A", 10).bet(4, "B", 10).bet(7, "C", 10).call().initial("9d", "Ts 5h", "Tc 9c", "Td 9h")
    story.refuses("report.value_wrong", "ACT03-19.3(a)(i)").wrong(
        "shoe_fault", fault="empty", effect="prevents"
    )
    story.wrong("shoe_fault", fault="mechanical", effect="impedes").approve("game_supervisor")
    (shuffled,) = story.recorded(CardsReshuffled)
    assert (shuffled.what, shuffled.cut) == ("shoe", (7, 1, 4))
    story.hit(1).cards("4d").stand(1).stand(4).stand(7).cards("8c").end()
    after = story.next_round().bet(1, "A", 10)
    assert after.due.blockers[0].clause == "ACT03-19.3(b)-B01"


# --- the cutting card, and a damaged one


@pytest.mark.parametrize(
    ("book", "kind", "cited", "due"),
    [
        pytest.param(
            "ACT03",
            "cut_card_missed",
            "ACT03-14.8-B01",
            "ACT03-14.8-B02",
            marks=pytest.mark.clause("ACT03-14.8-B01"),
        ),
        pytest.param("NZ", "cut_card_missed", "NZ-16.9", "NZ-16.9", marks=pytest.mark.clause("NZ-16.9")),
        pytest.param(
            "NZ",
            "cut_card_not_inserted",
            "NZ-16.10-S1",
            "NZ-16.10-S1",
            marks=pytest.mark.clause("NZ-16.10-S1"),
        ),
    ],
)
def test_the_round_is_finished_and_then_the_cards_are_shuffled(
    book: str, kind: str, cited: str, due: str
) -> None:
    story = two_boxes(book, "Ts 9h", "Tc 9c").wrong(kind)
    assert story.last[0].clause == cited
    story.stand(2).stand(3).cards("9h").end()
    assert (story.net("A"), story.net("B")) == (25, 25)
    after = story.next_round().bet(1, "A", 10)
    assert after.due.blockers[0].clause == due
    assert after.shuffle().call().state.called


@pytest.mark.clause("NZ-16.10-S2", "ACT03-14.8-B01")
@pytest.mark.parametrize(("book", "kind"), [("NZ", "cut_card_not_inserted"), ("ACT03", "cut_card_missed")])
def test_a_continuous_shuffler_has_no_cutting_card(book: str, kind: str) -> None:
    story = deal(book, elect={"auto_shuffler": "yes"}).bet(1, "A", 10).call()
    story.refuses("irregularity.unknown", "").wrong(kind)


@pytest.mark.clause("NZ-16.8")
def test_a_damaged_card_is_played_out_and_then_replaced() -> None:
    # 7d and 9c are 16 and lose to 18; the next round waits for the new card.
    story = two_boxes("NZ", "7d 9c", "Tc 9c").wrong("damaged_card", card="7d").stand(2).stand(3)
    story.cards("9h").end()
    assert story.net("A") == -25
    after = story.next_round().bet(1, "A", 10)
    after.refuses("call.damaged_card", "NZ-16.8").call()
    after.refuses("report.not_damaged", "NZ-16.8").wrong("card_replaced", card="8d")
    after.wrong("card_replaced", card="7d").approve("game_supervisor")
    assert after.call().state.called


@pytest.mark.clause("ACT03-19.3(b)-B02")
def test_an_ordinary_shoe_in_its_place_goes_by_its_own_rules() -> None:
    story = deal("ACT03", elect={"auto_shuffler": "yes"}).bet(1, "A", 10).call().initial("9d", "Ts 9h")
    story.refuses("irregularity.unknown", "").wrong("shoe_empty")
    story.wrong("shoe_fault", fault="electrical", effect="prevents").approve("game_supervisor")
    story.stand(1).cards("8c").end()
    after = deal("ACT03", carry=engine.carry(story.state)).bet(1, "A", 10)
    assert [blocker.kind for blocker in after.due.blockers] == ["shuffle"]
    after.shuffle().call().cards("Ts").cut_card()
    after.wrong("shoe_empty")  # an ordinary shoe has a cutting card, and may run out
