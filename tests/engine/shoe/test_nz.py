"""New Zealand: rules 3.4, 6.2 to 6.6, section 7 and 8.1."""

import pytest

from rounds import engine
from tests.engine.shoe.shoes import Shoe, shoe
from tests.refusing import refused_as

SECURED = {"done_by": "D-102", "area": "area A", "released": "18:00 S-07"}


def seated(**how: object) -> Shoe:
    """Players A at box 1 and C at box 3 sit at a table whose shoe is ready."""
    return shoe("NZ", **how).seat(1, "A").seat(3, "C").ready()


@pytest.mark.clause("NZ-6.2", "NZ-6.3", "NZ-7.1(a)", "NZ-7.2-S2", "NZ-7.6", "NZ-7.6(e)", "NZ-8.1-S1")
def test_spread_seen_shuffled_cut_placed_loaded_and_one_card_discarded() -> None:
    story = shoe("NZ")
    assert story.todo == ("spread", "seen", "shuffle", "cut", "move", "place", "load", "burn")
    story.refuses("shoe.step_first", "NZ-6.2").step("shuffle")
    story.step("spread").refuses("shoe.nobody_has_looked", "NZ-6.3").step("seen")
    story.seat(2, "A").step("seen").bet(2, "A", 10)
    story.refuses("call.shoe_waits", "NZ-7.1(a)").call()
    story.step("shuffle")
    assert "backs turned away" in engine.due(story.rules, story.state).text
    story.refuses("shoe.step_first", "NZ-7.2-S2").step("move")
    story.cut("A").refuses("shoe.step_first", "NZ-7.6").step("place")
    story.step("move").refuses("call.shoe_waits", "NZ-7.6(e)").call()
    story.step("place", "load").refuses("call.shoe_waits", "NZ-8.1-S1").call()
    story.step("burn").refuses("shoe.nothing_due", "NZ-8.7").step("burn")
    assert story.call().state.left_in_shoe(312) == 311


@pytest.mark.clause("NZ-8.1-S1")
def test_the_discard_is_at_the_operators_choice_and_by_another_reading_once_a_day() -> None:
    assert "burn" not in shoe("NZ", elect={"burn": "no"}).todo
    story = seated(read={"burn_after": "opening"}).played(1, 3, cut_card=3)
    assert "burn" not in story.todo
    assert "burn" in seated().played(1, 3, cut_card=3).todo


@pytest.mark.clause("NZ-7.1(b)")
def test_the_cutting_card_first_in_a_round_is_for_a_shuffle_at_once() -> None:
    story = seated().played(1, 3)
    story.bet(3, "C", 20).call().do(engine.CutCard())
    story.bet(3, "C", 10).refuses("call.shoe_waits", "NZ-8.8").call()
    assert story.todo[0] == "shuffle"
    story.ready().call()


@pytest.mark.clause("NZ-7.1(c)")
def test_the_cutting_card_in_a_round_is_for_a_shuffle_at_its_end() -> None:
    story = seated().played(1, 3, cut_card=5)
    assert story.todo[0] == "shuffle"
    story.bet(1, "A", 10).refuses("call.shoe_waits", "NZ-8.7").call()


@pytest.mark.clause("NZ-7.1(d)", "NZ-7.1(e)")
def test_who_directs_a_shuffle_and_when() -> None:
    story = seated().bet(1, "A", 10).call().cards("Ts 9d")
    story.refuses("role.too_low", "NZ-7.1(d)").order("directed", "game_supervisor")
    story.refuses("shuffle.no_reason", "NZ-7.1(e)").order("suspicion", "game_supervisor")
    story.refuses("role.too_low", "NZ-7.1(e)").order("suspicion", "dealer", "clump seen")
    story.order("suspicion", "game_supervisor", "clump seen").cards("9c").stand(1).cards("8h")
    story.do(engine.Settle()).do(engine.Collect())
    after = story.next()
    assert after.todo[0] == "shuffle"
    assert after.ready().order("directed", "casino_supervisor").todo[0] == "shuffle"
    at_once = seated(read={"shuffle_directed": "at_once"}).bet(1, "A", 10).call().cards("Ts 9d")
    at_once.order("directed", "casino_supervisor").refuses("card.shoe_first", "NZ-7.1(d)").cards("9c")


