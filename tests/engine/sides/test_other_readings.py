"""The other readings of the clauses of side bets: each changes what is paid, taken or allowed."""

from typing import Any

import pytest

from rounds import engine
from sidebets import side_bets
from sidebets.exact import figures
from tests.engine.sides.answers import press, ride
from tests.engine.story import Dollars, Story, deal
from tests.refusing import refused_as


def table(*offer: str, read: dict[str, str] | None = None, **setup: Any) -> Story:
    return deal("NZ", offer=list(offer), read=read, **setup)


def one_box(bet: str, hand: str, dealer: str = "6d", wager: Dollars = 10, **read: str) -> Story:
    """A on box 1 with $20 and the side bet, after the initial deal; readings are named ``highest_only``."""
    key = bet.split(maxsplit=1)[0]
    story = table(bet, read={f"{key}.{name.replace('__', '.')}": value for name, value in read.items()})
    return story.bet(1, "A", 20).bet(1, "A", wager, key).call().initial(dealer, hand)


# --- every line met


@pytest.mark.clause("NZ-15D.5(a)")
@pytest.mark.parametrize(
    ("hand", "best", "every"),
    [
        ("As Qs", 0, 0),  # suited is not one of the four lines
        ("Kd Ad", 90, 90 + 40 + 10),  # suited ace and king, suited sequence, sequence
        ("9c 8c", 40, 40 + 10),
        ("9c 9h", 30, 30),
        ("2c Ah", 10, 10),
    ],
)
def test_house_money_for_the_highest_line_or_for_every_one(hand: str, best: int, every: int) -> None:
    for won, read in ((best, {}), (every, {"highest_only": "no"})):
        story = one_box("house_money", hand, **read)
        if won:
            assert (story.action, story.due.offers[0].most) == ("ride", (10 + won) * 100)
            story = ride(story, 0)
            assert story.side(1, "A", "house_money") == ("win", won)
        else:
            assert story.items == [("take", 1, "A", 10)]


@pytest.mark.clause("NZ-15E.4(a)")
@pytest.mark.parametrize(
    ("hand", "best", "every"), [("Qh Kh", 20, 20 + 10), ("Qh 2h", 10, 10), ("Qh Jc", 10, 10)]
)
def test_let_it_ride_for_the_highest_line_or_for_every_one(hand: str, best: int, every: int) -> None:
    for won, read in ((best, {}), (every, {"highest_only": "no"})):
        story = ride(one_box("let_it_ride", hand, **read), 0, bet="let_it_ride")
        assert story.side(1, "A", "let_it_ride") == ("win", won)


@pytest.mark.clause("NZ-20A.6-T1")
@pytest.mark.parametrize(
    ("dealer", "best", "every"),
    [("Th 2h Kh", 250, 250 + 100), ("Th 2d Kh", 100, 100), ("Th 2c Kh", 40, 40)],
)
def test_push_22_for_the_highest_line_or_for_every_one(dealer: str, best: int, every: int) -> None:
    """$5 by scale one: 50, 20 and 8 to one. A 22 of one suit is of one colour too."""
    first, *rest = dealer.split()
    for won, read in ((best, {}), (every, {"highest_only": "no"})):
        story = one_box("push_22 1", "Ts 8s", first, wager=5, **read).stand(1).cards(" ".join(rest))
        assert story.end().side(1, "A", "push_22") == ("win", won)


@pytest.mark.clause("NZ-15D.5(a)", "NZ-15E.4(a)", "NZ-20A.6-T1")
@pytest.mark.parametrize("key", ["house_money", "let_it_ride", "push_22"])
def test_what_every_line_costs_the_house_is_the_sum_of_its_lines(key: str) -> None:
    """The chance of each line alone, times its odds, added up: what both readings must agree on but for the overlap."""
    rules = deal("NZ").rules
    once, every = (side_bets("NZ", "blackjack", read)[key] for read in ((), ((f"{key}.highest_only", "no"),)))
    low, high = (figures(bet, bet.scale(), rules, 6) for bet in (once, every))
    assert (
        sum(outcome.chance for outcome in high.outcomes)
        == sum(outcome.chance for outcome in low.outcomes)
        == 1
    )
    assert high.house_edge < low.house_edge
    if (
        key == "let_it_ride"
    ):  # a suited sequence is paid one to one more: 8 x 13 of 312 x 311 / 2 pairs a suit
        # 13 pairs of neighbouring ranks, 4 suits, 6 x 6 ways each, of 312 x 311 / 2
        assert low.house_edge - high.house_edge == pytest.approx(13 * 4 * 36 / (312 * 311 / 2))


