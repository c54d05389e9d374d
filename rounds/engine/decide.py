"""Turn a command into events, or refuse it. Nothing is changed here."""

from typing import Final

from msgspec.structs import replace

from casino.refusals import Refusal
from casino.rulebooks import Rules
from casino.rulebooks.house import sign_fault
from rounds.engine.cards import deciders as cards
from rounds.engine.commands import Command, Undo
from rounds.engine.corrections import deciders as corrections
from rounds.engine.decisions import deciders as decisions
from rounds.engine.due import due
from rounds.engine.events import Event, Events, RoundOpened, Undone
from rounds.engine.evolve import evolve
from rounds.engine.insurance import deciders as insurance
from rounds.engine.irregularities import deciders as irregularities
from rounds.engine.irregularities.reporting import refuse_while_open, reopens
from rounds.engine.machine import Decider, Earlier, Machine, RedealingDecider, RequiredRole
from rounds.engine.permits import deciders as permits
from rounds.engine.phases import follow
from rounds.engine.settlement import deciders as settlement
from rounds.engine.setup import Carry, Setup, Sign
from rounds.engine.shoe import deciders as shoe
from rounds.engine.sides import deciders as sides
from rounds.engine.sides import offered
from rounds.engine.state import OVER, State
from rounds.engine.tournament import checking
from rounds.engine.tournament import deciders as tournament
from rounds.engine.tournament.session import passed_on
from rounds.engine.wagers import deciders as wagers


def start(setup: Setup, round_no: int = 1) -> tuple[Event, ...]:
    """The events that open a round. Raises RuleBookError for an unknown book, game, election or reading, and Refusal
    for packs, boxes or signs that the book does not allow."""
    rules = setup.rules
    if setup.decks not in rules.decks.value:
        raise Refusal("setup.decks", rules.decks.clause, decks=setup.decks, allowed=rules.decks.value)
    if rules.shoe.two_sets and len(set(rules.shoe.sets)) < 2:
        raise Refusal("setup.two_sets", rules.shoe.two_sets)
    if not 1 <= setup.boxes <= rules.boxes_most.value:
        most = rules.boxes_most
        raise Refusal("setup.boxes", most.clause, boxes=setup.boxes, most=most.value)
    for sign in setup.signs:
        if not 0 < sign.minimum <= sign.maximum:
            raise Refusal(
                "setup.sign",
                rules.limits_on.clause,
                bet=sign.bet,
                minimum=sign.minimum,
                maximum=sign.maximum,
            )
    offered.check(rules, setup)
    main = setup.main_sign
    # Without a sign there is no minimum to compare an ante or an upper minimum with.
    refusal = sign_fault(rules, main.minimum, main.maximum) if main != Sign() else None
    if refusal is not None:
        raise refusal
    if not setup.chips or min(setup.chips) <= 0:
        raise Refusal("setup.chips", rules.unpayable.clause)
    if setup.face_down and not rules.face_down_allowed.value:
        raise Refusal("setup.face_up", rules.steps.face_up)
    checking.set_up(rules, setup)
    return (RoundOpened(round_no=round_no, setup=setup, clause=rules.steps.wager),)


def decide(rules: Rules, state: State, command: Command, earlier: Earlier | None = None) -> tuple[Event, ...]:
    """The events of the command, all with the number of the next tap. ``earlier`` gives earlier rounds of the table,
    if they are known.

    Raises Refusal, with clause and remedy, when the book or the moment does not allow it.
    """
    return apply(rules, state, command, earlier)[1]


def refusal_of(rules: Rules, state: State, command: Command) -> Refusal | None:
    """The refusal that the command would meet now; None if it would be taken."""
    try:
        apply(rules, state, command)
    except Refusal as refusal:
        return refusal
    return None


def required_role(rules: Rules, command: Command, state: State | None = None) -> tuple[str, str, str] | None:
    """The lowest role that may give the command, its clause, and the request to that supervisor in words; None for a
    command of the dealer's."""
    role_of = _ROLES.get(type(command))
    return role_of(rules, command, state) if role_of is not None else None


def apply(
    rules: Rules, state: State, command: Command, earlier: Earlier | None = None
) -> tuple[State, tuple[Event, ...]]:
    """The state after the command, and its events. Raises Refusal as ``decide`` does."""
    if state.phase in OVER and not reopens(rules, state, command):
        raise Refusal("round.over", rules.steps.collect)
    if state.irregular is not None:
        refuse_while_open(state, command)
    if state.setup.tournament is not None:
        checking.before(rules, state, command)
    decider = _DECIDERS.get(type(command))
    if decider is not None:
        decided = decider(rules, state, command)
    else:
        decided = _REDEALING[type(command)](rules, state, command, _MACHINE, earlier)
    tap = state.tap + 1
    after, events = state, []
    for event in decided:
        event = replace(event, tap=tap)
        events.append(event)
        after = evolve(after, event)
    if after.setup.tournament is not None:
        checking.after(rules, state, after, command)
    if after.irregular is None and type(event) is not Undone:
        after, followed = follow(rules, after)
        events += followed
    return after, tuple(events)


def _undo(rules: Rules, state: State, command: Undo) -> Events:
    if state.past is None:
        raise Refusal("undo.nothing")
    if state.ruled:
        raise Refusal("undo.role_decided", role=state.ruled)
    if state.past.state.moved != state.moved:
        raise Refusal("undo.chips_moved", rules.steps.pay_winners)
    if state.past.state.presses != state.presses:
        raise Refusal("undo.prize_drawn")
    return [Undone(undone_tap=state.last)]


_DECIDERS: Final[dict[type, Decider]] = {
    **wagers.DECIDERS,
    **permits.DECIDERS,
    **shoe.DECIDERS,
    **cards.DECIDERS,
    **insurance.DECIDERS,
    **decisions.DECIDERS,
    **sides.DECIDERS,
    **irregularities.DECIDERS,
    **settlement.DECIDERS,
    **tournament.DECIDERS,
    Undo: _undo,
}
_REDEALING: Final[dict[type, RedealingDecider]] = {**irregularities.REDEALING, **corrections.REDEALING}
_ROLES: Final[dict[type, RequiredRole]] = {**permits.ROLES, **shoe.ROLES}
"""Commands that may need a role above the dealer's; every other command is the dealer's."""
_MACHINE: Final = Machine(apply, due, follow)


def carry(state: State) -> Carry:
    """What the next round at the table inherits from this one, as far as it has been dealt."""
    if state.carry.tournament is None:
        return state.carry
    return replace(state.carry, tournament=passed_on(state))
