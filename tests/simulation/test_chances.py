"""What decisions are worth, against published figures, against dealing, and decision by decision."""

import pytest

from casino.cards import HARD_VALUE
from casino.rulebooks import rules_for
from rounds.simulation.chances import NATURAL, WHOLE, Chances, hand_total, third_card
from tests.simulation import exact
from tests.simulation.stacked import table, worth_dealt


@pytest.mark.parametrize(
    ("book", "game", "rules"),
    [
        ("UK", "blackjack", exact.Game()),
        ("NZ", "free_bet", exact.Game(dealer_stands_soft=18)),
        ("VIC03", "crown_pontoon", exact.Game(dealer_stands_soft=18, ranks="A23456789JQK")),
    ],
)
def test_how_the_dealer_ends(book: str, game: str, rules: exact.Game) -> None:
    for first in "A269J":
        ends = {
            NATURAL if natural else total: chance
            for (total, natural), chance in exact.dealer_ends(rules, first).items()
        }
        assert Chances(rules_for(book, game), exact.value(first)).dealer == pytest.approx(ends)


def test_the_dealer_breaks_as_often_as_published() -> None:
    # Endless shoe, standing on soft 17.
    for first, published in {2: 0.3536, 6: 0.4232, 7: 0.2623, 8: 0.2447, 10: 0.2121}.items():
        dealer = Chances(rules_for("UK"), first).dealer
        assert sum(chance for total, chance in dealer.items() if total > 21) == pytest.approx(
            published, abs=5e-4
        )


HIT, STAND, DOUBLE, SPLIT, SURRENDER = "hit", "stand", "double", "split", "surrender"


@pytest.mark.parametrize(
    ("book", "game", "cards", "first", "best"),
    [
        # Everything is lost to a dealer's Blackjack: nothing is added against an ace or a ten.
        ("ACT96", "blackjack", "6s 5s", "T", HIT),
        ("ACT03", "blackjack", "6s 5s", "A", HIT),
        ("UK", "blackjack", "8s 8d", "T", HIT),
        ("UK", "blackjack", "8s 8d", "A", HIT),
        ("UK", "blackjack", "As Ad", "A", HIT),
        ("UK", "blackjack", "As Ad", "T", SPLIT),
        # The original alone is lost: a double against a ten, eights split against it.
        ("VIC03", "blackjack", "6s 5s", "T", DOUBLE),
        ("VIC03", "blackjack", "8s 8d", "T", SPLIT),
        ("NZ", "blackjack", "8s 8d", "T", SPLIT),
        # Where no ace may be doubled a soft 18 stands or draws.
        ("UK", "blackjack", "As 7d", "5", DOUBLE),
        ("NZ", "blackjack", "As 7d", "5", STAND),
        ("VIC03", "blackjack", "As 7d", "9", HIT),
        ("UK", "blackjack", "As 7d", "2", STAND),
        # The common part of every published table.
        ("UK", "blackjack", "9s 3d", "3", HIT),
        ("UK", "blackjack", "9s 3d", "4", STAND),
        ("UK", "blackjack", "9s 7d", "T", HIT),
        ("UK", "blackjack", "9s 7d", "6", STAND),
        ("UK", "blackjack", "5s 4d", "2", HIT),
        ("UK", "blackjack", "5s 4d", "3", DOUBLE),
        ("UK", "blackjack", "9s 9d", "7", STAND),
        ("UK", "blackjack", "9s 9d", "9", SPLIT),
        ("UK", "blackjack", "5s 5d", "9", DOUBLE),
        ("UK", "blackjack", "Ts Kd", "6", STAND),
        ("UK", "blackjack", "4s 4d", "5", SPLIT),
        # Surrender against a ten: 16 yes, 14 no, a pair of eights is split.
        ("VIC03", "vegas_blackjack", "9s 7d", "T", SURRENDER),
        ("VIC03", "vegas_blackjack", "9s 5d", "T", HIT),
        ("VIC03", "vegas_blackjack", "8s 8d", "T", SPLIT),
        # A lammer costs nothing: fours are split against any card, a free ten is doubled against a ten.
        ("NZ", "free_bet", "4s 4d", "T", SPLIT),
        ("NZ", "free_bet", "6s 4d", "T", DOUBLE),
        ("NZ", "free_bet", "5s 5d", "6", DOUBLE),
        # Twenty-one always wins and there is no ten: 14 draws against a 2, and 17 against an ace. Surrender, void
        # against a Pontoon, is never better.
        ("VIC03", "crown_pontoon", "9s 5d", "2", HIT),
        ("VIC03", "crown_pontoon", "9s 8d", "A", HIT),
        ("VIC03", "crown_pontoon", "9s 7d", "K", HIT),
        # With dealer's 22 a stand-off a hard 12 draws against a 4.
        ("NZ", "blackjack_plus", "9s 3d", "4", HIT),
    ],
)
def test_the_best_decision(book: str, game: str, cards: str, first: str, best: str) -> None:
    rules = rules_for(book, game)
    chances = Chances(rules, HARD_VALUE[first + "s"])
    values = [HARD_VALUE[card] for card in cards.split()]
    worths: dict[str, float] = dict(chances.decisions(hand_total(values), WHOLE))
    if values[0] == values[1]:
        worths[SPLIT] = chances.split(values[0], free=values[0] in rules.split_free.value)
    if first in rules.surrender_against.value:
        worths[SURRENDER] = chances.surrender()
    assert max(worths, key=worths.__getitem__) == best, worths


