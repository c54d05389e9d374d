"""The replay's button for evidence: asks why, makes the pack and sends it."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from typing import IO, cast

from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_POST

from casino.refusals import Refusal
from casino.staff.access import roles
from casino.staff.models import Staff
from casino.staff.roles import RECORD_READERS
from rounds.surveillance.evidence.making import RoundName, make
from rounds.surveillance.evidence_form import EvidenceForm
from rounds.surveillance.replay import page_of, replay_of
from tables.forms.once import of_form

IN_MEMORY = 8 * 2**20
"""The most bytes of a pack that is put together in memory."""


def _anywhere(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A pack changes nothing at its table: anybody who may read the record makes it, wherever they work."""
    view.answers_place = True  # type: ignore[attr-defined]  # see casino.staff.access.roles
    return view


@roles(*RECORD_READERS)
@_anywhere
@require_POST
def evidence(request: HttpRequest, code: str, round_no: int) -> HttpResponseBase:
    """The pack of one round, as a download; or the replay again with what was wrong (409). The same form sent again
    gets the same pack."""
    try:
        replay_of(code, round_no)  # Http404 for an unknown round
    except Refusal as away:
        return _refused(request, code, round_no, away)
    assert isinstance(request.user, Staff)
    file = cast(IO[bytes], tempfile.SpooledTemporaryFile(IN_MEMORY))  # noqa: SIM115  the answer closes it
    try:
        asked = of_form(request.POST, request.user, round=f"{code}/{round_no}")
        reason = EvidenceForm(request.POST).values()["reason"]
        pack = make(file, [RoundName(code, round_no)], reason, by=request.user, request=asked)
    except Refusal as refusal:
        file.close()
        return _refused(request, code, round_no, refusal)
    except BaseException:
        file.close()
        raise
    file.seek(0)
    return FileResponse(file, as_attachment=True, filename=pack.name, content_type="application/zip")


def _refused(request: HttpRequest, code: str, round_no: int, refusal: Refusal) -> HttpResponse:
    form = EvidenceForm(request.POST)
    form.refuse(refusal)
    return page_of(request, code, round_no, refusal=refusal, form=form)
