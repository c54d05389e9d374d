"""Where the irregularity rules of a book can be read in two ways: the reading taken, and each other one."""

import pytest

from rounds import engine
from rounds.engine.events import Reconstructed
from rounds.engine.irregularities.events import CardsReshuffled
from tests.engine.story import Story, deal


def two(book: str, read: dict[str, str], dealer: str = "6d", game: str = "blackjack") -> Story:
    """Box 1 has 18, box 2 twelve."""
    story = deal(book, read=read, game=game).bet(1, "A", 10).bet(2, "B", 10).call()
    return story.initial(dealer, "Ts 8h", "Tc 2c")


@pytest.mark.clause("ACT96-18(e)")
@pytest.mark.parametrize(
    ("read", "lapsed", "box"),
    [({}, (), 2), ({"rebuilt_back_to": "initial_deal"}, ("box 1, stood", "box 2, drew"), 1)],
)
def test_how_far_back_a_round_is_rebuilt(read: dict[str, str], lapsed: tuple[str, ...], box: int) -> None:
    story = two("ACT96", read).stand(1).hit(2).cards("7d")
    story.wrong("misplaced_subsequent_deal", lies="6:1").approve("game_supervisor")
    (reconstruction,) = story.recorded(Reconstructed)
    assert reconstruction.lapsed == lapsed
    assert story.due.box == box


@pytest.mark.clause("ACT96-18(f)", "ACT03-14.6", "VIC03-9.9", "NZ-16.7-S2")
@pytest.mark.parametrize("book", ["ACT96", "ACT03", "VIC03", "NZ"])
@pytest.mark.parametrize("how", ["round", "on"])
def test_what_a_shuffled_rack_serves_for(book: str, how: str) -> None:
    story = two(book, {"rack_serves": how}).wrong("shoe_empty").approve("game_supervisor")
    assert bool(story.state.carry.shuffle_due) == (how == "round")


@pytest.mark.clause("ACT96-18(f)", "ACT03-14.6", "VIC03-9.9")
@pytest.mark.parametrize(
    ("book", "read", "burnt"),
    [
        ("ACT96", {}, True),
        ("ACT96", {"rack_burnt": "no"}, False),
        ("ACT03", {}, False),
        ("ACT03", {"rack_burnt": "yes"}, True),
        ("VIC03", {}, False),
        ("VIC03", {"rack_burnt": "yes"}, True),
    ],
)
def test_whether_a_card_is_burnt_from_it(book: str, read: dict[str, str], burnt: bool) -> None:
    story = two(book, read).wrong("shoe_empty")
    assert any("one is burnt" in line for line in story.due.plan) == burnt
    (reshuffle,) = story.approve("game_supervisor").recorded(CardsReshuffled)
    assert reshuffle.burn == burnt


@pytest.mark.clause("ACT96-18(h)-S2", "NZ-16.4-S1")
@pytest.mark.parametrize(
    ("book", "read", "may"),
    [
        ("ACT96", {}, True),
        ("ACT96", {"due_card_refusable": "no"}, False),
        ("NZ", {}, False),
        ("NZ", {"due_card_refusable": "yes"}, True),
    ],
)
def test_a_hand_that_has_to_draw_may_turn_the_card_down(book: str, read: dict[str, str], may: bool) -> None:
    story = deal(book, read=read).bet(1, "A", 10).bet(2, "B", 10).call().initial("6d", "5s 4h", "Tc 2c")
    story.wrong("excess_card", seen="yes", card="9s")
    if may:
        story.wrong("card_refused", hand="1")
        assert (story.hand(1).total, story.due.box) == (9, 2)
    else:
        clause = "ACT96-18(h)-S2" if book == "ACT96" else "NZ-16.4-S2"
        story.refuses("report.card_due", clause).wrong("card_refused", hand="1")


