"""The stages, prizes and ties in force for a field: those of the conditions, or those that the book prescribes for
its own series by the number of entrants."""

from __future__ import annotations

from typing import NamedTuple

from casino.rulebooks.tournaments import Column, Series, tournament_rules
from tables.tournaments.machine.conditions import Conditions, Length, Prize, Stage, Ties

SERIES_TIES = Ties(progress="extra_hands", first="play_off", places="extra_hands")


class Plan(NamedTuple):
    """How a tournament of ``entrants`` is played, and for what prizes."""

    entrants: int
    stages: tuple[Stage, ...]
    prizes: tuple[Prize, ...]
    ties: Ties
    clause: str


def plan_of(conditions: Conditions, entries: int) -> Plan | None:
    """The plan for that many entries; None if there are too few. A series takes its largest field that the entries
    fill, within the numbers in the conditions."""
    rules = tournament_rules(conditions.book, conditions.series)
    least, most = conditions.players_min or 1, conditions.players_max or entries
    if rules.series is None:
        if entries < least:
            return None
        stages, prizes = conditions.stages or (), conditions.prizes or ()
        return Plan(entries, stages, prizes, conditions.ties or Ties(), rules.clause_of("players"))
    column = rules.series.column(min(entries, most))
    if column is None or column.entrants < least:
        return None
    prizes = tuple([Prize(place, cents=cents) for place, cents in enumerate(column.prizes, start=1)])
    stages = stages_of(rules.series, column, conditions.final_shoes)
    return Plan(column.entrants, stages, prizes, SERIES_TIES, column.stages_clause)


def stages_of(series: Series, column: Column, final_shoes: int | None = None) -> tuple[Stage, ...]:
    """The stages of a column in the book's schedule: heats of so many shoes, and the final."""
    last = len(column.stages)
    return tuple(
        [
            Stage(
                name="Final" if number == last else f"Heats {number}",
                tables=stage.tables,
                players_a_table=series.players_a_table.value,
                length=Length(
                    "shoes",
                    (final_shoes or series.final_shoes.value) if number == last else series.shoes.value,
                ),
                advance_per_table=stage.advance_per_table,
                advance_others=stage.advance_others,
                heats=stage.heats,
            )
            for number, stage in enumerate(column.stages, start=1)
        ]
    )
