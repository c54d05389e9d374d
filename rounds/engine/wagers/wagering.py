"""Wagers, from the first chip to the call: signs, shared boxes, personal limits, restrictions."""

from casino.marks import MARK_REMEDY, cannot_mark, is_mark
from casino.money import LARGEST, Cents, dollars
from casino.rulebooks import Rules
from rounds.engine.events import Event
from rounds.engine.layout.box import Box
from rounds.engine.refusal import RuleViolation
from rounds.engine.setup import ANTE, INSURANCE
from rounds.engine.sides.offered import no_such_bet, offer_of
from rounds.engine.state import State
from rounds.engine.wagers.commands import DeclareWager, Leave, PlaceWager, Seat
from rounds.engine.wagers.events import PlayerLeft, Seated, WagerDeclared, WagerPlaced
from rounds.engine.wagers.limits import notice_of, within_limits

BACKED = ("chips", "cash", "voucher", "token")


# --- checks that several commands share


def box_on_layout(rules: Rules, state: State, number: int) -> Box:
    """The box of that number. Raises Refusal when the layout has none."""
    if not 1 <= number <= len(state.boxes):
        raise RuleViolation(
            rules.boxes_most.clause,
            f"this layout has no box {number}",
            f"Boxes run from 1 to {len(state.boxes)}, from the dealer's left.",
        )
    return state.box(number)


def player_mark(player: str) -> str:
    """A player's mark. Raises Refusal for a text that cannot be one."""
    if not is_mark(player):
        raise RuleViolation("", cannot_mark(player), MARK_REMEDY)
    return player


def amount_of(amount: Cents, clause: str) -> Cents:
    """An amount above zero. Raises Refusal otherwise, and for one that is a slip of the finger."""
    if amount <= 0:
        raise RuleViolation(clause, "a wager is an amount above zero", "Enter what lies on the layout.")
    if amount > LARGEST:
        raise RuleViolation(
            clause, f"{dollars(amount)} is more than any wager can be", "Enter what lies on the layout."
        )
    return amount


def words(name: str) -> str:
    """A role, phase or bet as people say it."""
    return name.replace("_", " ")


def a_role(name: str) -> str:
    """A role with its article: ``an operations manager``."""
    return f"{'an' if name[:1] in tuple('aeiou') else 'a'} {words(name)}"


def not_excluded(state: State, player: str) -> None:
    """Raises Refusal for a player who was shut out of the game (VIC03-17.2.2, ACT96-20.2(b), ACT03-16.3(b))."""
    if clause := state.excluded_under(player):
        raise RuleViolation(clause, f"player {player} was excluded from the game", "Hand the chips back.")


def open_for_wagers(rules: Rules, state: State, until: str = "call") -> None:
    """Raises Refusal once the call, or by another reading the first card, has closed the round to new and
    increased wagers."""
    steps = rules.steps
    if not state.carry.rounds_left:
        raise RuleViolation(
            rules.last_rounds.clause,
            f"the last {rules.last_rounds.value} rounds have been dealt",
            "Hand the wager back and close the table.",
        )
    if state.drawn:
        raise RuleViolation(
            steps.wager_locked,
            "no wager is placed or increased after the first card",
            "It waits for the next round.",
            also=(steps.wager_before_first_card,),
        )
    if state.called and until == "call":
        raise RuleViolation(
            steps.call,
            "no more bets has been called",
            "Undo the call if it was not made; otherwise the wager waits for the next round.",
            also=(steps.wager_before_first_card, steps.oral_wager, steps.wager_locked),
        )


def wagers_until(rules: Rules, state: State) -> str:
    """Until when wagers are placed: the ``call``, or ``first_card``, which the book allows or the cutting card
    brings about that came before it. No card of the round has been dealt then, and the call is made anew (NZ-8.8,
    ACT96-6.2(a), ACT03-5.5(a), VIC03-4.1.1(b))."""
    reopened = state.cut_card and not state.drawn and rules.steps.shuffle_first_card
    return "first_card" if reopened else rules.wagers_until.value


def before_the_call(rules: Rules, state: State, what: str, clause: str = "") -> None:
    """Raises Refusal unless the round is still taking wagers."""
    if state.called:
        raise RuleViolation(
            clause or rules.steps.call, f"{what} is settled before the call", "Do it in the next round."
        )


# --- commands