@pytest.mark.clause("ACT96-18(h)-S2", "NZ-16.4-S2")
@pytest.mark.parametrize("book", ["ACT96", "NZ"])
@pytest.mark.parametrize(("read", "box"), [({}, 2), ({"refusal_binds": "player"}, 3)])
def test_whom_a_refusal_binds(book: str, read: dict[str, str], box: int) -> None:
    # A calls for boxes 1 and 2.
    role = "game_supervisor" if book == "NZ" else "casino_supervisor"
    story = deal(book, read=read).several("A", role).bet(1, "A", 10).bet(2, "A", 10).bet(3, "B", 10).call()
    story.initial("6d", "Ts 4h", "Tc 3c", "Th 2d").wrong("excess_card", seen="yes", card="9s")
    story.wrong("card_refused", hand="1")
    assert story.due.box == box


@pytest.mark.clause("ACT96-18(h)-S2", "NZ-16.4-S2")
@pytest.mark.parametrize(
    ("book", "read", "binds"),
    [
        ("ACT96", {}, True),
        ("ACT96", {"refusal_binds": "hand"}, False),
        ("ACT96", {"refusal_binds": "player"}, True),
        ("NZ", {}, False),
        ("NZ", {"refusal_binds": "player"}, True),
    ],
)
def test_whether_a_refusal_binds_the_other_hand_of_a_split(
    book: str, read: dict[str, str], binds: bool
) -> None:
    # Box 3 has split eights and refuses the five on its first hand; the second gets its one card that is due.
    story = deal(book, read=read).bet(3, "A", 10).bet(4, "B", 10).call().initial("6d", "8h 8s", "Tc 4c")
    story.split(3).cards("7c").wrong("excess_card", seen="yes", card="5c").wrong("card_refused", hand="3.1")
    assert (story.action, story.due.box, story.due.hand) == ("card", 3, 2)
    story.cards("5c")
    assert story.hand(3, 2).cards == ("8s", "5c")
    if binds:
        assert (story.due.box, story.state.held) == (4, ())
        story.refuses("hand.card_turned_down", "ACT96-18(h)-S2" if book == "ACT96" else "NZ-16.4-S2").hit(
            3, 2
        )
    else:
        story.hit(3, 2)


@pytest.mark.clause("ACT96-20.3(a)")
def test_whether_a_disruption_must_affect_the_outcome() -> None:
    two("ACT96", {}).refuses("report.outcome_not_affected", "ACT96-20.3(a)").wrong(
        "outcome_disrupted", cause="fire", affects="no"
    )
    story = two("ACT96", {"disruption_affects": "no"}).wrong("outcome_disrupted", cause="fire", affects="no")
    assert story.approve("casino_supervisor").state.phase == "void"
    two("ACT96", {"disruption_affects": "no"}).refuses("report.outcome_not_affected", "ACT96-20.3(b)").wrong(
        "fraud", by="A", affects="no"
    )


@pytest.mark.clause("ACT03-14.3")
@pytest.mark.parametrize("read", [{}, {"early_dealer_card": "next"}])
def test_a_card_drawn_early_to_the_dealers_hand(read: dict[str, str]) -> None:
    story = two("ACT03", read).wrong("dealer_complete", card="9c")
    held = [drawn.card for drawn in story.state.held]
    assert (story.state.discarded, held) == ((("9c",), []) if not read else ((), ["9c"]))
    # One beyond a total on which the dealer stands is burnt in any case.
    if read:
        story.stand(1).hit(2).cards("9c Td 5h")
        story.wrong("dealer_complete", card="4c")
        assert story.state.discarded == ("4c",)


@pytest.mark.clause("ACT03-16.5")
def test_whether_an_invalid_round_is_refunded() -> None:
    assert two("ACT03", {}).wrong("outcome_disrupted", cause="fire").due.legal == ("refund", "no_refund")
    story = two("ACT03", {"invalid_refunds": "always"}).wrong("outcome_disrupted", cause="fire")
    assert story.due.legal == ("refund",)


