"""Wagers and hands that are declared void while the rest of the round plays on, and players who are shut out."""

import pytest

from rounds import engine
from rounds.engine.irregularities.events import Voided
from tests.engine.story import deal


@pytest.mark.clause("VIC03-17.2.1")
def test_a_wager_of_a_player_who_broke_a_rule() -> None:
    story = deal("VIC03").bet(1, "A", 50).bet(2, "B", 10).call().initial("6d", "Ts Kh", "9s 8d")
    story.wrong("void_wager", box=1, player="A", reason="late_increase")
    story.refuses("role.too_low", "VIC03-17.2.1").approve("game_supervisor")
    story.approve("casino_supervisor")
    assert (story.result(1).result, story.result(1).stake) == ("void", 5000)
    assert story.due.box == 2  # nothing is asked of box 1 any more
    story.stand(2).cards("Kc 5s").end()
    assert (story.net("A"), story.net("B")) == (0, -10)  # dealer 6, ten, 5 is 21


@pytest.mark.clause("ACT96-20.2(a)")
def test_canberra_returns_the_stake_of_a_void_wager() -> None:
    # 50 on 20 against a dealer who would have lost: returned, no win is paid.
    story = deal("ACT96").bet(1, "A", 50).bet(2, "B", 10).call().initial("6d", "Ts Kh", "9s 8d")
    story.wrong("void_wager", box=1, player="A", reason="late_increase").approve("casino_supervisor")
    story.stand(2).cards("Kc Ts").end()
    assert (story.net("A"), story.net("B")) == (0, 10)


@pytest.mark.clause("ACT96-20.2(a)")
def test_by_the_other_reading_the_stake_stays_with_the_house() -> None:
    story = deal("ACT96", read={"void_keeps": "yes"}).bet(1, "A", 50).bet(2, "B", 10).call()
    story.initial("6d", "Ts Kh", "9s 8d")
    story.wrong("void_wager", box=1, player="A", reason="late_increase").approve("casino_supervisor")
    assert story.net("A") == -50


@pytest.mark.clause("ACT03-16.3(a)", "ACT03-A-B22")
def test_the_other_owner_of_the_box_plays_on() -> None:
    story = deal("ACT03").shared(1, A=20, B=50).call().initial("6d", "Ts 5h")
    story.wrong("void_wager", box=1, player="A", reason="chips_removed").approve("casino_supervisor")
    assert (story.due.box, story.due.player) == (1, "B")  # who decides now
    story.hit(1).cards("5d").stand(1).cards("Kc 4s").end()
    assert (story.net("A"), story.net("B")) == (0, 0)  # 20 against 20


@pytest.mark.clause("ACT03-16.3(a)")
def test_a_wager_that_was_lost_goes_back_as_well() -> None:
    story = deal("ACT03").bet(1, "A", 20).bet(2, "B", 10).call().initial("6d", "Ts 6h", "9s 8d")
    story.hit(1).cards("Kh").settle()
    story.wrong("void_wager", box=1, player="A", reason="chips_removed").approve("casino_supervisor")
    assert story.net("A") == 0
    (voided,) = story.recorded(Voided)
    assert voided.back == 2000


def test_with_nothing_left_to_play_for_the_round_is_over() -> None:
    story = deal("VIC03").bet(1, "A", 50).call().initial("6d", "Ts Kh")
    story.wrong("void_wager", box=1, player="A", reason="late_increase").approve("casino_supervisor")
    assert story.state.phase == "void"
    assert story.state.discarded == ("Ts", "Kh")


def test_insurance_goes_with_the_wager() -> None:
    story = deal("VIC03").bet(1, "A", 50).bet(2, "B", 10).call().initial("Ad", "Ts 8h", "9s 8d")
    story.insure(1, "A", 25).asked()
    story.wrong("void_wager", box=1, player="A", reason="late_increase").approve("casino_supervisor")
    story.stand(2).cards("Kc").end()
    assert (story.net("A"), story.net("B")) == (0, -10)


