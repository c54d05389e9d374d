"""The pages of tournaments: the list, the desk of one with its steps, its conditions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from casino.forms.fields import StepForm
from casino.refusals import Refusal
from casino.staff.access import roles
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.view_models import context_of
from tables.access import person_of, second_person
from tables.forms.once import of_form
from tables.tournaments import screen, service
from tables.tournaments.conditions_form import ConditionsForm
from tables.tournaments.conditions_page import conditions_page
from tables.tournaments.machine import Command, State, commands
from tables.tournaments.models import Tournament
from tables.tournaments.shown import check_unchanged
from tables.tournaments.sources import check_source
from tables.tournaments.steps import FORMS, STEPS, Tap, chips_reported

WATCHERS = (Role.GAME_SUPERVISOR, Role.SURVEILLANCE, Role.INSPECTOR, Role.TOURNAMENT_DIRECTOR)
"""Who sees the pages of tournaments; the tournament decides what each person may do."""


@require_safe
@roles(*WATCHERS)
def tournaments(request: HttpRequest) -> HttpResponse:
    """Every tournament of the house, newest first."""
    person = person_of(request)
    rows = [screen.listed(tournament, timezone.now()) for tournament in Tournament.objects.all()]
    context = {"rows": rows, "person": person, "may_draft": person.role == Role.OPERATIONS_MANAGER}
    return render(request, "tables/tournaments/list.html", context)


@require_safe
@roles(*WATCHERS)
def desk(request: HttpRequest, tournament_code: str) -> HttpResponse:
    """The desk of one tournament."""
    return desk_page(request, tournament_or_404(tournament_code))


def tournament_or_404(code: str) -> Tournament:
    """The tournament in an address. Raises Http404 for an unknown code."""
    try:
        return service.of_code(code)
    except Refusal as refusal:
        raise Http404(refusal) from refusal


@dataclass(frozen=True, slots=True)
class DeskScreen:
    """The page of a tournament's desk."""

    tournament: Tournament
    desk: screen.Desk
    person: Staff
    refusal: Refusal | None
    may_show: bool
    """Whether the person may put the leader board up in the hall."""


def desk_page(
    request: HttpRequest,
    tournament: Tournament,
    step: str = "",
    form: StepForm | None = None,
    refusal: Refusal | None = None,
) -> HttpResponse:
    """The page of the desk; a refusal is a 409, with the form as it was sent."""
    person = person_of(request)
    page = screen.Page(tournament, person, timezone.now(), step, form)
    shown = DeskScreen(
        tournament=tournament,
        desk=page.desk(),
        person=person,
        refusal=refusal,
        may_show=person.role in service.HALL_ROLES,
    )
    return render(request, "tables/tournaments/desk.html", context_of(shown), status=409 if refusal else 200)


@sensitive_post_parameters("pin")
@require_POST
@roles(*WATCHERS)
def act(request: HttpRequest, tournament_code: str) -> HttpResponse:
    """One step of a tournament. A refusal is answered in words (409), beside its field if it has one, and what was
    typed stays."""
    tournament = tournament_or_404(tournament_code)
    step = request.POST.get("step", "")
    form = FORMS[step](request.POST) if step in FORMS else None
    person = person_of(request)
    try:
        if form is None:
            raise Refusal("tournament.no_such_step")
        if step == "commit_seed":
            _commit(request, tournament, form)
        else:
            _take(request, tournament, person, step, form)
    except Refusal as refusal:
        if form is not None:
            form.refuse(refusal)
        tournament = tournament_or_404(tournament_code)
        return desk_page(request, tournament, step, form, refusal)
    return redirect("tournament", tournament.code)


def _take(request: HttpRequest, tournament: Tournament, person: Staff, step: str, form: StepForm) -> None:
    values = form.values()
    second = partial(second_person, request)
    at = timezone.now()
    command = STEPS[step][1](Tap(tournament, person, second, at), values)
    if isinstance(command, commands.Enter):
        check_source(tournament, command.source, command.player)
    service.take(
        tournament.code,
        command,
        by=person,
        at=at,
        request=of_form(request.POST, person, lists=_lists(request)),
        check=partial(check_unchanged, form),
        first=partial(chips_reported, command, at),
    )


def _lists(request: HttpRequest) -> dict[str, list[str]]:
    """The form's fields with several values: all of them are part of the request."""
    return {name: request.POST.getlist(name) for name in request.POST if len(request.POST.getlist(name)) > 1}


def _commit(request: HttpRequest, tournament: Tournament, form: StepForm) -> None:
    person = person_of(request)
    stage = form.values()["stage"]
    service.new_seed(
        tournament.code, stage, by=person, at=timezone.now(), request=of_form(request.POST, person)
    )


@require_http_methods(["GET", "HEAD", "POST"])
@roles(Role.OPERATIONS_MANAGER)
def draft(request: HttpRequest) -> HttpResponse:
    """The conditions of a new tournament."""
    form = ConditionsForm(request.POST if request.method == "POST" else None)
    person, refusal = person_of(request), None
    if request.method == "POST":
        try:
            tournament = service.draft(
                form.conditions(), by=person, at=timezone.now(), request=of_form(request.POST, person)
            )
            return redirect("tournament_conditions", tournament.code)
        except Refusal as wrong:
            refusal = wrong
            form.refuse(refusal)
    context = conditions_page(form, None) | {"person": person, "refusal": refusal}
    return render(request, "tables/tournaments/conditions.html", context, status=409 if refusal else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@roles(*WATCHERS)
def conditions(request: HttpRequest, tournament_code: str) -> HttpResponse:
    """The conditions of a tournament, with what they lack; the operations manager writes them."""
    tournament = tournament_or_404(tournament_code)
    person, refusal = person_of(request), None
    form = ConditionsForm.of(tournament.state.conditions)
    if request.method == "POST":
        form = ConditionsForm(request.POST)
        try:
            service.take(
                tournament_code,
                _amend(form, tournament.state),
                by=person,
                at=timezone.now(),
                request=of_form(request.POST, person),
                check=partial(check_unchanged, form),
            )
            return redirect("tournament_conditions", tournament_code)
        except Refusal as wrong:
            refusal = wrong
            form.refuse(refusal)
            tournament = tournament_or_404(tournament_code)
    context = conditions_page(form, tournament) | {
        "person": person,
        "refusal": refusal,
        "may_write": person.role == Role.OPERATIONS_MANAGER and not tournament.state.in_play,
    }
    return render(request, "tables/tournaments/conditions.html", context, status=409 if refusal else 200)


def _amend(form: ConditionsForm, state: State) -> Command:
    return commands.Amend(conditions=form.conditions(state.conditions))


@require_safe
@roles(*WATCHERS)
def printed(request: HttpRequest, tournament_code: str) -> HttpResponse:
    """The conditions on paper, as players get them."""
    tournament = tournament_or_404(tournament_code)
    context = conditions_page(ConditionsForm.of(tournament.state.conditions), tournament)
    return render(request, "tables/tournaments/printed.html", context)
