"""One table at the pit's desk: opening and closing, people, limits; as a page, and as the panel that a tile of the
dashboard opens. Both show the same sections and take the same steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final
from urllib.parse import quote

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST, require_safe

from casino.forms.fields import StepForm
from casino.ledger import HOUSE
from casino.money import decimal, dollars
from casino.refusals import Refusal
from casino.rulebooks.house import House
from casino.staff import places
from casino.staff.access import admits, roles
from casino.staff.models import Staff
from casino.staff.roles import LADDER, WATCHERS, Role
from casino.translated import phrase, term, text
from casino.view_models import context_of
from casino.words import Phrase
from rounds.pit import day
from rounds.pit import side_bet_steps as bet_steps
from rounds.pit.alerts import alerts
from rounds.pit.bet_figures import WIDTH
from rounds.pit.day import Day
from rounds.pit.outcome import Outcome
from rounds.pit.screen import Alert, Ask, HigherMinimum, todo_at
from rounds.pit.shown import ROWS, of_page
from rounds.pit.side_bets import BetFigures, Card, OtherBet, RefusedStep, cards, figures, others
from rounds.read_model.last_rounds import LastRound, last_rounds
from tables.bets import offering, scales
from tables.book import house_at
from tables.float import sessions
from tables.float.models import Count
from tables.floor import people
from tables.floor.forms import ClosingNoticeForm, ReliefForm, ResponsibleForm
from tables.forms import showed
from tables.forms.once import of_form, once
from tables.models import MAIN, Closure, Dispute, Pit, Table
from tables.offers import title_of
from tables.opening import checklist, closing, closing_notices, opening, packs
from tables.record import now_at, under_lock
from tables.rota import rota
from tables.signs import limits_paid, signs
from tables.signs.forms import HangingForm, LimitsForm, NoticeForm

PANEL: Final = "Pit-Panel"
"""The request header that the panel sends, to be answered with the panel again."""

Typed = Any


def _person(request: HttpRequest) -> Staff:
    assert isinstance(request.user, Staff)
    return request.user


@roles(*WATCHERS)
@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The table's page: its opening and closing lists and its limits."""
    return answered(request, code)


def answered(
    request: HttpRequest,
    code: str,
    refusal: Refusal | None = None,
    *,
    outcome: Outcome | None = None,
    done: str = "",
    ask: Question | None = None,
    status: int = 200,
) -> HttpResponse:
    """The table's page, or its panel for a request from the panel. `outcome` is that of an approval or an
    acknowledged alert; `done` says what was done; `ask` is the confirmation before a step. After a refusal (409) what
    was typed stays."""
    shown = Table.objects.select_related("pit").prefetch_related(*ROWS).filter(code=code).first()
    if shown is None:
        raise Http404(Refusal("table.unknown", table=code))
    person, at = _person(request), timezone.now()
    typed: Typed = request.POST.dict() if request.method == "POST" and refusal else {}
    if isinstance(refusal, showed.Stale):
        typed = {name: value for name, value in typed.items() if name not in refusal.untouched}
    of_bets = (
        RefusedStep(typed, refusal) if refusal is not None and typed.get("step") in bet_steps.STEPS else None
    )
    context = context_of(_sections(shown, person, at))
    context["forms"] = _forms(shown, {} if of_bets else typed, refusal, at)
    context |= {"refusal": refusal, "ask": ask}
    status = 409 if refusal else status
    if PANEL in request.headers:
        panel = Panel(
            outcome=outcome,
            done=done,
            readonly=person.is_read_only,
            todo=todo_at(shown, alerts.lines([shown], at)),
            pit=shown.pit,
            last_rounds=last_rounds(shown.code, person),
        )
        return render(request, "pit/_panel.html", context | context_of(panel), status=status)
    page = Page(
        bets=cards(shown, of_bets, at),
        others=others(shown),
        offers=person.has_role_at_least(offering.OFFERED_BY),
        orders=person.has_role_at_least(scales.ORDERED_BY),
        figures=figures(shown),
        day=day.drawn([shown], at),
        last_rounds=last_rounds(shown.code, person),
    )
    return render(request, "pit/table.html", context | context_of(page), status=status)


