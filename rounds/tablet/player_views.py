"""The page of a table's players: who sits where, patron numbers, and supervisors' decisions on players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from casino.forms import shown_facts
from casino.forms.fields import StepForm
from casino.ledger import Request
from casino.refusals import Refusal
from casino.rulebooks.rule import Rule
from casino.staff import places
from casino.staff.access import roles
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.translated import phrase, term
from casino.view_models import context_of
from rounds import engine
from rounds.engine import State
from rounds.engine.questions import may_vacate, restriction_words
from rounds.engine.values import Restriction
from rounds.play import service
from rounds.play.projection.players import Seated, seated
from rounds.play.snapshot import Current, Live
from rounds.tablet import permits
from rounds.tablet.access import at_this_table, person_of
from tables.floor import people
from tables.floor.forms import HoldForm, PatronForm
from tables.forms import showed
from tables.forms.once import of_form, once
from tables.models import Table
from tables.record import now_at, under_lock


@require_safe
@roles(Role.DEALER, Role.SURVEILLANCE, Role.INSPECTOR)
@at_this_table
def of_table(request: HttpRequest, code: str) -> HttpResponse:
    """The players of a table."""
    return _page(request, code)


@require_POST
@roles(Role.DEALER)
@at_this_table
def act(request: HttpRequest, code: str) -> HttpResponse:
    """Attach a patron number, or give a supervisor's command about a player: decided as at the tablet, and put to a
    higher role if the clause requires one."""
    fields, by = request.POST, person_of(request)
    player, step = fields.get("player", "").strip(), fields.get("step", "")
    form = FORMS[step](fields, part=player) if step in FORMS else None
    try:
        if step == "patron":

            def attached() -> None:
                with under_lock(code, partial(showed.check, step=step, fields=fields)):
                    people.set_patron_number(code, player, fields.get("number", ""), by=by, at=now_at(code))

            once(code, of_form(fields, by), attached)
            return redirect("people", code)
        make = _COMMANDS.get(step)
        if make is None:
            raise Refusal("table.no_such_step")
        key = fields.get("key", "") or uuid4().hex
        values = form.values() if form is not None else {"how": fields.get("how", "")}
        command = make(player, values)

        def checked(current: Current) -> list[engine.Command]:
            # Not of a repeated tap, which gets its answer whatever has changed since.
            if step == "hold":
                _complete(current.live, player, values)
            showed.compare(code, fields, {f"held:{player}": _held(current.live.state, player)})
            return [command]

        sent = Request(key, service.digest_of(command, by.number))
        (answer,), _ = service.play_all(code, checked, by=by, request=sent)
        if answer.refusal is not None:
            raise answer.refusal.again()
        if answer.approval_id is not None:
            raise Refusal("approval.higher_role")
    except Refusal as refusal:
        if form is not None:
            form.refuse(refusal)
        return _page(request, code, refusal, form)
    return redirect("people", code)


FACTS: Final[Mapping[str, showed.Fact]] = {
    "held": showed.Fact("changed.held", ("player_restricted", "player_released"))
}
"""What the page shows that a decision on a player depends on."""


def _held(state: State, player: str) -> list[list[bool]]:
    """How a player is restricted, as the page shows it: to one box, to the minimum."""
    return sorted(
        [restriction.one_box, restriction.minimum]
        for restriction in state.carry.restricted
        if restriction.player == player
    )


FORMS: Final[dict[str, type[StepForm]]] = {form.step: form for form in (PatronForm, HoldForm)}
"""The forms of the page with fields to fill in, by their step."""
Make = Callable[[str, Any], engine.Command]
_COMMANDS: dict[str, Make] = {
    "vacate": lambda player, f: engine.VacateSeat(player, ""),
    "hold": lambda player, f: _restriction(player, f, lift=False),
    "release": lambda player, f: _restriction(player, f, lift=True),
}


def _complete(live: Live, player: str, values: Mapping[str, Any]) -> None:
    """Raises Refusal unless a restriction names a player who is there, a reason and, where somebody must be notified,
    who was told and when (VIC03-5.11.1)."""
    clause = live.rules.steps.restrict_notice
    if player not in {known.mark for known in seated(live.state)}:
        raise Refusal("people.not_at_table", player=player or "–", table=live.table.code)
    if not values["reason"]:
        raise Refusal("people.reason_missing", live.rules.steps.restrict_minimum, player=player)
    who, when = values["notified"], values["notified_at"]
    if bool(who) != (when is not None) or (who and not any(map(str.isalnum, who))):
        raise Refusal("people.notified_missing", clause)


def _notified(values: Mapping[str, Any]) -> str:
    """Who was notified, and when."""
    who, when = values.get("notified", "")[:100], values.get("notified_at")
    return f"{who}, {when:%H:%M}" if who and when is not None else ""


def _restriction(player: str, values: Mapping[str, Any], *, lift: bool) -> engine.Command:
    one_box, minimum = permits.FORMS.get(values.get("how", ""), (False, True))
    return engine.RestrictPlayer(
        player,
        one_box,
        "",
        notified=_notified(values),
        reason=values.get("reason", "")[:120],
        lift=lift,
        minimum=minimum,
    )


@dataclass(frozen=True, slots=True)
class RestrictionShown:
    """How a player is restricted, in words."""

    words: str
    clause: str
    how: str

    @classmethod
    def of(cls, held: Restriction) -> RestrictionShown:
        how = ("both" if held.minimum else "one_box") if held.one_box else "minimum"
        return cls(phrase(restriction_words(held.one_box, held.minimum)), held.clause, how)


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player at the table, and what the page showed of them."""

    player: Seated
    showed: str
    patron: str
    """The patron number, if one is attached."""
    may_ask: bool
    """Whether the player may be asked to give up the seat."""
    held: list[RestrictionShown]
    number: PatronForm
    hold: HoldForm

    @classmethod
    def of(
        cls,
        player: Seated,
        live: Live,
        forms: Sequence[tuple[str, str]],
        sent: StepForm | None,
        *,
        may_ask: bool,
    ) -> PlayerRow:
        """`forms`: the kinds of restriction possible here; `sent`: the form that was refused."""
        patron, hold = live.table.patrons.get(player.mark, ""), HoldForm.shown(sent, player.mark)
        hold.offer("how", forms)
        facts = showed.facts(live.table, [f"patron:{player.mark}"])
        return cls(
            player=player,
            showed=shown_facts.as_field(facts | {f"held:{player.mark}": _held(live.state, player.mark)}),
            patron=patron,
            may_ask=may_ask,
            held=[RestrictionShown.of(held) for held in player.held],
            number=PatronForm.shown(sent, player.mark, number=patron),
            hold=hold,
        )


