"""Steps that need no line: settlements that are due, offers that nobody takes, steps around the call, the end."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from casino.cards import UNKNOWN
from casino.refusals import Refusal
from casino.rulebooks import Rules
from rounds import engine
from rounds.engine import Command, State
from rounds.engine.commands import (
    Arrange,
    CallBets,
    CloseInsurance,
    CloseSurrender,
    Collect,
    DealCard,
    EvenMoney,
    Insure,
    PlaceMarker,
    PlaceWager,
    PlayOn,
    Rescue,
    Ride,
    Seat,
    Settle,
    Shuffle,
    Surrender,
    WithdrawWager,
)
from rounds.engine.questions import caller_for, shuffle_first
from rounds.notation.position import LineRefused, Position


def played(at: Position, command: Command) -> Position:
    """Play one command, after the neutral steps that it needs. Raises LineRefused."""
    rules, state = at.round()
    met: list[Refusal] = []
    if isinstance(command, CallBets) and state.called and shuffle_first(state):
        command = Shuffle()  # the call repeated after the shuffle: it has already been made
    while True:
        try:
            after, _ = engine.apply(rules, state, command)
        except Refusal as violation:
            met.append(violation)
        else:
            return replace(at, state=after)
        step = neutral_step(rules, state, command)
        if step is None:
            raise LineRefused(met)
        try:
            state, _ = engine.apply(rules, state, step)
        except Refusal as violation:
            met.append(violation)
            raise LineRefused(met) from None


def with_settled(at: Position, until: str) -> Position:
    """The position after the due settlements up to one, as they are made at a table before anything else."""
    *_, settled = settling(at, until)
    return settled


def settling(at: Position, until: str) -> Iterator[Position]:
    """The positions while settling one by one: the present one, after the first settlement, and so on."""
    yield at
    rules, state = at.round()
    while (due := engine.due(rules, state)) is not None and due.action == "settle":
        first = due.items[0].ref
        if first == until:
            break
        state, _ = engine.apply(rules, state, Settle((first,)))
        yield replace(at, state=state)


def neutral_step(rules: Rules, state: State, command: Command) -> Command | None:
    """The step that goes without saying before that command; None if no step does."""
    due = engine.due(rules, state)
    if due is None:
        return None
    if close := closing(due):
        # Nobody (else) takes the offer: the next line shows it.
        return None if isinstance(command, _TAKING[due.action]) else close
    if due.action == "settle":
        return Settle()
    if due.action == "card" and due.held not in ("", UNKNOWN):
        return DealCard(due.held)  # it was already drawn, as its line said
    if isinstance(command, CallBets | DealCard | PlaceWager | WithdrawWager):
        return _before_the_call(rules, state, due, command)
    return None


_TAKING: Final[dict[str, tuple[type, ...]]] = {
    "insurance": (Insure, EvenMoney),
    "surrender": (Surrender,),
    "rescue": (Rescue,),
    "ride": (Ride, Insure, EvenMoney),
}
"""The commands that may still be given while an offer is open."""


def closing(due: engine.Due) -> Command | None:
    """The command that closes the open offer; None if no offer is open."""
    if due.action == "insurance":
        return CloseInsurance()
    if due.action == "surrender":
        return CloseSurrender()
    if due.action == "rescue":
        return PlayOn(due.box, due.hand)
    if due.action == "ride":
        first = next(offer for offer in due.offers if offer.kind == "ride")
        return Ride(first.box, first.player, first.wager)  # all of it is taken down (NZ-15D.6(a))
    return None


def _before_the_call(rules: Rules, state: State, due: engine.Due, command: Command) -> Command | None:
    if shuffle_first(state):
        return Shuffle()
    if not isinstance(command, CallBets):
        return None
    for blocker in due.blockers:
        if blocker.kind == "caller":
            # Nobody was named: the book's order of preference decides.
            return Seat(blocker.box, caller_for(rules, state.box(blocker.box)))
        if blocker.kind == "arrange":
            return Arrange(blocker.box, blocker.players)
        if blocker.kind == "marker":
            return PlaceMarker(blocker.box, blocker.players[0])
    return None


def ended(at: Position) -> Position:
    """The position at the end of the text: due settlements are made; unless a card or a decision is owed, the round
    is settled and collected. An offer stays open if the round continues after it."""
    rules, state = at.round()
    settled, offered = state, False
    while due := engine.due(rules, state):
        if due.action == "settle":
            state, _ = engine.apply(rules, state, Settle())
            settled = settled if offered else state
        elif close := closing(due):
            state, _ = engine.apply(rules, state, close)
            offered = True
        elif due.action == "collect":
            state, _ = engine.apply(rules, state, Collect())
        elif due.action == "card" and due.held not in ("", UNKNOWN):
            state, _ = engine.apply(rules, state, DealCard(due.held))
            settled = settled if offered else state
        else:
            return replace(at, state=settled)
    return replace(at, state=state)