# --- whose cards


@pytest.mark.clause("NZ-15B.5", "NZ-15C.6", "NZ-15F.6", "NZ-15G.5")
@pytest.mark.parametrize("bet", ["perfect_pairs 1", "any_pair 1", "lucky_match 1", "lucky_lucky 1"])
def test_a_bet_on_anothers_box_by_the_cards_of_that_box_or_of_the_bettors(bet: str) -> None:
    """A of box 1 holds 7-7 against a 7 (a pair, and 21 of three cards); box 2, on which A bets, K-Q."""
    key = bet.split(maxsplit=1)[0]
    for reading, result in (("box", "lose"), ("bettor", "win")):
        story = table(bet, read={f"{key}.cards_of": reading}).bet(1, "A", 20).bet(2, "B", 20)
        story.bet(2, "A", 10, key).call().initial("7d", "7c 7h", "Ks Qs")
        while story.action == "settle":
            story.settle()
        assert story.side(2, "A", key)[0] == result, reading


@pytest.mark.clause("NZ-15B.5")
def test_on_the_players_own_box_both_readings_look_at_its_cards() -> None:
    for reading in ("box", "bettor"):
        story = table("perfect_pairs 1", read={"perfect_pairs.cards_of": reading}).several("A")
        story.bet(1, "A", 20).bet(2, "A", 20).bet(2, "A", 10, "perfect_pairs").call()
        story.initial("6d", "7c 7h", "Ks Qs")
        assert story.items == [("take", 2, "A", 10)]


# --- what goes together


@pytest.mark.clause("NZ-15D.12", "NZ-15E.11")
@pytest.mark.parametrize(("bet", "clause"), [("house_money", "NZ-15D.12"), ("let_it_ride", "NZ-15E.11")])
def test_not_offered_at_one_table_or_not_wagered_by_one_player(bet: str, clause: str) -> None:
    with refused_as("side_bet.not_together", clause):
        table(bet, "buster A")
    story = table(bet, "buster A", read={f"{bet}.excluded_at": "player"}).several("A")
    story.bet(1, "A", 20).bet(2, "A", 20).bet(1, "B", 20)
    story.bet(1, "A", 10, bet).refuses("side_bet.not_with_other", clause).bet(1, "A", 5, "buster")
    story.refuses("side_bet.not_with_other", clause).bet(2, "A", 5, "buster")
    story.bet(1, "B", 5, "buster").refuses("side_bet.not_with_other", clause).bet(1, "B", 5, bet)


@pytest.mark.clause("NZ-15D.12", "NZ-15E.11")
def test_each_of_two_bets_bars_the_other_by_its_own_clause() -> None:
    read = {"house_money.excluded_at": "player"}
    with refused_as("side_bet.not_together", "NZ-15E.11"):
        table("house_money", "let_it_ride", read=read)
    story = table("house_money", "let_it_ride", read={**read, "let_it_ride.excluded_at": "player"})
    story.bet(1, "A", 20).bet(1, "A", 5, "house_money").refuses("side_bet.not_with_other", "NZ-15E.11").bet(
        1, "A", 5, "let_it_ride"
    )


# --- what stays in action


@pytest.mark.clause("NZ-15D.6", "NZ-15E.5")
def test_the_choice_before_or_after_a_blackjack_is_paid() -> None:
    """Suited ace and king: $10 at 9 to 1. Before: all 100 may stay, and win 150 with the Blackjack. After: it is paid
    and cleared, so nothing may stay and the payout goes to the player: 90 + 30."""
    before = ride(one_box("house_money", "As Ks"), 100).end()
    assert before.net() == 90 + 30 + 150
    after = one_box("house_money", "As Ks", riding__offer="after_blackjacks")
    assert after.items == [("pay", 1, "A", 90)]
    after.settle()
    assert after.items == [("pay", 1, "A", 30)]
    assert after.end().net() == 90 + 30
    after = one_box("let_it_ride", "Ah Kh", riding__offer="after_blackjacks")
    assert after.end().net() == 20 + 30