def seat(rules: Rules, state: State, command: Seat) -> list[Event]:
    """The player calls the decisions for the box (VIC03-5.9.1(a))."""
    box_on_layout(rules, state, command.box)
    before_the_call(rules, state, "who calls the decisions", rules.steps.caller_known)
    return [Seated(box=command.box, player=player_mark(command.player), clause=rules.steps.caller_known)]


def leave(rules: Rules, state: State, command: Leave) -> list[Event]:
    """The player leaves; refused while a wager of his lies on the layout (VIC03-5.4)."""
    beside = any(wager.player == command.player for box in state.boxes for wager in box.sides)
    if beside or state.boxes_of(command.player):
        raise RuleViolation(
            rules.steps.wager_locked,
            f"player {command.player} has a wager on the layout",
            "Withdraw it before the call, or wait for the end of the round.",
        )
    return [PlayerLeft(player=player_mark(command.player), clause=rules.under_minimum.clause)]


def place(rules: Rules, state: State, command: PlaceWager) -> list[Event]:
    """Chips on a box. What the sign does not allow is accepted as the book says (VIC03-6.2), with a notice;
    who may not wager there at all is refused."""
    steps = rules.steps
    open_for_wagers(rules, state, wagers_until(rules, state))
    box = box_on_layout(rules, state, command.box)
    player = player_mark(command.player)
    _known_bet(rules, command.bet)
    _in_this_round(rules, state, command.bet)
    if command.medium != "chips":
        raise RuleViolation(
            steps.chips_only,
            f"a wager is made in chips, not in {command.medium}",
            "Change it into chips and place those before the call.",
            also=(steps.oral_wager,),
        )
    amount_of(command.amount, steps.chips_only)
    before = box.wager_of(player, command.bet)
    if command.bet == ANTE:
        return [_ante(rules, box, command)]
    amount = command.amount + (before.amount if before else 0)
    amount_of(amount, steps.chips_only)
    if not box.wager_of(player):
        _room_on_box(rules, state, box, player)
        _may_take_box(rules, state, box, player)
    within_limits(rules, state, box, player, command.bet, amount)
    restriction = state.held_to_minimum(player)
    minimum = state.setup.sign(command.bet).minimum
    if restriction and not keeps_to_minimum(rules, amount, minimum):
        exactly = words(rules.restriction_amount.value)
        raise RuleViolation(
            restriction.clause,
            f"player {player} is held to the table minimum of {dollars(minimum)}",
            f"Place {exactly} the minimum, or ask {a_role(rules.restriction_role.value)} to lift the restriction.",
        )
    notice, clause = notice_of(rules, state, box.number, player, amount, command.bet)
    return [
        WagerPlaced(
            box=box.number,
            player=player,
            amount=command.amount,
            bet=command.bet,
            notice=notice,
            clause=clause or steps.wager,
        )
    ]


def _known_bet(rules: Rules, bet: str) -> None:
    if bet == INSURANCE:
        raise RuleViolation(
            rules.steps.insurance_placed,
            "insurance is placed after the initial deal, when the dealer's first card is an ace",
            "Offer it then.",
        )
    if bet in rules.wagers_on_hand.value or (bet == ANTE and rules.ante.value):
        return
    raise no_such_bet(rules, bet)


def keeps_to_minimum(rules: Rules, amount: Cents, minimum: Cents) -> bool:
    """Whether a wager is one that a player held to the minimum may make (`OpenPoints.restriction_amount`)."""
    return amount == minimum or (amount > minimum and rules.restriction_amount.value == "at_least")


def _in_this_round(rules: Rules, state: State, bet: str) -> None:
    """Raises Refusal for a wager beyond the least number where those are for a shoe's first round alone."""
    optional = rules.wagers_on_hand.value[rules.wagers_least.value :]
    if bet in optional and rules.optional_wagers_in.value == "first" and state.carry.shoe_rounds:
        raise RuleViolation(
            rules.optional_wagers_in.clause,
            f"{words(bet)} is open in the first round of a shoe",
            f"Place it on {' or '.join(words(one) for one in rules.wagers_on_hand.value if one not in optional)}.",
        )


def _ante(rules: Rules, box: Box, command: PlaceWager) -> WagerPlaced:
    """The fee beside a wager: exactly the amount on the sign (NZ-18.3)."""
    if command.amount != rules.ante.value:
        raise RuleViolation(
            rules.ante.clause,
            f"the ante is {dollars(rules.ante.value)}",
            f"Place exactly {dollars(rules.ante.value)}.",
            also=(rules.steps.ante,),
        )
    if box.side_of(command.player, ANTE):
        raise RuleViolation(
            rules.steps.ante,
            f"player {command.player} has placed the ante on box {box.number} already",
            "Hand the second one back.",
        )
    return WagerPlaced(
        box=box.number, player=command.player, amount=command.amount, bet=ANTE, clause=rules.steps.ante
    )


