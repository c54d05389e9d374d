"""The endpoint for readers, under ``/reader/``: a token instead of a session, JSON in and out.

Every answer says what, why and what to do: 200 if all reports are recorded (now or earlier), 409 if one was not, 400
for a malformed post, 401 without a valid token, 429 after too many of those.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from casino.ledger import chainstate
from casino.refusals import Refusal, UnreadableRequest
from casino.staff import tokens
from rounds import engine
from rounds.play import service
from rounds.play.readers import protocol, reporting
from rounds.play.readers.following import BURN
from rounds.play.readers.protocol import Answer, ReportAnswer
from rounds.play.snapshot import BROKEN, RecordBroken, WorkerTooOld
from tables.models import Reader
from tables.readers import registration, source

View = Callable[[HttpRequest, Reader], HttpResponse]
SCHEME = "Bearer "


def with_token(view: View) -> Callable[[HttpRequest], HttpResponse]:
    """Restricts a view to readers with their token in the header; sessions are not accepted, so another site's page
    cannot use one either."""

    @csrf_exempt
    @wraps(view)
    def guarded(request: HttpRequest) -> HttpResponse:
        given = request.headers.get("Authorization", "")
        token = given.removeprefix(SCHEME).strip() if given.startswith(SCHEME) else ""
        reader = registration.of_token(token) if "\0" not in token else None
        if reader is None:
            if tokens.too_often(request, "reader ", "entry.wrong_tokens"):
                return _refused(429, Refusal("reader.too_many_tokens"))
            return _refused(401, Refusal("reader.token_unknown"))
        if reader.revoked_at is not None:
            return _revoked(reader)
        try:
            return view(request, reader)
        except reporting.Revoked:
            return _revoked(reader)
        except WorkerTooOld:
            return _refused(503, Refusal("record.later_version", table=reader.table.code))
        except RecordBroken as broken:
            chainstate.show_fault(reader.table.code, None, BROKEN)
            return _refused(503, Refusal("record.broken", fault=broken.refusal.message))

    return guarded


@require_safe
@with_token
def state(request: HttpRequest, reader: Reader) -> HttpResponse:
    """How far the reader is. Polling every few seconds shows the table that the reader works."""
    Reader.objects.filter(pk=reader.pk, revoked_at=None).update(heard_at=timezone.now())
    live = service.current(reader.table.code)
    waits_for = live.due.action if live.table.is_open else ""
    todo = engine.questions.pending(live.rules, live.state) if waits_for else ()
    if todo:
        waits_for = BURN if todo[0] == BURN else "shoe"
    if waits_for and source.waiting(live.table):
        waits_for = protocol.DEALER
    return _answer(reader.pk, (), 200, waits_for=waits_for)


@require_POST
@with_token
def reports(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Reports in order. The first that is not recorded ends the post; those before it are recorded."""
    try:
        post = protocol.decoded(request.body)
    except UnreadableRequest as refusal:
        return _refused(400, refusal)
    except RequestDataTooBig:
        return _refused(400, Refusal("reader.post_too_long", most=protocol.LONGEST_POST))
    answers: list[ReportAnswer] = []
    for message in post.reports:
        answers.append(reporting.report(reader.pk, message, at=timezone.now()))
        if not answers[-1].taken:
            break
    return _answer(reader.pk, tuple(answers), 200 if all(answer.taken for answer in answers) else 409)


def _answer(pk: int, answers: tuple[ReportAnswer, ...], status: int, waits_for: str = "") -> HttpResponse:
    now = Reader.objects.select_related("table").get(pk=pk)
    body = Answer(now.number, now.table.code, now.expected, now.table.cards_from, answers, waits_for)
    return _json(protocol.encoded(body), status)


def _revoked(reader: Reader) -> HttpResponse:
    return _refused(401, Refusal("reader.token_revoked", reader=reader.number, table=reader.table.code))


def _refused(status: int, refusal: Refusal) -> HttpResponse:
    body = {"error": refusal.message, "remedy": refusal.remedy, "code": refusal.code}
    return _json(protocol.encoded(body), status)


def _json(body: bytes, status: int) -> HttpResponse:
    answer = HttpResponse(body, content_type="application/json", status=status)
    answer.headers["Cache-Control"] = "no-store"
    return answer
