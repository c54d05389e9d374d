"""The page of the approved rules, and the documents for anybody who asks."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.files.uploadhandler import (
    FileUploadHandler,
    MemoryFileUploadHandler,
    TemporaryFileUploadHandler,
)
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from casino.ledger import HOUSE
from casino.refusals import Refusal
from casino.staff.access import roles
from casino.staff.roles import WATCHERS
from casino.view_models import context_of
from tables.access import person_of, second_person
from tables.approved_rules import documents
from tables.approved_rules.forms import DocumentForm, WithdrawForm
from tables.approved_rules.models import ApprovedRules
from tables.forms.once import of_form, once


@dataclass(frozen=True, slots=True)
class DocumentShown:
    """A document on the page."""

    row: ApprovedRules
    holds: bool
    """In force today."""
    withdraw: WithdrawForm


@dataclass(frozen=True, slots=True)
class DocumentsPage:
    """What the page shows."""

    documents: list[DocumentShown]
    form: DocumentForm
    acts: bool
    refusal: Refusal | None = None


@roles(*WATCHERS)
@require_safe
def approved_rules(request: HttpRequest) -> HttpResponse:
    """Every document, with those in force marked."""
    return _page(request)


def _handlers(request: HttpRequest) -> list[FileUploadHandler]:
    """A document is small enough for memory, or is in a temporary file until it is kept."""
    return [MemoryFileUploadHandler(request), TemporaryFileUploadHandler(request)]


@sensitive_post_parameters("pin")
@roles(documents.ADDED_BY)
@require_POST
def add(request: HttpRequest) -> HttpResponse:
    """Keep a document."""
    form = DocumentForm.offered(request.POST)
    try:
        values = form.values()
        file = request.FILES.get("file")
        if file is None:
            raise Refusal("approved_rules.not_a_pdf")
        if (file.size or 0) > documents.MOST_BYTES:
            raise Refusal("approved_rules.too_large", most=documents.MOST_BYTES // (1024 * 1024))
        book, _, game = values["version"].partition("/")
        by, at = person_of(request), timezone.now()
        handed_in = documents.HandedIn(
            file.read(), book, game, values["title"], values["from_day"], values["to_day"]
        )
        second = second_person(
            request
        )  # before the step's own transaction: a wrong PIN stays counted whatever follows

        once(
            HOUSE,
            of_form(request.POST, by),
            lambda: documents.add(handed_in, by=by, signed_by=second, at=at),
        )
    except Refusal as refusal:
        form.refuse(refusal)
        return _page(request, form=form, refusal=refusal)
    return redirect("approved_rules")


add.takes_files = _handlers  # type: ignore[attr-defined]  # see casino.web.door


@sensitive_post_parameters("pin")
@roles(documents.ADDED_BY)
@require_POST
def withdraw(request: HttpRequest, number: int) -> HttpResponse:
    """Take a document out of force."""
    try:
        documents.withdraw(number, by=person_of(request), signed_by=second_person(request), at=timezone.now())
    except Refusal as refusal:
        return _page(request, refusal=refusal)
    return redirect("approved_rules")


@require_safe
def document(request: HttpRequest, sha256: str) -> HttpResponse:
    """A document by its hash, for anybody who asks for a copy of the rules."""
    row = ApprovedRules.objects.filter(sha256=sha256).first()
    if row is None:
        raise Http404(Refusal("approved_rules.unknown"))
    answer = HttpResponse(bytes(row.content), content_type=documents.PDF)
    name = "".join(
        sign for sign in f"{row.book}-{row.game or 'rules'}-{row.from_day}" if sign.isalnum() or sign in "-_"
    )
    answer["Content-Disposition"] = f'attachment; filename="{name}.pdf"'
    return answer


def _page(
    request: HttpRequest, *, form: DocumentForm | None = None, refusal: Refusal | None = None
) -> HttpResponse:
    today = timezone.localdate()
    held = ApprovedRules.objects.defer("content")
    page = DocumentsPage(
        documents=[DocumentShown(row, row.holds_on(today), WithdrawForm(part=row.pk)) for row in held],
        form=form or DocumentForm.offered(),
        acts=person_of(request).has_role_at_least(documents.ADDED_BY),
        refusal=refusal,
    )
    return render(
        request, "tables/approved_rules/approved_rules.html", context_of(page), status=409 if refusal else 200
    )
