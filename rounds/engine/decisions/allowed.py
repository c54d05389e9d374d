"""Which decisions a hand may take, and why it may not take the others."""

from functools import lru_cache, partial
from itertools import product
from typing import Any, Final

from casino.cards import HARD_VALUE, hard_total, is_natural
from casino.rulebooks import Rules
from casino.rulebooks.rules import ANY_TOTAL
from casino.rulebooks.tournament_play import play_of
from rounds.engine.hands import Turn, addition_base, room_for, rules_for_wager, split_wager
from rounds.engine.layout.box import Box, caller_of
from rounds.engine.layout.hand import Hand, ace_may_double, open_21
from rounds.engine.state import State
from rounds.engine.tournament.stacks import in_reach
from rounds.engine.waiting import RefusedDecision

DECISIONS = ("hit", "stand", "double", "split")
_OPEN: Final = {
    each: tuple([decision for decision, allowed in zip(DECISIONS, each, strict=True) if allowed])
    for each in product((True, False), repeat=len(DECISIONS))
}
"""By whether doubling and splitting are open, the decisions open on a hand."""


def _refused(decision: str, code: str, clause: str, **values: Any) -> RefusedDecision:
    return RefusedDecision(decision, clause, code, values)


_NO_DOUBLING: Final = partial(_refused, "double")
_NO_SPLITTING: Final = partial(_refused, "split")


def _no_hit(rules: Rules, hand: Hand) -> RefusedDecision | None:
    """Only a split hand can be refused a card; any other hand that takes decisions may draw."""
    if no := _lone_split_ace(rules, hand, "hit"):
        return no
    if open_21(rules, hand):
        return RefusedDecision("hit", rules.draw_below.clause, "hit.at_21", {"total": hand.total})
    return None


def _no_stand(rules: Rules, hand: Hand) -> RefusedDecision | None:
    least = rules.must_draw_below.value
    if hand.hidden:
        return None
    total = hard_total(hand.cards) if rules.must_draw_counts.value == "aces_low" else hand.total
    if total >= least:
        return None
    return RefusedDecision("stand", rules.must_draw_below.clause, "stand.too_low", {"least": least})


def _lone_split_ace(rules: Rules, hand: Hand, decision: str) -> RefusedDecision | None:
    """The refusal of a further card for a split ace that gets only one; None if it may have more."""
    if hand.aces and rules.split_aces_one_card.value and not ace_may_double(rules, hand):
        return RefusedDecision(decision, rules.split_aces_one_card.clause, "decision.split_ace", {})
    return None


def _means_limited(rules: Rules, state: State) -> bool:
    """Whether anything at the table can keep a caller from adding to a wager; only then is `_beyond_means` asked."""
    carry = state.carry
    return (
        bool(carry.excluded)
        or carry.tournament is not None
        or rules.maximum_covers.value == "all"
        or rules.restriction_bars.value == "additions"
    )


def _beyond_means(rules: Rules, state: State, box: Box, hand: Hand, decision: str) -> RefusedDecision | None:
    """Why the box's caller may not add to the wager: excluded, or readings apply the limits on wagers to doubling and
    splitting too; None if the caller may."""
    caller = caller_of(box)
    if clause := state.excluded_under(caller):
        return RefusedDecision(decision, clause, "decision.player_excluded", {"player": caller})
    if rules.restriction_bars.value == "additions" and state.held_to_minimum(caller):
        clause = rules.restriction_bars.clause
        return RefusedDecision(decision, clause, "decision.player_restricted", {"player": caller})
    if (no := _beyond_stack(rules, state, box, hand, decision)) is not None:
        return no
    room = room_for(rules, state, box, caller)
    if room is None:
        return None
    stakes = [stake for stake in hand.stakes if stake.player == caller and stake.base]
    if not stakes:
        return None
    least = sum(addition_base(rules, box, stake) for stake in stakes)
    if decision == "double" and rules.double_amount.value == "up_to":
        least = 1
    if room >= least:
        return None
    code = "decision.above_maximum" if room else "decision.maximum_reached"
    return RefusedDecision(decision, rules.maximum_covers.clause, code, {"room": room})