@dataclass(frozen=True, slots=True)
class Panel:
    """What the panel shows beside the shared sections."""

    outcome: Outcome | None
    done: str
    readonly: bool
    todo: list[Ask | Alert]
    pit: Pit
    last_rounds: list[LastRound]


@dataclass(frozen=True, slots=True)
class Page:
    """What the page shows beside the shared sections."""

    bets: list[Card]
    others: list[OtherBet]
    """The side bets of the book that its game does not have."""
    offers: bool
    """Whether the person may offer and withdraw side bets."""
    orders: bool
    """Whether the person may order a change of scale."""
    figures: list[BetFigures]
    day: Day
    last_rounds: list[LastRound]
    bar_width: int = WIDTH
    bar_middle: int = WIDTH // 2


@dataclass(frozen=True, slots=True)
class Ticked:
    """Who did something for the opening or the closing, and when; `words`: what was found."""

    by: str
    at: str
    words: str = ""

    @classmethod
    def of(cls, check: Mapping[str, str] | None) -> Ticked | None:
        return cls(check["by"], check["at"], check.get("words", "")) if check else None


@dataclass(frozen=True, slots=True)
class ListItem:
    """An item of the opening list; `done` says who confirmed it and when."""

    item: str
    clause: str
    words: str
    done: Ticked | None


@dataclass(frozen=True, slots=True)
class FloatCounts:
    """The counts of float and cards required for opening and closing."""

    opening: Count | None
    closing_wanted: bool
    cards_done: bool
    cards_held: Ticked | None
    """What prevents the cards from being counted, with its words."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a bet, as on the sign."""

    bet: str
    key: str
    minimum: str
    maximum: str
    multiple: str


@dataclass(frozen=True, slots=True)
class ClosingSteps:
    """How an open table is closed: the notice, the people at the table, the clause on informing an inspector
    first."""

    notice: Closure | None
    present: list[str]
    inspector: str


@dataclass(frozen=True, slots=True)
class TableSections:
    """The sections shared by page and panel."""

    table: Table
    showed: str
    house: House
    checklist: list[ListItem]
    unconfirmed: int
    cards: packs.RightCheck | None
    """The check of the cards, once they are right."""
    cards_barred: Phrase | None
    faults: list[tuple[str, str]]
    """What else prevents the opening, as (clause, words)."""
    ready: bool
    float: FloatCounts
    signs: list[Limits]
    coarse: tuple[str, str] | None
    notices: list[HigherMinimum]
    unresolved: int
    """How many disputes are open or under review."""
    closing: ClosingSteps
    expected: int | None
    """How many cards a full shoe has; None while a choice of the set-up is missing."""
    limits_ok: bool
    limits_role: str
    acts: bool
    elsewhere: Refusal | None


def _sections(table: Table, person: Staff, at: datetime) -> TableSections:
    confirmations, house = checklist.confirmations(table), house_at(table)
    elsewhere = places.refusal_to_change(person, table.code)
    barred = opening.missing(table) if table.state == Table.State.CLOSED else []
    items = [
        ListItem(
            item=item,
            clause=clause,
            words=phrase(words),
            done=Ticked.of(table.checks.get(item)) if checklist.confirmed(table, item, words) else None,
        )
        for item, (clause, words) in confirmations.items()
    ]
    known = {"cards", "float", *confirmations}
    set_up = all(item != "elections" for item, _, _ in barred)
    return TableSections(
        table=table,
        showed=of_page(table),
        house=house,
        checklist=items,
        unconfirmed=sum(1 for item in items if not item.done),
        cards=packs.right_check(table),
        cards_barred=packs.barred(table, house),
        faults=[(clause, phrase(words)) for item, clause, words in barred if item not in known],
        ready=not barred,
        float=FloatCounts(
            opening=sessions.opening_of(table),
            closing_wanted=table.state == Table.State.CLOSING and sessions.closing_wanted(table),
            cards_done=closing.COUNTED in table.checks,
            cards_held=Ticked.of(table.checks.get(closing.UNCOUNTED)),
        ),
        signs=[
            Limits(
                bet=term(title_of(table, bet)),
                key=bet,
                minimum=dollars(minimum),
                maximum=dollars(maximum),
                multiple=dollars(multiple) if multiple else _("any"),
            )
            for bet, (minimum, maximum, multiple) in signs.limits_of(table).items()
        ],
        coarse=limits_paid.blackjack_unpayable(table),
        notices=[HigherMinimum.of(notice, at) for notice in signs.running(table)],
        unresolved=table.disputes.filter(state__in=(Dispute.State.OPEN, Dispute.State.REVIEW)).count(),
        closing=ClosingSteps(
            notice=closing_notices.displayed_notice(table),
            present=closing_notices.players_present(table) if table.state == Table.State.OPEN else [],
            inspector=house.inspector_first if closing_notices.is_early(table, at) else "",
        ),
        expected=table.rules.shoe_cards(table.decks) if set_up else None,
        limits_ok=admits(person, (table.rules.limits_role.value,)),
        limits_role=term(Role(table.rules.limits_role.value).label),
        acts=person.has_role_at_least(Role.GAME_SUPERVISOR) and not elsewhere,
        elsewhere=elsewhere,
    )