@pytest.mark.clause("NZ-7.1(f)")
def test_a_card_seen_on_its_way_into_the_shoe_is_for_another_shuffle() -> None:
    story = shoe("NZ").seat(2, "A").step("spread", "seen", "shuffle")
    story.order("exposed")
    assert story.todo[0] == "shuffle"
    story.step("shuffle").cut("A").step("move", "place", "load")
    story.refuses("shuffle.not_unloaded", "NZ-7.1(f)").order("exposed")


@pytest.mark.clause("NZ-7.2-S1", "NZ-7.6")
def test_the_cut_is_at_the_operators_choice_and_the_cutting_card_goes_in_all_the_same() -> None:
    assert shoe("NZ", elect={"cut": "no"}).todo == ("spread", "seen", "shuffle", "place", "load", "burn")
    left = shoe("NZ", elect={"cut": "no"}, read={"cutting_card_uncut": "left"})
    assert left.todo == ("spread", "seen", "shuffle", "load", "burn")
    always = shoe("NZ", elect={"cut": "no"}, read={"cut_offered": "always"})
    assert always.todo[3:5] == ("cut", "move")
    machine = shoe("NZ", elect={"auto_shuffler": "yes", "pre_load_cut": "yes"}).seat(2, "A")
    machine.cut("A").step("move", "aside", "load").refuses("cut.not_due", "NZ-7.2-S2").cut("A")


@pytest.mark.clause("NZ-7.6(e)")
def test_of_two_cutting_cards_the_second_goes_to_the_very_back() -> None:
    story = shoe("NZ", elect={"cutting_cards": "2"}).seat(2, "A").step("spread", "seen", "shuffle").cut("A")
    story.step("move").refuses("cutting_card.too_near_front", "NZ-7.6(e)").step("place", depth=157)
    story.step("place", depth=156).refuses("shoe.step_first", "NZ-7.6(e)").step("load")
    story.step("second_card", "load")


@pytest.mark.clause("NZ-7.3", "NZ-7.3(a)", "NZ-7.3(b)", "NZ-7.3(c)", "NZ-7.3(d)")
def test_which_seated_player_is_named() -> None:
    first = shoe("NZ").seat(5, "A").seat(1, "B").step("spread", "seen", "shuffle")
    assert first.asked == "A"
    assert seated().played(1, 3, cut_card=4).step("shuffle").asked == "C"
    three = shoe("NZ").seat(1, "A").seat(4, "D").seat(6, "F").ready()
    assert three.played(1, 4, 6, cut_card=7).step("shuffle").asked == "F"
    new = seated().played(1, 3).change("operator")
    new.step("check").step("second_check", role="game_supervisor", person="S-07")
    assert new.step("spread", "seen", "shuffle").asked == "A", "furthest to the dealer's left"
    ordered = seated().played(1, 3).order("directed", "casino_supervisor").step("shuffle")
    assert ordered.asked == "A"
    came_first = seated().played(1, 3).bet(3, "C", 20).call().do(engine.CutCard()).step("shuffle")
    assert came_first.asked == "C"
    other = seated(read={"cut_first_card": "nobody"}).played(1, 3)
    assert other.bet(3, "C", 20).call().do(engine.CutCard()).step("shuffle").asked == "A"


