"""The pages of notes: the desk's list, where a note is withdrawn, and the notes to the pit."""

from __future__ import annotations

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from casino.ledger import DESK
from casino.refusals import Refusal
from casino.staff.access import roles
from casino.staff.roles import WATCHERS
from casino.view_models import context_of
from rounds.surveillance.desk_settings import lists
from rounds.surveillance.notes import notes
from rounds.surveillance.notes.forms import WithdrawForm
from rounds.surveillance.notes.screen import listed
from rounds.surveillance.record import EYES, WRITER, now
from tables.access import person_of
from tables.forms.once import of_form, once


@roles(*EYES)
@require_safe
def desk_notes(request: HttpRequest) -> HttpResponse:
    """Every note, filtered."""
    return _listed(request)


@roles(WRITER)
@require_POST
def withdraw(request: HttpRequest, note_id: int) -> HttpResponse:
    """Withdraw a note; if it is refused, the reason stays as it was typed (409)."""
    person, form = person_of(request), WithdrawForm(request.POST)
    try:
        asked = of_form(request.POST, person, note=note_id)
        why = form.values()["why"]
        once(DESK, asked, lambda: notes.withdraw(note_id, why, by=person, at=now()))
    except Refusal as refusal:
        form.refuse(refusal)
        return _listed(request, refusal, Sent(note_id, form))
    return redirect("desk_notes")


class Sent(NamedTuple):
    """A withdrawal that was refused, as it was sent."""

    note: int
    form: WithdrawForm


def _listed(request: HttpRequest, refusal: Refusal | None = None, sent: Sent | None = None) -> HttpResponse:
    person = person_of(request)
    screen = listed(person, request.GET, lists.tags())
    context = context_of(screen) | {
        "refusal": refusal,
        "sent": sent,
        "writes": person.role == WRITER,
        "desk": "notes",
    }
    return render(request, "surveillance/notes/list.html", context, status=409 if refusal else 200)


@roles(*WATCHERS)
@require_safe
def to_pit(request: HttpRequest) -> HttpResponse:
    """The notes that surveillance has addressed to the pit."""
    person = person_of(request)
    query = notes.visible(person).filter(to_pit=True, withdrawn_at=None, ended_at=None)
    return render(request, "surveillance/notes/to_pit.html", {"notes": list(query[:100])})