@pytest.mark.clause("VIC03-9.1.1")
def test_a_first_round_without_a_burn_after_a_shuffle() -> None:
    story = deal("VIC03", read={"first_round_again": "shuffled"}).bet(1, "A", 10).call().cards("Ts 6d")
    story.wrong("burn_in_first_round").approve("game_supervisor")
    assert (story.state.phase, story.state.carry.shuffle_due) == ("void", "VIC03-9.1.1")
    assert story.net("A") == 0


@pytest.mark.clause("VIC03-9.4")
def test_what_may_not_be_settled_before_a_round_is_rebuilt() -> None:
    # Box 1's Blackjack is paid; the cards of boxes 2 and 3 lie the wrong way round.
    def dealt(read: dict[str, str]) -> Story:
        story = deal("VIC03", read=read).bet(1, "A", 10).bet(2, "B", 10).bet(3, "C", 10).call()
        return story.initial("6d", "As Kh", "Tc 5c", "9s 4c").settle()

    dealt({}).refuses("irregularity.other_moment", "VIC03-9.4").wrong("misplaced", lies="6:3,7:2")
    story = dealt({"settled_bars": "hand"}).wrong("misplaced", lies="6:3,7:2").approve("game_supervisor")
    assert story.net("A") == 15
    dealt({"settled_bars": "hand"}).refuses("report.hands_settled", "VIC03-9.4").wrong(
        "misplaced", lies="5:2,6:1"
    )


@pytest.mark.clause("VIC03-9.4")
def test_a_prize_of_the_button_that_was_paid_does_not_bar_it() -> None:
    table = deal("VIC03", game="crown_pontoon", offer=["pontoon_pandemonium 1"])
    table.bet(1, "A", 50).bet(1, "A", 5, "pontoon_pandemonium").bet(2, "B", 20).call()
    story = table.initial("6d", "As Kd", "Jc 2c").do(engine.Prize(1, "A", "pontoon_pandemonium", 1000))
    story.settle("1.0.A.pontoon_pandemonium").wrong("misplaced", lies="5:1,4:2")
    assert story.due.role == "game_supervisor"


@pytest.mark.clause("VIC03-9.7(a)")
@pytest.mark.parametrize("read", [{}, {"one_card_each": "no"}])
def test_who_takes_a_wager_with_one_card_back(read: dict[str, str]) -> None:
    # A and B share box 2, which got one card; B takes his wager back and A asks for the second card.
    story = deal("VIC03", read=read).bet(1, "C", 10).shared(2, A=20, B=10).call().cards("Ts 9s 6d 8h")
    story.cards("2c")
    story.wrong("wager_with_one_card", box=2, player="B").approve("game_supervisor", "retract")
    assert story.result(2, "B").result == "void"
    voided = {result.player for result in story.state.results if result.result == "void"}
    assert voided == ({"B"} if not read else {"A", "B"})
    assert story.hand(2).cards == (("9s",) if not read else ())


@pytest.mark.clause("NZ-16.2")
@pytest.mark.parametrize(("read", "lasts"), [({}, True), ({"excess_lasts": "no"}, False)])
def test_an_unseen_card_without_a_place_in_the_round(read: dict[str, str], lasts: bool) -> None:
    story = two("NZ", read).stand(1).hit(2).cards("7d").stand(2).cards("Td 5h")
    story.wrong("excess_card", seen="no").end()
    assert len(story.next_round().state.held) == lasts


@pytest.mark.clause("NZ-16.3-S1")
def test_when_the_dealers_hand_is_complete() -> None:
    # Every hand broke: no card is due to the dealer's six.
    def broken(read: dict[str, str]) -> Story:
        story = two("NZ", read).hit(1).cards("9d").settle().hit(2).cards("Kd").settle()
        assert story.state.phase == "final_settlement"
        return story

    broken({}).wrong("dealer_complete", seen="yes", card="9c")
    broken({"dealer_complete_when": "stands"}).refuses("irregularity.other_moment", "NZ-16.3-S1").wrong(
        "dealer_complete", seen="yes", card="9c"
    )


