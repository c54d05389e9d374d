"""Seats that a player may be asked to give up, after sitting out rounds while every other place was taken."""

from casino.refusals import Refusal
from casino.rulebooks import Rules
from rounds.engine.events import Event
from rounds.engine.permits.commands import VacateSeat
from rounds.engine.permits.events import SeatVacated
from rounds.engine.permits.permits import role_for
from rounds.engine.setup import Idle
from rounds.engine.state import State


def idle_after(rules: Rules, state: State) -> tuple[Idle, ...]:
    """How many rounds each seated player has now gone without a wager, after a round.

    A place is taken by the person seated there, or by the player who wagers on its box. A wager on any box resets the
    count, as does a free place where the clause is read so (`OpenPoints.vacate_counts`).
    """
    setup, carry = state.setup, state.carry
    wagers = {box.number: {wager.player for wager in box.wagers} for box in state.boxes if box.wagers}
    before = {idle.player: idle for idle in carry.idle}
    seated = dict(carry.callers)
    taken = {*seated, *wagers}
    idle_now = []
    for box, player in sorted(seated.items()):
        if any(player in players for players in wagers.values()):
            continue
        full = len(taken - {box}) >= (setup.seats or setup.boxes) - 1
        rounds = before[player].rounds + 1 if player in before else 1
        if full or rules.vacate_counts.value == "last_round":
            idle_now.append(Idle(player, rounds, full))
    return tuple(idle_now)


def may_vacate(rules: Rules, state: State) -> tuple[Idle, ...]:
    """The seated players who may now be required to give up the seat; it never happens automatically."""
    needed = rules.vacate_after.value
    return tuple(
        [
            idle
            for idle in state.carry.idle
            if 0 < needed <= idle.rounds and idle.full and not state.boxes_of(idle.player)
        ]
    )


def vacate(rules: Rules, state: State, command: VacateSeat) -> list[Event]:
    """A player gives up the seat when a role says so (ACT96-20.8, ACT03-16.8, VIC03-17.8)."""
    after, needed = rules.vacate_after, rules.vacate_role
    if not after.value:
        raise Refusal("seat.kept", after.clause)
    role_for(rules, command.role, needed.value, needed.clause)
    if all(idle.player != command.player for idle in may_vacate(rules, state)):
        raise Refusal("seat.not_idle", after.clause, player=command.player, rounds=after.value)
    box = next(box for box, player in state.carry.callers if player == command.player)
    rounds = next(idle.rounds for idle in state.carry.idle if idle.player == command.player)
    return [
        SeatVacated(box=box, player=command.player, rounds=rounds, role=command.role, clause=after.clause)
    ]
