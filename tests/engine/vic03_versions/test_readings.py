"""The other readings of clauses of rules 10 and 12: each changes a result."""

import pytest

from casino.rulebooks import rules_for
from tests.engine.story import Story
from tests.engine.vic03_versions.tables import drawn, pontoon, pontoon_hand, vegas

GAMES = ("crown_pontoon", "vegas_blackjack", "crown_blackjack")


@pytest.mark.parametrize("game", GAMES)
def test_the_default_is_the_registers_reading(game: str) -> None:
    for name, rule in rules_for("VIC03", game).rules().items():
        if rule.readings:
            assert rule.value == rule.readings[0], name
            assert rule.reading, name


@pytest.mark.clause("VIC03-10.7.2")
def test_every_ace_of_a_doubled_hand_counting_one() -> None:
    """8+2 doubled, +A: 11 and not 21; it may be taken back."""
    story = pontoon_hand("8c 2d", read={"double_aces_low": "every"}).double(1).cards("Ac")
    assert (story.hand(1).total, story.action, story.due.announce) == (11, "rescue", "eleven")


@pytest.mark.clause("VIC03-10.9.5", "VIC03-12.4.1(e)")
def test_a_surrender_of_the_whole_box() -> None:
    """18 against K+7 = 17: read so, B's 20 are half lost with A's though the hand would have won."""
    for table in (pontoon, vegas):
        story = table(read={"surrender_shared": "box"}).shared(1, A=20, B=20).call().initial("Kd", "9c 9d")
        story.surrender(1).cards("7c").end()
        assert (story.net("A"), story.net("B")) == (-10, -10)


@pytest.mark.clause("VIC03-10.9.4", "VIC03-12.4.1(d)")
def test_a_dealers_hand_completed_for_surrenders_alone() -> None:
    """K+2+6 = 18: the same 10 are lost, after a whole hand."""
    for table in (pontoon, vegas):
        story = table(read={"surrender_alone": "whole"}).bet(1, "A", 20).call().initial("Kd", "9c 7d")
        story.surrender(1).cards("2c")
        assert (story.action, story.due.box) == ("card", 0)
        assert story.cards("6c").end().net() == -10


@pytest.mark.clause("VIC03-10.8.1")
def test_no_super_bonus_from_any_split() -> None:
    """7c-7h split, 7-7-7 of clubs: 40 and no 1,000."""
    story = pontoon_hand("7c 7h", "7d", read={"bonus_after_split": "none"}).split(1)
    drawn(story.cards("7c"), 1, "7c")
    assert story.items == [("pay", 1, "A", 40)]


@pytest.mark.clause("VIC03-10.7.4(a)")
def test_a_super_bonus_for_a_player_who_stayed_out_of_the_double() -> None:
    """A doubled 20 + 20: 40. B did not: 20 and 1,000."""
    story = pontoon(read={"bonus_beside_double": "undoubled"}).shared(1, A=20, B=20).call()
    story.initial("7d", "7c 7c").double(1).cards("7c")
    assert story.items == [("pay", 1, "A", 40), ("pay", 1, "B", 20), ("pay", 1, "B", 1000)]


@pytest.mark.clause("VIC03-10.11.1-T1-L12c")
def test_only_wagers_that_won_or_lost_have_their_50() -> None:
    """17 ties 7+K = 17 and has nothing; 18 wins 10 and 50; 16 loses 10 and has 50."""
    story = pontoon(read={"bonus_others": "decided"}).bet(1, "A", 25).bet(2, "B", 10).bet(3, "C", 10)
    story.bet(4, "D", 10).call().initial("7h", "7c 7c", "Kc 7d", "Kc 8d", "Kc 6d")
    drawn(story, 1, "7c").settle().stand(2).stand(3).stand(4).cards("Kd").end()
    assert [story.net(player) for player in "ABCD"] == [5050, 0, 60, 40]