def _beyond_stack(rules: Rules, state: State, box: Box, hand: Hand, decision: str) -> RefusedDecision | None:
    """The refusal if the box's caller has too few tournament chips for it; None if there are enough."""
    if state.carry.tournament is None:
        return None
    caller = caller_of(box)
    reach = in_reach(state, caller)
    stakes = [stake for stake in hand.stakes if stake.player == caller and stake.base]
    if not stakes:
        return None
    least = sum(split_wager(rules, box, hand, stake) for stake in stakes)
    if decision == "double":
        least = sum(addition_base(rules, box, stake) for stake in stakes)
        least = 1 if rules.double_amount.value == "up_to" else least
    if reach >= least:
        return None
    values = {"player": caller, "chips": reach}
    return RefusedDecision(decision, play_of(rules).stack, "decision.stack_too_small", values)


def choices(rules: Rules, state: State, turn: Turn) -> tuple[tuple[str, ...], tuple[RefusedDecision, ...]]:
    """The decisions open on the hand in turn, in a fixed order that advises nothing, and the refused ones, each with
    its clause, its reason and what is open instead."""
    box, number, hand = turn.box, turn.number, turn.hand
    no_double = no_split = None
    if _means_limited(rules, state):
        no_double = _beyond_means(rules, state, box, hand, "double")
        no_split = _beyond_means(rules, state, box, hand, "split")
    no_hit = _no_hit(rules, hand) if hand.split else None
    no_stand = _no_stand(rules, hand) if rules.must_draw_below.value else None
    no_double = no_double or _no_double(rules, box, hand)
    no_split = no_split or _no_split(rules, state, box, number)
    legal = _OPEN[no_hit is None, no_stand is None, no_double is None, no_split is None]
    refused = [
        RefusedDecision(no.decision, no.clause, no.code, {**no.values, "open": legal})
        for no in (no_hit, no_stand, no_double, no_split)
        if no is not None
    ]
    return legal, tuple(refused)


def only_drawing(rules: Rules, state: State, turn: Turn) -> bool:
    """Whether drawing is the only decision open on the hand in turn, so that the card itself records it."""
    return _no_stand(rules, turn.hand) is not None and choices(rules, state, turn)[0] == ("hit",)


def _levels(rules: Rules, box: Box, hand: Hand) -> tuple[Rules, ...]:
    """The rules of each player's wager on the hand: a right that one player has can be shared (NZ-21.7)."""
    if rules.lower is None:
        return (rules,)
    return tuple([rules_for_wager(rules, box, stake.player) for stake in hand.stakes])


def _no_double(rules: Rules, box: Box, hand: Hand) -> RefusedDecision | None:
    if hand.aces and (no := _lone_split_ace(rules, hand, "double")) is not None:
        return no
    if hand.hidden:
        return RefusedDecision("double", rules.face_down_allowed.clause, "double.cards_not_shown", {})
    if hand.plain:
        return RefusedDecision("double", hand.plain, "double.undone", {})
    stake = hand.stake_of(caller_of(box))
    if stake is None:
        return RefusedDecision("double", rules.seated_decides.clause, "double.caller_without_wager", {})
    if not stake.base:
        return RefusedDecision("double", rules.under_minimum.clause, "double.nothing_in_play", {})
    if rules.lower is None:
        no = no_double_under(rules, hand)
        return None if no is None or free_double(rules, hand) else no
    for own in _levels(rules, box, hand):
        no = no_double_under(own, hand)
        if no is None or free_double(own, hand):
            return None
    return no


def no_double_under(rules: Rules, hand: Hand) -> RefusedDecision | None:
    """Why a hand may not be doubled for money under these rules, whoever has a stake on it; None if it may."""

    no = _NO_DOUBLING
    cards = rules.double_cards.value
    if hand.split and (ace_may_double(rules, hand) or open_21(rules, hand)):
        return None
    if cards and len(hand.cards) != cards:
        return no("double.first_cards_only", rules.double_cards.clause)
    if hand.split:
        if len(hand.cards) > 2 and rules.double_many_on.value == "unsplit":
            return no("double.split_first_cards_only", rules.double_many_on.clause)
        if not rules.double_after_split.value:
            return no("double.after_split", rules.double_after_split.clause)
    elif not rules.double_on_blackjack.value and is_natural(hand.cards):
        return no("double.on_natural", rules.double_on_blackjack.clause, natural=rules.natural)
    if not rules.double_with_ace.value and any(card[0] == "A" for card in hand.cards):
        return no("double.with_ace", rules.double_with_ace.clause)
    total, soft = hand.points
    how = rules.double_counts.value
    counted = hard_total(hand.cards) if how == "aces_low" else total
    on = rules.double_on
    allowed = on.value
    if hand.split and allowed and rules.double_limit_covers.value == "initial":
        allowed = ANY_TOTAL
    if counted not in allowed or (soft and how == "hard"):
        if not allowed:
            return no("double.not_at_table", on.clause)
        if how == "hard":
            code = "double.soft_not_hard" if soft else "double.hard_total_only"
        else:
            code = "double.soft_total" if soft else "double.hard_total"
        least, most = _span(allowed)
        return no(code, on.clause, least=least, most=most, total=total)
    return None


