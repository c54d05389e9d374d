"""What the pages of an open house's set-up show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from casino.forms import shown_facts
from casino.forms.shown_facts import Facts
from casino.ledger import Entry
from casino.refusals import Refusal
from casino.staff import people
from casino.staff.models import Staff
from casino.translated import text
from tables.forms import showed
from tables.house import service
from tables.house.forms import PitForm
from tables.house.screen import (
    BookGames,
    BookSays,
    ChosenGame,
    TableShown,
    as_cells,
    book_games,
    book_says,
    games_shown,
    tables_shown,
)
from tables.house.set_up.forms import ChangeForm, GamesForm, SetUpForm, SignedPitForm
from tables.house.set_up.steps import APPROVED
from tables.models import Pit, Table


@dataclass(frozen=True, slots=True)
class FloorPage:
    """The pits and tables of the house."""

    tables: list[TableShown]
    pits: list[Pit]
    form: PitForm
    books: list[BookGames]
    games_form: GamesForm
    showed: str
    acts: bool
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class TablePage:
    """A table being set up or changed, with what its book says about it. `table` is None for a new one."""

    table: Table | None
    form: SetUpForm
    says: BookSays | None
    games: list[ChosenGame]
    showed: str
    acts: bool
    blocked: str
    """Why nothing can be changed on the page now; "" if it can."""
    last: Entry | None
    """The entry of the last change: who made it, when, and what it says."""
    refusal: Refusal | None = None


def facts_of_floor() -> Facts:
    """What the forms for pits and games depend on."""
    names = {f"pit:{code}": name for code, name in Pit.objects.values_list("code", "name")}
    return {**names, "games": service.games_dealt()}


def floor_page(
    by: Staff,
    *,
    form: PitForm | None = None,
    games_form: GamesForm | None = None,
    refusal: Refusal | None = None,
) -> FloorPage:
    """Every pit and table, and the games."""
    return FloorPage(
        tables=tables_shown(),
        pits=list(Pit.objects.all()),
        form=form or SignedPitForm(),
        books=book_games(service.games_dealt()),
        games_form=games_form or GamesForm(),
        showed=shown_facts.as_field(facts_of_floor()),
        acts=people.may_set_up(by),
        refusal=refusal,
    )


def new_page(
    by: Staff, *, like: Table | None = None, form: SetUpForm | None = None, refusal: Refusal | None = None
) -> TablePage:
    """The page of a new table, filled in `like` another, or with the refused `form`."""
    if form is None:
        form = SetUpForm(initial=dict(filled_in(like)) if like is not None else {})
    return _page(None, form, by, refusal, _not_yours(by))


def table_page(
    table: Table, by: Staff, *, form: ChangeForm | None = None, refusal: Refusal | None = None
) -> TablePage:
    """The page of a table's set-up, or with the refused `form`."""
    blocked = why_unchangeable(table, by)
    return _page(table, form or ChangeForm(initial=dict(filled_in(table))), by, refusal, blocked)


def why_unchangeable(table: Table, by: Staff) -> str:
    """Why this person may not change the table's set-up now; "" if they may."""
    if blocked := _not_yours(by):
        return blocked
    if table.state == Table.State.CLOSED:
        return ""
    words = _("{table} is {state:term}: its set-up can be changed only while it is closed.")
    return text(words, table=table.code, state=str(table.state))


def last_set_up(table: Table) -> Entry | None:
    """The last entry about the table's set-up."""
    return Entry.objects.filter(chain=table.code, kind="table_set_up").order_by("-seq").first()


def filled_in(table: Table) -> Mapping[str, Any]:
    """The cells of a form with the table's set-up, without its code."""
    return as_cells(service.sheet_of(table)) | {name: getattr(table, name) for name in APPROVED}


def _page(
    table: Table | None, form: SetUpForm, by: Staff, refusal: Refusal | None, blocked: str
) -> TablePage:
    cells: Mapping[str, Any] = form.data if form.is_bound else form.initial
    if table is not None:
        limits = as_cells(service.sheet_of(table))
        cells = {**limits, "code": table.code, **{name: cells.get(name, "") for name in form.fields}}
    return TablePage(
        table=table,
        form=form,
        says=book_says(cells),
        games=games_shown(),
        showed=showed.token(table, ("set-up",)) if table is not None else "",
        acts=people.may_set_up(by) and not blocked,
        blocked=blocked,
        last=last_set_up(table) if table is not None else None,
        refusal=refusal,
    )


def _not_yours(by: Staff) -> str:
    if people.may_set_up(by):
        return ""
    return _("You may look. Only an operations manager who is registered for set-up can change it.")