@pytest.mark.clause("NZ-7.4-S1", "NZ-7.4-S2")
def test_after_a_refusal_every_seated_player_clockwise_then_a_standing_one_or_an_employee() -> None:
    story = shoe("NZ").seat(3, "C").seat(1, "A").seat(5, "E").bet(5, "S", 10)
    story.step("spread", "seen", "shuffle").declines("C")
    assert story.asked == "E"
    story.refuses("cut.not_asked", "NZ-7.4-S1").cut(by="employee", name="D-102")
    story.declines("E", "A").refuses("cut.nobody_named", "NZ-7.4-S2").cut(by="employee")
    assert [who for who, _ in engine.questions.cut_offer(story.rules, story.state).others] == [
        "standing",
        "employee",
    ]
    story.cut(by="standing", name="S")
    left = shoe("NZ", read={"cut_round_from": "left"}).seat(3, "C").seat(1, "A").seat(5, "E")
    assert left.step("spread", "seen", "shuffle").declines("C").asked == "A"


@pytest.mark.clause("NZ-7.4-S3", "NZ-7.4-S4")
def test_where_nobody_sits_standing_players_are_asked_and_then_only_an_employee_cuts() -> None:
    story = shoe("NZ").bet(4, "S", 10).bet(2, "T", 10).step("spread", "seen", "shuffle")
    assert (story.asked, engine.questions.cut_offer(story.rules, story.state).clause) == ("S", "NZ-7.4-S3")
    story.declines("S", "T").refuses("cut.by_whom", "NZ-7.4-S4").cut(by="standing", name="S")
    story.refuses("cut.nobody_named", "NZ-7.4-S4").cut(by="employee", name=" ")
    story.cut(by="employee", name="D-102")


@pytest.mark.clause("NZ-7.5")
@pytest.mark.parametrize(
    ("packs", "at", "taken"), [(6, 51, 0), (6, 52, 1), (6, 260, 1), (6, 261, 0), (4, 156, 1), (4, 157, 0)]
)
def test_a_cut_lies_a_pack_from_either_end(packs: int, at: int, taken: int) -> None:
    story = shoe("NZ", decks=packs).seat(1, "A").step("spread", "seen", "shuffle")
    story.cut("A", at) if taken else story.refuses("cut.too_near_end", "NZ-7.5").cut("A", at)


@pytest.mark.clause("NZ-7.7")
def test_all_cards_are_replaced_after_a_round_and_prepared_as_new_ones() -> None:
    running = seated().bet(1, "A", 10).call().cards("Ts")
    running.refuses("card_change.round_open", "NZ-7.7").change("operator")
    story = seated().played(1, 3)
    story.refuses("role.too_low", "NZ-7.7").change("operator", "game_supervisor")
    story.change("operator")
    assert story.todo[:5] == ("check", "second_check", "spread", "seen", "shuffle")
    story.bring("pre_shuffled", **SECURED)
    assert story.todo == ("cut", "move", "place", "load", "burn")


@pytest.mark.clause("NZ-6.5-S1")
def test_cards_prepared_elsewhere_were_secured_until_they_came() -> None:
    story = shoe("NZ").seat(1, "A")
    story.refuses("prepared_cards.no_area", "NZ-6.5-S1").bring(
        "pre_checked", done_by="D-102", released="18:00"
    )
    story.refuses("role.too_low", "NZ-6.5-S1").do(engine.BringCards("pre_checked", **SECURED))
    assert story.bring("pre_checked", **SECURED).todo[0] == "shuffle"


@pytest.mark.clause("NZ-6.5-S2")
def test_pre_checked_cards_are_shuffled_pre_shuffled_ones_may_be() -> None:
    checked = shoe("NZ").seat(1, "A").bring("pre_checked", **SECURED)
    checked.refuses("shoe.step_first", "NZ-7.1(a)").cut("A")
    shuffled = shoe("NZ").seat(1, "A").bring("pre_shuffled", **SECURED)
    assert shuffled.todo[0] == "cut"
    assert shuffled.step("shuffle").todo[0] == "cut"
    again = shoe("NZ", read={"prepared_first_use": "shuffled"}).seat(1, "A").bring("pre_shuffled", **SECURED)
    assert again.todo[0] == "shuffle"


