"""New Zealand: the other readings of its ambiguous clauses, each beside the one taken."""

import pytest

from casino.rulebooks import RuleBookError, rules_for
from rounds import engine
from tests.engine.nz.telling import by, free, nz
from tests.engine.story import Story, deal
from tests.refusing import code_and_clause


def one_hand(hand: str, dealer: str = "6d", stake: int = 20, read: dict[str, str] | None = None) -> Story:
    return nz(read=read).bet(1, "A", stake).call().initial(dealer, hand)


# --- wagers


@pytest.mark.clause("NZ-5.5(a)", "NZ-8.2")
def test_wagers_end_with_the_call_or_with_the_first_card() -> None:
    nz().bet(1, "A", 20).call().refuses("wager.after_call", "NZ-8.2").bet(2, "B", 20)
    late = nz(read={"wagers_until": "first_card"}, minimum=10).bet(1, "A", 20).call()
    late.bet(2, "B", 20).bet(1, "A", 10)
    assert [w.effective for box in (1, 2) for w in late.state.box(box).wagers] == [30_00, 20_00]
    late.refuses("wager.below_minimum", "NZ-14.6").bet(3, "C", 5)
    late.cards("Ts").refuses("wager.after_first_card", "NZ-5.5(b)").bet(3, "C", 20)
    late.cards("9s 6d 8h 8c").stand(1).stand(2)


@pytest.mark.clause("NZ-5.5(a)", "NZ-18.5")
def test_a_wager_after_the_call_leaves_open_nothing_that_the_call_asks_for() -> None:
    """A wager after the call without its ante is refused, since nothing asks for that any more."""
    story = nz("ante_up", ante="1", minimum=10, read={"wagers_until": "first_card"})
    story.bet(1, "A", 20).bet(1, "A", 1, "ante").call()
    story.refuses("wager.stops_the_call", "NZ-18.5").bet(2, "B", 20)
    # A spoken wager has its money there before the call in either reading (NZ-5.3).
    story.refuses("wager.after_call", "NZ-5.3").say(2, "B", 20, "cash")


@pytest.mark.clause("NZ-5.6")
def test_a_side_wager_stays_from_the_call_or_from_its_entry() -> None:
    def wagered(read: dict[str, str] | None) -> Story:
        story = deal("NZ", read=read, offer=["buster A"], minimum=10)
        return story.bet(1, "A", 20).bet(1, "A", 5, "buster")

    wagered(None).unbet(1, "A", "buster").call()
    wagered(None).call().refuses("wager.side_bet_locked", "NZ-5.6").unbet(1, "A", "buster")
    wagered({"optional_locked_from": "entry"}).refuses("wager.side_bet_locked", "NZ-5.6").unbet(
        1, "A", "buster"
    )
    wagered({"optional_locked_from": "entry"}).undo().call()


@pytest.mark.clause("NZ-5.8")
def test_the_minimum_and_one_box_singly_or_together_only() -> None:
    single = nz(minimum=10).restrict("A", one_box=False, role="casino_supervisor")
    single.refuses("wager.restricted_to_minimum", "NZ-5.8").bet(1, "A", 20)
    both = nz(minimum=10, read={"restriction_forms": "both"})
    both.refuses("restriction.not_in_rules", "NZ-5.8").restrict("A", one_box=False, role="casino_supervisor")
    both.refuses("restriction.not_in_rules", "NZ-5.8").restrict(
        "A", one_box=True, minimum=False, role="casino_supervisor"
    )
    both.restrict("A", one_box=True, role="casino_supervisor").bet(1, "A", 10)
    both.refuses("player.restricted_to_one_box", "NZ-5.8").bet(2, "A", 10)


@pytest.mark.clause("NZ-5.8", "NZ-11.1", "NZ-12.1")
def test_the_minimum_leaves_doubling_and_splitting_or_bars_them() -> None:
    def held(hand: str, read: dict[str, str] | None = None) -> Story:
        story = nz(minimum=10, read=read).restrict("A", one_box=False, role="casino_supervisor")
        return story.shared(1, A=10, B=10).call().initial("6d", hand)

    held("6s 5h").double(1)
    held("8s 8h").split(1)
    bars = {"restriction_bars": "additions"}
    assert held("6s 5h", bars).legal == ("hit",)
    held("6s 5h", bars).refuses("decision.player_restricted", "NZ-5.8").double(1)
    held("8s 8h", bars).refuses("decision.player_restricted", "NZ-5.8").split(1)
    # Behind a caller who is not held the held player adds nothing either.
    behind = nz(minimum=10, read=bars).restrict("A", one_box=False, role="casino_supervisor")
    behind.shared(1, B=10, A=10).call().initial("6d", "6s 5h").refuses(
        "decision.addition_restricted", "NZ-5.8"
    ).double(1, B=10, A=10)
    behind.double(1, B=10)


