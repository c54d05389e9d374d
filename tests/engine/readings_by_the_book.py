"""What a round comes to by the words of its book, under any reading of them: a second opinion on settlement.

It looks at cards, stakes and requests alone, and uses nothing of the engine's own reckoning. A reading is looked up by
its name; the words beside it are those of the clause so read. Splits are added up by what a player gains on a box, as
the books do not say which of several hands bears a capped loss.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil

from rounds import engine
from rounds.engine.decisions.events import Doubled, Split
from rounds.engine.layout.wager import Insurance
from rounds.engine.settlement.events import Settled
from rounds.engine.values import Box, Hand, Stake, Wager
from tests.engine.sides import nz_book

Gains = dict[tuple[int, str, str], tuple[int, int]]
"""By box, player and bet: what the house pays and what it takes, in cents."""

NOT_SECONDED = frozenset(
    {
        # Which aces count eleven depends on the order in which a player's several hands got theirs.
        ("ACT96", "aces_eleven", "player"),
    }
)
"""Readings that this opinion does not know."""


def count(cards: tuple[str, ...], *, one_each: bool = False) -> int:
    """Faces; J, Q, K ten; the aces eleven while that fits, or one each."""
    total = sum(1 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0]) for card in cards)
    aces = any(card[0] == "A" for card in cards)
    return total + 10 if aces and not one_each and total + 10 <= 21 else total


def natural(cards: tuple[str, ...]) -> bool:
    """An ace and a ten-valued card."""
    return len(cards) == 2 and count(cards) == 21


@dataclass
class Opinion:
    """One round, by the book."""

    state: engine.State
    gains: dict[tuple[int, str, str], list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0]))

    def __post_init__(self) -> None:
        setup = self.state.setup
        self.book, self.game = setup.book, setup.game
        self.readings, self.elected = dict(setup.readings), dict(setup.elections)
        self.pontoon = self.game == "crown_pontoon"
        self.plus, self.free = self.game == "blackjack_plus", self.game == "free_bet"

    def read(self, name: str) -> str:
        """The other reading of a clause that the table takes; empty for the first."""
        return self.readings.get(name, "")

    # --- the dealer

    def dealers(self, bet: str) -> tuple[str, ...]:
        """The dealer's hand that decides a bet: in Triple Play the first, second or third (ACT96 22.13)."""
        hands = (*self.state.dealers, self.state.dealer)
        at = int(bet.removeprefix("hand_")) - 1 if bet.startswith("hand_") else 0
        return hands[at] if at < len(hands) else self.state.dealer[:1]

    def banks(self, dealer: tuple[str, ...]) -> int:
        alone = self.read("aces_eleven") == "alone" and sum(card[0] == "A" for card in dealer) > 1
        return count(dealer, one_each=alone)

    # --- a hand

    def total(self, hand: Hand) -> int:
        if self.pontoon and hand.doubled:
            # 10.7.2: the aces of the first two cards count one; by the other reading every ace does.
            if self.read("double_aces_low") == "every":
                return count(hand.cards, one_each=True)
            low, rest = count(hand.cards[:2], one_each=True), count(hand.cards[2:], one_each=True)
            high = any(card[0] == "A" for card in hand.cards[2:]) and low + rest + 10 <= 21
            return low + rest + 10 * high
        alone = self.read("aces_eleven") == "alone" and sum(card[0] == "A" for card in hand.cards) > 1
        return count(hand.cards, one_each=alone)

    def is_natural(self, hand: Hand) -> bool:
        """No Blackjack after a split, but for a Pontoon where 10.2.1 is read so."""
        return natural(hand.cards) and (not hand.split or self.read("split_blackjack") == "yes")

    def paid_before_the_dealer(self, dealer: tuple[str, ...]) -> bool:
        """Whether a Blackjack was paid on the dealer's first card."""
        rank = dealer[0][0]
        if self.book == "UK":
            return self.read("blackjack_paid_at_once") != "never" and rank not in "ATJQK"
        if self.plus or self.pontoon or self.read("blackjack_paid_at_once") == "always":
            return True
        if self.read("blackjack_paid_at_once") == "no_ace_or_ten_spot":
            return rank not in "AT"
        return rank not in "ATJQK"

    def wins_at_once(self, hand: Hand) -> bool:
        """21 in Crown Pontoon and Blackjack +, and five cards under it there."""
        total = self.total(hand)
        return (self.pontoon and total == 21) or (
            self.plus and (total == 21 or (len(hand.cards) == 5 and total < 21))
        )

    def table_one(self, hand: Hand) -> Fraction:
        """10.11.1: what a 21 that was not doubled is paid for one."""
        if hand.split and self.read("special_after_split") == "no":
            return Fraction(1)
        ranks, suits = sorted(card[0] for card in hand.cards), {card[1] for card in hand.cards}
        if ranks in (["6", "7", "8"], ["7", "7", "7"]):
            return Fraction(3, 2) if len(suits) > 1 else Fraction(3 if suits == {"s"} else 2)
        return {5: Fraction(3, 2), 6: Fraction(2)}.get(
            len(hand.cards), Fraction(3 if len(hand.cards) > 6 else 1)
        )

    def odds_of_natural(self, wager: Wager) -> Fraction:
        elected = "blackjack_pays"
        if self.game == "player_select" and wager.amount < cents(self.elected["upper_min"]):
            elected = "lower_blackjack_pays" if "lower_blackjack_pays" in self.elected else elected
        win, stake = self.elected.get(elected, "3:2").split(":")
        return Fraction(int(win), int(stake))

    # --- a stake

    def outcome(self, box: Box, hand: Hand, stake: Stake) -> tuple[str, Fraction]:
        """``win`` with odds, ``tie``, ``lose``, or ``broken``: lost whatever the dealer has."""
        wager = box.wager_of(stake.player, stake.bet)
        assert wager is not None
        dealer = self.dealers(stake.bet)
        total, banks, dealt = self.total(hand), self.banks(dealer), natural(dealer)
        evens = Fraction(1)
        if (stake.player, stake.bet) in box.even_money:
            return "win", evens
        paid_early = self.is_natural(hand) and self.paid_before_the_dealer(dealer)
        broke = [number for number, hand in enumerate(box.hands) if self.total(hand) > 21]
        one_broke = bool(broke)
        if one_broke and self.wins_at_once(hand):
            # What won was paid before a later hand broke, and does not lie there any more.
            paid_early = (
                paid_early
                or next(n for n, hand_there in enumerate(box.hands) if hand_there is hand) < broke[0]
            )
        if self.read("bust_takes") in ("box", "all") and one_broke and not paid_early:
            return "broken", evens  # one broken hand takes every wager of the box along
        if total > 21:
            return ("tie" if self.read("broken_ties") == "yes" and banks == total else "broken"), evens
        if self.is_natural(hand):
            if self.paid_before_the_dealer(dealer):
                return "win", self.odds_of_natural(wager)
            if banks == 21 and not dealt and self.read("blackjack_beats_drawn_21") == "no":
                return "tie", evens
            return ("tie", evens) if dealt else ("win", self.odds_of_natural(wager))
        if self.wins_at_once(hand):
            return "win", self.table_one(hand) if self.pontoon and not hand.doubled else evens
        if banks == 22 and (self.plus or self.free):
            return "tie", evens
        if dealt and total == 21:
            if self.book == "VIC03":
                # 5.6.4 makes the same total void, whatever it is made of; the other reading has the Blackjack win.
                lost = self.read("blackjack_beats_21") == "yes"
                lost = lost or (self.read("doubled_21_lost") == "yes" and bool(stake.added))
            else:
                lost = self.read("blackjack_beats_21") != "no"
            return ("lose" if lost else "tie"), evens
        if banks > 21 or total > banks:
            return "win", evens
        return ("tie" if total == banks else "lose"), evens

    def pay(self, spot: tuple[int, str, str], odds: Fraction, whole: int) -> None:
        """In chips of a cent a part of one is paid as a whole one. VIC03 6.2.3 may be read so that what lies off the
        sign's multiple is paid as the next one; insurance may be of any amount (8.1), so it lies off none."""
        sign = self.state.setup.main_sign
        over = whole - sign.minimum
        if (
            self.read("unpayable") == "next_multiple"
            and sign.multiple
            and over > 0
            and spot[2] != "insurance"
        ):
            whole = sign.minimum + ceil(Fraction(over, sign.multiple)) * sign.multiple
        self.gains[spot][0] += ceil(odds * whole)

    def settle(self) -> Gains:
        for box in self.state.boxes:
            for insured in box.insurance:
                self.insurance(box, insured)
            for wager in box.wagers:
                self.wager(box, wager)
            if self.game == "ante_up":
                for side in [side for side in box.sides if side.bet == "ante"]:
                    self.gains[box.number, side.player, side.bet][1] += side.amount
        if self.pontoon:
            self.super_bonus()
        return {spot: (pays, takes) for spot, (pays, takes) in self.gains.items()}

    def insurance(self, box: Box, insured: Insurance) -> None:
        spot = (box.number, insured.player, "insurance")
        dealer = self.dealers(insured.wager)
        if self.read("bust_takes") == "all" and any(self.total(hand) > 21 for hand in box.hands):
            self.gains[spot][1] += insured.amount
        elif len(dealer) < 2:
            self.gains[spot][1] += 0  # nothing was decided: it goes back
        elif (dealer[1][0] in "TJQK") == (self.read("insurance_wins_on") != "other"):
            self.pay(spot, Fraction(2), insured.amount)
        else:
            self.gains[spot][1] += insured.amount

    def wager(self, box: Box, wager: Wager) -> None:
        """Everything that one wager has become on the hands of its box."""
        spot = (box.number, wager.player, wager.bet)
        dealer = self.dealers(wager.bet)
        lost: list[tuple[Hand, Stake, str]] = []
        self.gains[spot][0] += 0
        for hand in box.hands:
            stake = hand.stake_of(wager.player, wager.bet)
            if stake is None or not stake.base:
                continue
            whole = stake.base + stake.added + stake.free_added
            if stake.surrendered:
                back = min(stake.base, (stake.base + 1) // 2)
                if self.read("surrender_rounds") == "back_down":
                    back = stake.base // 2
                self.gains[spot][1] += stake.base if natural(dealer) else stake.base - back
                continue
            if stake.rescued:
                lost.append((hand, stake, "rescued"))  # 10.7.5: the first wager, at once
                continue
            result, odds = self.outcome(box, hand, stake)
            if result == "win":
                self.pay(spot, odds, whole)
            elif (
                result == "tie"
                and self.plus
                and self.read("stand_off_covers") == "original"
                and self.banks(dealer) == 22
                and self.total(hand) <= 21  # one that broke can tie by another reading, and wins nothing
            ):
                added = stake.added if stake.first else whole
                self.pay(spot, Fraction(1), added)
            elif result in ("lose", "broken"):
                lost.append((hand, stake, result))
            elif result == "tie":
                lost.append((hand, stake, "tie"))
        self.gains[spot][1] += self.losses(box, wager, lost, natural(dealer))

    def losses(
        self,
        box: Box,
        wager: Wager,
        lost: list[tuple[Hand, Stake, str]],
        dealt: bool,
    ) -> int:
        """What is taken of one wager over the hands of its box."""
        how = (
            self.lost_in_vic03
            if self.book == "VIC03"
            else self.lost_in_nz
            if self.book == "NZ"
            else all_of_it
        )
        return how(box, wager, lost) if dealt else all_of_it(box, wager, lost)

    def lost_in_vic03(self, box: Box, wager: Wager, lost: list[tuple[Hand, Stake, str]]) -> int:
        """Against a dealer's Blackjack: 7.5.4(b) the original of a doubled hand; 7.5.5(h), (i) of split ones."""
        if len(box.hands) == 1:
            taken = 0
            for hand, stake, result in lost:
                gives_back = self.read("double_bust_protected") != "no"
                if result == "broken" and not (gives_back and stake.added):
                    taken += own(stake) + stake.added
                elif result != "tie":
                    taken += own(stake)
                del hand
            return taken
        return self.capped(wager, lost)

    def capped(self, wager: Wager, lost: list[tuple[Hand, Stake, str]]) -> int:
        """Split hands: the broken ones stay lost, and all together lose no less than that nor more than one original;
        by other readings one original at most, or one in addition to the broken ones."""
        broken = sum(own(s) + s.added for _, s, result in lost if result == "broken")
        broken += sum(own(s) for _, s, result in lost if result == "rescued")
        losing = sum(own(s) + s.added for _, s, result in lost if result == "lose")
        left = any(result in ("lose", "tie") for _, _, result in lost)
        match self.read("split_loss"):
            case "original":
                # What broke was collected; something can be given back of it only while a hand is left.
                return min(wager.effective, broken + losing) if left else broken
            case "busted_and_original":
                return broken + min(wager.effective, losing)
            case _:
                return max(broken, min(wager.effective, broken + losing))

    def lost_in_nz(self, box: Box, wager: Wager, lost: list[tuple[Hand, Stake, str]]) -> int:
        """11.5 and 12.6 protect what was added; 11.7 and 12.9, if elected, do not."""
        if (
            len(box.hands) > 1
            and self.read("split_loss") == "busted_or_original"
            and not self.elects(wager, "split_all_lose")
        ):
            return self.capped(wager, lost)
        taken = 0
        splits = [hand.stake_of(wager.player, wager.bet) for hand in box.hands]
        added_in_splitting = [stake for stake in splits if stake is not None and not stake.first]
        for hand, stake, result in lost:
            if result == "tie":
                continue
            if result == "broken":
                # 13.2 read for the whole box takes everything at once, before any dealer's Blackjack.
                widest = self.read("bust_takes") == "all"
                protected = self.read("double_bust_protected") == "yes" and not hand.split and not widest
                taken += own(stake) + (0 if protected and stake.added else stake.added)
                continue
            if stake.first or (
                self.elects(wager, "split_all_lose")
                and (self.read("split_all_lose_takes") != "first" or stake is added_in_splitting[0])
            ):
                taken += own(stake)
            if self.elects(wager, "double_all_lose") and not (
                hand.split and self.read("double_all_lose_covers") == "unsplit"
            ):
                taken += stake.added
        return taken

    def elects(self, wager: Wager, name: str) -> bool:
        if self.game == "player_select" and wager.amount < cents(self.elected["upper_min"]):
            name = f"lower_{name}" if f"lower_{name}" in self.elected else name
        return self.elected.get(name) == "yes"

    # --- the Super Bonus of Crown Pontoon

    def super_bonus(self) -> None:
        """10.11.1: three suited sevens against a seven, not doubled, not after a split of suited sevens: $1,000, or
        $5,000 from $25; $50 for the others."""
        winners: dict[tuple[int, str], int] = {}
        hands: dict[tuple[int, str], int] = defaultdict(int)
        for box in self.state.boxes:
            for hand in box.hands:
                first = hand.cards[0]
                if hand.cards != (first,) * 3 or first[0] != "7" or self.state.dealer[0][0] != "7":
                    continue
                if hand.split and (box.suited_pair or self.read("bonus_after_split") == "none"):
                    continue
                for stake in hand.stakes:
                    wager = box.wager_of(stake.player)
                    assert wager is not None
                    beside = self.read("bonus_beside_double") == "undoubled"
                    if hand.doubled and not (beside and not stake.added):
                        continue
                    prize = self.prize(wager.effective) if stake.base else 0
                    if prize:
                        spot = (box.number, stake.player)
                        winners[spot] = winners.get(spot, 0) + prize
                        hands[spot] += 1
        for (box_number, player), prize in winners.items():
            self.gains[box_number, player, "super_bonus"][0] += prize
        if not winners:
            return
        people = {player for _, player in winners}
        for box in self.state.boxes:
            for wager in box.wagers:
                spot = (box.number, wager.player)
                if not wager.effective:
                    continue
                if self.read("bonus_others_paid") == "per_winner":
                    times = sum(number for winner, number in hands.items() if winner != spot)
                else:
                    times = 0 if spot in winners else 1
                if wager.player in people and self.read("bonus_others_own") == "no":
                    continue
                if self.read("bonus_others") == "decided" and not self.decided(box, wager):
                    continue
                self.gains[(*spot, "super_bonus")][0] += times * 50_00

    def prize(self, wager: int) -> int:
        if wager >= 25_00:
            return 5_000_00
        if self.read("bonus_between_tiers") == "none" and wager > 24_00:
            return 0  # "$2 to $24", "$25 or greater"
        return 1_000_00 if wager >= 2_00 else 0

    def decided(self, box: Box, wager: Wager) -> bool:
        """Whether the wager won or lost, on any of its hands."""
        pays, takes = self.gains[box.number, wager.player, wager.bet]
        return bool(pays or takes)


def own(stake: Stake) -> int:
    """A player's own chips in the first part of a stake: none where a lammer takes its place."""
    return 0 if stake.free_base else stake.base


def all_of_it(box: Box, wager: Wager, lost: list[tuple[Hand, Stake, str]]) -> int:
    """Every chip of what lost: the Canberra books and the United Kingdom house protect nothing."""
    del box, wager
    taken = sum(own(stake) + stake.added for _, stake, result in lost if result in ("lose", "broken"))
    return taken + sum(own(stake) for _, stake, result in lost if result == "rescued")


def cents(dollars: str) -> int:
    return round(float(dollars) * 100)


def recorded(state: engine.State) -> Gains:
    """The same, as the engine settled it; of side bets nothing."""
    pays: dict[tuple[int, str, str], int] = defaultdict(int)
    takes: dict[tuple[int, str, str], int] = defaultdict(int)
    beside = {"free_bonus", *engine.questions.on_offer(state.setup)}
    for result in state.results:
        if result.bet in beside:
            continue
        pays[result.box, result.player, result.bet] += result.pays
        takes[result.box, result.player, result.bet] += result.takes
    return {spot: (pays[spot], takes[spot]) for spot in pays}


# --- how far the dealer draws


def cards_wanted(opinion: Opinion) -> str:
    """What the words "would have no effect on the outcome" leave the dealer to draw: the ``full`` hand, a ``second``
    card that may make a Blackjack or decide insurance, or ``none``."""
    state, read = opinion.state, opinion.read
    if read("dealer_draws_without_effect") == "yes":
        return "full"
    can_tie = state.dealer[0][0] in "ATJQK"
    second = read("dealer_second_card") == "always"
    for box in state.boxes:
        broken = any(opinion.total(hand) > 21 for hand in box.hands)
        if (
            box.insurance
            and read("dealer_draws_for") != "hands"
            and not (broken and read("bust_takes") == "all")
        ):
            second = True
        for hand in box.hands:
            for stake in hand.stakes:
                kind = _still_open(opinion, box, hand, stake)
                if kind == "full":
                    return "full"
                second = second or (kind == "second" and can_tie)
    return "second" if second else "none"


def _still_open(opinion: Opinion, box: Box, hand: Hand, stake: Stake) -> str:
    read = opinion.read
    if not stake.base or stake.rescued or (stake.player, stake.bet) in box.even_money:
        return ""
    if stake.surrendered:
        return "full" if read("surrender_alone") == "whole" else "second"
    dealer = opinion.dealers(stake.bet)
    if opinion.is_natural(hand):
        if opinion.paid_before_the_dealer(dealer):
            return ""
        ten_or_ace = dealer[0][0] in "ATJQK"
        return "full" if ten_or_ace and read("blackjack_beats_drawn_21") == "no" else "second"
    if read("bust_takes") in ("box", "all") and any(opinion.total(hand) > 21 for hand in box.hands):
        return ""
    if opinion.total(hand) > 21:
        if read("broken_ties") == "yes":
            return "full"
        gives_back = (
            read("double_bust_protected") != "no"
            if opinion.book == "VIC03"
            else read("double_bust_protected") == "yes"
        )
        return "second" if gives_back and stake.added and not hand.split else ""
    return "" if opinion.wins_at_once(hand) else "full"


def dealer_fault(opinion: Opinion) -> str:
    """What is wrong with the number of cards that the dealer drew; nothing if it is what the book requires."""
    cards, expected = opinion.state.dealer, cards_wanted(opinion)

    def may_stand(hand: tuple[str, ...]) -> bool:
        least = opinion.read("dealer_stands_soft" if soft(hand) else "dealer_stands_hard") or "17"
        return len(hand) > 1 and opinion.banks(hand) >= int(least)

    def must_stand(hand: tuple[str, ...]) -> bool:
        # Some games draw on a soft 17; that is fixed in their own tests.
        return may_stand(hand) and not (soft(hand) and opinion.banks(hand) < 18)

    def soft(hand: tuple[str, ...]) -> bool:
        return opinion.banks(hand) != count(hand, one_each=True)

    early = any(must_stand(cards[:size]) for size in range(2, len(cards)))
    if early or (expected == "full" and not may_stand(cards)):
        return f"{cards} is not where a hand stands"
    if expected != "full" and len(cards) != (2 if expected == "second" else 1):
        return f"{cards} for {expected}"
    return ""


# --- what was allowed, and when something was settled


def law_faults(before: engine.State, events: tuple[engine.Event, ...]) -> Iterator[str]:
    """What the book, so read, did not allow in one step of a round."""
    opinion = Opinion(before)
    for event in events:
        if isinstance(event, Doubled):
            yield from _double_faults(opinion, before, event)
        if isinstance(event, Split):
            yield from _split_faults(opinion, before, event)
        if isinstance(event, Settled) and event.result.hand:
            yield from _timing_faults(opinion, before, event)


def _double_faults(opinion: Opinion, before: engine.State, event: Doubled) -> Iterator[str]:
    hand = before.box(event.box).hands[event.hand - 1]
    if opinion.read("double_after_split") == "no" and hand.split:
        yield "a split hand was doubled"
    if opinion.book == "VIC03" and opinion.game in ("blackjack", "crown_blackjack"):
        low = count(hand.cards, one_each=True)
        soft = count(hand.cards) != low
        # 7.5.4(a): a hard total of 9, 10 or 11; by the other reading any with its aces as one.
        if (
            len(hand.cards) != 2
            or low not in (9, 10, 11)
            or (soft and opinion.read("double_counts") != "aces_low")
        ):
            yield f"{hand.cards} was doubled"
    adds = dict(event.adds)
    if opinion.read("double_shared") == "all" and any(
        stake.base and not adds.get(stake.player) for stake in hand.stakes
    ):
        yield "somebody on the box did not double"


HANDS = {"VIC03": "3", "ACT96": "4", "ACT03": "4", "NZ": "3"}


def _split_faults(opinion: Opinion, before: engine.State, event: Split) -> Iterator[str]:
    box = before.box(event.box)
    hand = box.hands[event.hand - 1]
    most = opinion.read("split_hands") or HANDS.get(opinion.book, "99")
    if len(box.hands) + 1 > int(most):
        yield f"more than {most} hands"
    if (
        hand.cards[0][0] == "A"
        and hand.split
        and not opinion.read("split_aces_hands")
        and opinion.book != "UK"
    ):
        yield "split aces were split again"
    if opinion.read("split_again_on") == "first" and hand.split and event.hand > 1:
        yield "another than the first hand was split again"
    if opinion.read("split_ban_covers") == "others" and opinion.elected.get("split") == "none":
        if hand.cards[0][0] != "A" and not opinion.free:
            yield "another pair than aces was split"
    elif opinion.elected.get("split") == "none" and opinion.game not in ("player_select", "free_bet"):
        yield "a pair was split"


def _timing_faults(opinion: Opinion, before: engine.State, event: Settled) -> Iterator[str]:
    result = event.result
    box = before.box(result.box)
    hand = box.hands[result.hand - 1]
    stake = hand.stake_of(result.player, result.bet)
    drawn = len(before.dealer) > 1
    if stake is None or not stake.base or hand.void or before.setup.face_down:
        return
    late = opinion.read("bust_taken_at_once") == "no" or opinion.read("broken_ties") == "yes"
    protected = opinion.book in ("VIC03", "NZ") and stake.added and not hand.split
    if opinion.total(hand) > 21 and result.result == "lose" and not protected:
        if late and before.phase == "subsequent_deal" and opinion.read("bust_takes") not in ("box", "all"):
            yield "a broken hand was taken at once"
        if not late and drawn and before.dealers == ():
            yield "a broken hand was left until the dealer had drawn"
    late = opinion.read("paid_21_when") == "end"
    drawn_21 = opinion.pontoon and opinion.total(hand) == 21 and not opinion.is_natural(hand)
    if drawn_21 and result.result == "win" and late == (before.phase == "subsequent_deal"):
        yield "a 21 was paid at another moment"


# --- side bets of New Zealand that the first cards decide


def side_faults(state: engine.State, dealt: dict[int, list[str]]) -> Iterator[str]:
    """Payments beside the hands that are not those of the book, so read. ``dealt`` are the cards of each box in the
    order in which they came."""
    if state.setup.book != "NZ":
        return
    readings = dict(state.setup.readings)
    scales = {offer.bet: offer.scale or "1" for offer in state.setup.offers}
    for result in state.results:
        bet = result.bet
        if (
            bet not in FIRST_CARDS
            or result.hand
            or result.wager != "main"
            or result.result not in ("win", "lose")
        ):
            continue
        judged = result.box
        own_boxes = [box.number for box in state.boxes if box.wager_of(result.player) is not None]
        if readings.get(f"{bet}.cards_of") == "bettor" and result.box not in own_boxes:
            judged = own_boxes[0]  # 15B.5: "dealt to the player"
        a, b = dealt[judged][:2]
        if bet in ("lucky_match", "lucky_lucky"):
            odds = nz_book.three_card_odds(bet, scales[bet], a, b, state.dealer[0])
        elif readings.get(f"{bet}.highest_only") == "no":
            odds = every_line(bet, a, b)
        else:
            odds = nz_book.two_card_odds(bet, scales[bet], a, b)
        expected = (odds * result.stake, 0) if odds else (0, result.stake)
        if (result.pays, result.takes) != expected:
            yield f"{bet} of {result.player} on box {result.box}: {result.pays, result.takes}, not {expected}"


FIRST_CARDS = ("perfect_pairs", "any_pair", "lucky_match", "lucky_lucky", "house_money", "let_it_ride")


def every_line(bet: str, a: str, b: str) -> int:
    """15D.5 and 15E.4 with each line paid that is met."""
    suited, beside = nz_book.one_suit(a, b), nz_book.neighbours(a, b)
    if bet == "let_it_ride":
        return 2 * (suited and beside) + (suited or beside)
    ace_king = suited and {a[0], b[0]} == {"A", "K"}
    return 9 * ace_king + 4 * (suited and beside) + 3 * (a[0] == b[0]) + beside
