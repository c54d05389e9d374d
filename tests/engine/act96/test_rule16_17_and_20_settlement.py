"""Canberra 1996, rules 16, 17 and 20: the dealer's hand, the final settlement, what chips can pay."""

import pytest

from tests.engine.story import Story, deal


def played(cards: str, dealer: str, wager: float = 20, **table: object) -> Story:
    """Box 3 stands on its two cards; the dealer's are dealt until the hand is complete."""
    first, _, further = dealer.partition(" ")
    story = deal("ACT96", **table).bet(3, "A", wager).call().initial(first, cards)  # type: ignore[arg-type]
    return story.stands_to_the_end(3, further)


# --- the dealer's hand


@pytest.mark.clause("ACT96-16(a)-S1", "ACT96-8(b)")
def test_the_dealer_draws_when_all_hands_are_finished() -> None:
    story = deal("ACT96").bet(3, "A", 10).bet(6, "B", 10).call().initial("9d", "Ts 7h", "Ts 6h").stand(3)
    assert (story.action, story.due.box) == ("decision", 6)
    story.refuses("card.decision_first", "ACT96-11.1(a)-S1").cards("8c")
    story.stand(6)
    assert (story.action, story.due.box) == ("card", 0)


@pytest.mark.clause("ACT96-16(a)-S2", "ACT96-11.2(b)")
@pytest.mark.parametrize(("dealer", "total"), [("6d Tc 4c", 20), ("Ad 5c Kc 3c", 19), ("2d 2c 2h Tc 2s", 18)])
def test_at_16_or_less_the_dealer_draws(dealer: str, total: int) -> None:
    """10-6 and soft 16 alike; nothing is settled before 17. 21 (10-4-7) beats each."""
    first, *others = dealer.split()
    story = deal("ACT96").bet(3, "A", 20).call().initial(first, "Ts 4h")
    if story.action == "insurance":
        story.asked()
    story.hit(3).cards("7c")
    for card in others:
        assert (story.action, story.due.box, story.due.clause) == ("card", 0, "ACT96-16(a)-S2")
        story.cards(card)
    assert story.state.phase == "final_settlement"
    assert story.end().net() == 20


@pytest.mark.clause("ACT96-16(a)-S3", "ACT96-3.5(a)-S4")
@pytest.mark.parametrize("dealer", ["Td 7c", "9d 9c", "Td 9c", "Td Tc", "7d 7c 7h", "Ad 6c"])
def test_from_17_to_21_the_dealer_stands(dealer: str) -> None:
    first, *others = dealer.split()
    story = deal("ACT96").bet(3, "A", 20).call().initial(first, "Ts 2h")
    if story.action == "insurance":
        story.asked()
    story.stand(3).cards(" ".join(others))
    assert story.state.phase == "final_settlement"
    story.refuses_dealer("ACT96-3.5(a)-S4" if first == "Ad" else "ACT96-16(a)-S3").cards("2c")


@pytest.mark.clause("ACT96-16(b)")
def test_no_card_is_dealt_that_changes_nothing() -> None:
    """Every hand broke: none. Only a Blackjack lives against a ten: one card, 15, and the dealer stops."""
    broke = deal("ACT96").bet(3, "A", 20).call().initial("7d", "Ts 6h").hit(3).cards("9c").settle()
    assert broke.action == "collect"
    broke.refuses("card.changes_nothing", "ACT96-16(b)").cards("Tc")
    alive = deal("ACT96").bet(3, "A", 20).call().initial("Td", "As Kh").cards("5c")
    assert alive.state.phase == "final_settlement"
    alive.refuses("card.changes_nothing", "ACT96-16(b)").cards("Tc")
    assert alive.end().net() == 30


# --- what each wager comes to


@pytest.mark.clause("ACT96-11.2(a)", "ACT96-17(a)(ii)")
def test_the_dealer_breaks() -> None:
    """14 against 10-6-9 = 25."""
    story = played("Ts 4h", "Td 6c 9c")
    assert (story.net(), story.result(3).odds, story.result(3).clause) == (20, "1:1", "ACT96-17(a)(ii)")