@pytest.mark.clause("NZ-15D.6")
def test_a_blackjack_that_waits_for_the_dealer_leaves_the_choice_in_both() -> None:
    story = one_box("house_money", "As Ks", "Kd", riding__offer="after_blackjacks")
    assert story.action == "ride"
    ride(story, 100).cards("9d").end()
    assert story.net() == 90 + 30 + 150


@pytest.mark.clause("NZ-15D.8", "NZ-15E.7")
@pytest.mark.parametrize(("reading", "won"), [("first_hand", 0), ("last_hand", 20)])
def test_what_stays_after_a_split_goes_with_the_first_hand_or_the_last(reading: str, won: int) -> None:
    """Two eights, $5 at 3 to 1: 15 is paid, and all 20 stays; the second hand holds 20 + 20. Against 6 + K + 2 = 18 the
    first hand, 8 + K, stands off, and the second, 8 + 5 + 7 = 20, wins 40. The 20 goes the way of one of them."""
    story = one_box("house_money", "8c 8s", wager=5, riding__split=reading)
    ride(story, 20).split(1).cards("Kc").stand(1).cards("5c").hit(1, 2).cards("7c").stand(1, 2)
    story.cards("Kd 2c").end()
    assert story.net() == 15 + 40 + won


@pytest.mark.clause("NZ-15E.7")
def test_what_goes_with_the_last_hand_is_not_lost_with_the_first() -> None:
    """7-7 of one suit at 1 to 1: $5 and $5 stay. 7 + 6 + K breaks and takes the 20; the 10 waits for the last hand."""
    story = one_box("let_it_ride", "7d 7d", wager=5, riding__split="last_hand")
    ride(story, 10, bet="let_it_ride").split(1).cards("6c").hit(1).cards("Kc")
    assert story.items == [("take", 1, "A", 20)]
    story.settle().cards("Kh").stand(1, 2).cards("Kd 2c").end()  # 17 against 18
    assert story.net() == 5 - 20 - 30 - 10


# --- when, and how much


@pytest.mark.clause("NZ-15F.8")
def test_winners_of_lucky_match_are_paid_at_once_or_at_the_end() -> None:
    """8-8 of two colours at 5 to 1, 9-4 lost: the loser is taken in both, the winner is paid now or waits."""
    for reading in ("at_once", "end"):
        story = (
            table("lucky_match 1", read={"lucky_match.winners_paid": reading}).bet(1, "A", 20).bet(2, "B", 20)
        )
        story.bet(1, "A", 5, "lucky_match").bet(2, "B", 5, "lucky_match").call()
        story.initial("6d", "8h 8c", "9s 4d")
        paid = [("pay", 1, "A", 25)] if reading == "at_once" else []
        assert story.items == [("take", 2, "B", 5), *paid]
        story.settle().stand(1).stand(2).cards("Kd 9c")  # 25: both win
        assert ("pay", 1, "A", 25) in story.items if reading == "end" else len(story.items) == 2
        assert story.end().net() == 20 + 25


@pytest.mark.clause("NZ-15F.12-S1")
@pytest.mark.parametrize(
    ("reading", "each"), [("winnings", (300, 300)), ("with_stake", (290, 290)), ("box", (300, 0))]
)
def test_the_most_paid_is_of_winnings_of_winnings_with_the_stake_or_of_a_box(
    reading: str, each: tuple[int, int]
) -> None:
    """Three eights of hearts at 100 to 1: A and B have $10 each, which come to 1,000; the house pays 300 at most."""
    story = Story.of(
        engine.Setup(
            "NZ",
            offers=(engine.values.SideBetConfig("lucky_match", "1", 300_00),),
            readings=(("lucky_match.most_paid_of", reading),),
        )
    )
    story.shared(1, A=20, B=20).bet(1, "A", 10, "lucky_match").bet(1, "B", 10, "lucky_match").call()
    story.initial("8h", "8h 8h")
    story.settle(story.due.items[0].ref)  # one by one: what was paid before counts
    while story.action == "settle":
        story.settle()
    assert (story.side(1, "A", "lucky_match")[1], story.side(1, "B", "lucky_match")[1]) == each


