"""How the sign, a marker and the float's chips limit a wager's amount."""

from casino.money import EVENS, Cents
from casino.refusals import Refusal
from casino.rulebooks import Rules
from rounds.engine.layout.box import Box
from rounds.engine.phrases import line
from rounds.engine.setup import Limit, float_of
from rounds.engine.state import State


def limits_of(state: State, box: int, player: str, bet: str) -> tuple[Cents, Cents]:
    """The least and the largest wager of a player on a box, in cents: by personal limit, otherwise by the sign."""
    sign = state.setup.sign(bet)
    limit = state.limit_of(box, player)
    if limit is None:
        return sign.minimum, sign.maximum
    return limit.minimum or sign.minimum, limit.maximum


def counted_with(rules: Rules, state: State, box: Box, player: str, bet: str) -> Cents:
    """How much else on the box counts against the maximum of a wager, in cents."""
    if rules.limits_on.value == "wager":
        return 0
    if rules.limits_on.value == "player":
        return sum(w.amount for w in box.wagers if w.player == player and w.bet != bet)
    covers_box = rules.personal_limit_covers.value == "box"
    own_limit = state.limit_of(box.number, player)
    if own_limit and not covers_box:
        return sum(w.amount for w in box.wagers if w.player == player and w.bet != bet)
    return sum(
        wager.amount
        for wager in box.wagers
        if (wager.player, wager.bet) != (player, bet)
        # A player with a personal limit is measured by that alone (VIC03-6.3).
        and (covers_box or not state.limit_of(box.number, wager.player))
    )


def maximum_on(rules: Rules, state: State, box: Box, player: str, bet: str) -> Cents:
    """The maximum for a wager together with what is counted with it, in cents."""
    maximum = limits_of(state, box.number, player, bet)[1]
    if rules.personal_limit_covers.value == "box":
        return max([maximum, *(limit.maximum for limit in _markers_on(state, box))])
    return maximum


def _markers_on(state: State, box: Box) -> list[Limit]:
    """Personal limits of players who wager on the box, where the marker's figure applies to the whole box."""
    return [limit for limit in state.carry.limits if limit.box == box.number and box.wager_of(limit.player)]


def under_minimum(
    rules: Rules, state: State, box: Box, player: str, bet: str, amount: Cents
) -> tuple[bool, Cents]:
    """Whether a wager of that amount is under its minimum, and that minimum in cents: measured alone, or with all
    others on the box (`OpenPoints.minimum_on`)."""
    minimum = limits_of(state, box.number, player, bet)[0]
    if rules.minimum_on.value == "box":
        amount += sum(wager.amount for wager in box.wagers if (wager.player, wager.bet) != (player, bet))
    return amount < minimum, minimum


def step_of(rules: Rules, state: State, minimum: Cents, bet: str) -> Cents:
    """The multiple in which wagers above the minimum are made, in cents; 0 for any amount."""
    of_minimum = rules.unpayable.value == "lower_multiple" or rules.multiples_wanted.value == "always"
    return minimum if of_minimum else state.setup.sign(bet).multiple


def refuse_off_limits(rules: Rules, state: State, box: Box, player: str, bet: str, amount: Cents) -> None:
    """Raises Refusal for an amount that is handed back before the call rather than settled by the book's own rule."""
    under, minimum = under_minimum(rules, state, box, player, bet, amount)
    if under and rules.under_minimum.value == "refused":
        raise Refusal("wager.below_minimum", rules.under_minimum.clause, amount=amount, minimum=minimum)
    step = step_of(rules, state, minimum, bet)
    if rules.off_multiple.value == "returned" and step and (amount - minimum) % step:
        raise Refusal("wager.off_step", rules.off_multiple.clause, amount=amount, step=step)
    others = counted_with(rules, state, box, player, bet)
    maximum = maximum_on(rules, state, box, player, bet)
    how = rules.over_maximum.value
    # A maximum for each player is exceeded only by that player's own wager (ACT96-4.1(d)).
    shared = rules.limits_on.value == "box" and any(other != player for other in box.players)
    covers = rules.personal_limit_covers
    marked = bool(_markers_on(state, box) or state.limit_of(box.number, player))
    total, room = amount + others, maximum - others
    if total <= maximum:
        return
    if shared and marked and covers.value == "box":
        raise Refusal(
            "wager.above_marker" if room > 0 else "wager.marker_used_up",
            covers.clause,
            also=rules.over_maximum.clauses,
            total=total,
            box=box.number,
            maximum=maximum,
            room=room,
        )
    if how == "refused" or (how == "shared_refused" and shared):
        raise Refusal(
            "wager.above_maximum" if room > 0 else "wager.maximum_used_up",
            rules.over_maximum.also[0] if how == "shared_refused" else rules.over_maximum.clause,
            also=rules.over_maximum.clauses,
            total=total,
            box=box.number,
            maximum=maximum,
            room=room,
        )


def notice_of(
    rules: Rules, state: State, number: int, player: str, amount: Cents, bet: str
) -> tuple[str, str]:
    """A notice to the dealer about a wager's amount, and its clause; both empty if there is nothing to say."""
    box = state.box(number)
    under, minimum = under_minimum(rules, state, box, player, bet, amount)
    if under:
        clause = rules.under_minimum.clause
        if rules.under_minimum.value == "made_up":
            return line("kept.under_made_up", minimum=minimum), clause
        if rules.under_minimum.value == "returned":
            return line("kept.under_return", minimum=minimum), clause
        if warned_before(state, player):
            return line("kept.under_again", minimum=minimum), clause
        return line("kept.under_once", minimum=minimum), clause
    over = amount + counted_with(rules, state, box, player, bet) - maximum_on(rules, state, box, player, bet)
    if over > 0:
        returned = rules.over_maximum.value == "returned"
        code = "kept.over_return" if returned else "kept.over_maximum_plays"
        return line(code, over=over), rules.over_maximum.clause
    if rules.unpayable_refusable.value and not payable(rules, state, amount):
        return line("kept.unpayable_rounded"), rules.unpayable_refusable.clause
    step = step_of(rules, state, minimum, bet)
    if step and (amount - minimum) % step:
        clause = rules.steps.multiples or rules.unpayable.clause
        return line("kept.not_in_steps", step=step), clause
    return "", ""


def warned_before(state: State, player: str) -> bool:
    """Whether a player was warned in an earlier round and is still at the table (VIC03-6.2.1)."""
    return player in state.warned_earlier


def payable(rules: Rules, state: State, amount: Cents) -> bool:
    """Whether a Blackjack and any other win on that amount could both be paid exactly (VIC03-5.13)."""
    chips = float_of(state.setup.chips)
    for odds in (rules.blackjack_odds.value, EVENS):
        exact = odds.pay(amount)
        if exact.denominator != 1 or not chips.can_pay(exact.numerator):
            return False
    return True