@pytest.mark.clause("ACT96-11.2(b)", "ACT96-17(a)(ii)")
def test_the_higher_total_wins() -> None:
    assert played("Ts Kh", "Td 6c 3c").net() == 20  # 20 against 19


@pytest.mark.clause("ACT96-11.2(c)", "ACT96-17(a)(i)")
def test_a_blackjack_beats_a_drawn_21() -> None:
    """B's 17 keeps the dealer drawing: 10-5-6 = 21. A: 20 at 3 to 2; B loses."""
    story = deal("ACT96").bet(3, "A", 20).bet(4, "B", 20).call().initial("Td", "As Kh", "Ts 7h").stand(4)
    story.cards("5c 6c").end()
    assert (story.net("A"), story.net("B")) == (30, -20)
    assert (story.result(3).odds, story.result(3).clause) == ("3:2", "ACT96-17(a)(i)")


@pytest.mark.clause("ACT96-11.2(e)", "ACT96-17(b)(i)")
def test_the_lower_total_loses_and_is_taken_first() -> None:
    """17 against 18 loses; B's 20 is paid after it is taken."""
    story = deal("ACT96").bet(3, "B", 10).bet(4, "A", 20).call().initial("Td", "Ts Kh", "Ts 7h")
    story.stand(3).stand(4).cards("8c")
    assert story.items == [("take", 4, "A", 20), ("pay", 3, "B", 10)]
    assert story.due.clause == "ACT96-17(b)(i)"
    assert story.end().net("A") == -20
    assert story.result(4).clause == "ACT96-11.2(e)"


@pytest.mark.clause("ACT96-11.2(f)", "ACT96-17(b)(ii)")
def test_a_doubled_21_loses_all_of_it_to_a_blackjack() -> None:
    """6-5 doubled with a ten is 21 for 40; the dealer's ten and ace take 40."""
    story = (
        deal("ACT96").bet(3, "A", 20).call().initial("Td", "6s 5h").double(3).cards("Tc").cards("Ac").end()
    )
    assert story.net() == -40
    assert story.result(3).clause == "ACT96-11.2(f)"


@pytest.mark.clause("ACT96-11.2(f)", "ACT96-17(b)(ii)")
def test_split_hands_lose_to_a_blackjack_each_with_its_own_wager() -> None:
    """A-K and A-9 for 20 each, and a doubled hand: nothing added is spared. −40, and 8-3 doubled and 8-9: −60."""
    aces = (
        deal("ACT96").bet(3, "A", 20).call().initial("Td", "As Ah").split(3).cards("Kc 9c").cards("Ac").end()
    )
    assert aces.net() == -40
    eights = deal("ACT96").bet(3, "A", 20).call().initial("Td", "8s 8h").split(3).cards("3c").double(3)
    eights.cards("Tc").cards("9c").stand(3, 2).cards("Ac").end()
    assert eights.net() == -60


@pytest.mark.clause("ACT96-17(b)(ii)", "ACT96-11.2(f)")
@pytest.mark.parametrize(("read", "net"), [({}, -20), ({"blackjack_beats_21": "False"}, 0)])
def test_a_drawn_21_against_a_blackjack(read: dict[str, str], net: float) -> None:
    """7-7-7: lost by 17(b)(ii), void in the other reading."""
    story = deal("ACT96", read=read).bet(3, "A", 20).call().initial("Td", "7s 7h").hit(3).cards("7c")
    assert story.cards("Ac").end().net() == net


@pytest.mark.clause("ACT96-11.2(g)", "ACT96-17(c)(ii)")
@pytest.mark.parametrize(("cards", "dealer"), [("Ts 9h", "Td 9c"), ("9s 8h", "Td 7c"), ("Ts Kh", "Jd Qc")])
def test_equal_totals_are_void(cards: str, dealer: str) -> None:
    story = played(cards, dealer)
    assert (story.net(), story.result(3).result, story.result(3).clause) == (0, "stand_off", "ACT96-11.2(g)")


