"""Who gets which prize."""

from __future__ import annotations

from casino.money import Cents
from tables.tournaments.machine.money import divided, prizes_of
from tables.tournaments.machine.standings import Groups, final_ranking, final_stage, ranked
from tables.tournaments.machine.state import Award, State


def places(state: State) -> Groups:
    """Every place: those of the final, then the players who dropped out before it, later stages first."""
    groups = list(final_ranking(state))
    if state.rules.series is not None:
        return tuple(groups)
    placed = {entry for group in groups for entry in group}
    for stage in range(final_stage(state) - 1, 0, -1):
        for group in ranked(state, stage, 0):
            rest = tuple([entry for entry in group if entry not in placed])
            if rest:
                groups.append(rest)
                placed.update(rest)
    return tuple(groups)


def awards_of(state: State) -> tuple[Award, ...]:
    """The prizes by places, in cents. Players who are level share the prizes of their places; a cent that cannot be
    shared goes to the lower entry number. Prizes that nobody has won go to the first place or, if the conditions or
    a series' table say so, to the operator."""
    prizes = state.prizes
    if not prizes:
        return ()
    left_over = "operator" if state.rules.series is not None else state.conditions.left_over
    amounts, _, _ = prizes_of(prizes, state.books.pool, left_over)
    groups: list[tuple[int, tuple[int, ...], Cents]] = []
    place = 0
    for group in places(state):
        if place >= len(amounts):
            break
        groups.append((place + 1, group, sum(amounts[place : place + len(group)])))
        place += len(group)
    awards: list[Award] = []
    for first, group, cents in groups:
        if first == 1 and left_over == "first":
            cents += sum(amounts[place:])
        for entry, part in zip(group, divided(cents, len(group)), strict=True):
            if part:
                awards.append(Award(entry, first, part))
    return tuple(awards)