@pytest.mark.clause("NZ-6.6")
def test_sealed_cards_come_in_without_shuffle_and_cut_with_the_approval() -> None:
    story = shoe("NZ").seat(1, "A")
    story.refuses("prepared_cards.no_approval", "NZ-6.6").bring("sealed", seal="4711")
    assert story.bring("sealed", seal="4711", approval="DIA 4/2026").todo == ("place", "load", "burn")


@pytest.mark.clause("NZ-7.1A(a)", "NZ-7.1A(b)")
def test_a_player_may_look_at_pre_shuffled_cards_or_have_them_prepared_here() -> None:
    story = shoe("NZ").seat(1, "A").bring("pre_shuffled", **SECURED).ready().bet(1, "A", 10)
    story.do(engine.AskCards("A", "look")).refuses("call.shoe_waits", "NZ-7.1A(a)").call()
    story.step("look").call().cards("Ts").refuses("prepared_cards.first_card_dealt", "NZ-7.1A(a)").do(
        engine.AskCards("A", "look")
    )
    story.refuses("prepared_cards.first_card_dealt", "NZ-7.1A(b)").do(engine.AskCards("A", "insist"))
    sealed = shoe("NZ", elect={"cut": "no"}).seat(1, "A").bring("sealed", seal="4711", approval="DIA 4/2026")
    sealed.do(engine.AskCards("A", "insist"))
    whole = ("check", "second_check", "spread", "seen", "shuffle", "cut", "move", "place", "load", "burn")
    assert sealed.todo == whole, "with a cut, though the operator has none made"
    elected = shoe("NZ", elect={"cut": "no"}, read={"cut_insisted": "elected"}).seat(1, "A")
    elected.bring("pre_shuffled", **SECURED).do(engine.AskCards("A", "insist"))
    assert "cut" not in elected.todo
    shoe("NZ").seat(1, "A").refuses("prepared_cards.shuffled_here", "NZ-7.1A(b)").do(
        engine.AskCards("A", "insist")
    )


@pytest.mark.clause("NZ-6.4-S1", "NZ-6.4-S2", "NZ-7.6(a)")
def test_a_continuous_shuffler_is_loaded_after_what_the_operator_elects() -> None:
    plain = shoe("NZ", elect={"auto_shuffler": "yes"})
    assert plain.todo == ("load",)
    assert plain.step("load").bet(1, "A", 10).call() is not None
    both = {"auto_shuffler": "yes", "pre_load_shuffle": "yes", "pre_load_cut": "yes"}
    story = shoe("NZ", elect=both).seat(1, "A")
    assert story.todo == ("by_hand", "cut", "move", "aside", "load")
    story.refuses("shoe.step_first", "NZ-6.4-S2").step("load")
    story.step("by_hand").cut("A").step("move").refuses("shoe.step_first", "NZ-7.6(a)").step("load")
    story.step("aside", "load").refuses("cut.not_due", "NZ-7.2-S2").cut("A")
    hand = shoe("NZ", elect={"auto_shuffler": "yes"}, read={"machine_shuffle": "by_hand"})
    assert hand.todo == ("by_hand", "load")


@pytest.mark.clause("NZ-7.1(d)", "NZ-7.1(e)", "NZ-7.1(f)")
def test_a_shuffle_is_directed_at_a_continuous_shuffler_too() -> None:
    story = shoe("NZ", elect={"auto_shuffler": "yes"}).seat(1, "A").seat(3, "C").step("load")
    story = story.played(1, 3)
    story.refuses("shuffle.no_reason", "NZ-7.1(e)").order("suspicion", "game_supervisor")
    story.order("suspicion", "game_supervisor", "the same cards again")
    assert story.todo == ("shuffle", "load")
    story.bet(1, "A", 10).refuses("call.shoe_waits", "NZ-7.1(e)").call()
    story.step("shuffle", "load").call()
    story.refuses("shuffle.not_allowed", "NZ-8.7").order("exposed")


