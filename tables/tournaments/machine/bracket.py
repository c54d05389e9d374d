"""Who plays in a stage, at how many tables, and with how many chips to begin with."""

from __future__ import annotations

from tables.tournaments.machine.conditions import Stage
from tables.tournaments.machine.draw import first_box_of, order_of, seats_of
from tables.tournaments.machine.standings import chips_of, ranked
from tables.tournaments.machine.state import Outcome, Seat, Session, State


def stage_of(state: State, number: int) -> Stage:
    """The stage with that number, from 1."""
    return state.stages[number - 1]


def next_stage(state: State) -> int:
    """The number of the stage to be drawn next; 0 after the last, or while one is being played. A stage that nobody
    is left to play is skipped."""
    if state.stage and not any(outcome.stage == state.stage for outcome in state.outcomes):
        return 0
    for number in range(state.stage + 1, len(state.stages) + 1):
        if field_of(state, number):
            return number
    return 0


def field_of(state: State, number: int) -> tuple[int, ...]:
    """The entries that play in a stage to be drawn next, in order of number."""
    stage = stage_of(state, number)
    if stage.kind == "main":
        return tuple([entry.number for entry in state.entries if entry.status == "entered"])
    out = _eliminated(state, number)
    if stage.kind == "catch_up":
        out = [entry for entry in out if entry in state.absentees]
    return tuple(sorted(out[: stage.tables * stage.players_a_table]))


def _eliminated(state: State, number: int) -> list[int]:
    """The entries that were last eliminated and are still there, most chips first."""
    outcome = _main_outcome(state, number)
    out: list[int] = []
    if outcome is None:
        return out
    for group in ranked(state, outcome.stage, 0):
        for entry in sorted(group):
            held = state.entry(entry)
            if held is not None and held.status == "eliminated":
                out.append(entry)
    return out


def _main_outcome(state: State, number: int) -> Outcome | None:
    """The outcome of the last main stage before this one."""
    for outcome in reversed(state.outcomes):
        if outcome.stage < number and stage_of(state, outcome.stage).kind == "main":
            return outcome
    return None


def sessions_of(
    state: State, number: int, field: tuple[int, ...], seed: str, cut: str
) -> tuple[Session, ...]:
    """The sessions of a stage as the draw seats them. If there are fewer entries than tables, the last tables stay
    empty."""
    stage = stage_of(state, number)
    tables = seats_of(order_of(field, seed, cut, number), stage.tables)
    a_heat = stage.tables // stage.heats
    return tuple(
        [
            Session(
                name=f"{number}-{table}",
                stage=number,
                table_no=table,
                heat=(table - 1) // a_heat + 1,
                length=stage.length,
                seats=tuple([_seat(state, stage, box, entry) for box, entry in enumerate(seated, start=1)]),
                first_box=first_box_of(seed, cut, number, table, len(seated)),
            )
            for table, seated in enumerate(tables, start=1)
            if seated
        ]
    )


def _seat(state: State, stage: Stage, box: int, entry: int) -> Seat:
    chips = starting_chips(state, stage)
    if stage.carry_over:
        chips = chips_of(state, entry)
    return Seat(box, entry, chips, chips)


def starting_chips(state: State, stage: Stage) -> int:
    """The chips that every player of a stage begins with, if no chips are carried over."""
    return stage.starting_chips or state.conditions.starting_chips or 0