@pytest.mark.clause("VIC03-10.6.1(b)")
def test_a_21_paid_at_the_end() -> None:
    """2-3-4-5-7 is five cards and 21, paid 3 to 2 at once; read so, at the end, and no dealer card changes it."""
    at_once = drawn(pontoon_hand("2c 3d"), 1, "4s 5h 7c")
    assert at_once.items == [("pay", 1, "A", 30)]
    story = pontoon(read={"paid_21_when": "end"}).bet(1, "A", 20).bet(2, "B", 20).call()
    drawn(story.initial("6d", "2c 3d", "9c 9d"), 1, "4s 5h 7c")
    assert (story.action, story.due.box) == ("decision", 2)
    story.stand(2).cards("Kc 5s")  # the dealer has 21 too
    assert story.end().net("A") == 30
    alone = drawn(pontoon_hand("2c 3d", read={"paid_21_when": "end"}), 1, "4s 5h 7c")
    assert alone.items == [("pay", 1, "A", 30)]  # nothing waits for the dealer


@pytest.mark.clause("VIC03-10.7.1(b)", "VIC03-10.6.1(b)")
def test_a_split_21_doubled_before_it_is_paid() -> None:
    """K-Q split, an ace on the first: 21, paid $20 at once; or doubled, its ace counting one: 10 + 1 + 9 = 20."""
    plain = pontoon_hand("Kc Qd").split(1).cards("Ac")
    assert plain.items == [("pay", 1, "A", 20)]
    story = pontoon_hand("Kc Qd", read={"double_split_21": "yes"}).split(1).cards("Ac")
    assert story.legal == ("stand", "double")
    story.refuses("hit.at_21", "VIC03-7.5.1(d)").hit(1)
    story.double(1).cards("9c")
    assert (story.hand(1).total, story.action) == (20, "rescue")
    stood = pontoon_hand("Kc Qd", read={"double_split_21": "yes"}).split(1).cards("Ac").stand(1)
    assert stood.items == [("pay", 1, "A", 20)]


@pytest.mark.clause("VIC03-10.7.1(c)")
def test_a_split_hand_doubled_on_its_first_two_cards_only() -> None:
    def three(read: dict[str, str]) -> tuple[str, ...]:
        return drawn(pontoon_hand("4c 4d", read=read).split(1).cards("3c"), 1, "2c").legal

    assert "double" in three({})
    assert "double" not in three({"double_many_on": "unsplit"})
    story = pontoon_hand("4c 3d", read={"double_many_on": "unsplit"})
    drawn(story, 1, "2c").double(1)
    two = pontoon_hand("4c 4d", read={"double_many_on": "unsplit"}).split(1).cards("7c").double(1)
    assert two.action == "card"


@pytest.mark.clause("VIC03-10.7.5", "VIC03-5.4")
def test_a_double_taken_back_until_the_dealers_card() -> None:
    """A doubles to 14; B plays on, and only then is A asked."""

    def doubled(**read: str) -> Story:
        story = pontoon(read=read).bet(1, "A", 20).bet(2, "B", 20).call().initial("9d", "5c 6d", "9c 9s")
        return story.double(1).cards("3c")

    assert doubled().action == "rescue"
    later = doubled(rescue_until="dealers_card")
    assert (later.action, later.due.box) == ("decision", 2)
    early = doubled(rescue_until="dealers_card").rescue(1, "A")
    assert early.items == [("take", 1, "A", 20)]
    later.stand(2)
    assert (later.action, later.due.box) == ("rescue", 1)
    later.play_on(1).cards("9c")
    later.refuses("rescue.not_asked", "VIC03-10.7.5").rescue(1, "A")
    assert later.end().net("A") == -40


@pytest.mark.clause("VIC03-10.8.1")
def test_no_odds_of_table_1_after_a_split() -> None:
    """8-8 split, 8-2-3-5-3 is five cards and 21: $30, or $20 by the other reading."""

    def five(read: dict[str, str]) -> float:
        story = drawn(pontoon_hand("8c 8d", read=read).split(1).cards("2c"), 1, "3c 5d 3h")
        return story.items[0][3]

    assert (five({}), five({"special_after_split": "no"})) == (30, 20)