FORMS: Final = {
    form.step: form for form in (LimitsForm, NoticeForm, ClosingNoticeForm, ResponsibleForm, ReliefForm)
}
"""The forms of the page that have fields to fill in, by their step."""


def _forms(table: Table, typed: Typed, refusal: Refusal | None, at: datetime) -> dict[str, StepForm]:
    """The forms with the table's values; a refused one with what was typed, and the refusal at its field."""
    sign, house = table.signs.filter(bet=MAIN).first(), house_at(table)
    limits = {"minimum": sign.minimum, "maximum": sign.maximum, "multiple": sign.multiple} if sign else {}
    now: dict[str, dict[str, str]] = {
        "limits": {name: decimal(cents) if cents else "" for name, cents in limits.items()},
        "put_up": {"of": MAIN, "change_at": _clock_in(house.notice_minutes + 1, at)},
        "announce": {"close_at": _clock_in(house.closing_minutes + 1, at)},
        "supervise": {"supervisor": table.supervisor},
        "send": {"dealer": table.relief},
    }
    forms: dict[str, StepForm] = {}
    for step, form in FORMS.items():
        if refusal is not None and typed.get("step") == step:
            forms[step] = form(now[step] | typed, at=at)
            forms[step].refuse(refusal)
        else:
            forms[step] = form(initial=now[step], at=at)
    on_shift = rota.on_shift()
    people = {
        ("send", "dealer"): _numbers(role=Role.DEALER),
        ("supervise", "supervisor"): _numbers(role__in=LADDER[1:]),
    }
    for (step, name), numbers in people.items():
        # People on shift come first; an unlisted number that was sent is shown as it was sent.
        listed = sorted(
            {*numbers, *filter(None, [forms[step][name].value()])}, key=lambda who: (who not in on_shift, who)
        )
        options = [
            (who, text(_("{number} · on shift"), number=who) if who in on_shift else who) for who in listed
        ]
        forms[step].offer(name, [("", _("nobody")), *options])
    return forms


def _numbers(**of: object) -> list[str]:
    return list(Staff.objects.filter(is_active=True, **of).values_list("number", flat=True))


def _clock_in(minutes: int, at: datetime) -> str:
    """The house's time so many minutes later."""
    return f"{timezone.localtime(at + timedelta(minutes=minutes)):%H:%M}"


@roles(Role.GAME_SUPERVISOR)
@require_POST
def act(request: HttpRequest, code: str) -> HttpResponse:
    """One step of opening, closing or limits. If the book refuses it, the answer has the clause (409), and what was
    typed stays."""
    step = STEPS.get(request.POST.get("step", ""))
    if step is None:
        return answered(request, code, Refusal("table.no_such_step"))
    try:
        if ask := asked_first(request.POST, [code]):
            return answered(request, code, ask=ask)
        take(request.POST["step"], code, _person(request), now_at(code), request.POST)
    except Refusal as refusal:
        return answered(request, code, refusal)
    if PANEL in request.headers:
        return answered(request, code, done=_("Done, and recorded."))
    back = redirect("pit_table", code)
    if bet := request.POST.get("bet"):
        # An anchor inside the card, so that going there opens it.
        back["Location"] += f"#in-{quote(bet)}"
    return back


def _put_up(code: str, values: dict[str, Any], by: Staff, at: datetime) -> object:
    bet, minimum = values["of"] or MAIN, values["notice_minimum"]
    return signs.put_up(code, bet=bet, minimum=minimum, change_at=values["change_at"], by=by, at=at)