@pytest.mark.clause("VIC03-17.2.2")
def test_an_excluded_player_places_no_wager() -> None:
    story = deal("VIC03").bet(1, "A", 50).call().initial("6d", "Ts Kh")
    story.wrong("exclude_player", player="A", reason="past_posting").approve("casino_supervisor")
    after = story.stand(1).cards("Kc Ts").end().next_round()
    after.refuses("player.excluded", "VIC03-17.2.2").bet(1, "A", 10)
    after.bet(1, "B", 10)


OUT = {"VIC03": "VIC03-17.2.2", "ACT96": "ACT96-20.2(b)", "ACT03": "ACT03-16.3(b)"}


@pytest.mark.clause("VIC03-17.2.2", "ACT96-20.2(b)", "ACT03-16.3(b)")
@pytest.mark.parametrize("book", OUT)
def test_the_hand_of_an_excluded_player_is_finished_without_a_further_wager(book: str) -> None:
    story = deal(book).bet(1, "A", 10).bet(2, "B", 10).call().initial("Ad", "5s 6d", "8c 8d")
    story.wrong("exclude_player", player="A", reason="past_posting").approve("casino_supervisor")
    assert [offer.player for offer in story.due.offers if offer.kind == "insure"] == ["B"]
    story.refuses("player.excluded", OUT[book]).insure(1, "A", 5)
    story.insure(2, "B", 5)  # nobody is left to ask
    assert {refused.decision: refused.clause for refused in story.due.refused}["double"] == OUT[book]
    story.refuses("decision.player_excluded", OUT[book]).double(1)
    story.hit(1).cards("Ts").split(2)


@pytest.mark.clause("VIC03-17.2.2", "ACT96-20.2(b)")
@pytest.mark.parametrize("book", ["VIC03", "ACT96"])
def test_the_next_player_decides_for_the_box_of_an_excluded_player(book: str) -> None:
    story = deal(book).shared(1, A=10, B=10).call().initial("7d", "8h 8s")
    story.wrong("exclude_player", player="A", reason="past_posting").approve("casino_supervisor")
    assert story.due.player == "B"
    story.refuses("decision.other_player", {"VIC03": "VIC03-5.9", "ACT96": "ACT96-15.1(a)"}[book]).do(
        engine.Decide(1, "hit", by="A")
    )
    story.refuses("player.excluded", OUT[book]).split(1, A="split")
    story.stand(1).cards("Tc").end()
    assert (story.net("A"), story.net("B")) == (-10, -10)


@pytest.mark.clause("NZ-16.5(a)", "NZ-15D.6(a)")
def test_nothing_of_an_excluded_player_stays_in_action() -> None:
    story = deal("NZ", offer=["house_money"]).bet(1, "A", 10).bet(1, "A", 5, "house_money").bet(2, "B", 10)
    story.call().initial("7d", "As Ks", "9c 8d")
    story.wrong("exclude_player", player="A", reason="past_posting").approve("casino_supervisor")
    while story.action == "settle":
        story.settle()
    assert story.action == "ride"
    story.refuses("player.excluded", "NZ-16.5(a)").do(engine.Ride(1, "A", "house_money", 500))
    story.do(engine.Ride(1, "A", "house_money"))


@pytest.mark.parametrize(
    ("book", "clause"),
    [
        pytest.param("ACT96", "ACT96-20.2(b)", marks=pytest.mark.clause("ACT96-20.2(b)")),
        pytest.param("ACT03", "ACT03-16.3(b)", marks=pytest.mark.clause("ACT03-16.3(b)")),
        pytest.param("UK", "UK-A01", marks=pytest.mark.clause("UK-A01")),
    ],
)
def test_exclusion_elsewhere(book: str, clause: str) -> None:
    story = deal(book).wrong("exclude_player", player="A", reason="abuse").approve("casino_supervisor")
    story.refuses("player.excluded", clause).bet(1, "A", 10)
    story.refuses("report.excluded_already", clause).wrong("exclude_player", player="A", reason="abuse")


# --- hands, by the book of New Zealand


