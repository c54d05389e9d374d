"""A United Kingdom house: its published rules, item by item. What they leave open goes the player's way."""

import pytest

from casino.rulebooks import rules_for
from casino.rulebooks.rules import NO_LIMIT
from rounds import engine
from rounds.engine.wagers.events import PlayerWarned
from tests.engine.story import Story, deal
from tests.refusing import refused_as


def at_table(**table: object) -> Story:
    return deal("UK", **table)  # type: ignore[arg-type]


def on_cards(cards: str, dealer: str = "Td", wager: float = 20, **table: object) -> Story:
    return at_table(**table).bet(3, "A", wager).call().initial(dealer, cards)


def played(cards: str, dealer: str, wager: float = 20) -> Story:
    """Box 3 stands on its two cards; the dealer's are dealt until the hand is complete."""
    first, _, further = dealer.partition(" ")
    return on_cards(cards, first, wager).stands_to_the_end(3, further)


@pytest.mark.clause("UK-A01")
@pytest.mark.parametrize(
    ("name", "taken", "other"),
    [
        ("blackjack_paid_at_once", "dealer_cannot_tie", "never"),  # the money sooner
        ("split_second_cards", "at_once", "in_turn"),  # both cards seen before deciding
        ("split_aces_hands", NO_LIMIT, 2),  # one choice more
        ("dealer_draws_without_effect", False, True),  # no wager changes
    ],
)
def test_what_is_open_is_a_setting_read_the_players_way(name: str, taken: object, other: object) -> None:
    rule = rules_for("UK").rules()[name]
    assert rule.value == taken
    assert set(rule.readings) == {taken, other}
    assert rule.reading
    changed = rules_for("UK", "blackjack", (), ((name, str(other)),)).rules()[name]
    assert changed.value == other


@pytest.mark.clause("UK-B02")
def test_no_wager_is_placed_or_changed_once_a_card_is_drawn() -> None:
    story = at_table().bet(1, "A", 10).bet(3, "C", 10).call().unbet(3, "C").cards("Ts")
    story.refuses("wager.after_first_card", "UK-B02").bet(2, "B", 10)
    story.refuses("wager.after_first_card", "UK-B02").bet(1, "A", 10)
    story.refuses("wager.locked_by_first_card", "UK-B02").unbet(1, "A")
    story.cards("6d 9h").refuses("wager.after_first_card", "UK-B02").bet(2, "B", 10)


@pytest.mark.clause("UK-B03")
def test_a_bet_beside_blackjack_needs_a_blackjack_wager() -> None:
    """No bet is taken here but beside the main wager; one that is not offered is refused."""
    story = at_table()
    story.refuses("side_bet.not_offered", "UK-B03").bet(1, "A", 5, "perfect_pairs")
    story.bet(1, "A", 10)


@pytest.mark.clause("UK-B04")
def test_wagers_are_for_one_round() -> None:
    story = played("Ts 9h", "Td 9c").next_round()
    assert story.state.in_play() == ()
    story.refuses("call.no_wager", "UK-B02").call()


@pytest.mark.clause("UK-B05")
def test_eight_packs_unless_shown_otherwise() -> None:
    assert engine.Setup("UK").decks == 8
    assert rules_for("UK").shoe_cards(8) == 416
    at_table(decks=6)
    with refused_as("setup.decks", "UK-B05"):
        at_table(decks=3)


@pytest.mark.clause("UK-B06")
def test_one_card_each_one_to_the_dealer_then_the_second() -> None:
    story = at_table().bet(4, "B", 10).bet(2, "A", 10).call().cards("2s 3s 4d 5s 6s")
    assert story.targets == [2, 4, 0, 2, 4]
    story.refuses("card.decision_first", "UK-B10").cards("7s")
    with refused_as("setup.face_up", "UK-B06"):
        at_table(face_down=True)