@pytest.mark.clause("NZ-14.2-S1")
def test_the_maximum_is_for_the_initial_wagers_or_for_all() -> None:
    def table(read: dict[str, str] | None) -> Story:
        story = nz(maximum=500, read=read).bet(1, "A", 300).call()
        return story.initial("6d", "6s 5h")

    table(None).double(1)
    capped = table({"maximum_covers": "all"})
    capped.refuses("decision.addition_above_maximum", "NZ-14.2-S1").double(1)
    capped.double(1, A=200)


@pytest.mark.clause("NZ-14.3(a)")
def test_a_seated_player_decides_with_a_wager_or_without() -> None:
    wager = nz().seat(1, "A").bet(1, "B", 20).call().initial("6d", "Ts 6h")
    by(wager.refuses("decision.other_player", "NZ-14.3(a)"), "A", "stand")
    by(wager, "B", "stand")
    seated = nz(read={"seated_decides": "seated"}).seat(1, "A").bet(1, "B", 20).call().initial("6d", "8s 8h")
    by(seated.refuses("decision.other_player", "NZ-14.3(a)"), "B", "stand")
    assert seated.legal == ("hit", "stand")
    by(seated, "A", "stand")


@pytest.mark.clause("NZ-14.5")
def test_further_boxes_with_every_place_taken_are_where_others_sit_or_any() -> None:
    """A sits at box 2 and may wager behind others; box 6 is empty, on box 5 E sits."""

    def full(read: dict[str, str] | None) -> Story:
        story = nz(read=read).seat(2, "A").seat(5, "E").several("A", behind=True)
        return story.bet(2, "A", 20).bet(5, "E", 20).bet(5, "A", 20)

    others = full(None)
    others.refuses("player.only_behind_others", "NZ-14.5").bet(6, "A", 20)
    any_box = full({"boxes_behind": "any"}).bet(6, "A", 20).call()
    assert [any_box.state.box(number).caller for number in (2, 5, 6)] == ["A", "E", "A"]
    # Where somebody else wagers too, that player decides, not A.
    shared = (
        full({"boxes_behind": "any"})
        .bet(6, "A", 20)
        .bet(6, "F", 20)
        .refuses("call.decides_behind", "NZ-14.5")
        .call()
    )
    shared.seat(6, "F").line(6, "F", "A").call()
    assert shared.state.box(6).caller == "F"


# --- cards and decisions


@pytest.mark.clause("NZ-4.1(c)")
def test_one_ace_counts_eleven_or_only_one_that_is_alone() -> None:
    """A-A is 12 or 2, A-A-9 is 21 or 11; a dealer's A-A-6 is 18 or 8."""
    usual, alone = {}, {"aces_eleven": "alone"}
    assert one_hand("As Ah", read=usual).hand(1).points == (12, True)
    story = one_hand("As Ah", read=alone)
    assert story.hand(1).points == (2, False)
    story.refuses("stand.too_low", "NZ-13.1(d)").stand(1)
    assert story.hit(1).cards("9c").hand(1).total == 11
    story.hit(1).cards("8c").stand(1)
    # The dealer's 6-A is soft 17, and the dealer stands by either reading.
    assert story.cards("Ac").end().net() == 20
    split = one_hand("As Ah", read=alone).split(1).cards("9c 8c")
    assert [split.hand(1, number).points for number in (1, 2)] == [(20, True), (19, True)]
    dealer = one_hand("Ts 9h", dealer="Ad", read=alone).asked().stand(1).cards("Ac 6c")
    assert dealer.action == "card"
    assert dealer.cards("Tc").end().net() == 20  # 18 against 19
    assert one_hand("Ts 7h", dealer="Ad").asked().stand(1).cards("Ac 6c").end().net() == -20


@pytest.mark.clause("NZ-13.1(d)")
def test_eleven_or_less_bars_standing_or_splitting_too() -> None:
    assert one_hand("4s 4h").legal == ("hit", "double", "split")
    strict = one_hand("4s 4h", read={"must_draw_bars": "splitting"})
    assert strict.legal == ("hit", "double")
    strict.refuses("split.must_draw", "NZ-13.1(d)").split(1)
    one_hand("6s 6h", read={"must_draw_bars": "splitting"}).split(1)


