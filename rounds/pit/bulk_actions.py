"""The same step at several tables of the pit at once: each table answers for itself, under its own book.

It is not all or nothing: a table that refuses holds up no other, stays ticked, and says why.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST, require_safe

from casino.forms import shown_facts
from casino.forms.fields import StepForm
from casino.money import dollars
from casino.refusals import Refusal
from casino.rulebooks.house import HOUSES
from casino.staff.access import roles
from casino.staff.models import Staff
from casino.staff.roles import WATCHERS, Role
from casino.translated import text
from casino.view_models import context_of
from rounds.pit import shown
from rounds.pit.screen import tables_of
from rounds.pit.table_page import PANEL, take
from tables.floor.forms import ClosingNoticeForm
from tables.models import MAIN, Pit, Table
from tables.record import in_place
from tables.signs.forms import NoticeForm, SeveralLimitsForm


@dataclass(frozen=True, slots=True)
class BulkAction:
    """A step of `rounds.pit.table_page` taken at several tables: its title, and the words on its button, with # for
    the number of tables. Both are in English; screens translate them."""

    title: str
    button: str
    form: type[StepForm] | None = None
    """Its fields, which are read before anything is confirmed."""

    def of(self, count: int) -> str:
        """The button's words for this many tables."""
        tables = text(_("{count:table|tables}"), count=count)
        return _(self.button).replace("#", tables)


LIMITS: Final = ("minimum", "maximum", "multiple")
"""Fields that keep each table's own limits if left empty."""
BULK_ACTIONS: Final = {
    "announce": BulkAction(
        gettext_noop("Post closing notice"),
        gettext_noop("Post closing notice at #"),
        ClosingNoticeForm,
    ),
    "stay_open": BulkAction(
        gettext_noop("Withdraw closing notice"), gettext_noop("Withdraw notice at #: they stay open")
    ),
    "closing": BulkAction(gettext_noop("Close after this round"), gettext_noop("Close # after this round")),
    "put_up": BulkAction(
        gettext_noop("Post notice of a higher minimum"),
        gettext_noop("Post notice of a higher minimum at #"),
        NoticeForm,
    ),
    "limits": BulkAction(
        gettext_noop("Limits for the next round"),
        gettext_noop("Set the limits of # for the next round"),
        SeveralLimitsForm,
    ),
}
MOST: Final = 200
SHOWED: Final = "showed-"
"""Followed by a table's code: the name of the field with what the page showed of that table."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One table's answer to the step."""

    code: str
    refusal: Refusal | None


@dataclass(frozen=True, slots=True)
class Row:
    """A table that can be ticked."""

    table: Table
    ticked: bool
    showed: str
    limits: str
    game: str


@dataclass(frozen=True, slots=True)
class Question:
    """The confirmation before the step is taken: its button, the tables by name, and everything that was sent."""

    button: str
    tables: list[Table]
    closed: int
    in_play: int
    sent: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class BulkScreen:
    """The tables to choose from with the steps, the confirmation before a step, or its results."""

    pit: Pit | None
    rows: list[Row]
    ask: Question | None
    answers: list[Answer] | None
    step: str
    buttons: Mapping[str, BulkAction]
    done: int
    """The number of tables where the step was taken."""
    refused: int
    refusal: Refusal | None
    forms: Mapping[str, StepForm]
    nobody: bool
    """Whether the person confirmed that nobody is at these tables."""
    acts: bool