@pytest.mark.clause("UK-B07")
@pytest.mark.parametrize(
    ("cards", "total", "called"),
    [("As 7h", 18, "eight or eighteen"), ("Ks Jh", 20, "twenty"), ("2s 9h", 11, "eleven")],
)
def test_values(cards: str, total: int, called: str) -> None:
    story = on_cards(cards)
    assert (story.hand(3).total, story.due.announce) == (total, called)


@pytest.mark.clause("UK-B08")
def test_a_hand_over_21_is_lost_at_once() -> None:
    """10-6-9; the dealer, kept drawing by B, breaks later: A −20, B +10."""
    story = (
        at_table().bet(3, "A", 20).bet(4, "B", 10).call().initial("Td", "Ts 6h", "Ts 2h").hit(3).cards("9c")
    )
    assert (story.items, story.due.clause) == ([("take", 3, "A", 20)], "UK-B08")
    story.settle().stand(4).cards("6c Kc").end()
    assert (story.net("A"), story.net("B")) == (-20, 10)


@pytest.mark.clause("UK-B09")
@pytest.mark.parametrize("first", ["2d", "9d"])
def test_a_blackjack_is_paid_three_to_two_as_soon_as_it_cannot_be_tied(first: str) -> None:
    story = on_cards("As Kh", first)
    assert (story.items, story.due.clause) == ([("pay", 3, "A", 30)], "UK-B09")
    assert story.end().net() == 30


@pytest.mark.clause("UK-B09", "UK-A01")
def test_in_the_other_reading_a_blackjack_is_paid_at_the_end_for_the_same_money() -> None:
    """A lone Blackjack against a nine waits for nothing: the dealer needs no card."""
    story = on_cards("As Kh", "9d", read={"blackjack_paid_at_once": "never"})
    assert story.state.phase == "final_settlement"
    assert story.end().net() == 30


@pytest.mark.clause("UK-B09")
@pytest.mark.parametrize(("dealer", "net"), [("Ad Kc", 0), ("Ad 9c", 30), ("Kd Ac", 0), ("Kd 5c", 30)])
def test_against_an_ace_or_ten_it_waits_and_there_is_no_even_money(dealer: str, net: float) -> None:
    first, second = dealer.split()
    story = on_cards("As Kh", first)
    story.refuses("even_money.not_offered" if first == "Ad" else "even_money.no_ace", "UK-B09").even_money(
        3, "A"
    )
    if story.action == "insurance":
        assert [offer.kind for offer in story.due.offers] == ["insure"]
        story.asked()
    assert story.cards(second).end().net() == net


@pytest.mark.clause("UK-B09")
def test_a_blackjack_beats_a_drawn_21() -> None:
    story = at_table().bet(3, "A", 20).bet(4, "B", 20).call().initial("Td", "As Kh", "Ts 7h").stand(4)
    assert story.cards("5c 6c").end().net("A") == 30


@pytest.mark.clause("UK-B10")
@pytest.mark.parametrize("cards", ["4s 5h", "2s 2h", "As 2h", "Ts 6h", "Ts Kh"])
def test_in_turn_players_draw_or_stand_on_any_total(cards: str) -> None:
    story = at_table().bet(2, "A", 10).bet(3, "B", 10).call().initial("6d", cards, "Ts 4h")
    assert {"hit", "stand"} <= set(story.legal)
    story.refuses("decision.other_hand_first", "UK-B10").stand(3)
    story.stand(2).stand(3)


@pytest.mark.clause("UK-B10")
def test_players_draw_as_many_cards_as_they_wish() -> None:
    """2-2-2-3-3-A-A = 14 + 7 = 21."""
    story = on_cards("2s 2h")
    for card in "2c 3c 3d Ac Ad".split():
        story.hit(3).cards(card)
    assert story.hand(3).total == 14
    story.hit(3).cards("7c")
    assert (story.hand(3).total, story.due.box) == (21, 0)


