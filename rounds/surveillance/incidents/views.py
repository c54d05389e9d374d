"""The pages of incidents: the list, a new one, one with all its pages, and its attachments."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from casino import ledger
from casino.forms import shown_facts
from casino.forms.fields import StepForm
from casino.ledger import DESK
from casino.refusals import Refusal
from casino.staff.access import roles
from casino.staff.models import Staff
from casino.staff.roles import RECORD_READERS
from casino.translated import term
from casino.view_models import context_of
from rounds.models import Round
from rounds.surveillance.facts import indexing
from rounds.surveillance.incidents import files, forms, service
from rounds.surveillance.incidents.models import Incident
from rounds.surveillance.incidents.screen import listed, screen_of
from rounds.surveillance.incidents.service import Sort
from rounds.surveillance.notes.models import Note
from rounds.surveillance.notes.notes import visible as visible_notes
from rounds.surveillance.record import WRITER, now
from tables.access import person_of, second_person
from tables.forms import showed
from tables.forms.once import first_time, of_form, once
from tables.models import Dispute
from tables.record import answered

Taken = Callable[[], object]
PATIENCE: Final = 1.0
"""Seconds for which a page waits for the latest rounds to be indexed."""


def _mine(request: HttpRequest, number: str) -> Incident:
    """The incident, if the person may read it; otherwise Http404."""
    incident = service.of_number(number, person_of(request))
    if incident is None:
        raise Http404(Refusal("incident.no_such_incident", typed=number[:20]))
    return incident


@roles(*RECORD_READERS)
@require_safe
def incidents(request: HttpRequest) -> HttpResponse:
    """The incidents that the person may read, filtered."""
    person = person_of(request)
    context = context_of(listed(person, request.GET)) | {"writes": person.role == WRITER}
    return render(request, "surveillance/incidents/list.html", context)


@roles(WRITER)
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """A new incident, from a round, an entry, a note, a dispute, an alert, or nothing; what is known is filled in."""
    person = person_of(request)
    refusal, form = None, None
    if request.method == "POST":
        form = forms.OpenForm(request.POST)
        try:
            asked = of_form(request.POST, person)
            opened = first_time(DESK, asked, lambda: _open(form, person))
            if opened is not None:
                return redirect("desk_incident", opened.number)
            first = answered(DESK, asked)  # sent again: redirect to the incident that was opened then
            return (
                redirect("desk_incident", service.opened_in(first).number)
                if first
                else redirect("desk_incidents")
            )
        except Refusal as wrong:
            form.refuse(wrong)
            refusal = wrong
    context = {
        "form": form or forms.OpenForm(initial=_known(request, person)),
        "refusal": refusal,
    }
    return render(request, "surveillance/incidents/new.html", context, status=409 if refusal else 200)


def _open(form: forms.OpenForm, person: Staff) -> Incident:
    """Raises Refusal."""
    cover, values = form.cover(), form.cleaned_data
    name = None
    if values["round"]:
        page = service.round_page(values["round"])
        name = page["table"], page["round"]
        indexing.catch_up(PATIENCE)
        cover["table"] = cover["table"] or name[0]
    return service.open_incident(
        cover,
        narrative=values["narrative"],
        round_name=name,
        seq=values["seq"],
        link=values["link"],
        by=person,
        at=now(),
    )


def _known(request: HttpRequest, person: Staff) -> dict[str, Any]:
    """The initial values of a new incident's fields, from what it is opened from."""
    given = {
        name: request.GET.get(name, "")[:60] for name in ("table", "round", "seq", "note", "dispute", "link")
    }
    known: dict[str, Any] = {
        "reported": f"{timezone.localtime():%H:%M:%S}",
        "link": given["link"],
        "seq": given["seq"],
    }
    table, round_no = given["table"].upper(), given["round"]
    if given["note"].isascii() and given["note"].isdigit():
        note: Note | None = visible_notes(person).filter(pk=int(given["note"][:18])).first()
        if note is not None:
            table, round_no, known["seq"] = note.table, str(note.round_no), note.seq or ""
            known["narrative"] = note.facts.get("words", "")
    if given["dispute"].isascii() and given["dispute"].isdigit():
        dispute = Dispute.objects.select_related("table").filter(pk=int(given["dispute"][:18])).first()
        if dispute is not None:
            table, round_no = dispute.table.code, str(dispute.round_no or "")
            known |= {"title": f"{dispute.player}: {term(dispute.question)}"[: service.TITLE]}
            known["type"] = "People > Player > Dispute"
            known["occurred"] = f"{timezone.localtime(dispute.raised_at):%Y-%m-%d %H:%M:%S}"
    if table and round_no.isascii() and round_no.isdigit() and len(round_no) < 10:
        row = (
            Round.objects.select_related("table__pit")
            .filter(table__code=table, round_no=int(round_no))
            .first()
        )
        if row is not None:
            at = timezone.localtime(row.collected_at or row.called_at or row.opened_at)
            known |= {"round": f"{table}/{row.round_no}", "table": table, "place": row.table.pit.name}
            known.setdefault("occurred", f"{at:%Y-%m-%d %H:%M:%S}")
    elif table:
        known["table"] = table
    return known


