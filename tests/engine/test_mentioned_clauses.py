"""Clauses under which nothing is cited, since another one fixes the rule or the game is simply dealt so: each is
shown by what happens at a table."""

import pytest

from rounds import engine
from sidebets import side_bets
from tests.engine.nz.telling import nz
from tests.engine.story import Story, deal
from tests.refusing import refused_as
from tests.sidebets.seeing import pays, seen

# --- what cards count, and what a Blackjack is


@pytest.mark.clause(
    "ACT96-3.5(b)", "ACT96-3.5(c)", "ACT03-2.5(b)", "ACT03-2.5(c)", "NZ-4.1(a)", "NZ-4.1(b)", "VIC03-3.2.2",
    "VIC03-3.2.3",
)  # fmt: skip
@pytest.mark.parametrize("book", ["ACT96", "ACT03", "NZ", "VIC03"])
@pytest.mark.parametrize(
    ("hand", "drawn", "total"),
    [("2s 3h", "4c 5d", 14), ("6s 7h", "", 13), ("8s 9h", "", 17), ("Ts Jh", "", 20), ("Qs Kh", "", 20)],
)
def test_cards_count_their_number_and_court_cards_ten(book: str, hand: str, drawn: str, total: int) -> None:
    """2+3+4+5 = 14, and each court card as much as a ten."""
    story = deal(book).bet(1, "A", 10).call().initial("6d", hand)
    for card in drawn.split():
        story.hit(1).cards(card)
    assert story.hand(1).total == total


@pytest.mark.clause("ACT96-3.5(d)-S1", "ACT96-3.5(d)-S2", "ACT03-A-B02")
@pytest.mark.parametrize("book", ["ACT96", "ACT03"])
def test_an_ace_and_a_ten_are_a_blackjack_but_not_after_a_split(book: str) -> None:
    """A+K on 20 pays 30. Two tens split, each with an ace: two 21s at evens, 20 each, against 6+K+2 = 18."""
    for card in "TJQK":
        story = deal(book).bet(1, "A", 20).call().initial("6d", f"As {card}h")
        assert story.items == [("pay", 1, "A", 30)]
    story = deal(book).bet(1, "A", 20).call().initial("6d", "Ks Qh").split(1).cards("As Ah")
    story.cards("Kd 2c")
    assert [item[0::3] for item in story.items] == [("pay", 20), ("pay", 20)]


@pytest.mark.clause("ACT96-17(b)(ii)", "ACT96-17(c)(i)", "ACT96-17(c)(ii)", "ACT03-A-B19", "ACT96-11.2(d)")
def test_canberras_results_against_a_blackjack_and_a_tie() -> None:
    """7+7+7 loses to K+A, a Blackjack stands off with it; 18 stands off with 18 in both books; 26 loses though the
    dealer has 26 as well."""
    story = (
        deal("ACT96")
        .bet(1, "A", 20)
        .bet(2, "B", 20)
        .call()
        .initial("Kd", "7s 7h", "As Kh")
        .hit(1)
        .cards("7c Ac")
    )
    story.end()
    assert (story.net("A"), story.net("B"), story.result(2, "B").result) == (-20, 0, "stand_off")
    for book in ("ACT96", "ACT03"):
        story = deal(book).bet(1, "A", 20).call().initial("9d", "Ts 8h").stand(1).cards("9c").end()
        assert (story.result(1).result, story.net()) == ("stand_off", 0)
    story = deal("ACT96").bet(1, "A", 20).bet(2, "B", 20).call().initial("6d", "Ts 6h", "Ts 9h")
    story.hit(1).cards("Kc").settle().stand(2).cards("Td Kc").end()
    assert (story.net("A"), story.net("B")) == (-20, 20)


# --- who, and in which order


@pytest.mark.clause("ACT96-8-S2", "VIC03-2.3")
@pytest.mark.parametrize("book", ["ACT96", "VIC03"])
def test_the_deal_runs_from_the_dealers_left_and_every_card_comes_out_of_the_shoe(book: str) -> None:
    story = deal(book).bet(5, "C", 10).bet(1, "A", 10).bet(3, "B", 10).call().cards("Ts 9h 8c 6d 2s 3h 4c")
    assert story.targets == [1, 3, 5, 0, 1, 3, 5]
    assert story.state.drawn == tuple("Ts 9h 8c 6d 2s 3h 4c".split())


