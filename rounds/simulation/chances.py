"""The value of each decision, worked out from the rules: the basic strategy of a game.

Cards are drawn as from an endless shoe of the game's packs, so a hand is known by its total, its number of cards and
its aces: total-dependent basic strategy. It makes the decisions; what the game costs is measured by dealing.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from casino.cards import HARD_VALUE, Card, pack_without
from casino.rulebooks import Rules
from rounds import engine
from rounds.engine.questions import special_21

Decision = Literal["hit", "stand", "double", "split"]

NATURAL: Final = 0
"""The key for the dealer's Blackjack among the dealer's totals."""
MOST_CARDS: Final = 8
"""Hands of more cards count as having this many: no rule distinguishes them."""
MOST_SPLIT: Final = 6
"""Where a book sets no limit to splitting: further hands are too rare to matter."""


class HandTotal(NamedTuple):
    """A player's hand as the strategy sees it: its total with aces low, its number of cards, and whether an ace is
    among the first two or came later."""

    hard: int = 0
    cards: int = 0
    first_ace: bool = False
    later_ace: bool = False

    @property
    def total(self) -> int:
        high = (self.first_ace or self.later_ace) and self.hard <= 11
        return self.hard + 10 if high else self.hard

    @property
    def total_first_low(self) -> int:
        """The total if aces among the first two count one (VIC03-10.7.2)."""
        return self.hard + 10 if self.later_ace and self.hard <= 11 else self.hard

    def draw(self, value: int) -> "HandTotal":
        """The hand with one more card of that value, 1 for an ace."""
        ace, first = value == 1, self.cards < 2
        return HandTotal(
            self.hard + value,
            min(self.cards + 1, MOST_CARDS),
            self.first_ace or (ace and first),
            self.later_ace or (ace and not first),
        )


def hand_total(values: Iterable[int]) -> HandTotal:
    """The hand of cards with these values, as the strategy sees it."""
    hand = HandTotal()
    for value in values:
        hand = hand.draw(value)
    return hand


class Risk(NamedTuple):
    """What a hand that can win one unit can lose: nothing if the house's lammer replaces the wager."""

    loses: float = 1.0
    natural: float = 1.0
    """What the dealer's Blackjack takes of it, unless it has already broken."""
    split: bool = False
    """Whether it was formed by a split."""


WHOLE: Final = Risk()
WHOLE_OF_SPLIT: Final = Risk(split=True)


