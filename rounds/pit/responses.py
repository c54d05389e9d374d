"""The answer to a supervisor's step on the dashboard: the list again, with the outcome."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string

from casino.view_models import context_of
from rounds.pit.outcome import Outcome
from rounds.pit.screen import side
from tables.models import Pit


def pit_named(code: str) -> Pit | None:
    """The pit whose list was answered; None for the list of all pits. Raises Http404 for an unknown pit."""
    return get_object_or_404(Pit, code=code) if code else None


def answered(request: HttpRequest, pit: Pit | None, outcome: Outcome) -> HttpResponse:
    """The list again, with the outcome; without script, a redirect to the pit, or a page with the refusal."""
    if request.headers.get("HX-Request"):
        html = render_to_string(
            "pit/_side.html", context_of(side(pit)) | {"outcome": outcome}, request=request
        )
        return HttpResponse(html, status=outcome.status)
    if outcome.refusal is None:
        return redirect("pit_of", pit.code) if pit else redirect("pit")
    return render(request, "pit/refused.html", {"outcome": outcome, "pit": pit}, status=outcome.status)