@roles(*RECORD_READERS)
@require_safe
def incident(request: HttpRequest, number: str) -> HttpResponse:
    """One incident with all its pages."""
    return _page(request, _mine(request, number))


def _page(
    request: HttpRequest, row: Incident, refusal: Refusal | None = None, sent: StepForm | None = None
) -> HttpResponse:
    if row.pages.filter(sort=Sort.ROUND).exists():
        indexing.catch_up(PATIENCE)
    screen = screen_of(row, person_of(request))
    shown: dict[str, StepForm] = {
        name: form() for name, form in forms.FORMS.items() if name not in ("cover", "access")
    }
    local = row.facts
    shown["cover"] = forms.CoverForm(
        initial=local
        | {name: _typed(local.get(name, "")) for name in ("occurred", "reported")}
        | {name: _sum(local.get(name, 0)) for name in ("loss", "saving", "recovered")}
    )
    shown["access"] = forms.AccessForm.of(row)
    if sent is not None:
        shown[sent.step] = sent
    context = context_of(screen) | {
        "forms": shown,
        "sent": sent.step if sent is not None else "",
        "refusal": refusal,
        "showed": shown_facts.as_field({"incident": _state(row)}),
    }
    return render(request, "surveillance/incidents/incident.html", context, status=409 if refusal else 200)


def _typed(iso: str) -> str:
    if not iso:
        return ""
    return f"{timezone.localtime(datetime.fromisoformat(iso)):%Y-%m-%d %H:%M:%S}"


def _sum(cents: int) -> str:
    return f"{cents / 100:.2f}".removesuffix(".00") if cents else ""


def _state(row: Incident) -> list[Any]:
    """The state that the steps changing the whole incident depend on."""
    return [row.status, row.facts.get("salt", ""), sorted(row.roles), sorted(row.named), row.pages.count()]


STATE_STEPS: Final = ("cover", "access", "review", "close")
"""Steps that are checked against what the page showed."""


@roles(WRITER)
@require_POST
def act(request: HttpRequest, number: str) -> HttpResponse:
    """One step of an incident; a refusal is answered with the page, and what was typed stays (409)."""
    row, person = _mine(request, number), person_of(request)
    step = request.POST.get("step", "")
    form = forms.FORMS[step](request.POST) if step in forms.FORMS and step != "file" else None
    try:
        asked = of_form(request.POST, person, incident=row.number)
        taken = _step(request, row, step, form, person)

        def checked() -> None:
            if step in STATE_STEPS:
                fresh = Incident.objects.get(pk=row.pk)
                showed.compare(DESK, request.POST, {"incident": _state(fresh)})
            taken()

        once(DESK, asked, checked)
    except Refusal as refusal:
        if form is not None:
            form.refuse(refusal)
        return _page(request, row, refusal, form)
    return redirect("desk_incident", row.number)