def _room_on_box(rules: Rules, state: State, box: Box, player: str) -> None:
    fewer = dict(state.carry.most_players).get(box.number)
    most = fewer or rules.players_per_box.value
    marked_box = any(limit.box == box.number for limit in state.carry.limits)
    lifted = rules.marker_lifts_number.value and marked_box and not fewer
    if len(box.players) >= most and not lifted:
        raise RuleViolation(
            rules.players_per_box.clause,
            f"box {box.number} already has {most} player{'s' if most > 1 else ''}",
            "Offer the player another box.",
        )
    if rules.personal_limit_covers.value == "alone":
        marked = [limit.player for limit in state.carry.limits if limit.box == box.number]
        if any(other != player for other in (*marked, *(box.players if player in marked else ()))):
            raise RuleViolation(
                rules.personal_limit_covers.clause,
                f"the marker on box {box.number} is for one player alone",
                "Offer the player another box.",
            )


def _may_take_box(rules: Rules, state: State, box: Box, player: str) -> None:
    taken = [number for number in state.boxes_of(player) if number != box.number]
    restriction = state.held_to_one_box(player)
    if restriction and rules.restriction_box.value == "box_1" and box.number != 1:
        raise RuleViolation(
            restriction.clause,
            f"player {player} is held to box 1",
            "Hand the wager back; on box 1 it may lie.",
            also=rules.restriction_box.clauses,
        )
    if not taken:
        return
    if restriction:
        raise RuleViolation(
            restriction.clause,
            f"player {player} is held to one box and has box {taken[0]}",
            f"Hand the wager back; on box {taken[0]} it may lie.",
        )
    if player not in state.carry.several_boxes:
        raise RuleViolation(
            rules.several_boxes_role.clause,
            f"player {player} already wagers on box {taken[0]}",
            f"Ask {a_role(rules.several_boxes_role.value)} to allow more than one box, or hand the wager back.",
            also=rules.several_boxes_role.also,
        )
    no = beyond_allowance(rules, state, box, player, len(taken))
    if no:
        raise RuleViolation(
            no[0],
            no[1],
            f"Hand the wager back, or ask {a_role(rules.several_boxes_role.value)}.",
            also=rules.several_boxes_role.also,
        )


def beyond_allowance(
    rules: Rules, state: State, box: Box, player: str, others: int
) -> tuple[str, str] | None:
    """Why the leave to wager on several boxes does not reach to this one beside ``others``, as (clause, reason):
    the number that a role set (NZ-14.4), or that somebody else must decide there (NZ-14.5). None if it does."""
    clause = rules.several_boxes_role.clause
    most = dict(state.carry.extra_boxes).get(player, others)
    if others > most:
        return (
            rules.steps.boxes_number or clause,
            f"player {player} may have {most} more box{'es' * (most > 1)}",
        )
    if player in state.carry.behind_others and rules.boxes_behind.value == "others":
        # Before the call it is enough that somebody else sits there; at the call his wager must lie there.
        numbers = {*state.boxes_of(player), box.number}
        boxes = [box if number == box.number else state.box(number) for number in numbers]
        own = [one for one in boxes if one.caller in ("", player)]
        if len(own) > 1 and box in own:
            return rules.steps.caller_entitled, f"player {player} may wager only where somebody else sits"
    return None


def declare(rules: Rules, state: State, command: DeclareWager) -> list[Event]:
    """A spoken wager: it counts once its money lies there as chips, before the call (VIC03-5.3)."""
    steps = rules.steps
    open_for_wagers(rules, state)
    box_on_layout(rules, state, command.box)
    if offer_of(state.setup, command.bet) is None:
        _known_bet(rules, command.bet)
    if command.backing not in BACKED:
        raise RuleViolation(
            steps.oral_wager,
            "a spoken wager needs chips, cash, a voucher or a token with it",
            "Ask for the money, or take no wager.",
        )
    return [
        WagerDeclared(
            box=command.box,
            player=player_mark(command.player),
            amount=amount_of(command.amount, steps.oral_wager),
            bet=command.bet,
            backing=command.backing,
            clause=steps.oral_wager,
        )
    ]
