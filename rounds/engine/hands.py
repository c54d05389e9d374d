"""What a hand still needs, and what may be decided on it."""

from collections.abc import Iterator

from casino.cards import HARD_VALUE, Card, hard_total, is_natural, points_of
from casino.money import Cents, dollars
from casino.rulebooks import Rules
from casino.rulebooks.rules import ANY_TOTAL, Special21
from rounds.engine.limits import maximum_on
from rounds.engine.state import Box, Hand, Stake, State, caller_of, is_blackjack
from rounds.engine.waiting import RefusedDecision

DECISIONS = ("hit", "stand", "double", "split")


def own_rules(rules: Rules, box: Box, player: str) -> Rules:
    """The rules for one player's wager: those of the lower level below the upper minimum (NZ-21.5)."""
    if rules.lower is None:
        return rules
    wager = box.wager_of(player)
    return rules.lower if wager and wager.amount < rules.upper_minimum.value else rules


def blackjack(rules: Rules, hand: Hand) -> bool:
    """Whether the hand is a Blackjack under these rules."""
    return is_blackjack(hand, split_counts=rules.split_blackjack.value)


def dealer_points(rules: Rules, cards: tuple[Card, ...]) -> tuple[int, bool]:
    """What the dealer's cards come to and whether that is soft. Where an ace counts eleven only if every ace of the
    hand can (`OpenPoints.aces_eleven`) two of them count one each."""
    if rules.aces_eleven.value == "alone" and sum(card[0] == "A" for card in cards) > 1:
        return hard_total(cards), False
    return points_of(cards)


def to_show(rules: Rules, state: State) -> tuple[Box, int] | None:
    """The first hand dealt face down that is shown before anything is called or paid, where that is the reading
    (VIC03-7.1.2); None when there is none."""
    if rules.face_down_shown.value != "first" or not state.setup.face_down:
        return None
    hidden = ((box, number) for box, number, hand, _ in unsettled(state) if hand.hidden)
    return next(hidden, None)


def original(rules: Rules, box: Box, stake: Stake) -> Cents:
    """What counts of the original wager that a stake comes from, in cents: a second hand may hold more, what then lay
    in action besides (NZ-15D.8, NZ-15E.7), which no lammer and no further wager is worth (NZ-11.2(a), NZ-20.8-S1)."""
    wager = box.wager_of(stake.player, stake.bet)
    if wager is None or rules.split_match.value == "caller":
        return stake.base
    return min(stake.base, wager.effective)


def measured(rules: Rules, box: Box, stake: Stake) -> Cents:
    """What a doubling or splitting wager of the stake is measured on, in cents: what counts of it, or what was placed
    of a wager above the maximum (`OpenPoints.further_wagers_on`)."""
    wager = box.wager_of(stake.player, stake.bet)
    if rules.further_wagers_on.value == "counted" or wager is None:
        return original(rules, box, stake)
    return wager.amount if stake.base else 0


def split_wager(rules: Rules, box: Box, hand: Hand, stake: Stake) -> Cents:
    """What a player adds to split, in cents: as much as his own wager, or as the caller's (ACT96-12.1-S3)."""
    of_caller = hand.stake_of(caller_of(box), stake.bet)
    if rules.split_match.value == "caller" and of_caller is not None:
        stake = of_caller
    return measured(rules, box, stake)


def room_for(rules: Rules, state: State, box: Box, player: str) -> Cents | None:
    """How much a player may still add on a box, in cents, where the maximum covers doubling and splitting wagers
    too (`OpenPoints.maximum_covers`); None where nothing limits it."""
    if rules.maximum_covers.value != "all":
        return None
    own = rules.limits_on.value == "player" or (
        state.limit_of(box.number, player) is not None and rules.personal_limit_covers.value != "box"
    )
    lies = sum(
        stake.money
        for hand in box.hands
        for stake in hand.stakes
        if not stake.settled and (stake.player == player or not own)
    )
    return max(0, maximum_on(rules, state, box, player, rules.wagers_on_hand.value[0]) - lies)


