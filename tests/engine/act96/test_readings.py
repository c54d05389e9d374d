"""Canberra 1996: the other readings of its ambiguous clauses, each beside the one taken."""

import pytest

from tests.engine.act96.test_rule3_to_5_wagers import round_without
from tests.engine.story import Story, deal


def at_table(read: dict[str, str] | None = None, **table: object) -> Story:
    return deal("ACT96", read=read, **table)  # type: ignore[arg-type]


def triple(read: dict[str, str] | None, *amounts: float, **table: object) -> Story:
    """A on box 2 of Triple Play with wagers on hand 1, hand 2 …; the round is not called yet."""
    story = deal("ACT96", game="triple_play", boxes=6, read=read, **table)  # type: ignore[arg-type]
    return story.hands(2, "A", *amounts)


def in_play(story: Story, box: int) -> list[int]:
    """What of each wager on a box is in play, in dollars, the nearest to the dealer first."""
    return [wager.effective // 100 for wager in story.state.box(box).wagers]


# --- wagers


@pytest.mark.clause("ACT96-4.1(c)-S1", "ACT96-4.1(c)-S2")
def test_the_minimum_is_for_each_wager_or_for_the_box() -> None:
    """Two of $6 on one box with a minimum of $10: both are under it, or with $12 together neither is."""
    each = at_table(minimum=10).shared(1, A=6, B=6).call()
    assert each.state.carry.warned == ("A", "B")
    box = at_table({"minimum_on": "box"}, minimum=10).shared(1, A=6, B=6)
    assert box.call().state.carry.warned == ()


@pytest.mark.clause("ACT96-22.3")
def test_the_minimum_in_triple_play_is_for_each_wager_or_for_the_box() -> None:
    assert triple(None, 6, 6, minimum=10).call().state.carry.warned == ("A",)
    assert triple({"minimum_on": "box"}, 6, 6, minimum=10).call().state.carry.warned == ()


@pytest.mark.clause("ACT96-22.3", "ACT96-4.1(d)")
def test_the_maximum_in_triple_play_is_for_the_box_or_for_each_wager() -> None:
    """$40, $40 and $30 on a box of $100: the last is cut to $20; each by itself keeps within $100."""
    assert in_play(triple(None, 40, 40, 30, maximum=100).call(), 2) == [40, 40, 20]
    assert in_play(triple({"limits_on": "wager"}, 40, 40, 30, maximum=100).call(), 2) == [40, 40, 30]
    assert in_play(triple({"limits_on": "wager"}, 120, 40, maximum=100).call(), 2) == [100, 40]


@pytest.mark.clause("ACT96-4.1(d)")
def test_what_is_over_the_maximum_comes_off_the_furthest_or_off_each() -> None:
    """$60, $40 and $50 on a box of $100: in proportion each keeps two thirds, $40, $26.66 and $33.33, in chips of
    one dollar $40, $26 and $33, and the dollar that is left goes to the nearest. Off the furthest, $50 has no room."""
    assert in_play(triple(None, 60, 50, 40, maximum=120).call(), 2) == [60, 50, 10]
    triple(None, 60, 40, 50, maximum=100).refuses("call.bet_returned", "ACT96-4.1(d)").call()
    each = triple({"excess_from": "pro_rata"}, 60, 40, 50, maximum=100, chips=(1, 5, 25)).call()
    assert in_play(each, 2) == [41, 26, 33]
    within = triple({"excess_from": "pro_rata"}, 30, 40, maximum=100, chips=(1, 5, 25)).call()
    assert in_play(within, 2) == [30, 40]


@pytest.mark.clause("ACT96-4.1(b)", "ACT96-20.10-S1")
def test_multiples_of_the_minimum_are_required_with_the_notice_or_always() -> None:
    """Minimum $5: with a wager of $7 the dealer is told, without the notice only where they are always required."""
    assert at_table(minimum=5).bet(1, "A", 7).notice()[1] != "ACT96-4.1(b)"
    assert at_table(minimum=5, elect={"multiples_notice": "yes"}).bet(1, "A", 7).notice()[1] == "ACT96-4.1(b)"
    always = at_table({"multiples_wanted": "always"}, minimum=5)
    assert always.bet(1, "A", 7).notice() == ("not in steps of $5 above the minimum", "ACT96-4.1(b)")
    assert always.bet(2, "B", 15).notice()[1] == "ACT96-5.1"


@pytest.mark.clause("ACT96-5.10(a)")
def test_the_first_round_missed_is_that_of_the_shoe_or_of_the_session() -> None:
    """A missed the first round, the cards were shuffled, and since then A wagered on every round."""

    def second_shoe(read: dict[str, str] | None) -> Story:
        story = round_without("A", "B", minimum=10, read=read).shuffle()
        for _ in range(2):
            story.bet(1, "A", 10).bet(2, "B", 10).call().initial("Td", "Ts 7h", "Ts 7h")
            story = story.stand(1).stand(2).cards("7c").end().next_round()
        return story

    second_shoe(None).refuses("restriction.no_round_missed_of_shoe", "ACT96-5.10(b)").restrict(
        "A", one_box=False
    )
    session = second_shoe({"restriction_first_round": "session"}).restrict("A", one_box=False)
    session.refuses("wager.restricted_to_minimum", "ACT96-5.10(b)").bet(1, "A", 20)
    second_shoe({"restriction_first_round": "session"}).refuses(
        "restriction.no_round_missed_of_session", "ACT96-5.10(b)"
    ).restrict("B", one_box=False)


@pytest.mark.clause("ACT96-5.10-S1")
def test_the_first_box_is_the_players_own_or_box_1() -> None:
    own = round_without("A", "B", minimum=10).restrict("A", one_box=True, minimum=False)
    own.bet(3, "A", 10).refuses("player.restricted_to_one_box", "ACT96-5.10-S1").bet(1, "A", 10)
    first = round_without("A", "B", minimum=10, read={"restriction_box": "box_1"})
    first.bet(3, "A", 10).restrict("A", one_box=True, minimum=False)
    # The wager that lay there before bars the call, and a new one is refused anywhere but on box 1.
    first.refuses("call.restricted_to_first_box", "ACT96-5.10-S1").call()
    first.unbet(3, "A").refuses("player.restricted_to_first_box", "ACT96-5.10-S1").bet(4, "A", 10)
    first.bet(1, "A", 10).call()


@pytest.mark.clause("ACT96-15.1(b)", "ACT96-15.1(c)")
def test_of_two_highest_wagers_the_nearest_decides_or_the_nearest_of_all() -> None:
    """$10, $20 and $20 in this line: of the two highest B lies nearer, of all three C does."""

    def line(read: dict[str, str] | None) -> Story:
        return at_table(read).bet(1, "C", 10).bet(1, "A", 20).bet(1, "B", 20)

    highest = line(None).refuses("call.caller_not_nearest", "ACT96-15.2(a)").call()
    assert highest.line(1, "A", "C", "B").call().state.box(1).caller == "A"
    assert line({"caller_tied": "nearest"}).call().state.box(1).caller == "C"
    nearest = at_table({"caller_tied": "nearest"}).bet(1, "C", 10).bet(1, "A", 20).line(1, "A", "C").call()
    assert nearest.state.box(1).caller == "A"


# --- Triple Play


@pytest.mark.clause("ACT96-22.2-S1", "ACT96-22.3")
def test_three_wagers_may_be_two_or_are_three() -> None:
    triple(None, 10, 20).call()
    triple({"wagers_least": "3"}, 10, 20).refuses("call.wagers_too_few", "ACT96-22.3").call()
    triple({"wagers_least": "3"}, 10, 20, 30).call()


@pytest.mark.clause("ACT96-22.2-S1")
def test_the_third_wager_is_open_in_every_round_or_in_the_first_of_a_shoe() -> None:
    def second_round(read: dict[str, str] | None) -> Story:
        story = triple(read, 10, 20, 30).call().initial("Td", "Ts 7h").stand(2)
        return story.cards("8c").settle().cards("8d").settle().cards("8h").end().next_round()

    second_round(None).hands(2, "A", 10, 20, 30).call()
    later = second_round({"optional_wagers_in": "first"}).hands(2, "A", 10, 20)
    later.refuses("wager.first_round_only", "ACT96-22.2-S1").bet(2, "A", 30, "hand_3")
    later.unbet(2, "A", "hand_1").unbet(2, "A", "hand_2").shuffle().hands(2, "A", 10, 20, 30).call()


@pytest.mark.clause("ACT96-22.6")
def test_insurance_in_triple_play_is_for_each_wager_or_one_for_all() -> None:
    """$20, $40 and $60 against an ace: $10, $20 and $30 each with its own second card; or $60 with the first."""
    each = triple(None, 20, 40, 60).call().initial("Ad", "Ts 9h")
    each.refuses("insurance.wrong_amount", "ACT96-22.6").insure(2, "A", 11, "hand_1")
    each.insure(2, "A", 10, "hand_1").insure(2, "A", 20, "hand_2").insure(2, "A", 30, "hand_3")
    first = triple({"insurance_each": "first"}, 20, 40, 60).call().initial("Ad", "Ts 9h")
    first.refuses("insurance.nothing_in_play", "ACT96-22.6").insure(2, "A", 10, "hand_2")
    first.refuses("insurance.wrong_amount", "ACT96-22.6").insure(2, "A", 61, "hand_1")
    first.insure(2, "A", 60, "hand_1").stand(2)
    # A king as the first second card: the one insurance of $60 pays $120, the wager of $20 is lost to Blackjack.
    first.cards("Kc").settle().settle()
    assert first.result(2, bet="insurance", wager="hand_1").pays == 120_00
    # The other two dealer hands, one that breaks and 17: $40 and $60 win, and no insurance is open on them.
    first.cards("5c Tc 9c").settle().cards("6c").end()
    assert first.net() == 120 - 20 + 40 + 60


@pytest.mark.clause("ACT96-22.7")
def test_even_money_in_triple_play_is_asked_for_wager_by_wager_or_for_the_hand() -> None:
    each = triple(None, 10, 20, 30).call().initial("Ad", "As Kh").even_money(2, "A", "hand_3").asked()
    assert each.items == [("pay", 2, "A", 30)]
    hand = triple({"even_money_for": "hand"}, 10, 20, 30).call().initial("Ad", "As Kh")
    hand.even_money(2, "A", "hand_3")
    assert hand.items == [("pay", 2, "A", 10), ("pay", 2, "A", 20), ("pay", 2, "A", 30)]


@pytest.mark.clause("ACT96-22.8")
def test_a_broken_hand_of_triple_play_takes_its_own_wagers_or_all_on_the_box() -> None:
    def broken(read: dict[str, str] | None) -> Story:
        story = triple(read, 10, 20).call().initial("9d", "8s 8h").split(2).cards("6c").hit(2)
        return story.cards("Tc")

    assert broken(None).items == [("take", 2, "A", 10), ("take", 2, "A", 20)]
    box = broken({"bust_takes": "box"})
    assert box.items == [("take", 2, "A", 10), ("take", 2, "A", 20)] * 2
    assert box.end().net() == -60


# --- cards and decisions


@pytest.mark.clause("ACT96-3.5(a)-S1")
def test_one_ace_of_each_hand_counts_eleven_or_one_of_each_player() -> None:
    """A has an ace on box 1 and one on box 3, B one on box 2."""

    def dealt(read: dict[str, str] | None) -> Story:
        story = at_table(read).several("A").bet(1, "A", 10).bet(2, "B", 10).bet(3, "A", 10).call()
        return story.initial("Td", "As 8h", "Ad 8c", "Ac 7h")

    hand = dealt(None)
    assert [hand.hand(box).points for box in (1, 2, 3)] == [(19, True), (19, True), (18, True)]
    player = dealt({"aces_eleven": "player"})
    assert [player.hand(box).points for box in (1, 2, 3)] == [(19, True), (19, True), (8, False)]
    player.stand(1).stand(2)
    assert player.due.text == "Box 3 — player A decides on 8"
    player.refuses("stand.too_low", "ACT96-14(b)").stand(3)
    player.hit(3).cards("9s").stand(3).cards("7c").end()
    assert (player.net("A"), player.net("B")) == (10, 10)  # 19 wins, 8 + 9 = 17 ties


@pytest.mark.clause("ACT96-3.5(a)-S1")
def test_of_split_aces_each_or_the_first_alone_counts_eleven() -> None:
    read = {"aces_eleven": "player"}
    story = at_table(read).bet(1, "A", 10).call().initial("Td", "As Ah").split(1).cards("7c 8c")
    assert [story.hand(1, number).points for number in (1, 2)] == [(18, True), (9, False)]
    # 18 beats 17, 9 does not.
    assert story.cards("7h").end().net() == 0

    # A Blackjack on a second box is one by 3.5(d), whatever its ace counts.
    def two_boxes(second: str) -> Story:
        story = at_table(read).several("A").bet(1, "A", 10).bet(2, "A", 10).bet(3, "B", 10).call()
        story.initial("Td", "As 7h", "Ad Kc", "Ts 9h").stand(1).stand(3)
        return story.cards(second).end()

    assert two_boxes("9c").result(2).pays == 15_00
    assert two_boxes("Ac").result(2).result == "stand_off"


@pytest.mark.clause("ACT96-11.1(b)")
def test_a_broken_hand_takes_its_own_wagers_or_all_on_the_box() -> None:
    """8-8 split for $20 each, 8-7-10 broken; the second hand has only its 8."""

    def broken(read: dict[str, str] | None) -> Story:
        story = at_table(read).bet(1, "A", 20).bet(2, "B", 10).call().initial("6d", "8s 8h", "Ts 9h")
        return story.split(1).cards("7c").hit(1).cards("Tc")

    hand = broken(None)
    assert hand.items == [("take", 1, "A", 20)]
    hand.settle().cards("3c")
    assert hand.due.place == "box 1 hand 2"
    box = broken({"bust_takes": "box"})
    assert box.items == [("take", 1, "A", 20), ("take", 1, "A", 20)]
    box.settle()
    assert (box.action, box.due.box) == ("decision", 2)
    assert box.stand(2).cards("Tc 5c").end().net() == -40


@pytest.mark.clause("ACT96-11.2(c)", "ACT96-11.2(g)", "ACT96-17(a)(i)")
def test_a_blackjack_beats_a_drawn_21_or_ties_with_it() -> None:
    """A-K against 10-5-6."""

    def drawn(read: dict[str, str] | None) -> Story:
        return at_table(read).bet(1, "A", 20).call().initial("Td", "As Kh").cards("5c")

    beats = drawn(None)
    assert beats.end().net() == 30  # a third card changes nothing
    ties = drawn({"blackjack_beats_drawn_21": "no"})
    assert ties.action == "card"
    assert ties.cards("6c").end().net() == 0
    assert drawn({"blackjack_beats_drawn_21": "no"}).cards("5h").end().net() == 30


@pytest.mark.clause("ACT96-12.1-S3")
def test_another_player_matches_his_own_wager_or_the_callers() -> None:
    """A splits for $50; B with $10 behind adds $10, or $50 by the other reading."""

    def split(read: dict[str, str] | None) -> list[tuple[int, int]]:
        story = at_table(read).shared(1, A=50, B=10).call().initial("6d", "8s 8h").split(1, B="split")
        hands = (story.hand(1), story.hand(1, 2))
        return [(h.stakes[0].base // 100, h.stakes[1].base // 100) for h in hands]

    assert split(None) == [(50, 10), (50, 10)]
    assert split({"split_match": "caller"}) == [(50, 10), (50, 50)]


@pytest.mark.clause("ACT96-12.3", "ACT96-12.4", "ACT96-14(d)")
def test_a_split_ace_is_not_doubled_or_is_before_its_card() -> None:
    plain = at_table().bet(1, "A", 20).call().initial("6d", "As Ah").split(1)
    assert plain.action == "card"
    double = at_table({"split_aces_double": "yes"}).bet(1, "A", 20).call().initial("6d", "As Ah").split(1)
    assert double.legal == ("hit", "double")
    double.refuses("stand.too_low", "ACT96-14(b)").stand(1)
    double.refuses("split.first_cards_only", "ACT96-12.1-S1").split(1)
    double.double(1).cards("9c").hit(1, hand=2).cards("Ac")
    # A-9 doubled is 20 for $40, A-A is 12 and complete, for $20; the dealer's 6-10-2 is 18.
    assert double.cards("Tc 2c").end().net() == 40 - 20


@pytest.mark.clause("ACT96-12.3", "ACT96-12.2-S3")
def test_a_split_ace_is_not_split_again_or_up_to_four_hands() -> None:
    once = at_table().bet(1, "A", 20).call().initial("6d", "As Ah").split(1).cards("Ac")
    assert once.due.place == "box 1 hand 2"
    again = at_table({"split_aces_hands": "4"}).bet(1, "A", 20).call().initial("6d", "As Ah").split(1)
    again.cards("Ac").split(1).cards("Ad").split(1).cards("As")
    # Four hands are the most: the first, A-A, is complete and the second gets its card.
    assert len(again.state.box(1).hands) == 4
    assert (again.action, again.due.place) == ("card", "box 1 hand 2")


# --- settlement


@pytest.mark.clause("ACT96-20.10-S1")
def test_the_wager_is_cut_to_the_lower_multiple_or_the_payment_is() -> None:
    """A Blackjack on $15 with a minimum of $10 and chips from $1: $22.50 cannot be paid. The wager cut to $10 pays
    $15; the payment cut to a multiple of $10 is $20."""

    def paid(read: dict[str, str] | None) -> float:
        story = at_table(read, minimum=10, chips=(1, 5, 25), elect={"multiples_notice": "yes"})
        return story.bet(1, "A", 15).call().initial("6d", "As Kh").end().net()

    assert paid(None) == 15
    assert paid({"lower_multiple_of": "payment"}) == 20


@pytest.mark.clause("ACT96-5.6-S2", "ACT96-12.1-S1", "ACT96-13.1-S1")
def test_the_maximum_is_for_the_initial_wagers_or_for_all() -> None:
    """$100 with a maximum of $100: doubled and split freely, or neither."""
    wager = at_table(maximum=100).bet(1, "A", 100).call().initial("6d", "8s 8h")
    assert wager.legal == ("hit", "stand", "double", "split")
    capped = at_table({"maximum_covers": "all"}, maximum=100).bet(1, "A", 100).bet(2, "B", 50).call()
    capped.initial("6d", "8s 8h", "6s 5h")
    assert capped.legal == ("hit", "stand")
    assert capped.why_not("double") == "ACT96-5.6-S2"
    capped.refuses("decision.maximum_reached", "ACT96-5.6-S2").double(1)
    capped.refuses("decision.maximum_reached", "ACT96-5.6-S2").split(1)
    # $50 doubled is $100, which the maximum still holds.
    capped.stand(1).double(2)


@pytest.mark.clause("ACT96-5.6-S2")
def test_the_maximum_for_all_wagers_is_for_what_the_players_of_a_box_add_together() -> None:
    """A $40 and B $30 on a box of $100: A adds $40 to it and leaves nothing to B, who would need $30."""
    story = at_table({"maximum_covers": "all"}, maximum=110).shared(1, A=40, B=30).call()
    story.initial("6d", "6s 5h").refuses("decision.addition_above_maximum", "ACT96-5.6-S2").double(
        1, A=40, B=30
    )
    story.double(1)
    split = at_table({"maximum_covers": "all"}, maximum=110).shared(1, A=40, B=30).call()
    split.initial("6d", "8s 8h").refuses("decision.addition_above_maximum", "ACT96-5.6-S2").split(
        1, B="split"
    )
    split.split(1)