@pytest.mark.clause("UK-B11")
@pytest.mark.parametrize(
    ("cards", "third", "code"),
    [
        ("7s 4h", "Tc", "hand.hard_total"),
        ("As 6h", "4c", "hand.soft_total"),
        ("As 9h", "Ac", "hand.soft_total"),
    ],
)
def test_no_card_and_no_double_on_21(cards: str, third: str, code: str) -> None:
    story = on_cards(cards).hit(3).cards(third)
    story.refuses(code, "UK-B11").hit(3)
    story.refuses(code, "UK-B11").double(3)
    split = on_cards("Ts Th").split(3).cards("Ac 9c")
    split.refuses("hand.soft_total", "UK-B11").double(3)


@pytest.mark.clause("UK-B12")
@pytest.mark.parametrize(
    ("dealer", "drawn"), [("Td 6c 5c", 2), ("Ad 5c Kc 4c", 3), ("Td 7c", 1), ("Ad 6c", 1)]
)
def test_the_dealer_draws_to_16_and_stands_on_17(dealer: str, drawn: int) -> None:
    first, *others = dealer.split()
    story = on_cards("Ts 8h", first)
    if story.action == "insurance":
        story.asked()
    story.stand(3)
    assert story.due.clause == "UK-B12"
    story.cards(" ".join(others))
    assert len(story.state.dealer) == drawn + 1
    story.refuses_dealer("UK-B13" if dealer == "Ad 6c" else "UK-B12").cards("2c")


@pytest.mark.clause("UK-B12")
def test_no_card_when_no_open_wager_can_change() -> None:
    broke = on_cards("Ts 6h").hit(3).cards("9c").settle()
    broke.refuses("card.changes_nothing", "UK-B12").cards("Tc")
    draws = on_cards("Ts 6h", read={"dealer_draws_without_effect": "True"}).hit(3).cards("9c").settle()
    draws.cards("7c").end()
    assert draws.net() == -20


@pytest.mark.clause("UK-B13")
@pytest.mark.parametrize(
    ("dealer", "total"), [("Ad 5c Ac", 17), ("Ad 6c", 17), ("5d Ac Tc Ah", 17), ("Ad 9c", 20)]
)
def test_the_dealers_first_ace_is_eleven_unless_that_breaks(dealer: str, total: int) -> None:
    """A-5-A: 11 + 5 + 1. 5-A is soft 16; with a ten 16, with another ace 17."""
    first, *others = dealer.split()
    story = on_cards("Ts 8h", first)
    if story.action == "insurance":
        story.asked()
    story.stand(3).cards(" ".join(others))
    assert story.state.phase == "final_settlement"
    assert story.end().net() == (20 if total == 17 else -20)


@pytest.mark.clause("UK-B14")
@pytest.mark.parametrize(("cards", "dealer"), [("Ts Kh", "Td 9c"), ("Ts 2h", "Td 6c 9c")])
def test_closer_to_21_or_a_broken_dealer_wins_evens(cards: str, dealer: str) -> None:
    story = played(cards, dealer)
    assert (story.net(), story.result(3).odds, story.result(3).clause) == (20, "1:1", "UK-B14")


@pytest.mark.clause("UK-B15")
def test_the_lower_total_loses() -> None:
    story = played("Ts 8h", "Td 9c")
    assert (story.net(), story.result(3).clause) == (-20, "UK-B15")


@pytest.mark.clause("UK-B16")
@pytest.mark.parametrize(("cards", "dealer"), [("Ts 8h", "9d 9c"), ("Ts Kh", "Td Qc")])
def test_equal_totals_stand_off(cards: str, dealer: str) -> None:
    story = played(cards, dealer)
    assert (story.net(), story.result(3).result, story.result(3).clause) == (0, "stand_off", "UK-B16")


@pytest.mark.clause("UK-B16")
@pytest.mark.parametrize(("reading", "net"), [("True", -20), ("False", 0)])
def test_a_drawn_21_against_a_blackjack(reading: str, net: float) -> None:
    """7-7-7: the dealer's Blackjack ranks above it; a stand off in the other reading."""
    story = on_cards("7s 7h", "Kd", read={"blackjack_beats_21": reading}).hit(3).cards("7c").cards("Ac").end()
    assert story.net() == net