@pytest.mark.clause("NZ-6.5-S1", "NZ-6.5-S2", "NZ-7.1A(a)", "NZ-7.1A(b)")
def test_prepared_cards_go_into_a_continuous_shuffler_unless_a_player_insists() -> None:
    new = shoe("NZ", elect={"auto_shuffler": "yes"}).seat(1, "A").step("load").played(1).change("operator")
    assert new.todo == ("check", "second_check", "load")
    assert new.bring("pre_shuffled", **SECURED).todo == ("load",)
    assert new.do(engine.AskCards("A", "look")).todo == ("look", "load")
    new.do(engine.AskCards("A", "insist"))
    assert new.todo == ("check", "second_check", "spread", "seen", "by_hand", "cut", "move", "load")
    new.ready().bet(1, "A", 10).call()
    loaded = shoe("NZ", elect={"auto_shuffler": "yes"}).step("load")
    loaded.refuses("prepared_cards.in_play", "NZ-6.5-S1").bring("pre_shuffled", **SECURED)


@pytest.mark.clause("NZ-3.4", "NZ-3.3(e)")
def test_a_shuffler_of_two_sets_deals_them_alternately() -> None:
    story = shoe("NZ", elect={"auto_shuffler": "batch"}).seat(1, "A").seat(3, "C")
    assert story.todo[:2] == ("machine", "shuffle")
    story.ready()
    assert story.state.carry.shoe.cards == "red"
    story = story.played(1, 3, cut_card=3).step("shuffle")
    assert story.state.carry.shoe.cards == "blue"
    with refused_as("setup.two_sets", "NZ-3.4"):
        shoe("NZ", elect={"auto_shuffler": "batch", "sets": "red"})
    shoe("NZ", elect={"auto_shuffler": "yes", "sets": "red"})


@pytest.mark.clause("NZ-7.3(b)", "NZ-7.3(c)")
def test_where_the_cutting_card_came_out_is_not_changed_afterwards() -> None:
    # It came out before the card of box 3, whose player cuts; the first box would be A's.
    story = seated().played(1, 3, cut_card=4)
    story.refuses("cutting_card.recorded", "NZ-8.7").do(engine.CutCard())
    story.step("shuffle").refuses("cutting_card.recorded", "NZ-7.2-S2").do(engine.CutCard())
    assert story.asked == "C"
    assert story.ready().bet(1, "A", 10).call().do(engine.CutCard()).todo[0] == "shuffle"


@pytest.mark.clause("NZ-6.6", "NZ-6.5-S1")
def test_cards_that_lie_spread_are_neither_sealed_nor_shuffled_elsewhere() -> None:
    """Spread face up in sequence, they were not shuffled by the maker, and no seal holds them."""
    story = shoe("NZ").seat(1, "A").step("spread")
    story.refuses("prepared_cards.handled", "NZ-6.6").bring("sealed", seal="4711", approval="DIA 4/2026")
    story.refuses("prepared_cards.handled", "NZ-6.5-S1").bring("pre_shuffled", **SECURED)
    story.refuses("prepared_cards.handled", "NZ-6.5-S1").bring("pre_checked", **SECURED)
    assert story.todo[:2] == ("seen", "shuffle")


@pytest.mark.clause("NZ-6.6")
def test_replacements_that_were_checked_here_came_out_of_their_seal() -> None:
    story = shoe("NZ").seat(1, "A").ready().change("operator").step("check")
    story.refuses("prepared_cards.handled", "NZ-6.6").bring("sealed", seal="4711", approval="DIA 4/2026")


@pytest.mark.clause("NZ-7.1A(b)", "NZ-6.6")
def test_cards_that_a_player_had_prepared_here_are_not_sealed_again() -> None:
    sealed = {"seal": "4711", "approval": "DIA 4/2026"}
    story = shoe("NZ").seat(1, "A").bring("sealed", **sealed).do(engine.AskCards("A", "insist"))
    story.refuses("prepared_cards.prepared_here", "NZ-6.6").bring("sealed", **sealed)
    once = shoe("NZ").seat(1, "A").bring("pre_checked", **SECURED)
    once.refuses("prepared_cards.recorded", "NZ-6.6").bring("sealed", **sealed)