@pytest.mark.clause("ACT96-15.1-S1", "ACT96-5.5-S2")
def test_three_players_to_a_box_and_no_more() -> None:
    story = deal("ACT96").bet(1, "A", 10).bet(1, "B", 10).bet(1, "C", 10)
    story.refuses("box.full", "ACT96-5.6-S1").bet(1, "D", 10)


@pytest.mark.clause("ACT96-15.3(a)", "ACT96-15.3(b)-S1", "NZ-14.3(f)", "NZ-14.3(g)")
@pytest.mark.parametrize("book", ["ACT96", "NZ"])
def test_each_player_on_a_box_insures_or_takes_even_money_for_himself(book: str) -> None:
    """A Blackjack for A and B with 20 each, against an ace and then a king: A took even money, B did not."""
    story = deal(book).shared(1, A=20, B=20).call().initial("Ad", "As Kh").even_money(1, "A").asked()
    assert story.items == [("pay", 1, "A", 20)]
    story.settle().cards("Kd").end()
    assert (story.net("A"), story.net("B")) == (20, 0)
    story = deal(book).shared(1, A=20, B=20).call().initial("Ad", "Ts 9h").insure(1, "B", 10).asked().stand(1)
    story.cards("Kd").end()
    assert (story.net("A"), story.net("B")) == (-20, 0)  # B: 20 lost, 10 at 2 to 1


@pytest.mark.clause("ACT03-11.1", "ACT96-13.1-S3")
def test_nobody_doubles_where_the_controller_does_not() -> None:
    """B names an amount and the controller A stands: no double is made."""
    story = deal("ACT03").shared(1, A=20, B=20).call().initial("6d", "6s 5h")
    with refused_as("decision.other_player", "ACT03-4.5(a)"):
        story.do(engine.Decide(1, "double", 1, by="B", adds=(("B", 2000),)))
    story.hit(1).cards("9c").stand(1)
    assert not story.hand(1).doubled
    story = deal("ACT03").shared(1, A=20, B=20).call().initial("6d", "6s 5h").double(1, A=20)
    assert [stake.added for stake in story.hand(1).stakes] == [2000, 0]


@pytest.mark.clause("ACT03-8.1-B01", "ACT03-18.14")
def test_the_interim_settlement_lies_between_insurance_and_the_decisions() -> None:
    """A Blackjack on box 1 against a 6 is paid before box 2 decides; against an ace insurance comes first."""
    story = deal("ACT03").bet(1, "A", 20).bet(2, "B", 20).call().initial("6d", "As Kh", "Ts 8h")
    story.refuses("decision.payment_first", "ACT03-8.1(a)").hit(2)
    assert (story.state.phase, story.items) == ("interim_settlement", [("pay", 1, "A", 30)])
    story.settle()
    assert (story.action, story.due.box) == ("decision", 2)
    story = deal("ACT03", offer=["perfect_pairs"]).bet(1, "A", 20).bet(1, "A", 5, "perfect_pairs").call()
    story.initial("Ad", "8s 8h")
    while story.action == "settle":
        story.settle()
    assert (story.action, story.state.phase) == ("insurance", "insurance")


# --- one card only


@pytest.mark.clause("ACT96-14(c)", "ACT96-14(d)", "NZ-13.1(b)", "NZ-13.1(c)", "NZ-14.3(c)-S2")
@pytest.mark.parametrize(
    ("book", "doubled", "aces"), [("ACT96", "ACT96-14(a)", "ACT96-14(d)"), ("NZ", "NZ-13.1(b)", "NZ-13.1(c)")]
)
def test_a_doubled_hand_and_split_aces_get_one_card_each(book: str, doubled: str, aces: str) -> None:
    """6+5 doubled by A, not by B: one 2 makes 13 for both. Aces split, each with a 4: 15, and no more."""
    story = (
        deal(book)
        .shared(1, A=20, B=20)
        .bet(2, "C", 20)
        .call()
        .initial("6d", "6s 5h", "As Ah")
        .double(1, A=20)
    )
    assert story.action == "card"
    story.cards("2c")
    assert (story.action, story.due.box) == ("decision", 2)
    story.refuses("hand.doubled", doubled).hit(1)
    story.split(2).cards("4c 4d")
    assert (story.action, story.state.phase) == ("card", "dealer_draw")
    story.refuses("hand.split_ace", aces).hit(2)
    assert [hand.total for hand in story.state.box(2).hands] == [15, 15]