@roles(*WATCHERS)
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The tables of a pit to choose from, with the steps."""
    return _page(request, request.GET, ticked=set(request.GET.getlist("table")[:MOST]))


@roles(Role.GAME_SUPERVISOR)
@require_POST
def act(request: HttpRequest) -> HttpResponse:
    """One step: confirmed once for the named tables, then taken and answered table by table (409 if any refuses).
    Tables that refused stay ticked, and what was typed stays."""
    post, person, at = request.POST, request.user, timezone.now()
    assert isinstance(person, Staff)
    ticked = sorted(set(post.getlist("table")[:MOST]))
    try:
        step = _step(post, ticked, at)
        if post.get("sure") != "yes":
            return _page(request, post, ticked=set(ticked), ask=_question(post, step, ticked))
        answers = [Answer(code, _refused(post["step"], code, post, person, at)) for code in ticked]
    except Refusal as refusal:
        return _page(request, post, ticked=set(ticked), refusal=refusal)
    return _page(
        request,
        post,
        ticked={answer.code for answer in answers if answer.refusal is not None},
        answers=answers,
    )


def _page(
    request: HttpRequest,
    post: QueryDict,
    *,
    ticked: set[str],
    answers: list[Answer] | None = None,
    refusal: Refusal | None = None,
    ask: Question | None = None,
) -> HttpResponse:
    pit = get_object_or_404(Pit, code=post["pit"]) if post.get("pit") else None
    assert isinstance(request.user, Staff)
    refused = sum(answer.refusal is not None for answer in answers or ())
    wrong = bool(refused or refusal)
    step = BULK_ACTIONS.get(post.get("step", ""))
    screen = BulkScreen(
        pit=pit,
        rows=[_row(table, ticked=table.code in ticked) for table in tables_of(pit)] if ask is None else [],
        ask=ask,
        answers=answers,
        step=_(step.title) if step is not None else "",
        buttons=BULK_ACTIONS,
        done=len(answers or ()) - refused,
        refused=refused,
        refusal=refusal,
        forms=_forms(post if wrong else QueryDict(), refusal),
        nobody=wrong and post.get("nobody") == "yes",
        acts=request.user.has_role_at_least(Role.GAME_SUPERVISOR),
    )
    template = "pit/_bulk_actions.html" if PANEL in request.headers else "pit/bulk_actions.html"
    return render(request, template, context_of(screen), status=409 if wrong else 200)


def _forms(post: QueryDict, refusal: Refusal | None) -> dict[str, StepForm]:
    """The fields of each step with what was typed; a refused form has the refusal beside its field."""
    now = {
        "close_at": _from_now(max(house.closing_minutes for house in HOUSES.values())),
        "change_at": _from_now(max(house.notice_minutes for house in HOUSES.values())),
    } | post.dict()
    forms: dict[str, StepForm] = {}
    for name, step in BULK_ACTIONS.items():
        if step.form is None:
            continue
        if refusal is not None and post.get("step") == name:
            forms[name] = step.form(now, at=timezone.now())
            forms[name].refuse(refusal)
        else:
            forms[name] = step.form(initial=now)
    return forms


def _step(post: Any, codes: list[str], at: datetime) -> BulkAction:
    """The step to take. Raises Refusal if no step or no table is named, and for fields that cannot be read."""
    step = BULK_ACTIONS.get(post.get("step", ""))
    if step is None:
        raise Refusal("table.no_such_step")
    if not codes:
        raise Refusal("table.none_selected")
    if step.form is not None:
        step.form(post, at=at).values()
    known_codes = set(Table.objects.filter(code__in=codes).values_list("code", flat=True))
    if unknown := [code for code in codes if code not in known_codes]:
        raise Refusal("table.unknown", table=unknown[0])
    return step


def _question(post: QueryDict, step: BulkAction, codes: list[str]) -> Question:
    """The confirmation before the step, with everything that was sent."""
    tables = list(Table.objects.filter(code__in=codes).order_by("code"))
    return Question(
        button=step.of(len(tables)),
        tables=tables,
        closed=sum(table.state == Table.State.CLOSED for table in tables),
        in_play=sum(table.in_hand for table in tables),
        sent=[
            (name, value)
            for name, values in post.lists()
            for value in values
            if name not in ("csrfmiddlewaretoken", "sure")
            and (not name.startswith(SHOWED) or name.removeprefix(SHOWED) in codes)
        ],
    )


def _refused(step: str, code: str, post: QueryDict, by: Staff, at: datetime) -> Refusal | None:
    shown = post.get(f"{SHOWED}{code}", "")
    fields = post.dict() | {shown_facts.FIELD: shown}
    if step == "limits":
        # An empty field keeps that limit of each table as the page showed it.
        own = (shown_facts.read(shown) or {}).get(f"limits:{MAIN}") or {}
        fields |= {name: own.get(name, "") for name in LIMITS if not str(fields.get(name, "")).strip()}
    try:
        in_place(by, code)
        # Each chosen table records the form's key, with all the tables chosen.
        take(step, code, by, at, fields | {"tables": " ".join(sorted(set(post.getlist("table")[:MOST])))})
    except Refusal as refusal:
        return refusal
    return None


def _row(table: Table, *, ticked: bool) -> Row:
    limits = table.live.get("limits", {}).get(MAIN)
    return Row(
        table=table,
        ticked=ticked,
        showed=shown.of_bulk_action(table),
        limits=f"{dollars(limits[0])}–{dollars(limits[1])[1:]}" if limits else _("no limits set"),
        game=f"{table.book} {table.game_title}",
    )


def _from_now(minutes: int) -> str:
    return f"{timezone.localtime(timezone.now() + timedelta(minutes=minutes + 1)):%H:%M}"