@pytest.mark.clause("UK-B17")
@pytest.mark.parametrize("cards", ["2s 3h", "As 9h", "Ts Kh", "Ts 6h"])
def test_any_first_two_cards_are_doubled_for_one_card_more(cards: str) -> None:
    story = on_cards(cards)
    story.refuses("double.not_equal", "UK-B17").double(3, A=10)
    story.refuses("double.above_wager", "UK-B17").double(3, A=25)
    story.double(3).cards("Ac")
    assert story.hand(3).stakes[0].whole == 40_00
    if story.action == "settle":
        story.settle()
    story.refuses("hand.doubled", "UK-B17" if story.hand(3).total < 21 else "UK-B11").hit(3)


@pytest.mark.clause("UK-B17")
def test_a_blackjack_and_three_cards_are_not_doubled() -> None:
    blackjack = on_cards("As Kh")
    blackjack.refuses("hand.natural", "UK-B17").double(3)
    three = on_cards("2s 3h").hit(3).cards("4c")
    three.refuses("double.first_cards_only", "UK-B17").double(3)


@pytest.mark.clause("UK-B17", "UK-B09")
def test_a_dealers_blackjack_takes_all_of_a_doubled_hand() -> None:
    story = on_cards("6s 5h").double(3).cards("9c").cards("Ac").end()
    assert story.net() == -40


@pytest.mark.clause("UK-B18")
@pytest.mark.parametrize(
    ("cards", "may"), [("8s 8h", True), ("Ks Th", True), ("Qs Jh", True), ("9s 8h", False)]
)
def test_two_cards_of_one_value_are_split(cards: str, may: bool) -> None:
    story = on_cards(cards)
    assert ("split" in story.legal) is may
    if not may:
        story.refuses("split.not_a_pair", "UK-B18").split(3)


@pytest.mark.clause("UK-B18")
def test_both_hands_get_their_second_card_before_either_is_played() -> None:
    """8-8 with 8 and 3: the first may be split again, the second waits as eleven."""
    story = on_cards("8s 8h").split(3)
    assert (story.action, story.due.hand) == ("card", 1)
    story.cards("8c")
    assert (story.action, story.due.hand) == ("card", 2)
    story.refuses("decision.other_hand_first", "UK-B18").stand(3)
    story.cards("3c")
    assert (story.action, story.due.hand) == ("decision", 1)
    assert "split" in story.legal
    story.refuses("decision.other_hand_first", "UK-B18").stand(3, 2)
    assert [hand.stakes[0].base for hand in story.state.box(3).hands] == [20_00, 20_00]


@pytest.mark.clause("UK-B18", "UK-A01")
def test_split_hands_are_played_in_turn_in_the_other_reading() -> None:
    story = on_cards("8s 8h", read={"split_second_cards": "in_turn"}).split(3).cards("9c")
    assert (story.action, story.due.hand) == ("decision", 1)


@pytest.mark.clause("UK-B18")
def test_split_again_and_again_without_limit() -> None:
    """Ten hands from eights of eight packs, and an eleventh could be made: 20 on each, lost to 18 with 17."""
    story = on_cards("8s 8h", "Td")
    eights = iter("8c 8d 8s 8h 8c 8d 8s 8h 8c 8d 8s 8h".split())
    for hands in range(2, 11):
        story.split(3, 1)
        assert len(story.state.box(3).hands) == hands
        story.cards(f"{next(eights)} 9c" if hands < 10 else "9d 9h")
        if hands == 5:
            assert story.legal == ("hit", "stand", "double", "split")
    while story.action == "decision":
        story.stand(3, story.due.hand)
    story.cards("8c").end()
    assert story.net() == -200


