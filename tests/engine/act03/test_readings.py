"""Canberra 2003: the other readings of its ambiguous clauses, each beside the one taken."""

import pytest

from rounds import engine
from tests.engine.story import Story, deal


def at_table(read: dict[str, str] | None = None, **table: object) -> Story:
    return deal("ACT03", read=read, **table)  # type: ignore[arg-type]


def in_play(story: Story, box: int) -> dict[str, int]:
    """What of each wager on a box is in play, in dollars."""
    return {wager.player: wager.effective // 100 for wager in story.state.box(box).wagers}


def played(story: Story) -> Story:
    """The round on box 1 played to its end on 17 against 17; the next one is open."""
    story.call().initial("Td", *["Ts 7h"] * len(story.state.in_play()))
    for box in story.state.in_play():
        story.stand(box.number)
    return story.cards("7c").end().next_round()


# --- wagers


@pytest.mark.clause("ACT03-3.3")
def test_a_wager_off_the_multiple_is_warned_about_or_returned() -> None:
    """In steps of $5 from $5: $12 plays with a warning and is paid in full, or goes back."""
    story = at_table(minimum=5, multiple=5).bet(1, "A", 12)
    assert story.notice() == ("not in steps of $5 above the minimum", "ACT03-3.3")
    assert story.call().initial("Td", "Ts 9h").stand(1).cards("7c").end().net() == 12
    strict = at_table({"off_multiple": "returned"}, minimum=5, multiple=5)
    strict.refuses("wager.off_step", "ACT03-3.3").bet(1, "A", 12)
    strict.bet(1, "A", 10).refuses("wager.off_step", "ACT03-3.3").bet(1, "A", 2)
    strict.bet(1, "A", 5).call()


@pytest.mark.clause("ACT03-3.4-B02")
@pytest.mark.parametrize(
    ("lasts", "next_round", "next_shoe"),
    [("stay", True, True), ("shoe", True, False), ("round", False, False)],
)
def test_a_warning_lasts_for_the_stay_the_shoe_or_the_round(
    lasts: str, next_round: bool, next_shoe: bool
) -> None:
    """Whether $5 under a minimum of $10 goes back in the next round, and after the next shuffle."""

    def returned(story: Story) -> bool:
        blockers = story.bet(1, "A", 5).bet(2, "B", 10).due.blockers
        return [(blocker.kind, blocker.clause) for blocker in blockers] == [("returned", "ACT03-3.4-B02")]

    def warned() -> Story:
        return played(at_table({"warning_lasts": lasts}, minimum=10).bet(1, "A", 5).bet(2, "B", 10))

    assert returned(warned()) is next_round
    assert returned(warned().shuffle()) is next_shoe


@pytest.mark.clause("ACT03-3.5")
def test_the_wager_placed_last_is_cut_or_the_furthest_from_the_dealer() -> None:
    """A and then B with $150 each on a box of $200, and B's laid nearest the dealer afterwards."""

    def line(read: dict[str, str] | None) -> Story:
        story = at_table(read, minimum=10, maximum=200).bet(1, "A", 150).bet(1, "B", 150)
        return story.line(1, "B", "A").call()

    assert in_play(line(None), 1) == {"A": 150, "B": 50}
    assert in_play(line({"excess_from": "furthest"}), 1) == {"A": 50, "B": 150}


@pytest.mark.clause("ACT03-3.5")
def test_who_added_last_is_cut_too() -> None:
    """A $100, B $100, A $50 more: the last $50 made the excess."""
    story = at_table(minimum=10, maximum=200).bet(1, "A", 100).bet(1, "B", 100).bet(1, "A", 50).call()
    assert in_play(story, 1) == {"A": 100, "B": 100}


@pytest.mark.clause("ACT03-4.5(a)")
def test_a_seated_player_decides_with_a_wager_or_without() -> None:
    """A sits at box 1 and wagers on box 2; B has $10 on box 1."""
    wager = at_table().seat(1, "A").bet(1, "B", 10).call().initial("Td", "Ts 6h")
    wager.refuses("decision.other_player", "ACT03-4.5(a)").stand(1, by="A")
    wager.stand(1, by="B")
    seated = at_table({"seated_decides": "seated"}).seat(1, "A").bet(1, "B", 10).call().initial("Td", "8s 8h")
    assert seated.due.player == "A"
    seated.refuses("decision.other_player", "ACT03-4.5(a)").hit(1, by="B")
    # Without a wager there is nothing of his to double or to split.
    assert seated.legal == ("hit", "stand")
    seated.stand(1, by="A").cards("7c").end()
    assert seated.net("B") == -10


@pytest.mark.clause("ACT03-4.6", "ACT03-4.5-B01")
def test_a_marker_leaves_the_number_of_players_or_lifts_it() -> None:
    def marked(read: dict[str, str] | None) -> Story:
        story = at_table(read, minimum=10, maximum=100).limit(1, "A", 1000).marker(1, "A").bet(1, "A", 200)
        return story.bet(1, "B", 10).bet(1, "C", 10)

    marked(None).refuses("box.full", "ACT03-4.5-B01").bet(1, "D", 10)
    lifted = marked({"marker_lifts_number": "yes"}).bet(1, "D", 10)
    lifted.refuses("wager.above_marker", "ACT03-4.6").bet(1, "E", 800)
    other = at_table({"marker_lifts_number": "yes"}).bet(2, "A", 10).bet(2, "B", 10).bet(2, "C", 10)
    other.refuses("box.full", "ACT03-4.5-B01").bet(2, "D", 10)


@pytest.mark.clause("ACT03-4.7(a)")
def test_the_first_round_missed_is_that_of_the_shoe_or_of_the_session() -> None:
    def second_shoe(read: dict[str, str] | None) -> Story:
        story = played(at_table(read, minimum=10).bet(2, "B", 10)).shuffle()
        return played(story.bet(1, "A", 10).bet(2, "B", 10))

    second_shoe(None).refuses("restriction.no_round_missed_of_shoe", "ACT03-4.7(b)").restrict(
        "A", one_box=False
    )
    session = second_shoe({"restriction_first_round": "session"}).restrict("A", one_box=False)
    session.refuses("wager.restricted_to_minimum", "ACT03-4.7(b)").bet(1, "A", 20)


@pytest.mark.clause("ACT03-4.7(a)")
def test_the_minimum_is_the_only_amount_or_the_least() -> None:
    def held(read: dict[str, str] | None) -> Story:
        story = played(at_table(read, minimum=10).bet(2, "B", 10))
        return story.restrict("A", one_box=False)

    held(None).refuses("wager.restricted_to_minimum", "ACT03-4.7(a)").bet(1, "A", 20)
    least = held({"restriction_amount": "at_least"})
    least.refuses("wager.restricted_from_minimum", "ACT03-4.7(a)").bet(1, "A", 5)
    least.bet(1, "A", 20).call()


# --- insurance, decisions, settlement


@pytest.mark.clause("ACT03-3.5")
def test_a_double_follows_the_counted_amount_or_the_placed_one() -> None:
    """$250 with a maximum of $200, doubled on 6-5 to 21: $200 or $250 is added."""

    def doubled(read: dict[str, str] | None, amount: int) -> Story:
        story = at_table(read, minimum=10, maximum=200).bet(1, "A", 250).call().initial("6d", "6s 5h")
        story.refuses("double.above_wager", "ACT03-A-B08").double(1, A=amount + 1)
        return story.double(1).cards("Tc").cards("Th 2h").end()

    assert doubled(None, 200).net() == 400
    assert doubled({"further_wagers_on": "placed"}, 250).net() == 450


@pytest.mark.clause("ACT03-3.5", "ACT03-A-B18")
def test_a_split_follows_the_counted_amount_or_the_placed_one() -> None:
    story = at_table({"further_wagers_on": "placed"}, minimum=10, maximum=200).bet(1, "A", 250).call()
    story.initial("6d", "8s 8h").split(1)
    assert [story.hand(1, number).stakes[0].base for number in (1, 2)] == [200_00, 250_00]


@pytest.mark.clause("ACT03-7.1-B02")
def test_half_is_of_the_wager_on_the_box_or_of_all_the_players_wagers() -> None:
    """$20 on box 1 and $40 on box 2: $10 and $20; or $30 in all, laid as the player likes."""

    def insuring(read: dict[str, str] | None) -> Story:
        story = at_table(read).several("A").bet(1, "A", 20).bet(2, "A", 40).bet(3, "B", 20).call()
        return story.initial("Ad", "Ts 9h", "Ts 8h", "Ts 7h")

    insuring(None).refuses("insurance.wrong_amount", "ACT03-7.1-B02").insure(1, "A", 20)
    both = insuring({"insurance_counts": "player"}).insure(1, "A", 20)
    both.refuses("insurance.wrong_amount", "ACT03-7.1-B02").insure(2, "A", 11)
    both.insure(2, "A", 10).refuses("insurance.wrong_amount", "ACT03-7.1-B02").insure(3, "B", 11)


@pytest.mark.clause("ACT03-8.1(b)")
def test_each_player_asks_for_even_money_or_one_for_the_hand() -> None:
    def shared(read: dict[str, str] | None) -> Story:
        story = at_table(read).shared(1, A=20, B=10).call().initial("Ad", "As Kh")
        return story.even_money(1, "A")

    assert shared(None).asked().items == [("pay", 1, "A", 20)]
    assert shared({"even_money_for": "hand"}).asked().items == [("pay", 1, "A", 20), ("pay", 1, "B", 10)]


@pytest.mark.clause("ACT03-9.2(b)", "ACT03-A-B10")
def test_a_soft_hand_is_not_hard_or_is_with_its_aces_as_one() -> None:
    """A-2 is a soft 13 that may stand, or a hard 3 that must draw; A-A-10 is 12 either way."""
    at_table().bet(1, "A", 10).call().initial("6d", "As 2h").stand(1)
    low = at_table({"must_draw_counts": "aces_low"}).bet(1, "A", 10).call().initial("6d", "As 2h")
    low.refuses("stand.too_low", "ACT03-9.2(b)").stand(1)
    assert low.legal == ("hit", "double")
    low.hit(1).cards("9c").stand(1)


@pytest.mark.clause("ACT03-10.6", "ACT03-10.5", "ACT03-11.3")
def test_a_split_ace_has_no_option_or_is_doubled_before_its_card() -> None:
    assert at_table().bet(1, "A", 20).call().initial("6d", "As Ah").split(1).action == "card"
    story = at_table({"split_aces_double": "yes"}).bet(1, "A", 20).call().initial("6d", "As Ah").split(1)
    story.double(1).cards("8c").hit(1, hand=2).cards("9c")
    # 19 for $40 and 20 for $20 against 6-10-2 = 18.
    assert story.cards("Tc 2c").end().net() == 60


@pytest.mark.clause("ACT03-12.1-B02", "ACT03-12.1-B03")
def test_the_dealer_draws_to_17_or_is_done_with_16() -> None:
    seventeen = at_table().bet(1, "A", 20).call().initial("Td", "Ts 7h").stand(1).cards("6c")
    assert (seventeen.action, seventeen.due.box) == ("card", 0)
    sixteen = at_table({"dealer_stands_hard": "16"}).bet(1, "A", 20).call().initial("Td", "Ts 7h").stand(1)
    assert sixteen.cards("6c").end().net() == 20
    soft = at_table({"dealer_stands_hard": "16"}).bet(1, "A", 20).call().initial("Ad", "Ts 7h").asked()
    assert (soft.stand(1).cards("5c").action, soft.due.box) == ("card", 0)
    both = {"dealer_stands_hard": "16", "dealer_stands_soft": "16"}
    story = at_table(both).bet(1, "A", 20).call().initial("Ad", "Ts 7h").asked().stand(1)
    assert story.cards("5c").end().net() == 20


@pytest.mark.clause("ACT03-12.2")
def test_the_dealer_draws_for_insurance_or_for_hands_alone() -> None:
    """The only hand breaks, its insurance of $10 is open: a second card decides it, or it goes back."""

    def broken(read: dict[str, str] | None) -> Story:
        story = at_table(read).bet(1, "A", 20).call().initial("Ad", "Ts 6h").insure(1, "A", 10).hit(1)
        return story.cards("8c").settle()

    every = broken(None)
    assert (every.action, every.due.box) == ("card", 0)
    assert every.cards("Kc").end().net() == -20 + 20
    hands = broken({"dealer_draws_for": "hands"})
    assert hands.result(1, bet="insurance").result == "void"
    assert hands.end().net() == -20


@pytest.mark.clause("ACT03-4.6", "ACT03-3.2")
def test_a_markers_figure_is_the_boxes_or_the_players() -> None:
    """A maximum of $100, A's marker of $1,000 with $700 on it: B may bring the box to $1,000, or wager $100."""

    def marked(read: dict[str, str] | None) -> Story:
        story = at_table(read, minimum=10, maximum=100).limit(1, "A", 1000).marker(1, "A")
        return story.bet(1, "A", 700)

    box = marked(None)
    box.refuses("wager.above_marker", "ACT03-4.6").bet(1, "B", 400)
    assert in_play(box.bet(1, "B", 300).seat(1, "A").call(), 1) == {"A": 700, "B": 300}
    player = marked({"personal_limit_covers": "player"}).bet(1, "B", 300).seat(1, "A").call()
    assert in_play(player, 1) == {"A": 700, "B": 100}


@pytest.mark.clause("ACT03-7.1-B02")
def test_what_a_box_is_insured_with_is_not_counted_against_that_box() -> None:
    """20 on each of two boxes: 20 of insurance in all. 10 on box 1 leave 10 for box 2; there were 15 in fact, which
    leave 5."""
    story = (
        deal("ACT03", read={"insurance_counts": "player"}).several("A").bet(1, "A", 20).bet(2, "A", 20).call()
    )
    story.initial("Ad", "Ts 9h", "Ts 8h").insure(1, "A", 10)
    assert [(offer.box, offer.most) for offer in story.due.offers if offer.kind == "insure"] == [(2, 1000)]
    story.do(engine.CorrectInsurance(1, "A", 1500))
    if story.action == "approval":
        story.approve()
    assert [(offer.box, offer.most) for offer in story.due.offers if offer.kind == "insure"] == [(2, 500)]