@pytest.mark.clause("NZ-11.2(b)")
def test_a_double_is_any_amount_from_the_increment_or_a_multiple_of_it() -> None:
    def doubling(read: dict[str, str] | None) -> Story:
        return nz(minimum=5, multiple=5, read=read).bet(1, "A", 20).call().initial("6d", "6s 5h")

    doubling(None).double(1, A=7)
    multiple = doubling({"double_least": "multiple"})
    multiple.refuses("double.off_step", "NZ-11.2(b)").double(1, A=7)
    multiple.refuses("double.off_step", "NZ-11.2(b)").double(1, A=3)
    multiple.double(1, A=15)


@pytest.mark.clause("NZ-14.3(d)")
def test_who_names_no_hand_stays_on_the_first_or_is_asked_before_the_split() -> None:
    first = nz().shared(1, A=20, B=10).call().initial("6d", "8s 8h").split(1)
    assert [stake.player for stake in first.hand(1).stakes] == ["A", "B"]
    asked = nz(read={"split_unnamed": "asked"}).shared(1, A=20, B=10).call().initial("6d", "8s 8h")
    asked.refuses("split.player_not_asked", "NZ-14.3(d)").split(1)
    asked.split(1, B="hand1").cards("8c").split(1, B="hand2")


# --- insurance and Blackjack


@pytest.mark.clause("NZ-10.3", "NZ-21.3-S2")
@pytest.mark.parametrize(("read", "offered"), [({}, False), ({"even_money_scale": "table"}, True)])
def test_three_to_two_is_in_place_for_the_wager_or_at_the_table(read: dict[str, str], offered: bool) -> None:
    """Under $100 a Blackjack pays 6 to 5, from there on 3 to 2: a wager of $20 against an ace."""
    story = nz("player_select", upper_min="100", lower_blackjack_pays="6:5", minimum=10, read=read)
    story.bet(1, "A", 20).call().initial("Ad", "As Kh")
    assert [offer.kind for offer in story.due.offers] == ["insure", "even_money"][: 1 + offered]
    if offered:
        story.even_money(1, "A")
        assert story.items == [("pay", 1, "A", 20)]
    else:
        story.refuses("even_money.not_offered", "NZ-10.3").even_money(1, "A")


@pytest.mark.clause("NZ-10.3(a)", "NZ-10.3(b)")
def test_even_money_is_asked_for_until_the_next_card_or_until_the_dealers() -> None:
    """B draws a card; then A, with a Blackjack against an ace, asks."""

    def later(read: dict[str, str] | None) -> Story:
        story = nz(read=read).bet(1, "B", 20).bet(2, "A", 20).call().initial("Ad", "Ts 2h", "As Kh")
        return story.asked().hit(1).cards("5c")

    later(None).refuses("even_money.too_late", "NZ-10.3").even_money(2, "A")
    open_ = later({"even_money_until": "dealers_card"})
    assert [offer.kind for offer in open_.due.offers] == ["even_money"]
    open_.refuses("insurance.too_late", "NZ-9.2-S2").insure(2, "A", 5)
    open_.even_money(2, "A")
    assert open_.items == [("pay", 2, "A", 20)]
    last = later({"even_money_until": "dealers_card"}).stand(1).even_money(2, "A").settle()
    last.cards("Kc").refuses("even_money.too_late", "NZ-10.3").even_money(2, "A")


# --- settlement


@pytest.mark.clause("NZ-5.1(e)", "NZ-5.1(f)")
def test_a_broken_hand_is_lost_or_ties_with_the_dealers_equal_total() -> None:
    """10-6-6 = 22; the dealer's 10-6-6 is 22, 10-6-7 is 23."""

    def broken(read: dict[str, str] | None) -> Story:
        return one_hand("Ts 6h", dealer="Td", read=read).hit(1).cards("6c")

    assert broken(None).items == [("take", 1, "A", 20)]
    assert broken({"broken_ties": "yes"}).cards("6d 6s").end().net() == 0
    assert broken({"broken_ties": "yes"}).cards("6d 7s").end().net() == -20


@pytest.mark.clause("NZ-13.2")
def test_a_broken_hand_takes_its_own_wagers_or_all_on_the_box() -> None:
    """8-8 split for $20 each with $10 of insurance and $5 on Buster, the first hand broken."""

    def broken(read: dict[str, str] | None) -> Story:
        story = deal("NZ", read=read, offer=["buster A"], minimum=5)
        story.bet(1, "A", 20).bet(1, "A", 5, "buster").call().initial("Ad", "8s 8h")
        return story.insure(1, "A", 10).split(1).cards("7c").hit(1).cards("Tc")

    assert broken(None).items == [("take", 1, "A", 20)]
    widest = broken({"bust_takes": "all"})
    assert sorted(item[3] for item in widest.items) == [5, 10, 20, 20]
    assert widest.end().net() == -55


