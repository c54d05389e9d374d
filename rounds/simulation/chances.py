"""What each decision is worth, worked out from the rules: the basic strategy of a game.

Cards are drawn as from an endless shoe of the game's packs, so a hand is known by its total and its number of
cards. That is what is called total-dependent basic strategy; the money itself is measured by dealing.
"""

from dataclasses import dataclass
from functools import lru_cache

from casino.cards import HARD_VALUE, PACK
from casino.rulebooks import Rules

NATURAL = 99
"""Stands for the dealer's Blackjack among his totals."""


@dataclass(frozen=True, slots=True)
class Held:
    """A player's hand as the strategy sees it: hard total, whether an ace is in it, number of cards, and how
    many aces are among the first two."""

    hard: int
    ace: bool
    cards: int
    first_aces: int = 0

    @property
    def total(self) -> int:
        return self.hard + 10 if self.ace and self.hard <= 11 else self.hard

    def draw(self, value: int) -> "Held":
        aces = self.first_aces + (value == 1 and self.cards < 2)
        return Held(self.hard + value, self.ace or value == 1, min(self.cards + 1, 8), aces)


class Chances:
    """The worth of every decision against one first card of the dealer, in units of the original wager."""

    def __init__(self, rules: Rules, upcard: int) -> None:
        self.rules = rules
        self.upcard = upcard
        packs = [card for card in PACK if card[0] not in rules.missing_ranks.value]
        self.chance = {v: sum(HARD_VALUE[card] == v for card in packs) / len(packs) for v in range(1, 11)}
        self.dealer = self._dealer(upcard, upcard == 1, 1)
        # A table of its own for each first card: the functions below remember what they have worked out.
        self.hit = lru_cache(None)(self._hit)
        self.play = lru_cache(None)(self._play)

    def _dealer(self, hard: int, ace: bool, cards: int) -> dict[int, float]:
        total = hard + 10 if ace and hard <= 11 else hard
        rules = self.rules
        stands = rules.dealer_stands_soft.value if total != hard else rules.dealer_stands_hard.value
        if cards > 1 and total >= stands:
            return {NATURAL if cards == 2 and total == 21 else total: 1.0}
        ends: dict[int, float] = {}
        for value, chance in self.chance.items():
            for end, part in self._dealer(hard + value, ace or value == 1, cards + 1).items():
                ends[end] = ends.get(end, 0.0) + chance * part
        return ends

    def against(
        self, total: int, loss_to_natural: float = 1.0, wins: float = 1.0, loses: float = 1.0
    ) -> float:
        """What a finished hand of that total is worth: ``wins`` and ``loses`` are its units either way."""
        rules = self.rules
        if total > 21:
            return -loses
        worth = 0.0
        for end, chance in self.dealer.items():
            if end == NATURAL:
                tied = total == 21 and not rules.blackjack_beats_21.value
                worth -= 0.0 if tied else chance * loss_to_natural
            elif end == rules.dealer_stands_off_on.value:
                continue
            elif end > 21 or total > end:
                worth += chance * wins
            elif total < end:
                worth -= chance * loses
        return worth

    def special(self, held: Held) -> float | None:
        """What a hand that has won at once is paid, in units; None for one that has not."""
        rules = self.rules
        if rules.paid_at_21.value and held.total == 21:
            by_count = [
                s
                for s in rules.special_21.value
                if s.cards == held.cards or (s.or_more and held.cards >= s.cards)
            ]
            odds = max([s.odds.win / s.odds.stake for s in by_count if s.cards], default=1.0)
            return max(1.0, odds)
        if 0 < rules.five_under.value == held.cards and held.total < 21:
            return 1.0
        return None

    def stand(self, held: Held, natural_loss: float = 1.0) -> float:
        """The worth of standing. ``natural_loss`` is what the dealer's Blackjack takes, in units."""
        if held.total < self.rules.must_draw_below.value:
            return -9.0
        return self.against(held.total, natural_loss)

    def _hit(self, held: Held, natural_loss: float) -> float:
        worth = 0.0
        for value, chance in self.chance.items():
            drawn = held.draw(value)
            worth += chance * (-1.0 if drawn.hard > 21 else self.play(drawn, natural_loss))
        return worth

    def _play(self, held: Held, natural_loss: float) -> float:
        """The worth of a hand of three cards or more, played on as best it can be."""
        won = self.special(held)
        if won is not None:
            return won
        if held.total >= 21 or 0 < self.rules.cards_most.value <= held.cards:
            return self.against(held.total, natural_loss)
        worths = [self.stand(held, natural_loss), self.hit(held, natural_loss)]
        if not self.rules.double_cards.value:
            worths.append(self.double(held, natural_loss))
        return max(worths)

    def double(self, held: Held, natural_loss: float = 1.0, free: bool = False) -> float:
        """The worth of doubling fully; ``free`` with the house's lammer."""
        rules = self.rules
        loses = 1.0 if free else 2.0
        protected = free or rules.double_protected.value
        loss_to_natural = natural_loss if protected else natural_loss * 2
        worth = 0.0
        for value, chance in self.chance.items():
            drawn = held.draw(value)
            total = drawn.total
            if rules.double_aces_low.value and held.first_aces:
                # Aces among the first two count one; an ace drawn later may still count eleven.
                later_ace = value == 1 or (held.ace and not held.first_aces)
                total = drawn.hard + 10 if later_ace and drawn.hard <= 11 else drawn.hard
            if rules.paid_at_21.value and total == 21:
                worth += chance * 2.0
                continue
            if total > 21 and rules.double_bust_protected.value:
                natural = self.dealer.get(NATURAL, 0.0)
                worth -= chance * (2.0 - natural)
                continue
            played = self.against(total, loss_to_natural, wins=2.0, loses=loses)
            if rules.double_rescue.value and total < 21:
                played = max(played, -1.0)
            worth += chance * played
        return worth

    def split(self, value: int, free: bool = False) -> float:
        """The worth of splitting a pair of that value, further splits as far as the rules let them."""
        rules = self.rules
        capped = rules.split_loss.value != "all"
        hands = min(rules.split_hands.value, 6)
        if value == 1:
            hands = min(hands, rules.split_aces_hands.value)
        natural_loss = 0.5 if capped else 1.0
        one = self._split_hand(value, natural_loss, hands - 2)
        if not free:
            return 2 * one
        # The lammer's hand wins like the other and loses nothing.
        gains = sum(
            chance * max(0.0, self.against_gain(Held(value, value == 1, 1).draw(v)))
            for v, chance in self.chance.items()
        )
        return one + gains

    def against_gain(self, held: Held) -> float:
        """What a hand wins when it wins, losses left out: the worth of a lammer on it, roughly."""
        best = max(self.stand(held), self.hit(held, 1.0)) if held.total < 21 else self.against(held.total)
        return (1.0 + best) / 2

    def _split_hand(self, value: int, natural_loss: float, further: int) -> float:
        rules = self.rules
        worth = 0.0
        for second, chance in self.chance.items():
            held = Held(value, value == 1, 1).draw(second)
            won = self.special(held)
            if won is not None:
                worth += chance * won
                continue
            stays = self.against(held.total, natural_loss)
            worths = [stays]
            if not (value == 1 and rules.split_aces_one_card.value):
                worths = [self.stand(held, natural_loss), self.hit(held, natural_loss)]
                if rules.double_after_split.value and self.may_double(held):
                    worths.append(self.double(held, natural_loss))
            if second == value and further > 0:
                worths.append(2 * self._split_hand(value, natural_loss, further - 1))
            worth += chance * max(worths)
        return worth

    def may_double(self, held: Held) -> bool:
        """Whether the rules let a hand of two cards double."""
        rules = self.rules
        soft = held.total != held.hard
        if not rules.double_with_ace.value and held.ace:
            return False
        if rules.double_counts.value == "hard" and soft:
            return False
        counted = held.hard if rules.double_counts.value == "aces_low" else held.total
        return counted in rules.double_on.value

    def surrender(self) -> float:
        """The worth of giving up half: all of it to the dealer's Blackjack."""
        natural = self.dealer.get(NATURAL, 0.0)
        return -0.5 * (1 - natural) - natural