@pytest.mark.clause("NZ-11.6-S2")
@pytest.mark.parametrize("totals", ["9-11", "10-11"])
def test_a_limit_to_totals_lets_no_hand_with_an_ace_double(totals: str) -> None:
    """A+9 is 10 with its ace as one, and A+8 is 9: neither may; 6+4 = 10 may."""
    story = nz(double_on=totals).bet(1, "A", 20).bet(2, "B", 20).bet(3, "C", 20).call()
    story.initial("6d", "As 9h", "As 8h", "6s 4h")
    for box in (1, 2):
        assert "double" not in story.legal
        story.stand(box)
    assert "double" in story.legal


@pytest.mark.clause("NZ-20.3-S3", "NZ-20.5")
def test_a_lammer_is_worth_the_largest_double_and_money_is_for_the_rest() -> None:
    """6+5 with a lammer on 20: 21 wins 40 though 20 of it was the house's. On 8+4 money alone doubles, by 5 here."""
    story = nz("free_bet").bet(1, "A", 20).bet(2, "B", 20).call().initial("6d", "6s 5h", "8s 4h")
    story.do(engine.Decide(1, "double", 1, free=("A",))).cards("Tc").double(2, B=5).cards("9c")
    story.cards("Kd 2c").end()
    assert (story.net("A"), story.net("B")) == (40, 25)  # 21 and 21 against 18


# --- the cutting card


@pytest.mark.clause("NZ-7.1(b)", "NZ-7.1(c)", "NZ-16.10-S2")
def test_the_cutting_card_first_of_a_round_or_within_one() -> None:
    """First of a round: the shuffle comes before any card. Within one: the round is finished, then the shuffle."""
    story = nz().bet(1, "A", 20).call().cut_card()
    assert story.action == "shuffle"
    story.refuses("card.shuffle_first", "NZ-8.8").cards("Ts")
    story = nz().bet(1, "A", 20).call().cards("Ts").cut_card().cards("6d 9h").stand(1).cards("Kd 2c").end()
    assert story.net() == 20
    after = story.next_round().bet(1, "A", 20)
    assert engine.due(after.rules, after.state).blockers  # type: ignore[union-attr]
    after.shuffle().call().cards("Ts")


# --- side bets


@pytest.mark.clause(
    "ACT96-21.2(b)", "ACT96-21.2(c)", "ACT96-21.2(a)", "ACT96-21.5(a)", "ACT96-21.6(a)", "ACT96-21.5(b)"
)
@pytest.mark.parametrize(
    ("hand", "over"),
    [
        ("As Ah", -5),
        ("As Kh", -5),
        ("2s Th", -5),
        ("5s 8h", -5),
        ("5s 9h", 5),
        ("4s Jh", 5),
        ("4s Qh", 5),
        ("4s Kh", 5),
    ],
)
def test_over_13_counts_aces_one_and_court_cards_ten(hand: str, over: int) -> None:
    """1+1 = 2, 1+10 = 11, 2+10 = 12 and 5+8 = 13 are not over 13; 5+9 and 4 with a court card are 14."""
    bets = side_bets("ACT96")
    assert pays(bets["over_13"], seen(hand), 5) == over
    under = -5 if over > 0 or hand == "5s 8h" else 5
    assert pays(bets["under_13"], seen(hand), 5) == under


@pytest.mark.clause(
    "ACT96-23.5(a)", "ACT96-23.5(b)", "ACT96-23.5(c)", "ACT96-23.6", "ACT03-17.6(a)", "ACT03-17.6(b)", "ACT03-17.6(c)"
)  # fmt: skip
@pytest.mark.parametrize("book", ["ACT96", "ACT03"])
def test_super_sevens_wins_on_the_first_card_the_first_two_and_the_first_three(book: str) -> None:
    """One seven at 3 to 1, two unsuited at 50, three at 500, the best alone; without a seven first it loses."""
    bet = side_bets(book)["super_sevens"]
    lines = {line.name: line.odds_for(8) for line in bet.scales[0].lines}
    one_seven, two, three = (
        bet.outcome(seen(cards, closed=True)) for cards in ("7s Kh 9c", "7s 7h 9c", "7s 7h 7c")
    )
    assert len({one_seven, two, three}) == 3
    assert [str(lines[name]) for name in (one_seven, two, three)] == ["3:1", "50:1", "500:1"]
    assert bet.outcome(seen("Ks 7h 7c", closed=True)) == "lose"