@pytest.mark.clause("VIC03-10.9.1", "VIC03-12.4.1(a)", "VIC03-6.2.3")
def test_half_of_25_in_dollars_goes_back_rounded_up_or_down() -> None:
    for table in (pontoon, vegas):

        def half(read: dict[str, str], table=table) -> float:  # type: ignore[no-untyped-def]
            story = table(read=read, chips=(1, 5, 25)).bet(1, "A", 25).call().initial("Kd", "9c 7d")
            return story.surrender(1).cards("7c").end().net()

        assert half({}) == -12
        assert half({"surrender_rounds": "back_down"}) == -13


@pytest.mark.clause("VIC03-10.6.1(c)", "VIC03-12.4.1(a)")
def test_surrender_offered_before_insurance() -> None:
    for table in (pontoon, vegas):
        usual = table().bet(1, "A", 20).call().initial("Ad", "9c 7d")
        assert usual.action == "insurance"
        assert usual.asked().action == "surrender"
        before = table(read={"surrender_offered": "before_insurance"}).bet(1, "A", 20).bet(2, "B", 20)
        before.call().initial("Ad", "9c 7d", "Kc Ah")
        if before.action == "settle":  # a Pontoon is paid whatever the dealer shows
            before.settle()
        assert before.action == "surrender"
        assert before.surrender(1).action == "insurance"
        before.insure(1, "A", 10)
        if before.action == "insurance":  # the Blackjack of the other game may be insured too
            before.asked()
        assert before.state.phase in ("subsequent_deal", "dealer_draw")


# --- the Super Bonus


@pytest.mark.clause("VIC03-10.11.1-T1-L12a", "VIC03-10.11.1-T1-L12b")
@pytest.mark.parametrize(("wager", "lower", "none"), [(24, 1000, 1000), (24.5, 1000, 0), (25, 5000, 5000)])
def test_a_wager_between_24_and_25(wager: float, lower: int, none: int) -> None:
    def prize(read: dict[str, str]) -> float:
        story = pontoon(read=read).bet(1, "A", wager).call().initial("7d", "7c 7c").hit(1).cards("7c")
        return sum(item[3] for item in story.items if item[3] >= 1000)

    assert (prize({}), prize({"bonus_between_tiers": "none"})) == (lower, none)


def two_winners(**read: str) -> Story:
    """A wins the Super Bonus on box 1 and B on box 2, $20 each; A has box 3 and C box 4, which lose."""
    story = pontoon(read=read).several("A").bet(1, "A", 20).bet(2, "B", 20).bet(3, "A", 10).bet(4, "C", 10)
    story.call().initial("7d", "7c 7c", "7s 7s", "9c 8d", "9d 8h").hit(1).cards("7c").settle()
    story.hit(2).cards("7s").settle().stand(3).stand(4).cards("Kc")
    if story.action == "card":
        story.cards("2c")
    return story


def bonuses(story: Story) -> dict[tuple[int, str], float]:
    """What the round's Super Bonus paid, by box and player, in dollars."""
    while story.action == "settle":
        story.settle()
    bonuses_of: dict[tuple[int, str], float] = {}
    for result in story.state.results:
        if result.bet == "super_bonus":
            key = result.box, result.player
            bonuses_of[key] = bonuses_of.get(key, 0) + result.pays / 100
    return bonuses_of


@pytest.mark.clause("VIC03-10.11.1-T1-L12c")
def test_the_others_part_once_a_round_or_for_each_winner() -> None:
    once = {(1, "A"): 1000, (2, "B"): 1000, (3, "A"): 50, (4, "C"): 50}
    assert bonuses(two_winners()) == once
    each = {(1, "A"): 1050, (2, "B"): 1050, (3, "A"): 100, (4, "C"): 100}
    assert bonuses(two_winners(bonus_others_paid="per_winner")) == each


@pytest.mark.clause("VIC03-10.11.1-T1-L12c")
def test_the_winners_own_other_boxes_without_a_part() -> None:
    assert bonuses(two_winners(bonus_others_own="no")) == {(1, "A"): 1000, (2, "B"): 1000, (4, "C"): 50}


@pytest.mark.clause("VIC03-10.11.1-T1-N1")
def test_the_prize_paid_when_the_round_is_complete() -> None:
    """7-7-7 of clubs for $20 beside B's 17: the $40 at once, the $1,000 at the end, then B's $50."""
    story = pontoon(read={"bonus_paid_when": "round"}).bet(1, "A", 20).bet(2, "B", 10).call()
    story.initial("7d", "7c 7c", "9d 8h").hit(1).cards("7c")
    assert story.items == [("pay", 1, "A", 40)]
    story.settle().stand(2).cards("Kc")
    assert ("pay", 1, "A", 1000) in story.items
    assert bonuses(story) == {(1, "A"): 1000, (2, "B"): 50}