@pytest.mark.clause("NZ-8.5", "NZ-13.4")
def test_the_second_card_is_dealt_as_needed_or_always() -> None:
    broken = one_hand("Ts 6h").hit(1).cards("6c").settle()
    assert broken.action == "collect"
    always = one_hand("Ts 6h", read={"dealer_second_card": "always"}).hit(1).cards("6c").settle()
    assert (always.action, always.due.box) == ("card", 0)
    assert always.cards("5c").action == "collect"


@pytest.mark.clause("NZ-13.4")
def test_the_dealer_draws_for_every_wager_or_for_hands_alone() -> None:
    def broken(read: dict[str, str] | None) -> Story:
        return one_hand("Ts 6h", dealer="Ad", read=read).insure(1, "A", 10).hit(1).cards("8c").settle()

    assert broken(None).cards("Kc").end().net() == -20 + 20
    assert broken({"dealer_draws_for": "hands"}).end().net() == -20


@pytest.mark.clause("NZ-13.4", "NZ-17.2", "NZ-20.6")
@pytest.mark.parametrize(("game", "elect"), [("blackjack", {"style_a": "yes"}), ("free_bet", {})])
def test_the_drawing_rules_of_style_a_and_free_bet_leave_13_4_or_not(
    game: str, elect: dict[str, str]
) -> None:
    def broken(**read: str) -> Story:
        story = nz(game, read=read, **elect).bet(1, "A", 20).call().initial("6d", "Ts 6h")
        return story.hit(1).cards("6c").settle()

    assert broken().action == "collect"
    assert broken(dealer_draws_without_effect="yes").cards("Ac Kc").action == "collect"  # soft 17 drawn to


@pytest.mark.clause("NZ-19.3", "NZ-11.4", "NZ-12.5")
def test_all_of_a_hand_stands_off_with_22_or_the_original_wager_alone() -> None:
    """5-5-10 = 20 doubled with $20 beside $20, and 8-8 split to 18 and 19 for $20 each, against 10-6-6 = 22."""

    def doubled(read: dict[str, str] | None) -> float:
        story = nz("blackjack_plus", read=read).bet(1, "A", 20).call().initial("Td", "5s 5h").double(1)
        return story.cards("Tc").cards("6c 6h").end().net()

    def split(read: dict[str, str] | None) -> float:
        story = nz("blackjack_plus", read=read).bet(1, "A", 20).call().initial("Td", "8s 8h").split(1)
        return story.cards("Tc").stand(1).cards("Jc").stand(1, hand=2).cards("6c 6h").end().net()

    assert (doubled(None), split(None)) == (0, 0)
    original = {"stand_off_covers": "original"}
    assert (doubled(original), split(original)) == (20, 20)


@pytest.mark.clause("NZ-19.3(i)")
def test_22_is_a_stand_off_of_the_hands_or_of_the_whole_layout() -> None:
    """20 with $20 and $5 on Buster against 10-5-7 = 22, a bust with three cards at 2 to 1 (scale A)."""

    def dealt(read: dict[str, str] | None) -> Story:
        story = deal("NZ", game="blackjack_plus", read=read, offer=["buster A"], minimum=5)
        story.bet(1, "A", 20).bet(1, "A", 5, "buster").call().initial("Td", "Ts Jh").stand(1)
        return story.cards("5c 7c").end()

    assert dealt(None).net() == 10
    layout = dealt({"stand_off_reaches": "layout"})
    assert layout.net() == 0
    assert layout.result(1, bet="buster", hand=0).clause == "NZ-19.3(i)"


def test_settings_are_of_the_games_in_which_the_question_arises() -> None:
    """NZ-19.3 speaks of Blackjack + alone, NZ-21.3 of two scales at one table."""
    asked = {game: rules_for("NZ", game, choice).rules() for game, choice in (
        ("blackjack", ()), ("blackjack_plus", ()), ("player_select", (("upper_min", "100"),)),
    )}  # fmt: skip
    assert "stand_off_covers" in asked["blackjack_plus"]
    assert "stand_off_covers" not in asked["blackjack"]
    assert "even_money_scale" in asked["player_select"]
    assert "even_money_scale" not in asked["blackjack"]