def wins_at_once(rules: Rules, hand: Hand) -> bool:
    """Whether the hand has won whatever the dealer gets: a 21, or five cards under it, where the rules say so
    (VIC03-10.6.1(b), NZ-19.6)."""
    if hand.hidden or len(hand.cards) < 2:
        return False
    total = hand.total
    if rules.paid_at_21.value and total == 21:
        return not _open_21(rules, hand)
    return 0 < rules.five_under.value == len(hand.cards) and total < 21


def _open_21(rules: Rules, hand: Hand) -> bool:
    """Whether a split ten and its ace wait to be doubled or stood on (`OpenPoints.double_split_21`)."""
    fresh = hand.split and not hand.aces and len(hand.cards) == 2 and hand.total == 21
    return fresh and rules.double_split_21.value and not (hand.doubled or hand.stood or hand.directed)


def special_21(rules: Rules, hand: Hand) -> Special21 | None:
    """The best-paid of the special hands that this 21 is, if any (VIC03-10.11.1)."""
    if hand.split and not rules.special_after_split.value:
        return None
    found = [one for one in rules.special_21.value if _is_special(one, hand)]
    return max(found, key=lambda one: one.odds.win / one.odds.stake) if found else None


def _is_special(one: Special21, hand: Hand) -> bool:
    if one.ranks:
        first = hand.cards[:3]
        if len(hand.cards) != 3 or sorted(card[0] for card in first) != sorted(one.ranks):
            return False
        suits = {card[1] for card in first}
        return len(suits) == 1 and suits <= set(one.suits) if one.suits else len(suits) > 1
    return len(hand.cards) == one.cards or (one.or_more and len(hand.cards) >= one.cards)


def need(rules: Rules, box: Box, hand: Hand) -> str:
    """What the hand waits for in the further deal: ``card``, ``decision``, ``rescue`` or ```` (complete)."""
    if not hand.live:
        return ""
    if hand.turned_down and len(hand.cards) > 1:
        return ""
    if hand.aces and _ace_may_double(rules, hand):
        return "decision"
    if hand.drawing or len(hand.cards) < 2:
        return "card"
    if hand.rescue and hand.total < 21:
        return "rescue"
    if hand.stood or hand.doubled:
        return ""
    if hand.hidden:
        return "decision"
    if len(hand.cards) == 2 and blackjack(rules, hand):
        return ""
    if hand.split and _open_21(rules, hand):
        return "decision"
    total, soft = hand.points
    if total >= rules.draw_below.value or 0 < rules.cards_most.value <= len(hand.cards):
        return ""
    if hand.aces and rules.split_aces_one_card.value:
        again = hand.cards[1][0] == "A" and len(hand.cards) == 2 and _aces_split_again(rules, box)
        return "decision" if again else ""
    if hand.directed:
        stands_on = rules.absent_stands_soft if soft else rules.absent_stands_hard
        return "" if total >= stands_on.value else "card"
    return "decision"


def _ace_may_double(rules: Rules, hand: Hand) -> bool:
    """Whether a split ace may be doubled now, before its one card (`OpenPoints.split_aces_double`)."""
    lone = hand.aces and len(hand.cards) == 1 and not hand.drawing
    return lone and rules.split_aces_double.value and rules.double_after_split.value


def _aces_split_again(rules: Rules, box: Box) -> bool:
    """Whether an ace on a split ace may be split once more (UK-B22)."""
    return len(box.hands) < min(rules.split_aces_hands.value, rules.split_hands.value)