class Chances:
    """The value of every decision against one first card of the dealer, in units of the original wager."""

    def __init__(self, rules: Rules, first: int) -> None:
        """``first`` is the value of the dealer's first card, 1 for an ace."""
        self.rules = rules
        values = [HARD_VALUE[card] for card in pack_without(rules.missing_ranks.value)]
        self.chance = {value: values.count(value) / len(values) for value in range(1, 11)}
        # Cached separately for each first card of the dealer.
        self._dealer = lru_cache(None)(self._dealer_ends)
        self.dealer = self._dealer(HandTotal().draw(first))
        self.hit = lru_cache(None)(self._hit)
        self.best = lru_cache(None)(self._best)
        self._pending = lru_cache(None)(self._pending_hands)

    def _dealer_ends(self, hand: HandTotal) -> dict[int, float]:
        """The probability of each final total of the dealer."""
        rules = self.rules
        soft = hand.total != hand.hard
        stands = rules.dealer_stands_soft.value if soft else rules.dealer_stands_hard.value
        if hand.cards > 1 and hand.total >= stands:
            return {NATURAL if hand.cards == 2 and hand.total == 21 else hand.total: 1.0}
        ends: dict[int, float] = {}
        for value, chance in self.chance.items():
            for end, part in self._dealer(hand.draw(value)).items():
                ends[end] = ends.get(end, 0.0) + chance * part
        return ends

    # --- finished hands

    def settle(self, total: int, wins: float, loses: float, natural: float) -> float:
        """The value of a finished, unbroken hand: ``wins`` and ``loses`` are its units either way, ``natural`` what
        the dealer's Blackjack takes."""
        rules = self.rules
        worth = 0.0
        for end, chance in self.dealer.items():
            if end == NATURAL:
                ties = total == 21 and not rules.blackjack_beats_21.value
                worth -= 0.0 if ties else chance * natural
            elif end == rules.dealer_stands_off_on.value:
                continue
            elif end > 21 or total > end:
                worth += chance * wins
            elif total < end:
                worth -= chance * loses
        return worth

    def at_once(self, hand: HandTotal) -> float | None:
        """What a hand that wins whatever the dealer gets is paid; None if it has to wait for the dealer."""
        rules = self.rules
        if rules.paid_at_21.value and hand.total == 21:
            odds = [
                special.odds.win / special.odds.stake
                for special in rules.special_21.value
                if special.cards == hand.cards or (special.or_more and hand.cards > special.cards)
            ]
            return max(odds, default=1.0)
        if 0 < rules.five_under.value == hand.cards and hand.total < 21:
            return 1.0
        return None

    def surrender(self) -> float:
        """The value of surrender: half is lost, or all to the dealer's Blackjack (VIC03-10.9.3)."""
        natural = self.dealer.get(NATURAL, 0.0)
        return -0.5 * (1 - natural) - natural

    # --- decisions

    def stand(self, hand: HandTotal, risk: Risk) -> float:
        """The value of a hand that takes no more cards."""
        return self.settle(hand.total, 1.0, risk.loses, risk.natural)

    def _hit(self, hand: HandTotal, risk: Risk) -> float:
        worth = 0.0
        for value, chance in self.chance.items():
            drawn = hand.draw(value)
            worth += chance * (-risk.loses if drawn.hard > 21 else self.best(drawn, risk))
        return worth

    def _best(self, hand: HandTotal, risk: Risk) -> float:
        """The value of a hand of two or more cards, played as well as possible without splitting."""
        won = self.at_once(hand)
        return max(self.decisions(hand, risk).values()) if won is None else won

    def decisions(self, hand: HandTotal, risk: Risk) -> dict[Decision, float]:
        """The value of each decision open on a hand that is not split; a free double counts as the double."""
        rules = self.rules
        if hand.total >= rules.draw_below.value or 0 < rules.cards_most.value <= hand.cards:
            return {"stand": self.stand(hand, risk)}
        worths: dict[Decision, float] = {"hit": self.hit(hand, risk)}
        if hand.total >= rules.must_draw_below.value:
            worths["stand"] = self.stand(hand, risk)
        if self.may_double_free(hand, risk):
            worths["double"] = self.double(hand, risk, free=True)
        elif self.may_double(hand, risk):
            worths["double"] = self.double(hand, risk)
        return worths

    def may_double(self, hand: HandTotal, risk: Risk) -> bool:
        """Whether the rules let the hand be doubled for money."""
        rules = self.rules
        if rules.double_cards.value not in (0, hand.cards):
            return False
        if risk.split and not rules.double_after_split.value:
            return False
        if hand.first_ace and not rules.double_with_ace.value:
            return False
        if hand.total != hand.hard and rules.double_counts.value == "hard":
            return False
        counted = hand.hard if rules.double_counts.value == "aces_low" else hand.total
        return counted in rules.double_on.value

    def may_double_free(self, hand: HandTotal, risk: Risk) -> bool:
        """Whether the house's lammer may double the hand (NZ-20.3)."""
        rules = self.rules
        if risk.split and not rules.double_free_after_split.value:
            return False
        return hand.cards == 2 and not hand.first_ace and hand.total in rules.double_free.value

    def double(self, hand: HandTotal, risk: Risk, *, free: bool = False) -> float:
        """The value of doubling in full, for money or with a lammer."""
        rules = self.rules
        added = 0.0 if free else 1.0
        worth = 0.0
        for value, chance in self.chance.items():
            drawn = hand.draw(value)
            total = drawn.total_first_low if rules.double_aces_low.value else drawn.total
            if total > 21:
                back = added if rules.double_bust_protected.value and not risk.split else 0.0
                worth -= chance * (risk.loses + added - back * self.dealer.get(NATURAL, 0.0))
            elif rules.paid_at_21.value and total == 21:
                worth += chance * 2.0
            else:
                played = self.doubled(total, risk, free=free)
                if rules.double_rescue.value and total < 21:
                    played = max(played, -risk.loses)
                worth += chance * played
        return worth

    def doubled(self, total: int, risk: Risk, *, free: bool = False) -> float:
        """The value of a doubled hand that has its card and has not broken."""
        added = 0.0 if free else 1.0
        natural = risk.natural + (0.0 if self.rules.double_protected.value else added)
        return self.settle(total, 2.0, risk.loses + added, natural)

    # --- splitting

    def split(self, value: int, *, free: bool = False) -> float:
        """The value of splitting a pair of cards with that value, and splitting again as far as the rules allow."""
        rules = self.rules
        hands = min(rules.split_hands.value, MOST_SPLIT)
        if value == 1:
            hands = min(hands, rules.split_aces_hands.value)
        return self._pending(value, 2, hands - 2, free, True)

    def _pending_hands(self, value: int, waiting: int, further: int, free: bool, original: bool) -> float:
        """The value of ``waiting`` one-card hands still to be played, with ``further`` splits open; ``original``
        while the hand with the original wager is among them."""
        if not waiting:
            return 0.0
        risk = WHOLE_OF_SPLIT if original else self.added_risk(free)
        worth = 0.0
        for second, chance in self.chance.items():
            hand = HandTotal().draw(value).draw(second)
            only_card = value == 1 and self.rules.split_aces_one_card.value
            best = (
                self.stand(hand, risk) if only_card and self.at_once(hand) is None else self.best(hand, risk)
            )
            best += self._pending(value, waiting - 1, further, free, False)
            if second == value and further:
                best = max(best, self._pending(value, waiting + 1, further - 1, free, original))
            worth += chance * best
        return worth

    def may_split_free(self, value: int, risk: Risk) -> bool:
        """Whether the house's lammer may split a pair of that value (NZ-20.4)."""
        rules = self.rules
        return value in rules.split_free.value and (not risk.split or rules.split_free_again.value)

    def added_risk(self, free: bool) -> Risk:
        """The risk of a hand whose wager was added in splitting. If the dealer's Blackjack takes no more than the
        original wager, the hand that has it bears the loss (VIC03-7.5.5(i), NZ-12.6)."""
        if free:
            return Risk(0.0, 0.0, split=True)
        return WHOLE_OF_SPLIT if self.rules.split_loss.value == "all" else Risk(1.0, 0.0, split=True)


def third_card(rules: Rules, first: Card, second: Card) -> float:
    """What the special hands of three named cards add to drawing to these two, beyond a 21 paid at evens."""
    if not any(first[0] in rule.ranks and second[0] in rule.ranks for rule in rules.special_21.value):
        return 0.0
    extra = 0.0
    pack = pack_without(rules.missing_ranks.value)
    for third in pack:
        special = special_21(rules, engine.values.Hand(cards=(first, second, third)))
        if special is not None and special.ranks:
            extra += (special.odds.win / special.odds.stake - 1) / len(pack)
    return extra