@pytest.mark.clause("NZ-16.5(a)", "NZ-16.5(b)", "NZ-16.5-S3")
def test_a_hand_that_cannot_be_rebuilt_is_void_and_the_others_play_on() -> None:
    # Box 2's second card slipped into the rack. Box 1 has 20, box 3 has 17, the dealer 9, 6, 3 = 18.
    story = deal("NZ").bet(1, "A", 10).bet(2, "B", 30).bet(3, "C", 40).call()
    story.initial("9c", "Ts Kh", "8h 3d", "Td 7s")
    story.refuses("report.value_missing", "NZ-16.5(a)").wrong("cannot_rebuild", hands="2")
    story.wrong("cannot_rebuild", hands="2", reason="card_lost")
    story.refuses("role.too_low", "NZ-16.5(a)").approve("dealer")
    story.approve("casino_supervisor")
    assert story.state.discarded == ("8h", "3d")
    assert story.hand(2).cards == ()
    story.stand(1)
    assert story.due.box == 3
    story.stand(3).cards("6d 3h").end()
    assert [story.net(player) for player in "ABC"] == [10, 0, -40]


@pytest.mark.clause("NZ-16.5(b)")
def test_with_every_hand_void_the_dealer_draws_no_card() -> None:
    story = deal("NZ").bet(1, "A", 10).bet(2, "B", 30).call().initial("9c", "Ts Kh", "8h 3d")
    story.wrong("cannot_rebuild", hands="1,2", reason="cards_fell").approve("casino_supervisor")
    assert story.state.phase == "void"
    assert story.state.dealer == ("9c",)


@pytest.mark.clause("NZ-16.5-S5")
def test_hands_dealt_after_the_mistake_stay_as_they_were_dealt() -> None:
    # Box 3 broke with 24 and was collected; box 4 has 19; the dealer ends on 18.
    story = deal("NZ").bet(2, "B", 20).bet(3, "C", 15).bet(4, "D", 30).call()
    story.initial("9c", "8h 9d", "Ts 5h", "Td 9s").stand(2).hit(3).cards("9h").settle()
    story.wrong("cannot_rebuild", hands="2", reason="card_lost").approve("casino_supervisor")
    story.stand(4).cards("9s").end()
    assert [story.net(player) for player in "BCD"] == [0, -15, 30]


@pytest.mark.clause("NZ-9.6", "NZ-15.7(a)", "NZ-16.5-S4")
def test_what_goes_back_with_a_void_hand() -> None:
    # A 50 and a double of 50, insurance of 25, Super Sevens of 5 lost and collected, Perfect Pair of 5 lost on
    # right cards; B 20 on the same box. Back: A 130, B 20; the Perfect Pair stays lost.
    story = deal("NZ", offer=["super_sevens", "perfect_pairs 1"])
    story.bet(3, "A", 50).bet(3, "B", 20).bet(3, "A", 5, "super_sevens").bet(3, "A", 5, "perfect_pairs")
    story.seat(3, "A").bet(4, "C", 10).call().cards("6s").settle().cards("Td Ad 5h 9s").settle()
    story.insure(3, "A", 25).asked().double(3, A=50)
    assert story.net("A") == -10
    story.wrong("cannot_rebuild", hands="3", reason="card_lost").approve("casino_supervisor")
    assert (
        sum(
            result.stake for result in story.state.results if result.player == "A" and result.result == "void"
        )
        == 13000
    )
    assert story.net("A") == -5
    assert story.result(3, "B").stake == 2000
    story.stand(4).cards("Kc").end()  # a dealer's Blackjack pays no insurance on a void hand
    assert [story.net(player) for player in "ABC"] == [-5, 0, -10]


@pytest.mark.clause("NZ-9.6")
def test_insurance_is_void_even_if_it_would_have_won() -> None:
    story = deal("NZ").bet(2, "A", 20).bet(3, "B", 20).call().initial("Ad", "Ts 8h", "9s 9d")
    story.insure(2, "A", 10).asked()
    story.wrong("cannot_rebuild", hands="2", reason="card_lost").approve("casino_supervisor")
    assert sum(voided.result.stake for voided in story.recorded(Voided)) == 3000
    story.stand(3).cards("Kc").end()
    assert story.net("A") == 0