def why_complete(rules: Rules, hand: Hand) -> tuple[str, str]:
    """The clause under which a hand takes no further decision, and the reason in words."""
    steps = rules.steps
    total, soft = hand.points
    if any(stake.surrendered for stake in hand.stakes):
        return steps.surrender_marker, "half of it was surrendered"
    if not hand.live:
        return steps.wager_locked, "it is settled"
    if hand.turned_down:
        return hand.turned_down, "its player turned down the card drawn in error"
    if hand.stood:
        return steps.stand, "it stands"
    if total > 21:
        return (steps.split_bust if hand.split else steps.bust), f"it broke with {total}"
    if hand.doubled:
        return steps.double_one_card, "it was doubled and takes one card only"
    if hand.aces and rules.split_aces_one_card.value:
        return rules.split_aces_one_card.clause, "split aces take one card each"
    if blackjack(rules, hand):
        return rules.draw_below.clause, f"it is a {rules.natural}"
    if total >= rules.draw_below.value:
        return rules.draw_below.clause, f"it has {'a soft ' if soft else ''}{total}"
    if 0 < rules.cards_most.value <= len(hand.cards):
        return rules.cards_most.clause, f"it has {len(hand.cards)} cards"
    return rules.absent_role.clause, "it was completed at a supervisor's direction"


def current(rules: Rules, state: State) -> tuple[Box, int, Hand] | None:
    """The hand in turn: the first from the dealer's left that needs something. None when all are complete."""
    at_once = rules.split_second_cards.value == "at_once"
    waits = ("", "rescue") if rules.rescue_until.value == "dealers_card" else ("",)
    for box in state.boxes:
        if at_once and len(box.hands) > 1:
            for number, hand in enumerate(box.hands, start=1):
                if len(hand.cards) < 2 and not hand.void:
                    return box, number, hand
        for number, hand in enumerate(box.hands, start=1):
            if need(rules, box, hand) not in waits:
                return box, number, hand
    return _last_asked(rules, state) if len(waits) > 1 else None


def _last_asked(rules: Rules, state: State) -> tuple[Box, int, Hand] | None:
    """The first doubled hand that may still be taken back, once all others are complete (`OpenPoints.rescue_until`)."""
    for box in state.boxes:
        for number, hand in enumerate(box.hands, start=1):
            if need(rules, box, hand):
                return box, number, hand
    return None


def refusal(rules: Rules, state: State, box: Box, number: int, decision: str) -> RefusedDecision | None:
    """Why a decision is not open on the hand in turn; None when it is."""
    hand = box.hands[number - 1]
    no = _beyond_means(rules, state, box, hand, decision) if decision in ("double", "split") else None
    if no is not None:
        return no
    split_ace = hand.aces and rules.split_aces_one_card.value and not _ace_may_double(rules, hand)
    if split_ace and decision in ("hit", "double"):
        return RefusedDecision(decision, rules.split_aces_one_card.clause, "split aces take one card each")
    if decision == "double":
        return _no_double(rules, box, hand)
    if decision == "split":
        return _no_split(rules, state, box, number)
    total = 22 if hand.hidden else hand.total
    if decision == "hit" and _open_21(rules, hand):
        return RefusedDecision("hit", rules.draw_below.clause, f"it has {total}")
    if rules.must_draw_counts.value == "aces_low" and not hand.hidden:
        total = hard_total(hand.cards)
    if decision == "stand" and total < rules.must_draw_below.value:
        return RefusedDecision(
            "stand", rules.must_draw_below.clause, f"below {rules.must_draw_below.value} a card must be drawn"
        )
    return None


def _beyond_means(rules: Rules, state: State, box: Box, hand: Hand, decision: str) -> RefusedDecision | None:
    """Why the box's caller may add nothing to his wager: he was excluded, or readings carry limits on wagers over to
    doubling and splitting; None if he may."""
    caller = caller_of(box)
    if clause := state.excluded_under(caller):
        return RefusedDecision(decision, clause, f"player {caller} was excluded from the game")
    if rules.restriction_bars.value == "additions" and state.held_to_minimum(caller):
        return RefusedDecision(
            decision, rules.restriction_bars.clause, f"player {caller} is held to the table minimum"
        )
    room = room_for(rules, state, box, caller)
    stakes = [stake for stake in hand.stakes if stake.player == caller and stake.base]
    if room is None or not stakes:
        return None
    least = sum(measured(rules, box, stake) for stake in stakes)
    if decision == "double" and rules.double_amount.value == "up_to":
        least = 1
    if room >= least:
        return None
    reason = f"the maximum leaves {dollars(room)}" if room else "the maximum leaves nothing to add"
    return RefusedDecision(decision, rules.maximum_covers.clause, reason)