# --- the dealer's hand, and the bonus beside it


@pytest.mark.clause("NZ-13.5")
def test_buster_draws_beside_a_decided_hand_or_only_beside_settled_ones() -> None:
    """A Blackjack against K: the 6 shows that the dealer cannot tie. For the Buster wager alone the dealer draws on,
    9 = 25 with three cards, 2 to 1 by scale A; by the other reading the hand ends at 16 and the bet is lost."""
    story = one_box("buster A", "As Kh", "Kd", wager=5).cards("6s")
    assert story.action == "card"
    assert story.cards("9c").end().net() == 30 + 10
    story = one_box("buster A", "As Kh", "Kd", wager=5, draws_once="settled").cards("6s")
    story.refuses("card.changes_nothing", "NZ-13.4").cards("9c")
    assert story.end().net() == 30 - 5


@pytest.mark.clause("NZ-13.5")
def test_beside_hands_that_are_settled_it_draws_by_both() -> None:
    for reading in ("decided", "settled"):
        story = one_box("buster A", "Ts 6h", "6d", wager=5, draws_once=reading).hit(1).cards("Kc").settle()
        assert story.cards("Kd 9c").end().net() == -20 + 10, reading


def bonus(dealer: str, reading: dict[str, str], *stakes: Dollars, hand: str = "As Kh") -> Story:
    """Buster A with bonus B1; players A, B … on box 1, each with $20 and that much on the dealer's breaking."""
    story = table("buster A", read=reading, elect={"free_bonus": "B1"})
    story.shared(1, **dict.fromkeys("AB"[: len(stakes)], 20))
    for player, stake in zip("AB", stakes, strict=False):
        story.bet(1, player, stake, "buster")
    first, *rest = dealer.split()
    story.call().initial(first, hand)
    while story.action == "settle":
        story.settle()
    return story.cards(" ".join(rest)).end()


SEVEN = "2c 2d 2h 3c 3d 4h 7s"
"""23 with seven cards: 50 to 1, and $1,000."""


def free_bonus(story: Story, player: str = "A") -> float:
    return sum(r.pays for r in story.state.results if (r.player, r.bet) == (player, "free_bonus")) / 100


@pytest.mark.clause("NZ-15H.9(b)")
def test_a_blackjack_that_was_paid_has_the_bonus_or_has_not() -> None:
    assert free_bonus(bonus(SEVEN, {}, 5)) == 1_000
    assert free_bonus(bonus(SEVEN, {"buster.bonus.hand": "unpaid"}, 5)) == 0


@pytest.mark.clause("NZ-15H.9(b)")
def test_one_that_waited_for_the_dealer_has_it_in_both() -> None:
    """Against an ace it is paid last of all. Six aces are a soft 16, with a king a hard one, two are 26."""
    for reading in ("blackjack", "unpaid"):
        story = table("buster A", read={"buster.bonus.hand": reading}, elect={"free_bonus": "B1"})
        story.bet(1, "A", 20).bet(1, "A", 5, "buster").call().initial("Ad", "As Kh").asked()
        story.cards("As Ac Ah As Ac Kc Kd").end()
        assert free_bonus(story) == 8_000, reading


@pytest.mark.clause("NZ-15H.10b-T1", "NZ-15H.10b-T2")
@pytest.mark.parametrize(
    ("reading", "sums"), [("fixed", (1_000, 1_000)), ("per_dollar", (5_000, 10_000)), ("shared", (500, 500))]
)
def test_the_bonus_is_fixed_or_for_each_dollar_or_shared_on_a_box(
    reading: str, sums: tuple[int, int]
) -> None:
    story = bonus(SEVEN, {"buster.bonus.amount": reading}, 5, 10)
    assert (free_bonus(story, "A"), free_bonus(story, "B")) == sums


# --- prizes