@dataclass(frozen=True, slots=True)
class PeopleScreen:
    """The players of a table."""

    table: Table
    players: list[PlayerRow]
    restrictions: bool
    """Whether players may be restricted here."""
    told: str
    """The clause that requires a notification first; empty if none does."""
    vacate: Rule[int]
    restricts: str
    """The role that may restrict players."""
    acts: bool
    person: Staff
    refusal: Refusal | None


def _page(
    request: HttpRequest, code: str, refusal: Refusal | None = None, sent: StepForm | None = None
) -> HttpResponse:
    live, person = service.refresh(code), person_of(request)
    rules, state = live.rules, live.state
    offered = permits.offered(rules, state)
    asked_back = {seat.player for seat in may_vacate(rules, state)}
    screen = PeopleScreen(
        table=live.table,
        players=[
            PlayerRow.of(player, live, offered.forms, sent, may_ask=player.mark in asked_back)
            for player in seated(state)
        ],
        restrictions=bool(offered.forms),
        told=rules.steps.restrict_notice if offered.told else "",
        vacate=rules.vacate_after,
        restricts=term(Role(rules.restriction_role.value).label),
        acts=not person.is_read_only and not places.refusal_to_change(person, code),
        person=person,
        refusal=refusal,
    )
    return render(request, "tablet/people.html", context_of(screen), status=409 if refusal else 200)