@pytest.mark.clause("UK-B18")
def test_who_shares_the_box_matches_or_rides_on_the_first_hand() -> None:
    story = at_table().bet(3, "A", 20).bet(3, "B", 50).call().initial("Td", "8s 8h").split(3)
    assert [[stake.player for stake in hand.stakes] for hand in story.state.box(3).hands] == [
        ["A", "B"],
        ["A"],
    ]


@pytest.mark.clause("UK-B19")
def test_a_soft_hand_doubled_keeps_the_better_count() -> None:
    """A-7 doubled with 3 is 21, not 11: 40 against 20."""
    story = on_cards("As 7h").double(3).cards("3c")
    assert story.hand(3).total == 21
    assert story.cards("Kc").end().net() == 40


@pytest.mark.clause("UK-B20")
@pytest.mark.parametrize("pair", ["As Ah", "Ts Kh"])
@pytest.mark.parametrize(
    ("dealer", "second", "net"), [("Td", "Kc", 40), ("Kd", "Ac", -40), ("7d", "7c 7h", 0)]
)
def test_ace_and_ten_after_a_split_are_21_and_pay_evens(
    pair: str, dealer: str, second: str, net: float
) -> None:
    """Two hands of 21 for 20: against 20, a Blackjack, a drawn 21."""
    cards = "Kc Ks" if pair[0] == "A" else "Ac As"
    story = on_cards(pair, dealer).split(3).cards(cards)
    assert story.cards(second).end().net() == net


@pytest.mark.clause("UK-B21")
def test_doubling_after_a_split() -> None:
    """8-3 doubled with a ten is 21 for 40, 8-9 loses 20 to 18."""
    story = on_cards("8s 8h").split(3).cards("3c 9c").double(3).cards("Tc").stand(3, 2).cards("8c").end()
    assert story.net() == 20


@pytest.mark.clause("UK-B22")
def test_split_aces_take_one_card_each() -> None:
    story = on_cards("As Ah").split(3).cards("5c 9c")
    assert (story.action, story.due.box) == ("card", 0)
    story.refuses("hand.split_ace", "UK-B22").hit(3)
    story.refuses("hand.split_ace", "UK-B22").double(3, 2)


@pytest.mark.clause("UK-B22", "UK-B18", "UK-A01")
def test_an_ace_on_a_split_ace_may_be_split_again() -> None:
    """A-A, A and 9: split or stand, no card, no double. Again an ace each: five hands of A in the end."""
    story = on_cards("As Ah").split(3).cards("Ac 9c")
    assert story.legal == ("stand", "split")
    story.refuses("decision.split_ace", "UK-B22").hit(3)
    story.refuses("decision.split_ace", "UK-B22").double(3)
    story.split(3).cards("Ad Kc")
    assert story.legal == ("stand", "split")
    story.split(3).cards("9d 8d")
    assert (story.action, story.due.box) == ("card", 0)
    assert [hand.total for hand in story.state.box(3).hands] == [20, 19, 21, 20]
    assert story.cards("9s").end().net() == 60  # against 19: +20, 0, +20, +20


@pytest.mark.clause("UK-B22", "UK-A01")
def test_an_ace_on_a_split_ace_is_not_split_again_in_the_other_reading() -> None:
    story = on_cards("As Ah", read={"split_aces_hands": "2"}).split(3).cards("Ac 9c")
    assert (story.action, story.due.box) == ("card", 0)
    story.refuses("hand.split_ace", "UK-B22").split(3)


# --- insurance


@pytest.mark.clause("UK-B23")
def test_insurance_against_an_ace_up_to_half_at_two_to_one() -> None:
    """20: not 11. 10 on a queen wins 20, the 20 on 19 are lost."""
    story = on_cards("Ts 9h", "Ad")
    story.refuses("insurance.wrong_amount", "UK-B23").insure(3, "A", 11)
    story.insure(3, "A", 10).stand(3).cards("Qc")
    assert story.items == [("pay", 3, "A", 20)]
    assert story.end().net() == 0
    other = on_cards("Ts 9h", "Kd")
    other.refuses("insurance.no_ace", "UK-B23").insure(3, "A", 5)