@lru_cache(maxsize=64)
def _span(totals: frozenset[int]) -> tuple[int, int]:
    """The lowest and the highest of these totals."""
    return min(totals), max(totals)


def free_double(rules: Rules, hand: Hand) -> bool:
    """Whether the hand may be doubled with the house's lammer (NZ-20.3): a two-card total named there, before any
    split. It can hold no ace, since an ace counts eleven."""
    if hand.split and not rules.double_free_after_split.value:
        return False
    if not rules.double_free.value or len(hand.cards) != 2 or hand.aces:
        return False
    total, soft = hand.points
    return not soft and total in rules.double_free.value


def free_split(rules: Rules, hand: Hand) -> bool:
    """Whether the pair may be split with the house's lammer (NZ-20.4)."""
    if hand.split and not rules.split_free_again.value:
        return False
    return len(hand.cards) == 2 and HARD_VALUE[hand.cards[0]] in rules.split_free.value


def _no_split(rules: Rules, state: State, box: Box, number: int) -> RefusedDecision | None:
    no = _NO_SPLITTING
    hand = box.hands[number - 1]
    if hand.hidden:
        return no("split.cards_not_shown", rules.face_down_allowed.clause)
    if hand.plain:
        return no("split.undone", hand.plain)
    if len(hand.cards) != 2:
        return no("split.first_cards_only", rules.split_on.clause)
    value = HARD_VALUE[hand.cards[0]]
    if value != HARD_VALUE[hand.cards[1]]:
        return no("split.not_a_pair", rules.split_on.clause)
    stake = hand.stake_of(caller_of(box))
    if stake is None:
        return no("split.caller_without_wager", rules.seated_decides.clause)
    if not stake.base:
        return no("split.nothing_in_play", rules.under_minimum.clause)
    if rules.must_draw_bars.value == "splitting" and hand.total < rules.must_draw_below.value:
        return no("split.must_draw", rules.must_draw_bars.clause, least=rules.must_draw_below.value)
    if value == 1 and len(box.hands) >= rules.split_aces_hands.value:
        return no("split.aces_once", rules.split_aces_hands.clause)
    refusals = [no_split_under(own, box, hand) for own in _levels(rules, box, hand)]
    if None not in refusals and not (free_split(rules, hand) and len(box.hands) < rules.split_hands.value):
        return refusals[0]
    if rules.split_counted_per.value == "player" and _too_many_of_caller(rules, state, box):
        return no("split.too_many_hands", rules.split_hands.clause, most=rules.split_hands.value)
    if hand.split and number > 1 and rules.split_again_on.value == "first":
        return no("split.first_hand_only", rules.split_again_on.clause)
    if value in _declined(rules, state, box):
        return no("split.declined_before", rules.split_declined.clause)
    return None


def no_split_under(rules: Rules, box: Box, hand: Hand) -> RefusedDecision | None:
    """Why a pair may not be split for money under these rules, whoever has a stake on it; None if it may."""
    on = rules.split_on
    if not rules.may_split(HARD_VALUE[hand.cards[0]]):
        code = "split.not_at_table" if on.value == "none" else "split.no_aces"
        return RefusedDecision("split", on.clause, code, {})
    if len(box.hands) >= rules.split_hands.value:
        most = {"most": rules.split_hands.value}
        return RefusedDecision("split", rules.split_hands.clause, "split.too_many_hands", most)
    return None


def _too_many_of_caller(rules: Rules, state: State, box: Box) -> bool:
    """Whether a further split would give the box's caller too many split hands over the layout
    (VIC03-7.5.5(d))."""
    elsewhere = sum(
        len(other.hands)
        for other in state.boxes
        if other.number != box.number and len(other.hands) > 1 and caller_of(other) == caller_of(box)
    )
    return elsewhere + len(box.hands) + 1 > rules.split_hands.value


def _declined(rules: Rules, state: State, box: Box) -> tuple[int, ...]:
    """The card values that this box may not split any more because a split was declined (VIC03-7.5.5(e))."""
    scope = rules.split_declined.value
    if scope == "none":
        return ()
    if scope == "box":
        return box.declined
    return tuple([v for b in state.boxes if b.hands and caller_of(b) == caller_of(box) for v in b.declined])