@pytest.mark.clause("NZ-3.5(a)(ii)")
def test_prizes_are_drawn_over_the_entries_or_over_the_amounts() -> None:
    """3,750 entries, one of $1,000 and 400 of $10 among them; or 23 amounts, each as likely as another."""
    entries = side_bets("NZ")["madness_21"].scale().prizes
    amounts = (
        side_bets("NZ", "blackjack", (("madness_21.drawn_over", "amounts"),))["madness_21"].scale().prizes
    )
    assert entries is not None
    assert amounts is not None
    assert (entries.total, amounts.total) == (3_750, 23)
    assert [entries.at(at) for at in range(entries.total)].count(10_00) == 400
    assert sorted(amounts.at(at) for at in range(23)) == sorted({prize for prize, _ in entries.entries})


def pandemonium(**read: str) -> Story:
    """Crown Pontoon: A has a Pontoon and $5, B nothing but K-9 and $5, against a 6."""
    readings = {f"pontoon_pandemonium.{name}": value for name, value in read.items()}
    story = deal("VIC03", game="crown_pontoon", offer=["pontoon_pandemonium 1"], read=readings)
    story.bet(1, "A", 20).bet(2, "B", 20)
    story.bet(1, "A", 5, "pontoon_pandemonium").bet(2, "B", 5, "pontoon_pandemonium")
    return story.call().initial("6d", "As Kd", "Ks 9c")


@pytest.mark.clause("VIC03-11.4.1(a)")
def test_the_prize_is_drawn_before_a_pontoon_is_paid_or_after_it() -> None:
    story = pandemonium()
    assert story.items == [("take", 2, "B", 5)]
    assert story.settle().action == "prize"
    story = pandemonium(before_blackjacks="no")
    assert story.items == [("pay", 1, "A", 30), ("take", 2, "B", 5)]
    assert story.settle().action == "prize"
    press(story, 20, bet="pontoon_pandemonium").settle().stand(2).cards("Kc Qd").end()
    assert (story.net("A"), story.net("B")) == (30 + 100, 20 - 5)  # 26: K-9 wins


@pytest.mark.clause("VIC03-11.4.1(c)")
def test_a_loser_is_taken_before_the_third_card_or_at_the_end() -> None:
    story = pandemonium(losers_taken="end")
    assert story.action == "prize"
    press(story, 20, bet="pontoon_pandemonium").settle()
    story.stand(2).cards("Kc 2d")
    assert ("take", 2, "B", 5) in story.items
    assert story.end().net("B") == 20 - 5  # K-9 against 18


# --- Victoria: where they are offered, and when they are settled


@pytest.mark.clause("VIC03-13.1", "VIC03-15.1")
@pytest.mark.parametrize(
    ("bet", "clause"), [("perfect_pairs", "VIC03-15.1"), ("magnificent_sevens", "VIC03-13.1")]
)
def test_offered_with_two_games_or_with_every_version(bet: str, clause: str) -> None:
    with refused_as("side_bet.not_in_game", clause):
        deal("VIC03", game="vegas_blackjack", decks=4, offer=[bet])
    every = "blackjack+crown_blackjack+vegas_blackjack+crown_pontoon"
    for game, decks in (("vegas_blackjack", 4), ("crown_pontoon", 8)):
        story = deal("VIC03", game=game, decks=decks, offer=[bet], read={f"{bet}.games": every})
        story.bet(1, "A", 20).bet(1, "A", 5, bet).call()


@pytest.mark.clause("VIC03-13.4.2(a)", "VIC03-13.4.1(b)")
def test_magnificent_sevens_lost_on_the_first_card_is_taken_in_the_interim_settlement_or_at_once() -> None:
    for reading, early in (("interim_then_known", False), ("as_known", True)):
        table = deal("VIC03", offer=["magnificent_sevens 1"], read={"magnificent_sevens.settles": reading})
        story = table.bet(1, "A", 20).bet(1, "A", 5, "magnificent_sevens").call().cards("8s")
        assert (story.items == [("take", 1, "A", 5)]) is early
        if early:
            story.settle()
        story.cards("6d 9s")
        assert (story.items == [("take", 1, "A", 5)]) is not early
        story = story if early else story.settle()
        assert story.stand(1).cards("Kd 2c").end().net() == -20 - 5  # 17 against 18