@pytest.mark.clause("NZ-16.13-S2")
def test_the_shuffler_hit_one_hand_only() -> None:
    # Box 1's 20 is bust and lost; box 3's two cards stuck together: void. The dealer ends on 19.
    story = deal("NZ", elect={"auto_shuffler": "yes"})
    for box, (player, amount) in enumerate((("A", 20), ("B", 50), ("C", 10), ("D", 100)), start=1):
        story.bet(box, player, amount)
    story.call().initial("9d", "Ts 6h", "Js Kd", "9c 4c", "Th 8s").hit(1).cards("Kc").settle()
    story.wrong("shuffler_failure", reason="stuck", hands="3").approve("casino_supervisor", "hands_void")
    story.stand(2).stand(4).cards("Qd").end()
    assert [story.net(player) for player in "ABCD"] == [-20, 50, 0, -100]


@pytest.mark.clause("NZ-16.13-S2")
def test_a_failure_that_touched_no_hand() -> None:
    story = deal("NZ", elect={"auto_shuffler": "yes"}).bet(1, "A", 20).call().initial("9d", "Ts 9h")
    story.wrong("shuffler_failure", reason="jam").approve("casino_supervisor", "hands_void")
    story.stand(1).cards("Td").end()
    assert story.net("A") == 0


@pytest.mark.clause("NZ-18.7", "NZ-15.7(b)")
def test_a_wager_without_an_ante_is_void_and_its_cards_are_discarded() -> None:
    story = deal("NZ", game="ante_up", elect={"ante": "1"}, minimum=10)
    story.bet(3, "A", 20).bet(3, "A", 1, "ante").bet(4, "B", 20).bet(4, "B", 1, "ante").call()
    story.initial("9c", "9s 5h", "Ts 9d").settle()
    story.wrong("no_ante", box=3).approve("game_supervisor")
    assert story.state.discarded == ("9s", "5h")
    assert story.net("A") == 0
    story.stand(4).cards("9h").end()
    assert story.net("B") == 19  # 19 against 18, less the ante


@pytest.mark.clause("NZ-18.7")
def test_on_a_shared_box_only_the_wager_without_an_ante_is_void() -> None:
    story = deal("NZ", game="ante_up", elect={"ante": "1"}, minimum=10)
    story.shared(3, A=20, B=20).bet(3, "A", 1, "ante").bet(3, "B", 1, "ante").call()
    story.initial("9c", "9s Th").settle()
    story.wrong("no_ante", box=3, player="A").approve("game_supervisor")
    assert story.due.player == "B"
    story.stand(3).cards("9h").end()
    assert (story.net("A"), story.net("B")) == (0, 19)


def test_a_void_hand_keeps_its_result_when_one_before_it_is_split_again() -> None:
    story = deal("NZ").bet(1, "A", 10).bet(2, "B", 10).call().initial("9d", "8s 8h", "Ts 9h").split(1)
    story.wrong("cannot_rebuild", hands="1.2", reason="card_lost").approve("casino_supervisor")
    story.cards("8c").split(1)
    assert [(result.hand, result.result) for result in story.state.results] == [(3, "void")]
    assert [hand.void for hand in story.state.box(1).hands] == [False, False, True]


@pytest.mark.clause("UK-A01")
def test_a_void_hand_gets_no_second_card_of_a_split() -> None:
    story = deal("UK").bet(1, "A", 20).bet(2, "B", 20).call().initial("9d", "As Ah", "Th 9c").split(1)
    story.wrong("void_hands", hands="1.1", reason="card_lost").approve("casino_supervisor")
    story.cards("9h")
    assert story.hand(1, 2).total == 20
    assert story.due.box == 2


@pytest.mark.clause("UK-A01")
def test_the_united_kingdom_house_voids_a_hand() -> None:
    story = deal("UK").bet(1, "A", 20).bet(2, "B", 20).call().initial("9d", "Ts 9h", "Th 9c")
    story.wrong("void_hands", hands="1", reason="card_lost").approve("casino_supervisor")
    story.stand(2).cards("Td").end()
    assert (story.net("A"), story.net("B")) == (0, 0)