@pytest.mark.parametrize(
    ("book", "game", "cards"),
    [
        ("VIC03", "blackjack", "8s Td 8h"),  # split, one original lost to a Blackjack
        ("ACT96", "blackjack", "9s 6d 2h"),  # doubled
        ("UK", "blackjack", "As 6d Ah"),  # aces split again
        ("VIC03", "blackjack", "6s Td 5h"),  # doubled against a ten, the added part protected
        ("VIC03", "vegas_blackjack", "9s Ad 7h"),  # surrender
        ("VIC03", "crown_pontoon", "9s 6d 2h"),  # doubled, with rescue
        ("VIC03", "crown_pontoon", "As 6d 6h"),  # doubled with its ace low
        ("VIC03", "crown_pontoon", "6s 2d 7s"),  # 14, the 8 of spades pays three to one
        ("VIC03", "crown_pontoon", "9s Kd 7h"),  # surrender is offered
        ("NZ", "blackjack", "8s Td 8h"),  # split, the original lies on the first hand
        ("NZ", "blackjack_plus", "As 9d 2h"),  # five cards and 21 win at once
        ("NZ", "free_bet", "8s 6d 8h"),  # split with a lammer, and again
        ("NZ", "free_bet", "6s 9d 4h"),  # doubled with a lammer
        ("ACT96", "triple_play", "8s 6d 8h"),
    ],
)
def test_dealing_gives_what_was_worked_out(book: str, game: str, cards: str) -> None:
    at = table(book, game)
    first, dealer, second = (HARD_VALUE[card] for card in cards.split())
    chances = Chances(at.rules, dealer)
    hand = hand_total((first, second))
    worths = dict(chances.decisions(hand, WHOLE))
    if at.rules.special_21.value:
        mine = cards.split()
        worths["hit"] += third_card(at.rules, mine[0], mine[2])
    if first == second:
        worths["split"] = chances.split(first, free=first in at.rules.split_free.value)
    best = max(worths.values())
    if cards.split()[1][0] in at.rules.surrender_against.value:
        best = max(best, chances.surrender())
    dealt, error = worth_dealt(at, cards, 1200)
    assert dealt == pytest.approx(best, abs=3 * error + 1e-9)


def test_what_a_third_card_adds() -> None:
    rules = rules_for("VIC03", "crown_pontoon")
    # 48 cards; the four eights complete 6-7-8: of spades 3 to 1, of another suit 2 to 1, mixed 3 to 2.
    assert third_card(rules, "6s", "7s") == pytest.approx((2 + 3 * 0.5) / 48)
    assert third_card(rules, "6h", "7h") == pytest.approx((1 + 3 * 0.5) / 48)
    assert third_card(rules, "6h", "7s") == pytest.approx(4 * 0.5 / 48)
    assert third_card(rules, "7d", "7d") == pytest.approx((1 + 3 * 0.5) / 48)
    assert third_card(rules, "9h", "5s") == 0
    assert third_card(rules_for("UK"), "6s", "7s") == 0
