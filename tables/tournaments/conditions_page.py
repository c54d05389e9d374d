"""The document made from the form of a tournament's conditions, on the page and on paper."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from dataclasses import replace as dataclass_replace
from typing import TYPE_CHECKING

from django import forms
from django.utils.translation import gettext

from casino.forms import shown_facts
from casino.forms.fields import Choice
from casino.money import dollars
from casino.refusals import Refusal
from casino.translated import text
from tables.tournaments import machine
from tables.tournaments.conditions_form import (
    FIELD_OF,
    GROUPS,
    KINDS,
    PRIZES,
    STAGES,
    UNITS,
    ConditionsForm,
    MaybeMoney,
)
from tables.tournaments.machine import Conditions
from tables.tournaments.machine import conditions as part
from tables.tournaments.models import Tournament
from tables.tournaments.shown import facts

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

    Words = str | StrPromise


@dataclass(frozen=True, slots=True)
class Missing:
    """Something about the conditions that must be corrected, or that the rules of the game override."""

    field: str
    refusal: Refusal
    blocks: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """A field of the form in words, for paper, and what is wrong with its value."""

    field: forms.BoundField
    words: str
    faults: tuple[Missing, ...] = ()


@dataclass(frozen=True, slots=True)
class RowShown:
    """A stage or a place: its number, its fields, and whether anything is filled in."""

    number: int
    fields: tuple[forms.BoundField, ...]
    used: bool


@dataclass(frozen=True, slots=True)
class Group:
    """Fields that belong together. A table of stages or of prizes has `rows`; unused ones are folded."""

    title: Words
    fields: tuple[Shown, ...]
    rows: tuple[RowShown, ...] = ()
    further: tuple[RowShown, ...] = ()
    faults: tuple[Missing, ...] = ()
    lines: tuple[str, ...] = ()
    """The rows in words, for paper."""

    @property
    def on_paper(self) -> list[Shown]:
        """The fields with a value."""
        return [shown for shown in self.fields if shown.words]


@dataclass(frozen=True, slots=True)
class ConditionsPage:
    """The conditions on the page and on paper: the form, what is missing, and what they are."""

    form: ConditionsForm
    tournament: Tournament | None
    missing: tuple[Missing, ...]
    groups: tuple[Group, ...]
    fingerprint: str = ""
    approved: bool = False
    showed: str = ""

    @property
    def blocking(self) -> int:
        """How many faults keep the conditions from being approved."""
        return sum(fault.blocks for fault in self.missing)


def _stage_words(stage: part.Stage) -> str:
    words = [
        text(
            gettext("{name}: {tables} tables of up to {players} players, {number} {unit} each"),
            name=stage.name,
            tables=stage.tables,
            players=stage.players_a_table,
            number=stage.length.number,
            unit=str(UNITS[stage.length.unit]),
        )
    ]
    if stage.kind != "main":
        words.append(str(KINDS[stage.kind]))
    if stage.heats > 1:
        words.append(text(gettext("in {number} heats"), number=stage.heats))
    if stage.advance_per_table:
        words.append(text(gettext("{number} of each table go on"), number=stage.advance_per_table))
    if stage.advance_others:
        words.append(text(gettext("{number} other top chip holders go on"), number=stage.advance_others))
    if stage.starting_chips:
        words.append(text(gettext("with {number} chips"), number=stage.starting_chips))
    if stage.carry_over:
        words.append(gettext("chips are carried over"))
    return "; ".join(words)


def _prize_words(prize: part.Prize) -> str:
    amount = dollars(prize.cents) if prize.cents else f"{prize.share / 100:g} %"
    return text(gettext("place {place}: {amount}"), place=prize.place, amount=amount)


def _words_of(field: forms.BoundField) -> str:
    """The value of a field, as people read it."""
    value = field.value()
    if value in (None, ""):
        return ""
    if isinstance(field.field, Choice):
        widget = field.field.widget
        assert isinstance(widget, forms.widgets.ChoiceWidget)
        return str(dict(widget.choices).get(str(value), value))
    if isinstance(field.field, MaybeMoney):
        return f"${value}"
    return str(value)


def _group(
    form: ConditionsForm, group: tuple[Words, str, tuple[str, ...]], missing: tuple[Missing, ...]
) -> Group:
    title, table, names = group

    def faults_at(name: str) -> tuple[Missing, ...]:
        return tuple(fault for fault in missing if FIELD_OF.get(fault.field, fault.field) == name)

    rows: list[RowShown] = []
    if table == STAGES:
        rows = [_row(number, fields, fields[:1]) for number, fields in enumerate(form.stage_rows, start=1)]
    elif table == PRIZES:
        rows = [_row(place, [cents, share], (cents, share)) for place, cents, share in form.prize_rows]
    last = max((row.number for row in rows if row.used), default=1)
    return Group(
        title,
        tuple(Shown(form[name], _words_of(form[name]), faults_at(name)) for name in names),
        tuple(row for row in rows if row.number <= last),
        tuple(row for row in rows if row.number > last),
        faults_at(table) if table else (),
    )


def _row(number: int, fields: list[forms.BoundField], says: Iterable[forms.BoundField]) -> RowShown:
    return RowShown(
        number, tuple(fields), any(field.value() for field in says) or any(f.errors for f in fields)
    )


def _groups(form: ConditionsForm, missing: tuple[Missing, ...], conditions: Conditions) -> Iterable[Group]:
    for group in GROUPS:
        built = _group(form, group, missing)
        if group[1] == STAGES:
            built = dataclass_replace(built, lines=tuple(map(_stage_words, conditions.stages or ())))
        elif group[1] == PRIZES:
            built = dataclass_replace(built, lines=tuple(map(_prize_words, conditions.prizes or ())))
        yield built


def conditions_page(form: ConditionsForm, tournament: Tournament | None) -> dict[str, ConditionsPage]:
    """The context of the templates of the conditions, as ``page``."""
    if tournament is None:
        return {"page": ConditionsPage(form, None, (), tuple(_groups(form, (), Conditions())))}
    state = tournament.state
    missing = tuple(
        Missing(fault.field, fault.refusal, fault.blocks) for fault in machine.faults(state.conditions)
    )
    fingerprint = machine.fingerprint(state.conditions)
    return {
        "page": ConditionsPage(
            form,
            tournament,
            missing,
            tuple(_groups(form, missing, state.conditions)),
            fingerprint,
            state.approval is not None and state.approval.fingerprint == fingerprint,
            shown_facts.as_field(facts(state)),
        )
    }