@pytest.mark.clause("NZ-16.3-S2")
@pytest.mark.parametrize("read", [{}, {"rebuilt_rest": "next"}])
def test_what_is_left_over_after_a_reconstruction(read: dict[str, str]) -> None:
    story = deal("NZ", read=read).bet(1, "A", 10).bet(2, "B", 10).call().cards("8c 4d Qh 7s Th")
    story.wrong("misplaced", lies="3:3,4:dealer,5:1", extra="6c").approve("game_supervisor")
    held = [drawn.card for drawn in story.state.held]
    assert (story.state.discarded, held) == ((("6c",), []) if not read else ((), ["6c"]))


@pytest.mark.clause("NZ-16.5-S2")
@pytest.mark.parametrize(("read", "doubled"), [({}, False), ({"changed_decisions": "bind"}, True)])
def test_a_double_on_cards_that_have_changed(read: dict[str, str], doubled: bool) -> None:
    story = (
        deal("NZ", read=read).bet(1, "A", 40).bet(2, "B", 10).call().initial("9d", "6s 5h", "Tc 2c").double(1)
    )
    story.wrong("misplaced", lies="4:2,5:1").approve("game_supervisor")
    assert story.hand(1).doubled == doubled


@pytest.mark.clause("NZ-16.8")
@pytest.mark.parametrize(("read", "due"), [({}, ""), ({"damage_shuffles": "yes"}, "NZ-16.8")])
def test_whether_a_shuffle_follows_a_damaged_card(read: dict[str, str], due: str) -> None:
    story = two("NZ", read).wrong("damaged_card", card="Ts")
    assert story.state.carry.shuffle_due == due


@pytest.mark.clause("NZ-16.11")
@pytest.mark.parametrize(("read", "boxes"), [({}, {1, 2}), ({"insured_once_broken": "no"}, {1})])
def test_insurance_of_a_hand_that_has_broken(read: dict[str, str], boxes: set[int]) -> None:
    story = two("NZ", read, dealer="As").asked().stand(1).hit(2).cards("Kd").settle()
    story.wrong("insurance_not_offered").approve("game_supervisor")
    assert {offer.box for offer in story.due.offers if offer.kind == "insure"} == boxes


@pytest.mark.clause("NZ-18.7")
@pytest.mark.parametrize(("read", "void"), [({}, {"B"}), ({"no_ante_voids": "box"}, {"A", "B"})])
def test_what_a_missing_ante_voids_on_a_shared_box(read: dict[str, str], void: set[str]) -> None:
    story = deal("NZ", game="ante_up", minimum=10, elect={"ante": "1", "ante_waived_from": "100"}, read=read)
    story.shared(1, A=20, B=20)
    for player in "AB":
        story.bet(1, player, 1, "ante")
    story.bet(2, "C", 20).bet(2, "C", 1, "ante").call().initial("6d", "Ts 8h", "Tc 2c").settle()
    story.wrong("no_ante", box=1, player="B").approve("game_supervisor")
    assert {result.player for result in story.state.results if result.result == "void"} == void


@pytest.mark.clause("NZ-21.9(a)(i)", "NZ-21.9(b)(i)")
@pytest.mark.parametrize(("read", "doubled"), [({}, True), ({"in_error_until": "last_event"}, False)])
def test_until_when_a_double_permitted_in_error_is_undone(read: dict[str, str], doubled: bool) -> None:
    # Box 2 has its third card; the dealer has not drawn.
    story = deal("NZ", game="player_select", elect={"upper_min": "10"}, read=read)
    story.bet(1, "A", 20).bet(2, "B", 20).call().initial("6d", "6s 5h", "Tc 2c").double(1).cards("4c")
    story.hit(2).cards("5d").wrong("double_in_error", hand="1").approve("game_supervisor")
    assert story.hand(1).doubled == doubled