@pytest.mark.clause(
    "ACT03-18.4", "ACT03-18.5", "ACT03-18.6(a)", "ACT03-18.6(b)", "ACT03-18.7", "ACT03-18.11(a)", "ACT03-18.11(b)",
    "ACT03-18.11(c)",
)  # fmt: skip
@pytest.mark.parametrize(
    ("hand", "line"),
    [
        ("8h 8s", "mixed_pair"),
        ("8d 8c", "mixed_pair"),
        ("8h 8d", "coloured_pair"),
        ("8s 8c", "coloured_pair"),
        ("8h 8h", "perfect_pair"),
        ("Kh Qh", "lose"),
    ],
)
def test_canberras_pairs_by_face_colour_and_suit(hand: str, line: str) -> None:
    assert side_bets("ACT03")["perfect_pairs"].outcome(seen(hand)) == line


@pytest.mark.clause("NZ-15H.10a-S1", "NZ-15H.5")
def test_every_figure_of_buster_is_to_one() -> None:
    bet = side_bets("NZ")["buster"]
    assert all(line.odds.stake == 1 for scale in bet.scales for line in scale.lines)
    assert pays(bet, seen("", "6d Kh 9c", closed=True), 5, "A") == 10  # three cards, 2 to 1


@pytest.mark.clause("VIC03-13.8.1")
def test_magnificent_sevens_has_a_table_for_each_version() -> None:
    """Three sevens of one suit, table 1 and table 2: the two scales differ, and each pays its own figure."""
    bet = side_bets("VIC03")["magnificent_sevens"]
    outcome = bet.outcome(seen("7s 7s 7s", closed=True))
    first, second = (bet.scale(name).line(outcome) for name in ("1", "2"))
    assert first.clause.startswith("VIC03-13.8.1-T1")
    assert second.clause.startswith("VIC03-13.8.1-T2")


@pytest.mark.clause("NZ-15.7(b)")
def test_with_a_void_wager_insurance_and_super_sevens_are_void() -> None:
    """The wager on box 1 is void: the 20 and the 10 of insurance go back, the $1 on Super Sevens too, and the $3 it
    won are given back."""
    story = (
        deal("NZ", offer=["super_sevens"])
        .bet(1, "A", 20)
        .bet(1, "A", 1, "super_sevens")
        .bet(2, "B", 20)
        .call()
    )
    story.cards("7s Ts Ad 9h").settle().cards("9d")
    assert story.net() == 3  # the first card is a seven
    story.insure(1, "A", 10).asked()
    story.wrong("void_wager", box=1, player="A", reason="late_increase").approve("casino_supervisor")
    insured = story.result(1, bet="insurance")
    assert (insured.result, insured.pays, insured.takes) == ("void", 0, 0)
    assert story.net() == 0
    story.stand(2).cards("Kd").end()
    assert (story.net("A"), story.net("B")) == (0, -20)


# --- versions


@pytest.mark.clause(
    "ACT96-22.1-S1", "VIC03-10.1", "VIC03-12.1", "VIC03-14.1", "NZ-17.1", "NZ-18.1", "NZ-19.1"
)
def test_a_version_is_its_book_but_for_what_it_changes() -> None:
    """Soft 17 is drawn to in Crown Blackjack and by style A and not in the games that they are versions of; what a
    version leaves alone, such as the odds of a Blackjack, stays."""

    def draws_on_soft_17(story: Story) -> bool:
        story.bet(1, "A", 20).call().initial("Ad", "Ts 9h")
        if story.action == "insurance":
            story.asked()
        story.stand(1).cards("6c")
        return story.action == "card"

    assert draws_on_soft_17(deal("VIC03", game="crown_blackjack"))
    assert not draws_on_soft_17(deal("VIC03"))
    assert draws_on_soft_17(nz(style_a="yes"))
    assert not draws_on_soft_17(nz())
    for book, game, decks in (
        ("VIC03", "crown_blackjack", 8),
        ("VIC03", "vegas_blackjack", 4),
        ("NZ", "blackjack", 8),
    ):
        story = deal(book, game=game, decks=decks).bet(1, "A", 20).call().initial("6d", "As Kh")
        assert story.items == [("pay", 1, "A", 30)]