def choices(
    rules: Rules, state: State, box: Box, number: int
) -> tuple[tuple[str, ...], tuple[RefusedDecision, ...]]:
    """The decisions open on the hand in turn, in a fixed order that advises nothing, and those that are not,
    each with its clause and reason."""
    legal, refused = [], []
    for word in DECISIONS:
        no = refusal(rules, state, box, number, word)
        if no is None:
            legal.append(word)
        else:
            refused.append(no)
    return tuple(legal), tuple(refused)


def only_drawing(rules: Rules, state: State, box: Box, number: int) -> bool:
    """Whether drawing is the only decision open, so that a card says it all."""
    if refusal(rules, state, box, number, "stand") is None:
        return False
    return choices(rules, state, box, number)[0] == ("hit",)


def _levels(rules: Rules, box: Box, hand: Hand) -> tuple[Rules, ...]:
    """The rules of every player's wager on the hand: a right that one has can be shared (NZ-21.7)."""
    if rules.lower is None:
        return (rules,)
    return tuple([own_rules(rules, box, stake.player) for stake in hand.stakes])


def _no_double(rules: Rules, box: Box, hand: Hand) -> RefusedDecision | None:
    if hand.hidden:
        return RefusedDecision("double", rules.face_down_allowed.clause, "the cards must be shown first")
    if hand.plain:
        return RefusedDecision("double", hand.plain, "a double or split of it was undone")
    stake = hand.stake_of(caller_of(box))
    if stake is None:
        return RefusedDecision("double", rules.seated_decides.clause, "its caller has no wager on it")
    if not stake.base:
        return RefusedDecision("double", rules.under_minimum.clause, "nothing of the wager is in play")
    no: RefusedDecision | None = None
    for own in _levels(rules, box, hand):
        no = no_double_under(own, hand)
        if no is None or free_double(own, hand):
            return None
    return no


def no_double_under(rules: Rules, hand: Hand) -> RefusedDecision | None:
    """Why a hand may not be doubled for money under these rules, whoever has what on it; None if it may."""

    def no(clause: str, reason: str) -> RefusedDecision:
        return RefusedDecision("double", clause, reason)

    cards = rules.double_cards.value
    if _ace_may_double(rules, hand) or _open_21(rules, hand):
        return None
    if cards and len(hand.cards) != cards:
        return no(rules.double_cards.clause, "only on the first two cards")
    if len(hand.cards) > 2 and hand.split and rules.double_many_on.value == "unsplit":
        return no(rules.double_many_on.clause, "a split hand only on its first two cards")
    if is_natural(hand.cards) and not rules.double_on_blackjack.value and not hand.split:
        return no(rules.double_on_blackjack.clause, f"not on a {rules.natural}")
    if hand.split and not rules.double_after_split.value:
        return no(rules.double_after_split.clause, "not on a split hand")
    if not rules.double_with_ace.value and any(card[0] == "A" for card in hand.cards):
        return no(rules.double_with_ace.clause, "not with an ace")
    total, soft = hand.points
    how = rules.double_counts.value
    counted = hard_total(hand.cards) if how == "aces_low" else total
    on = rules.double_on
    allowed = on.value
    if hand.split and allowed and rules.double_limit_covers.value == "initial":
        allowed = ANY_TOTAL
    if counted not in allowed or (soft and how == "hard"):
        kind = "hard " if how == "hard" else ""
        if not allowed:
            return no(on.clause, "no doubling at this table")
        have = f"this is {'a soft' if soft else 'a hard'} {total}"
        return no(on.clause, f"only on {kind}{min(allowed)} to {max(allowed)}; {have}")
    return None