@pytest.mark.clause("UK-B23")
def test_insurance_loses_on_anything_else() -> None:
    story = on_cards("Ts 9h", "Ad").insure(3, "A", 10).stand(3).cards("7c")
    assert story.items == [("take", 3, "A", 10)]
    assert story.end().net() == 10


@pytest.mark.clause("UK-B24")
def test_insurance_is_open_until_a_third_card_is_dealt_to_any_player() -> None:
    """Box 1 stands and box 2 asks for a card: until that comes out box 3 may still insure."""
    story = at_table().bet(1, "A", 20).bet(2, "B", 20).bet(3, "C", 20).call()
    story.initial("Ad", "Ts 9h", "Ts 2h", "Ts 8h").asked().stand(1)
    story.insure(3, "C", 5).hit(2).insure(1, "A", 10)
    story.cards("5c").refuses("insurance.too_late", "UK-B24").insure(2, "B", 5)


@pytest.mark.clause("UK-B24", "UK-A01")
def test_insurance_is_open_until_the_dealers_next_card_in_the_other_reading() -> None:
    """Everybody stands on two cards: the dealer's second has not come, so a player may still insure."""
    story = on_cards("Ts 9h", "Ad").asked().stand(3)
    assert (story.action, story.due.box) == ("card", 0)
    assert [(offer.kind, offer.most) for offer in story.due.offers] == [("insure", 10_00)]
    story.insure(3, "A", 10).cards("Kc")
    assert story.items == [("pay", 3, "A", 20)]
    late = on_cards("Ts 9h", "Ad").asked().stand(3).cards("5c")
    late.refuses("insurance.too_late", "UK-B24").insure(3, "A", 10)


@pytest.mark.clause("UK-B24")
@pytest.mark.parametrize("act", ["double", "split"])
def test_a_doubles_or_splits_card_closes_insurance_too(act: str) -> None:
    story = at_table().bet(1, "A", 20).bet(3, "C", 20).call().initial("Ad", "5s 5h", "Ts 8h").asked()
    getattr(story, act)(1).insure(3, "C", 5).cards("6c")
    story.refuses("insurance.too_late", "UK-B24").insure(1, "A", 5)


# --- limits


@pytest.mark.clause("UK-B25")
def test_what_is_outside_the_limits_is_refused_before_the_deal() -> None:
    """10 to 100 a box: 5 and 110 are refused, and 60 + 60 on one box; 60 + 40 are taken."""
    story = at_table(minimum=10, maximum=100)
    story.refuses("wager.below_minimum", "UK-B25").bet(1, "A", 5)
    story.refuses("wager.above_maximum", "UK-B25").bet(1, "A", 110)
    story.bet(1, "A", 60).refuses("wager.above_maximum", "UK-B25").bet(1, "B", 60)
    story.bet(1, "B", 40)
    story.refuses("wager.above_maximum", "UK-B25").bet(1, "A", 1)
    story.call()
    assert not story.recorded(PlayerWarned)
    assert [wager.effective for wager in story.state.box(1).wagers] == [60_00, 40_00]


@pytest.mark.clause("UK-B25")
def test_doubles_and_splits_are_not_held_to_the_limits() -> None:
    story = (
        on_cards("8s 8h", wager=100, minimum=10, maximum=100).split(3).cards("3c 9c").double(3).cards("Tc")
    )
    story.stand(3, 2).cards("8c").end()
    assert story.net() == 100


@pytest.mark.clause("UK-B25")
def test_the_limits_are_for_each_player_where_it_is_so_shown() -> None:
    story = at_table(minimum=10, maximum=100, elect={"limits": "player"}).bet(1, "A", 60).bet(1, "B", 60)
    story.refuses("wager.above_maximum", "UK-B25").bet(1, "B", 50)
