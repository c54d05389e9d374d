"""What a hand still needs, and what may be decided on it."""

from casino.cards import HARD_VALUE, hard_total, is_natural, score
from casino.rulebooks import Rules
from rounds.engine.state import Box, Hand, State, caller_of, is_blackjack
from rounds.engine.waiting import RefusedDecision

DECISIONS = ("hit", "stand", "double", "split")


def blackjack(rules: Rules, hand: Hand) -> bool:
    """Whether the hand is a Blackjack under these rules."""
    return is_blackjack(hand, split_counts=rules.split_blackjack.value)


def need(rules: Rules, hand: Hand) -> str:
    """What the hand waits for in the further deal: ``card``, ``decision`` or ```` (nothing: complete)."""
    if hand.drawing or len(hand.cards) < 2:
        return "card"
    if hand.stood or hand.doubled or not hand.live:
        return ""
    if hand.hidden:
        return "decision"
    total, soft = score(hand.cards)
    if total >= rules.draw_below.value:
        return ""
    if hand.aces and rules.split_aces_one_card.value:
        return ""
    if hand.directed:
        stands_on = rules.absent_stands_soft if soft else rules.absent_stands_hard
        return "" if total >= stands_on.value else "card"
    return "decision"


def why_complete(rules: Rules, hand: Hand) -> tuple[str, str]:
    """The clause under which a hand takes no further decision, and the reason in words."""
    steps = rules.steps
    total, soft = score(hand.cards)
    if not hand.live:
        return steps.wager_locked, "it is settled"
    if hand.stood:
        return steps.stand, "it stands"
    if total > 21:
        return (steps.split_bust if hand.split else steps.bust), f"it broke with {total}"
    if hand.doubled:
        return steps.double_one_card, "it was doubled and takes one card only"
    if hand.aces and rules.split_aces_one_card.value:
        return rules.split_aces_one_card.clause, "split aces take one card each"
    if blackjack(rules, hand):
        return rules.draw_below.clause, "it is a Blackjack"
    if total >= rules.draw_below.value:
        return rules.draw_below.clause, f"it has {'a soft' if soft else ''} {total}".replace("  ", " ")
    return rules.absent_role.clause, "it was completed at a supervisor's direction"


def current(rules: Rules, state: State) -> tuple[Box, int, Hand] | None:
    """The hand in turn: the first from the dealer's left that needs something. None when all are complete."""
    for box in state.boxes:
        for number, hand in enumerate(box.hands, start=1):
            if need(rules, hand):
                return box, number, hand
    return None


def refusal(rules: Rules, state: State, box: Box, number: int, decision: str) -> RefusedDecision | None:
    """Why a decision is not open on the hand in turn; None when it is."""
    hand = box.hands[number - 1]
    if decision == "double":
        return _no_double(rules, hand, box)
    if decision == "split":
        return _no_split(rules, state, hand, box, number)
    total = 22 if hand.hidden else hand.total
    if decision == "stand" and total < rules.must_draw_below.value:
        return RefusedDecision(
            "stand", rules.must_draw_below.clause, f"below {rules.must_draw_below.value} a card must be drawn"
        )
    return None


def legal(rules: Rules, state: State, box: Box, number: int) -> tuple[str, ...]:
    """The decisions open on the hand in turn, in a fixed order that advises nothing."""
    return tuple([word for word in DECISIONS if refusal(rules, state, box, number, word) is None])


def refused(rules: Rules, state: State, box: Box, number: int) -> tuple[RefusedDecision, ...]:
    """The decisions not open on the hand in turn, each with its clause and reason."""
    found = [refusal(rules, state, box, number, word) for word in DECISIONS]
    return tuple([one for one in found if one is not None])


def _no_double(rules: Rules, hand: Hand, box: Box) -> RefusedDecision | None:
    def no(clause: str, reason: str) -> RefusedDecision:
        return RefusedDecision("double", clause, reason)

    allowed = rules.double_on.value
    if hand.hidden:
        return no(rules.face_down_allowed.clause, "the cards must be shown first")
    if len(hand.cards) != 2:
        return no(rules.double_on.clause, "only on the first two cards")
    if is_natural(hand.cards) and not rules.double_on_blackjack.value:
        return no(rules.double_on_blackjack.clause, "not on a Blackjack")
    if hand.split and not rules.double_after_split.value:
        return no(rules.double_after_split.clause, "not on a split hand")
    total, soft = score(hand.cards)
    counted = hard_total(hand.cards) if rules.double_soft.value else total
    kind = "" if rules.double_soft.value else "hard "
    if counted not in allowed or (soft and not rules.double_soft.value):
        span = f"{min(allowed)} to {max(allowed)}" if allowed else "no total"
        have = f"this is {'a soft' if soft else 'a hard'} {total}"
        return no(rules.double_on.clause, f"only on {kind}{span}; {have}")
    return _nothing_in_play(rules, hand, box, "double")


def _no_split(rules: Rules, state: State, hand: Hand, box: Box, number: int) -> RefusedDecision | None:
    def no(clause: str, reason: str) -> RefusedDecision:
        return RefusedDecision("split", clause, reason)

    if hand.hidden:
        return no(rules.face_down_allowed.clause, "the cards must be shown first")
    if rules.split_on.value == "none":
        return no(rules.split_on.clause, "no splitting at this table")
    if len(hand.cards) != 2:
        return no(rules.split_on.clause, "only on the first two cards")
    value = HARD_VALUE[hand.cards[0]]
    if value != HARD_VALUE[hand.cards[1]]:
        return no(rules.split_on.clause, "the two cards differ in value")
    if value == 1 and len(box.hands) >= rules.split_aces_hands.value:
        return no(rules.split_aces_hands.clause, "aces are split only once")
    if _split_hands(rules, state, box) >= rules.split_hands.value:
        return no(rules.split_hands.clause, f"no more than {rules.split_hands.value} hands")
    if hand.split and number > 1 and rules.split_again_on.value == "first":
        return no(rules.split_again_on.clause, "only the first split hand may be split again")
    if value in _declined(rules, state, box):
        return no(rules.split_declined.clause, "a hand of that value was not split before")
    return _nothing_in_play(rules, hand, box, "split")


def _nothing_in_play(rules: Rules, hand: Hand, box: Box, decision: str) -> RefusedDecision | None:
    stake = hand.stake_of(caller_of(box))
    if stake is None or not stake.base:
        return RefusedDecision(decision, rules.under_minimum.clause, "nothing of the wager is in play")
    return None


def _split_hands(rules: Rules, state: State, box: Box) -> int:
    """Hands that count towards the most that splitting may form (VIC03-7.5.5(d))."""
    if rules.split_counted_per.value == "box":
        return len(box.hands)
    split = [
        len(b.hands) for b in state.boxes if b.hands and caller_of(b) == caller_of(box) and len(b.hands) > 1
    ]
    return max(sum(split), len(box.hands))


def _declined(rules: Rules, state: State, box: Box) -> tuple[int, ...]:
    """Card values whose split was declined so that it binds this box (VIC03-7.5.5(e))."""
    scope = rules.split_declined.value
    if scope == "none":
        return ()
    if scope == "box":
        return box.declined
    return tuple([v for b in state.boxes if b.hands and caller_of(b) == caller_of(box) for v in b.declined])