def _step(request: HttpRequest, row: Incident, step: str, form: StepForm | None, by: Staff) -> Taken:
    """The action of a step. Raises Refusal for an unknown step, and for fields that cannot be read."""
    at = now()
    if step == "review":
        return lambda: service.review(row, by=by, at=at)
    if form is None:
        raise Refusal("table.no_such_step")
    if isinstance(form, forms.CoverForm):
        cover = form.cover()
        return lambda: service.change_cover(row, cover, by=by, at=at)
    values = form.values()
    if step == "close":
        second = second_person(request)
        return lambda: service.close(row, second=second, by=by, at=at)
    if step == "access":
        readers = [str(role) for role in service.OTHER_READERS if values[str(role)]]
        named = values["named"].split(",")
        return lambda: service.set_access(row, readers, named, by=by, at=at)
    about = values.get("about")
    match step:
        case "narrative":
            facts = service.narrative(values["words"])
        case "person":
            facts = service.person(values["who"], values["part"], values["words"])
        case "round":
            facts = service.round_page(values["round"])
        case "camera":
            facts = service.camera_page(values["camera"], values["camera_time"], values["words"], at)
        case "task":
            facts = service.task(values["words"], values["who"], values["until"])
        case "link":
            facts = service.link(values["to"], values["words"], by)
        case "withdrawn":
            facts = service.narrative(values["words"])
        case _:
            facts = {}
    return lambda: service.add(row, step, facts, about=about, by=by, at=at)


def _takes_files(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    view.takes_files = files.taken_by  # type: ignore[attr-defined]  # see casino.web.door
    return view


@roles(WRITER)
@_takes_files
@require_POST
def attach(request: HttpRequest, number: str) -> HttpResponse:
    """Attach a picture, a clip or a PDF."""
    row, person = _mine(request, number), person_of(request)
    form = forms.FileForm(request.POST)
    try:
        words = form.values()["words"]
        given = request.FILES.get("file")
        taken = files.take(
            given,
            too_large=bool(request.META.get(files.TOO_LARGE)),
            no_room=bool(request.META.get(files.NO_ROOM)),
        )
        facts = {
            "name": taken.name,
            "type": taken.content_type,
            "size": taken.size,
            "sha256": taken.sha256,
            "words": words,
        }
        asked = of_form(request.POST, person, incident=row.number, file=taken.sha256)

        def added() -> None:
            with transaction.atomic():
                service.add(row, Sort.FILE, facts, by=person, at=now())
                # Somebody whose page was refused may have removed the same content meanwhile; under the lock nobody
                # can.
                if not files.is_there(taken.sha256):
                    raise Refusal("file.gone")

        try:
            once(DESK, asked, added)
        except Refusal:
            with transaction.atomic():
                ledger.lock(DESK)
                files.remove(taken.sha256)
            raise
    except Refusal as refusal:
        form.refuse(refusal)
        return _page(request, row, refusal, form)
    return redirect("desk_incident", row.number)


@roles(*RECORD_READERS)
@require_safe
def attachment(request: HttpRequest, number: str, page: int) -> HttpResponseBase:
    """An attachment, to be saved and never displayed by the browser itself."""
    row = _mine(request, number)
    attached = row.pages.filter(sort=Sort.FILE, no=page, ended_at=None).first()
    if attached is None or not attached.facts:
        raise Http404(Refusal("file.gone"))
    try:
        content = files.opened(attached.facts["sha256"])
    except Refusal as gone:
        raise Http404(gone) from gone
    answer = FileResponse(
        content, as_attachment=True, filename=attached.facts["name"], content_type=attached.facts["type"]
    )
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return answer