@pytest.mark.clause("ACT96-17(c)(ii)", "ACT96-11.2(g)")
def test_a_drawn_21_against_a_drawn_21_is_void() -> None:
    story = (
        deal("ACT96").bet(3, "A", 20).call().initial("Td", "7s 7h").hit(3).cards("7c").cards("5c 6c").end()
    )
    assert story.net() == 0


@pytest.mark.clause("ACT96-17(c)(i)", "ACT96-11.2(g)")
@pytest.mark.parametrize("dealer", ["Kd Ac", "Ad Qc"])
def test_two_blackjacks_are_void(dealer: str) -> None:
    story = played("As Kh", dealer)
    assert (story.net(), story.result(3).result) == (0, "stand_off")


@pytest.mark.clause("ACT96-20.14")
def test_the_cards_decide_and_not_the_call() -> None:
    """10-8 is 18 whatever was called: it loses to 19."""
    story = played("Ts 8h", "Td 9c")
    assert story.net() == -20
    assert story.rules.steps.cards_compute == "ACT96-20.14"


# --- what the float cannot pay


@pytest.mark.clause("ACT96-20.10-S2")
@pytest.mark.parametrize(
    ("wager", "chips", "pays"),
    [
        (5, (1, 5, 25), 8),
        (13, (1, 5, 25), 20),
        (5, ("0.50", 1, 5), 7.5),
        (5, ("2.50", 5), 7.5),
        (6, (5, 25), 10),
    ],
)
def test_without_the_notice_a_win_is_paid_up(wager: float, chips: tuple[float, ...], pays: float) -> None:
    """3 to 2: 7.50 → 8, 19.50 → 20 with a smallest chip of 1; exact where chips allow; 9 → 10 in fives."""
    assert played("As Kh", "6d", wager, chips=chips).net() == pays


@pytest.mark.clause("ACT96-20.10-S1")
@pytest.mark.parametrize(
    ("wager", "chips", "pays"),
    [
        (15, (1, 5, 25), 15),  # 22.50 cannot be paid: on 10 it is 15
        (25, (1, 5, 25), 30),  # 37.50 cannot: on 20 it is 30
        (20, (1, 5, 25), 30),  # a multiple, payable
        (16, (1, 5, 25), 24),  # no multiple, but payable in full
        (12, (5, 25), 15),  # 18 cannot be paid in fives: on 10 it is 15
        (15, (10, 25), 10),  # 22.50 cannot; on 10, 15 cannot either: the next lower is 10
        (5, (1, 5, 25), 8),  # under the minimum of 10, settled once: by S2
    ],
)
def test_with_the_notice_it_is_paid_on_the_lower_multiple(
    wager: float, chips: tuple[float, ...], pays: float
) -> None:
    """Minimum 10."""
    story = played("As Kh", "6d", wager, minimum=10, chips=chips, elect={"multiples_notice": "yes"})
    assert story.net() == pays


@pytest.mark.clause("ACT96-20.10-S1", "ACT96-4.1(b)")
def test_the_notice_is_up_while_the_election_is_in_force() -> None:
    rules = deal("ACT96", elect={"multiples_notice": "yes"}).rules
    assert rules.notices == (("Wagers are in multiples of the minimum", "ACT96-20.10-S1"),)
    assert deal("ACT96").rules.notices == ()


@pytest.mark.clause("ACT96-20.10-S2")
def test_a_multiple_whose_win_cannot_be_paid_is_paid_up_even_with_the_notice() -> None:
    """5 at a minimum of 5, 3 to 2: 7.50 → 8."""
    story = played("As Kh", "6d", 5, minimum=5, chips=(1, 5), elect={"multiples_notice": "yes"})
    assert story.net() == 8
