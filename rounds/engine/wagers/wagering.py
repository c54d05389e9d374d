"""Wagers from the first chip to the call: signs, shared boxes, personal limits, restrictions."""

from casino.money import LARGEST, Cents
from casino.player_mark import LONGEST_MARK, is_mark
from casino.refusals import Refusal
from casino.rulebooks import Rules
from rounds.engine.events import Event
from rounds.engine.layout.box import Box
from rounds.engine.setup import ANTE, INSURANCE, Setup
from rounds.engine.sides.offered import no_such_bet, offer_of
from rounds.engine.state import State
from rounds.engine.wagers.commands import DeclareWager, Leave, PlaceWager, Seat
from rounds.engine.wagers.events import PlayerLeft, Seated, WagerDeclared, WagerPlaced
from rounds.engine.wagers.limits import notice_of, refuse_off_limits

BACKED = ("chips", "cash", "voucher", "token")


# --- checks shared by several commands


def box_on_layout(rules: Rules, state: State, number: int) -> Box:
    """The box with that number. Raises Refusal if the layout does not have it."""
    if not 1 <= number <= len(state.boxes):
        raise Refusal("box.not_on_layout", rules.boxes_most.clause, box=number, last=len(state.boxes))
    return state.box(number)


def player_mark(player: str) -> str:
    """A player's mark. Raises Refusal for text that cannot be a mark."""
    if not is_mark(player):
        raise Refusal("player.not_a_mark", mark=player[:LONGEST_MARK], longest=LONGEST_MARK)
    return player


def amount_of(amount: Cents, clause: str) -> Cents:
    """An amount above zero, in cents. Raises Refusal for any other, and for one so large that it must be a
    mis-tap."""
    if amount <= 0:
        raise Refusal("wager.not_above_zero", clause)
    if amount > LARGEST:
        raise Refusal("wager.too_large", clause, amount=amount)
    return amount


def words(name: str) -> str:
    """A role, phase or bet as people say it."""
    return name.replace("_", " ")


def refuse_excluded(state: State, player: str) -> None:
    """Raises Refusal for an excluded player (VIC03-17.2.2, ACT96-20.2(b), ACT03-16.3(b))."""
    if clause := state.excluded_under(player):
        raise Refusal("player.excluded", clause, player=player)


def refuse_closed(rules: Rules, state: State, until: str = "call") -> None:
    """Raises Refusal once the call or, by another reading, the first card has closed the round to new and increased
    wagers."""
    steps = rules.steps
    if not state.carry.rounds_left:
        raise Refusal("wager.last_round_dealt", rules.last_rounds.clause, rounds=rules.last_rounds.value)
    if state.drawn:
        raise Refusal("wager.after_first_card", steps.wager_locked, also=(steps.wager_before_first_card,))
    if state.called and until == "call":
        raise Refusal(
            "wager.after_call",
            steps.call,
            also=(steps.wager_before_first_card, steps.oral_wager, steps.wager_locked),
        )


def wagers_until(rules: Rules, state: State) -> str:
    """How long wagers may be placed: until the ``call``, or until the ``first_card`` where the book allows it or the
    cutting card came out before it. No card of the round has been dealt then, and the call is made again (NZ-8.8,
    ACT96-6.2(a), ACT03-5.5(a), VIC03-4.1.1(b))."""
    reopened = state.cut_card and not state.drawn and rules.steps.shuffle_first_card
    return "first_card" if reopened else rules.wagers_until.value


def refuse_after_call(rules: Rules, state: State, code: str, clause: str = "") -> None:
    """Raises Refusal with ``code`` unless the round is still taking wagers."""
    if state.called:
        raise Refusal(code, clause or rules.steps.call)


# --- commands


def seat(rules: Rules, state: State, command: Seat) -> list[Event]:
    """The player is to decide for the box (VIC03-5.9.1(a))."""
    box_on_layout(rules, state, command.box)
    refuse_after_call(rules, state, "caller.after_call", rules.steps.caller_known)
    return [Seated(box=command.box, player=player_mark(command.player), clause=rules.steps.caller_known)]


def leave(rules: Rules, state: State, command: Leave) -> list[Event]:
    """The player leaves; refused while they have a wager on the layout (VIC03-5.4)."""
    beside = any(wager.player == command.player for box in state.boxes for wager in box.sides)
    if beside or state.boxes_of(command.player):
        raise Refusal("player.has_wagers", rules.steps.wager_locked, player=command.player)
    return [PlayerLeft(player=player_mark(command.player), clause=rules.under_minimum.clause)]