def free_double(rules: Rules, hand: Hand) -> bool:
    """Whether the hand may be doubled with the house's lammer (NZ-20.3): a first two-card total named there.
    No ace can be in it, since an ace counts eleven."""
    if hand.split and not rules.double_free_after_split.value:
        return False
    total, soft = hand.points
    return len(hand.cards) == 2 and not soft and total in rules.double_free.value and not hand.aces


def free_split(rules: Rules, hand: Hand) -> bool:
    """Whether the pair may be split with the house's lammer (NZ-20.4)."""
    if hand.split and not rules.split_free_again.value:
        return False
    return len(hand.cards) == 2 and HARD_VALUE[hand.cards[0]] in rules.split_free.value


def _no_split(rules: Rules, state: State, box: Box, number: int) -> RefusedDecision | None:
    def no(clause: str, reason: str) -> RefusedDecision:
        return RefusedDecision("split", clause, reason)

    hand = box.hands[number - 1]
    if hand.hidden:
        return no(rules.face_down_allowed.clause, "the cards must be shown first")
    if hand.plain:
        return no(hand.plain, "a double or split of it was undone")
    if len(hand.cards) != 2:
        return no(rules.split_on.clause, "only on the first two cards")
    value = HARD_VALUE[hand.cards[0]]
    if value != HARD_VALUE[hand.cards[1]]:
        return no(rules.split_on.clause, "the two cards differ in value")
    stake = hand.stake_of(caller_of(box))
    if stake is None:
        return no(rules.seated_decides.clause, "its caller has no wager on it")
    if not stake.base:
        return no(rules.under_minimum.clause, "nothing of the wager is in play")
    if rules.must_draw_bars.value == "splitting" and hand.total < rules.must_draw_below.value:
        return no(rules.must_draw_bars.clause, f"below {rules.must_draw_below.value} a card must be drawn")
    if value == 1 and len(box.hands) >= rules.split_aces_hands.value:
        return no(rules.split_aces_hands.clause, "aces are split only once")
    refusals = [no_split_under(own, box, hand) for own in _levels(rules, box, hand)]
    if None not in refusals and not (free_split(rules, hand) and len(box.hands) < rules.split_hands.value):
        return refusals[0]
    if rules.split_counted_per.value == "player" and _too_many_of_caller(rules, state, box):
        return no(rules.split_hands.clause, f"no more than {rules.split_hands.value} hands")
    if hand.split and number > 1 and rules.split_again_on.value == "first":
        return no(rules.split_again_on.clause, "only the first split hand may be split again")
    if value in _declined(rules, state, box):
        return no(rules.split_declined.clause, "a hand of that value was not split before")
    return None


def no_split_under(rules: Rules, box: Box, hand: Hand) -> RefusedDecision | None:
    """Why a pair may not be split for money under these rules, whoever has what on it; None if it may."""
    on = rules.split_on
    if on.value == "none":
        return RefusedDecision("split", on.clause, "no splitting at this table")
    if on.value == "no_aces" and hand.cards[0][0] == "A":
        return RefusedDecision("split", on.clause, "aces are not split at this table")
    if len(box.hands) >= rules.split_hands.value:
        reason = f"no more than {rules.split_hands.value} hands"
        return RefusedDecision("split", rules.split_hands.clause, reason)
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
    """Card values whose split was declined so that it binds this box (VIC03-7.5.5(e))."""
    scope = rules.split_declined.value
    if scope == "none":
        return ()
    if scope == "box":
        return box.declined
    return tuple([v for b in state.boxes if b.hands and caller_of(b) == caller_of(box) for v in b.declined])


def in_play(stake: Stake) -> bool:
    """Whether anything of the stake can win or lose, and has not been settled."""
    return not stake.settled and bool(stake.base)


def unsettled(state: State) -> Iterator[tuple[Box, int, Hand, Stake]]:
    """Every stake that is still to be settled, with its box, the number of its hand and the hand."""
    for box in state.boxes:
        for number, hand in enumerate(box.hands, start=1):
            for stake in hand.stakes:
                if not stake.settled:
                    yield box, number, hand, stake