def _set_limits(code: str, values: dict[str, Any], by: Staff, at: datetime) -> object:
    limits = signs.Limits(values["minimum"], values["maximum"], values["multiple"])
    return signs.set_limits(code, limits, told=values["told"], by=by, at=at)


Step = Callable[[str, Staff, datetime, Any], object]
STEPS: dict[str, Step] = {
    "confirm": lambda code, by, at, f: checklist.confirm(code, f.get("item", ""), by=by, at=at),
    "open": lambda code, by, at, f: opening.open_table(code, by=by, at=at),
    "closing": lambda code, by, at, f: closing.begin_closing(
        code, nobody=f.get("nobody") == "yes", by=by, at=at
    ),
    "announce": lambda code, by, at, f: closing_notices.announce(
        code,
        **ClosingNoticeForm(f, at=at).values(),
        by=by,
        at=at,
    ),
    "supervise": lambda code, by, at, f: people.make_responsible(
        code, ResponsibleForm(f).values()["supervisor"], by=by, at=at
    ),
    "send": lambda code, by, at, f: people.send_dealer(code, ReliefForm(f).values()["dealer"], by=by, at=at),
    "stay_open": lambda code, by, at, f: closing_notices.take_down(code, by=by, at=at),
    "close": lambda code, by, at, f: closing.close_table(code, by=by, at=at),
    "limits": lambda code, by, at, f: _set_limits(code, LimitsForm(f).values(), by, at),
    "put_up": lambda code, by, at, f: _put_up(code, NoticeForm(f, at=at).values(), by, at),
    "take_down": lambda code, by, at, f: signs.take_down(
        code, HangingForm(f).values()["notice"], by=by, at=at
    ),
    "bring_in": lambda code, by, at, f: signs.bring_in(code, HangingForm(f).values()["notice"], by=by, at=at),
    **bet_steps.STEPS,
}


ASKED_FIRST: Final = {
    "closing": gettext_noop("No further round is dealt, and that cannot be undone"),
    "close_games": gettext_noop("The games with the bet are closed at every table that offers it"),
    "order_scale": gettext_noop("The scale changes at every table that offers the bet"),
}
"""The steps of a table's page that must be confirmed, and why: they cannot be undone, or they affect other tables
too."""


@dataclass(frozen=True, slots=True)
class Question:
    """The confirmation before a step: why, its button, and everything that was sent, as (field, value)."""

    words: str
    button: str
    sent: list[tuple[str, str]]


def asked_first(fields: Any, codes: list[str]) -> Question | None:
    """The confirmation for a step that needs one, with everything that was sent; None once it is confirmed."""
    step = fields.get("step", "")
    if step not in ASKED_FIRST or fields.get("sure") == "yes":
        return None
    button = {
        "closing": text(_("Close {table} after this round"), table=codes[0]),
        "close_games": _("Close the games now"),
        "order_scale": _("Order the change for every table"),
    }[step]
    sent = [(name, value) for name, value in fields.items() if name not in ("csrfmiddlewaretoken", "sure")]
    return Question(words=_(ASKED_FIRST[step]), button=button, sent=sent)


def take(step: str, code: str, by: Staff, at: datetime, fields: Any) -> None:
    """Take a step once per key of its form, unless the form's page is outdated, which is checked under the step's own
    lock. Raises Refusal."""
    chain = HOUSE if step in bet_steps.OF_THE_HOUSE else code
    once(chain, of_form(fields, by, table=code), lambda: _take(step, code, by, at, fields))


def _take(step: str, code: str, by: Staff, at: datetime, fields: Any) -> None:
    check = partial(showed.check, step=step, fields=fields)
    if step in bet_steps.OF_THE_HOUSE:
        with scales.house_scale_locked(code, fields.get("bet", "").strip()):
            table = Table.objects.filter(code=code).first()
            if table is not None:
                check(table)
            STEPS[step](code, by, at, fields)
        return

    def right(table: Table) -> None:
        # No page shows a bet that the book does not have, and the book's refusal says more than an outdated page's.
        bet_steps.check_bet(step, table, fields)
        check(table)

    with under_lock(code, right):
        STEPS[step](code, by, at, fields)
