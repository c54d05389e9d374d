"""The leader board: for everybody who is signed in and, if the house has put it on a screen in the hall, for
everybody there. The page polls every two seconds; the answer is empty if nothing has changed."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from casino.refusals import Refusal
from casino.staff.access import roles
from casino.staff.roles import Role
from tables.access import person_of
from tables.forms.once import of_form
from tables.tournaments import service
from tables.tournaments.board import board_of, mark_of
from tables.tournaments.models import Tournament
from tables.tournaments.views import desk_page, tournament_or_404

MARK: str = "mark"


def _page(request: HttpRequest, tournament_code: str) -> HttpResponse:
    tournament = tournament_or_404(tournament_code)
    context = {"board": board_of(tournament, timezone.now()), "tournament": tournament}
    return render(request, "tables/tournaments/board.html", context)


def _now(request: HttpRequest, tournament_code: str) -> HttpResponse:
    tournament = tournament_or_404(tournament_code)
    if request.GET.get(MARK, "") == mark_of(tournament):
        return HttpResponse(status=204)
    context = {"board": board_of(tournament, timezone.now())}
    return render(request, "tables/tournaments/_board.html", context)


View = Callable[[HttpRequest, str], HttpResponseBase]


def _in_hall(view: View) -> View:
    """A view for signed-in people; for everybody if the board is on a screen in the hall."""
    signed_in = roles(*Role.values)(view)

    def shown(request: HttpRequest, tournament_code: str) -> HttpResponseBase:
        public = (
            "\0" not in tournament_code
            and Tournament.objects.filter(code=tournament_code, hall=True).exists()
        )
        answer: HttpResponseBase = (view if public else signed_in)(request, tournament_code)
        answer["Cache-Control"] = "no-store"
        return answer

    return shown


board = require_safe(_in_hall(_page))
board_now = require_safe(_in_hall(_now))


@require_POST
@roles(*service.HALL_ROLES)
def hall(request: HttpRequest, tournament_code: str) -> HttpResponse:
    """Put the board on a screen in the hall, or take it off."""
    tournament = tournament_or_404(tournament_code)
    person = person_of(request)
    try:
        service.show_in_hall(
            tournament.code,
            request.POST.get("shown") == "yes",
            by=person,
            at=timezone.now(),
            request=of_form(request.POST, person),
        )
    except Refusal as refusal:
        return desk_page(request, tournament, refusal=refusal)
    return redirect("tournament", tournament.code)