# --- two readings at once, and hands that are dead before the dealer draws


@pytest.mark.clause("VIC03-7.5.5(i)", "VIC03-10.7.5")
def test_what_a_rescue_took_back_is_not_a_loss_that_a_cap_gives_back() -> None:
    """Two eights for 10 each; the first, 8+3, is doubled by 10 and taken back at 13: the 10 wagered first is lost, the
    10 added is not. At most one original is taken of split hands, and that is the 10: 8+K = 18 loses nothing
    to K+A."""
    story = pontoon(read={"split_loss": "original"}).bet(1, "A", 10).call().initial("Kd", "8c 8d").kept()
    story.split(1).cards("3d").double(1).cards("2d").rescue(1, "A")
    assert story.items == [("take", 1, "A", 10)]
    story.settle().cards("Kc").stand(1, hand=2).cards("Ac").end()
    assert (story.result(1, hand=2).result, story.net()) == ("void", -10)


@pytest.mark.clause("VIC03-7.5.6(c)", "VIC03-10.7.3")
def test_no_card_is_drawn_for_a_broken_hand_that_nobody_doubled() -> None:
    """K+6+J = 26 is taken at the end by that reading; no dealer's card changes it, so none is drawn to the K."""
    story = pontoon_hand("Kc 6d", "Kd", read={"bust_taken_at_once": "no"}).kept()
    story.hit(1).cards("Jc")
    assert story.items == [("take", 1, "A", 20)]
    story.refuses("card.changes_nothing", "VIC03-7.5.6(c)").cards("7d")
    assert story.end().net() == -20


@pytest.mark.clause("VIC03-7.5.6(c)", "VIC03-10.7.3")
def test_one_card_is_drawn_for_a_broken_hand_that_was_doubled() -> None:
    """K+6 doubled by 20, +J = 26: against K+A only the first 20 is lost, against K+9 all 40. The second card tells."""
    read = {"bust_taken_at_once": "no"}
    for card, net in (("Ac", -20), ("9c", -40)):
        story = pontoon_hand("Kc 6d", "Kd", read=read).kept().double(1).cards("Jc")
        assert story.action == "card"
        assert story.cards(card).end().net() == net


@pytest.mark.clause("VIC03-7.5.5(h)")
def test_a_split_hand_that_broke_when_doubled_is_lost_at_once() -> None:
    """8+6 doubled by 10, +K = 24: 20 are taken before the second hand is played, whatever the dealer will have.
    8+K = 18 then loses no more to a Pontoon: 20 are more than one original wager."""
    story = pontoon().bet(1, "A", 10).call().initial("Kd", "8c 8d").kept()
    story.split(1).cards("6c").double(1).cards("Kc")
    assert (story.items, story.due.clause) == ([("take", 1, "A", 20)], "VIC03-7.5.5(h)")
    story.refuses("card.taking_first", "VIC03-7.5.5(h)").cards("Qc")
    story.settle().cards("Qc").stand(1, hand=2).cards("Ac").end()
    assert story.net() == -20


@pytest.mark.clause("VIC03-7.5.5(h)", "VIC03-10.7.3")
def test_a_split_hand_that_broke_when_doubled_loses_all_of_it_by_that_reading_too() -> None:
    """8+6 doubled by 10, +K = 24: 10.7.3 has a Pontoon take the original wager alone, but a split hand above 21 loses
    its wager “regardless of the result of the Dealer's hand” (7.5.5(h)), all 20 of it. 8+Q = 18 loses no more."""
    story = pontoon(read={"bust_taken_at_once": "no"}).bet(1, "A", 10).call().initial("Kd", "8c 8d").kept()
    story.split(1).cards("6c").double(1).cards("Kc Qc").stand(1, hand=2).cards("Ac").end()
    assert (story.result(1).takes, story.net()) == (20_00, -20)