@pytest.mark.clause("NZ-10.1A", "NZ-5.4-S1")
def test_what_the_smallest_chip_cannot_make_is_rounded_up_or_stays_exact() -> None:
    """A Blackjack on $15 at 3 to 2 is $22.50; the smallest chip is one dollar."""

    def paid(read: dict[str, str] | None) -> float:
        story = nz(chips=(1, 5, 25), read=read).bet(1, "A", 15).call().initial("6d", "As Kh")
        return story.end().net()

    assert paid(None) == 23
    assert paid({"unpayable": "exact"}) == 22.5


@pytest.mark.clause("NZ-20.8-S1", "NZ-15D.7", "NZ-15D.8")
def test_a_lammer_is_worth_the_original_wager_or_with_what_is_left_in_action() -> None:
    """$20 on 5-6 of hearts with $5 on House Money: a suited sequence pays; $10 of it stay in action. The free double
    is worth $20, or $30 by the other reading; a ten makes 21 against 10-6-4 = 20."""

    def doubled(read: dict[str, str] | None) -> Story:
        story = deal("NZ", game="free_bet", read=read, offer=["house_money"], minimum=5)
        story.bet(1, "A", 20).bet(1, "A", 5, "house_money").call().initial("6d", "5h 6h")
        story.do(engine.Ride(1, "A", "house_money", 10_00))
        return free(story, "double", "A")

    assert doubled(None).hand(1).stakes[0].free_added == 20_00
    with_action = doubled({"lammer_worth": "with_action"})
    assert with_action.hand(1).stakes[0].free_added == 30_00


# --- what the operator elects


@pytest.mark.clause("NZ-12.7(a)")
def test_a_ban_on_splitting_covers_aces_or_leaves_them() -> None:
    for reading, aces in (("pairs", False), ("others", True)):
        story = nz(split="none", read={"split_ban_covers": reading}).bet(1, "A", 20).bet(2, "B", 20).call()
        story.initial("6d", "As Ah", "8s 8h")
        assert ("split" in story.legal) is aces, reading
        if aces:
            story.split(1).cards("9c 9d")
        else:
            story.refuses("split.not_at_table", "NZ-12.7(a)").split(1)
            story.stand(1)
        story.refuses("split.not_at_table", "NZ-12.7(a)").split(2)


@pytest.mark.clause("NZ-12.9", "NZ-12.6")
@pytest.mark.parametrize(("reading", "net"), [("every", -60), ("first", -40)])
def test_a_dealers_blackjack_takes_every_splitting_wager_or_the_first(reading: str, net: int) -> None:
    """Three eights for 20 each: the original 20 and both splitting wagers, or one of them; 18 each against K-A."""
    story = nz(split_all_lose="yes", read={"split_all_lose_takes": reading}).bet(1, "A", 20).call()
    story.initial("Kd", "8s 8h").split(1).cards("8c").split(1)
    for hand in (1, 2, 3):
        story.cards("Tc").stand(1, hand)
    assert story.cards("Ad").end().net() == net


@pytest.mark.clause("NZ-11.7", "NZ-12.6")
@pytest.mark.parametrize(("reading", "net"), [("every", -20), ("unsplit", -10)])
def test_it_takes_doubling_wagers_on_every_hand_or_on_unsplit_ones(reading: str, net: int) -> None:
    """Two eights for 10 each, the second doubled by 10. The original 10 is lost, the splitting 10 returned (12.6), the
    doubling 10 is lost or returned; on box 2 a double of 10 on 11 is lost by both readings: 10 + 10."""
    story = nz(double_all_lose="yes", read={"double_all_lose_covers": reading})
    story.bet(1, "A", 10).bet(2, "B", 10).call().initial("Kd", "8s 8h", "6s 5h").split(1).cards("Tc").stand(1)
    story.cards("3c").double(1, 2).cards("7c").double(2).cards("9c")
    story.cards("Ad").end()
    assert (story.net("A"), story.net("B")) == (net, -20)


@pytest.mark.clause("NZ-12.9", "NZ-12.6")
def test_a_reading_of_what_is_not_elected_takes_nothing_from_an_election() -> None:
    """12.6 may be read to cap split hands at one original; where 12.9 is elected it does not hold: 20 + 20 are lost."""
    read = {"split_loss": "busted_or_original"}
    for elect, net in (({}, -20), ({"split_all_lose": "yes"}, -40)):
        story = nz(read=read, **elect).bet(1, "A", 20).call().initial("Kd", "8s 8h").split(1)
        story.cards("Tc").stand(1).cards("9c").stand(1, 2)
        assert story.cards("Ad").end().net() == net
    with pytest.raises(RuleBookError) as refused:
        nz(read={"split_loss": "none"}, split_all_lose="yes")
    assert code_and_clause(refused.value) == ("rule_book.no_such_reading", "")
