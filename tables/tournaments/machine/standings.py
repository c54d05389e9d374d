"""Who leads: the ranking by chips, its ties, who goes on, and the places of the final."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from tables.tournaments.machine.state import Seat, Session, State

Groups = tuple[tuple[int, ...], ...]
"""Entries, best first; those that are level are in one group."""


class Tie(NamedTuple):
    """Entries that are level where it matters: for this many ``places``; in the final, from ``place`` on."""

    stage: int
    table_no: int
    """0 for a tie among all tables of the stage."""
    entries: tuple[int, ...]
    places: int
    place: int
    method: Literal["extra_hands", "play_off"]
    clause: str


def played_in(state: State, stage: int) -> tuple[Session, ...]:
    """The sessions of a stage at its tables, without tie-breaks."""
    return tuple([session for session in state.sessions if session.stage == stage and not session.break_no])


def breaks_in(state: State, stage: int, table_no: int) -> tuple[Session, ...]:
    """The tie-breaks at a table of the stage, or among all tables with table 0; oldest first."""
    return tuple(
        [
            session
            for session in state.sessions
            if session.stage == stage and session.break_no and session.table_no == table_no
        ]
    )


def final_stage(state: State) -> int:
    """The number of the last main stage; 0 before the stages are known."""
    numbers = [number for number, stage in enumerate(state.stages, start=1) if stage.kind == "main"]
    return numbers[-1] if numbers else 0


def chips_of(state: State, entry: int) -> int:
    """The chips that the entry had left after its last session at a table; 0 if it has played none."""
    for session in reversed(state.sessions):
        if not session.break_no and (seat := session.seat_of(entry)) is not None:
            return seat.chips
    return 0


def ranked(state: State, stage: int, table_no: int, among: Iterable[int] | None = None) -> Groups:
    """The ranking at a table of the stage, or over all its tables with table 0; with ``among``, only of these
    entries.

    Chips decide; then what tied players had after each tie-break. Players who retired or were disqualified are not
    ranked.
    """
    counted_entries = None if among is None else set(among)
    keys: dict[int, tuple[int, ...]] = {}
    for session in played_in(state, stage):
        if table_no in (0, session.table_no):
            for seat in session.seats:
                if _ranks(state, seat.entry) and (counted_entries is None or seat.entry in counted_entries):
                    keys[seat.entry] = _key(state, seat)
    for session in breaks_in(state, stage, table_no):
        for seat in session.seats:
            if seat.entry in keys and session.status == "ended":
                keys[seat.entry] += (seat.chips,)
    groups: dict[tuple[int, ...], list[int]] = {}
    for entry, key in keys.items():
        groups.setdefault(key, []).append(entry)
    return tuple([tuple(sorted(groups[key])) for key in sorted(groups, reverse=True)])


def _ranks(state: State, number: int) -> bool:
    entry = state.entry(number)
    return entry is not None and entry.status in ("entered", "eliminated")


def _key(state: State, seat: Seat) -> tuple[int, ...]:
    later = seat.out_in_hand if state.ties.later_out_first and not seat.chips else 0
    return (seat.chips, later)


def cut_at(groups: Groups, places: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The entries that are certainly among the first ``places``, and the group that is level across the line."""
    sure: list[int] = []
    for group in groups:
        if len(sure) + len(group) <= places:
            sure += group
        else:
            return tuple(sure), group if len(sure) < places else ()
    return tuple(sure), ()


def next_tie(state: State) -> Tie | None:
    """The first tie of the current stage that must be broken; None while its sessions are being played."""
    sessions = [session for session in state.sessions if session.stage == state.stage]
    if not sessions or any(session.status != "ended" for session in sessions):
        return None
    if state.stage == final_stage(state):
        return _tie_for_a_place(state)
    stage = state.stages[state.stage - 1]
    clause = _to_progress(state)
    if stage.advance_per_table:
        for session in played_in(state, state.stage):
            groups = ranked(state, state.stage, session.table_no)
            sure, level = cut_at(groups, stage.advance_per_table)
            if level:
                places = stage.advance_per_table - len(sure)
                return Tie(state.stage, session.table_no, level, places, 0, "extra_hands", clause)
    if stage.advance_others:
        sure, level = cut_at(_others(state), stage.advance_others)
        if level:
            places = stage.advance_others - len(sure)
            return Tie(state.stage, 0, level, places, 0, "extra_hands", clause)
    return None


def _to_progress(state: State) -> str:
    series = state.rules.series
    return series.tie_to_progress if series is not None else state.rules.clause_of("ties")


def _others(state: State) -> Groups:
    """The ranking of those who do not go on from a table."""
    stage = state.stages[state.stage - 1]
    through: set[int] = set()
    seated: set[int] = set()
    for session in played_in(state, state.stage):
        through.update(cut_at(ranked(state, state.stage, session.table_no), stage.advance_per_table)[0])
        seated.update(seat.entry for seat in session.seats)
    return ranked(state, state.stage, 0, seated - through)


def going_on(state: State) -> tuple[int, ...]:
    """Who goes on from the current stage, whose ties have been broken: the first of each table, then the other top
    chip holders."""
    stage = state.stages[state.stage - 1]
    through: list[int] = []
    for session in played_in(state, state.stage):
        through += cut_at(ranked(state, state.stage, session.table_no), stage.advance_per_table)[0]
    if stage.advance_others:
        through += cut_at(_others(state), stage.advance_others)[0]
    return tuple(through)


def final_table(state: State) -> int:
    """The scope of the final's ranking: its only table, or 0 if it has several."""
    sessions = played_in(state, final_stage(state))
    return sessions[0].table_no if len(sessions) == 1 else 0


def final_ranking(state: State) -> Groups:
    """The places of the final."""
    return ranked(state, final_stage(state), final_table(state))


def _tie_for_a_place(state: State) -> Tie | None:
    place = 1
    series = state.rules.series
    for group in final_ranking(state):
        if place > len(state.prizes):
            return None
        if len(group) > 1:
            how = state.ties.first if place == 1 else state.ties.places
            if how != "share" and (place == 1 or _prizes_differ(state, place, len(group))):
                clause = _to_progress(state)
                if series is not None:
                    clause = series.tie_for_first if place == 1 else series.tie_for_places
                method: Literal["extra_hands", "play_off"] = "extra_hands"
                if how == "play_off" and not _played_off(state, group):
                    method = "play_off"
                return Tie(state.stage, final_table(state), group, len(group), place, method, clause)
        place += len(group)
    return None


def _prizes_differ(state: State, place: int, number: int) -> bool:
    """Whether the places from ``place`` on have different prizes, including one without a prize."""
    amounts = [(prize.cents, prize.share) for prize in state.prizes[place - 1 : place - 1 + number]]
    return len(set(amounts)) > 1 or len(amounts) < number


def _played_off(state: State, group: tuple[int, ...]) -> bool:
    return any(
        session.seat_of(entry) is not None
        for session in breaks_in(state, state.stage, final_table(state))
        for entry in group
    )