def place(rules: Rules, state: State, command: PlaceWager) -> list[Event]:
    """Chips on a box. An amount off the sign is accepted as far as the book says (VIC03-6.2), with a notice; a player
    who may not wager there is refused."""
    steps = rules.steps
    refuse_closed(rules, state, wagers_until(rules, state))
    box = box_on_layout(rules, state, command.box)
    player = player_mark(command.player)
    _known_bet(rules, state.setup, command.bet)
    _in_this_round(rules, state, command.bet)
    if command.medium != "chips":
        raise Refusal("wager.not_in_chips", steps.chips_only, also=(steps.oral_wager,), medium=command.medium)
    amount_of(command.amount, steps.chips_only)
    before = box.wager_of(player, command.bet)
    if command.bet == ANTE:
        return [_ante(rules, box, command)]
    amount = command.amount + (before.amount if before else 0)
    amount_of(amount, steps.chips_only)
    if not box.wager_of(player):
        _room_on_box(rules, state, box, player)
        _may_take_box(rules, state, box, player)
    refuse_off_limits(rules, state, box, player, command.bet, amount)
    restriction = state.held_to_minimum(player)
    minimum = state.setup.sign(command.bet).minimum
    if restriction and not keeps_to_minimum(rules, amount, minimum):
        exactly = rules.restriction_amount.value == "exactly"
        raise Refusal(
            "wager.restricted_to_minimum" if exactly else "wager.restricted_from_minimum",
            restriction.clause,
            player=player,
            minimum=minimum,
            role=rules.restriction_role.value,
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


def _known_bet(rules: Rules, setup: Setup, bet: str) -> None:
    if bet == INSURANCE:
        raise Refusal("insurance.placed_later", rules.steps.insurance_placed)
    if bet in rules.wagers_on_hand.value or (bet == ANTE and rules.ante.value):
        return
    raise no_such_bet(rules, setup, bet)


def keeps_to_minimum(rules: Rules, amount: Cents, minimum: Cents) -> bool:
    """Whether a player restricted to the minimum may make this wager (`OpenPoints.restriction_amount`)."""
    return amount == minimum or (amount > minimum and rules.restriction_amount.value == "at_least")


def _in_this_round(rules: Rules, state: State, bet: str) -> None:
    """Raises Refusal for a wager beyond the required number, where only a shoe's first round may have more."""
    optional = rules.wagers_on_hand.value[rules.wagers_least.value :]
    if bet in optional and rules.optional_wagers_in.value == "first" and state.carry.shoe_rounds:
        raise Refusal(
            "wager.first_round_only",
            rules.optional_wagers_in.clause,
            bet=bet,
            others=tuple([other for other in rules.wagers_on_hand.value if other not in optional]),
        )


def _ante(rules: Rules, box: Box, command: PlaceWager) -> WagerPlaced:
    """The ante beside a wager: exactly the amount on the sign (NZ-18.3)."""
    if command.amount != rules.ante.value:
        raise Refusal("ante.wrong_amount", rules.ante.clause, also=(rules.steps.ante,), ante=rules.ante.value)
    if box.side_of(command.player, ANTE):
        raise Refusal("ante.placed", rules.steps.ante, player=command.player, box=box.number)
    return WagerPlaced(
        box=box.number, player=command.player, amount=command.amount, bet=ANTE, clause=rules.steps.ante
    )


def _room_on_box(rules: Rules, state: State, box: Box, player: str) -> None:
    fewer = dict(state.carry.most_players).get(box.number)
    most = fewer or rules.players_per_box.value
    marked_box = any(limit.box == box.number for limit in state.carry.limits)
    lifted = rules.marker_lifts_number.value and marked_box and not fewer
    if len(box.players) >= most and not lifted:
        raise Refusal("box.full", rules.players_per_box.clause, box=box.number, most=most)
    if rules.personal_limit_covers.value == "alone":
        marked = [limit.player for limit in state.carry.limits if limit.box == box.number]
        if any(other != player for other in (*marked, *(box.players if player in marked else ()))):
            raise Refusal("box.marker_alone", rules.personal_limit_covers.clause, box=box.number)


def _may_take_box(rules: Rules, state: State, box: Box, player: str) -> None:
    taken = [number for number in state.boxes_of(player) if number != box.number]
    restriction = state.held_to_one_box(player)
    if restriction and rules.restriction_box.value == "box_1" and box.number != 1:
        raise Refusal(
            "player.restricted_to_first_box",
            restriction.clause,
            also=rules.restriction_box.clauses,
            player=player,
        )
    if not taken:
        return
    if restriction:
        raise Refusal("player.restricted_to_one_box", restriction.clause, player=player, taken=taken[0])
    several = rules.several_boxes_role
    if player not in state.carry.several_boxes:
        raise Refusal(
            "player.one_box_only",
            several.clause,
            also=several.also,
            player=player,
            taken=taken[0],
            role=several.value,
        )
    if no := beyond_allowance(rules, state, box, player, len(taken)):
        raise no


def beyond_allowance(rules: Rules, state: State, box: Box, player: str, others: int) -> Refusal | None:
    """Why a player's permit for several boxes does not cover this one beside ``others``: the number that a role set
    (NZ-14.4), or that somebody else must decide there (NZ-14.5). None if it does."""
    several = rules.several_boxes_role
    most = dict(state.carry.extra_boxes).get(player, others)
    if others > most:
        clause = rules.steps.boxes_number or several.clause
        return Refusal(
            "player.extra_boxes_used",
            clause,
            also=several.also,
            player=player,
            box=box.number,
            most=most,
            role=several.value,
        )
    if player in state.carry.behind_others and rules.boxes_behind.value == "others":
        # Before the call it is enough that somebody else sits there; at the call they must have a wager there.
        numbers = {*state.boxes_of(player), box.number}
        boxes = [box if number == box.number else state.box(number) for number in numbers]
        own = [box for box in boxes if box.caller in ("", player)]
        if len(own) > 1 and box in own:
            return Refusal(
                "player.only_behind_others",
                rules.steps.caller_entitled,
                also=several.also,
                player=player,
                box=box.number,
                role=several.value,
            )
    return None


def declare(rules: Rules, state: State, command: DeclareWager) -> list[Event]:
    """A spoken wager: it counts once its money is there as chips, before the call (VIC03-5.3)."""
    steps = rules.steps
    refuse_closed(rules, state)
    box_on_layout(rules, state, command.box)
    if offer_of(state.setup, command.bet) is None:
        _known_bet(rules, state.setup, command.bet)
    if command.backing not in BACKED:
        raise Refusal("wager.spoken_without_money", steps.oral_wager)
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
