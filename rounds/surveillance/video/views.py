"""The page of the recorders, and the feed that they read with their token."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_POST, require_safe

from casino.ledger import HOUSE, Entry
from casino.refusals import Refusal
from casino.staff import tokens
from casino.staff.access import roles
from casino.staff.roles import Role
from casino.view_models import context_of
from rounds.models import FeedDevice
from rounds.surveillance.video import devices, feed
from rounds.surveillance.video.forms import DeviceForm
from tables.access import person_of
from tables.forms.once import first_time, of_form
from tables.record import answered

SCHEME = "Bearer "
ENDED = 20


@dataclass(frozen=True, slots=True)
class DevicesPage:
    """What the page of the recorders shows."""

    reading: list[FeedDevice]
    ended: list[FeedDevice]
    form: DeviceForm
    acts: bool
    issued: FeedDevice | None = None
    token: str = ""
    before: Entry | None = None
    """What was recorded when the same form was first sent."""
    label: str = ""
    """What the recorder of that form is called."""
    refusal: Refusal | None = None


@roles(Role.SURVEILLANCE, Role.INSPECTOR)
@require_safe
def recorders(request: HttpRequest) -> HttpResponse:
    """The recorders that may read, and the last whose token was revoked."""
    return _page(request)


@sensitive_variables("issued", "token")
@roles(devices.ISSUES)
@require_POST
def issue(request: HttpRequest) -> HttpResponse:
    """Give a recorder a token. The answer shows it, once: to a form that is sent again it says so."""
    form, by = DeviceForm(request.POST), person_of(request)
    try:
        values = form.values()
        label, tables = values["label"], devices.tables_of(values["tables"])
        asked, at = of_form(request.POST, by), timezone.now()
        issued = first_time(HOUSE, asked, lambda: devices.issue(label, tables, by=by, at=at))
    except Refusal as refusal:
        form.refuse(refusal)
        return _page(request, form=form, refusal=refusal)
    if issued is None:
        return _page(request, before=answered(HOUSE, asked), label=label)
    device, token = issued
    return _page(request, issued=device, token=token)


@roles(devices.ISSUES)
@require_POST
def revoke(request: HttpRequest, number: int) -> HttpResponse:
    """Revoke a recorder's token."""
    try:
        devices.revoke(number, by=person_of(request), at=timezone.now())
    except Refusal as refusal:
        return _page(request, refusal=refusal)
    return redirect("recorders")


def _page(
    request: HttpRequest,
    *,
    form: DeviceForm | None = None,
    issued: FeedDevice | None = None,
    token: str = "",
    before: Entry | None = None,
    label: str = "",
    refusal: Refusal | None = None,
) -> HttpResponse:
    page = DevicesPage(
        reading=list(FeedDevice.objects.filter(revoked_at=None).order_by("pk")),
        ended=list(FeedDevice.objects.exclude(revoked_at=None).order_by("-revoked_at")[:ENDED]),
        form=form or DeviceForm(),
        acts=person_of(request).has_role_at_least(devices.ISSUES),
        issued=issued,
        token=token,
        before=before,
        label=label,
        refusal=refusal,
    )
    status = 409 if refusal else 200
    return render(request, "surveillance/video/recorders.html", context_of(page), status=status)


@csrf_exempt
@require_safe
def lines(request: HttpRequest, code: str) -> HttpResponse:
    """The lines of a table after entry ``after``, waiting up to ``wait`` seconds for one; without ``after`` only the
    number of the table's last entry. ``Feed-After`` says where to continue."""
    given = request.headers.get("Authorization", "")
    device = devices.of_token(given.removeprefix(SCHEME).strip() if given.startswith(SCHEME) else "")
    if device is None:
        if tokens.too_often(request, "recorder:", "entry.wrong_recorder_tokens"):
            return _refused(429, Refusal("video.too_many_tokens"))
        return _refused(401, Refusal("video.token_unknown"))
    if code not in device.tables:
        return _refused(403, Refusal("video.other_table", table=code[:16], device=device.number))
    after, wait = request.GET.get("after", ""), request.GET.get("wait", "0")
    if not _number(after or "0") or not _number(wait):
        return _refused(400, Refusal("video.not_a_number"))
    if not after:
        return _answer("", feed.end_of(code))
    seq = int(after)
    feed.wait_for(code, seq, min(int(wait), feed.LONGEST_WAIT))
    # The token may have been revoked meanwhile.
    if not FeedDevice.objects.filter(pk=device.pk, revoked_at=None).exists():
        return _refused(401, Refusal("video.token_unknown"))
    entries = feed.entries_after(code, seq)
    content = "".join(f"{feed.line_of(entry)}\r\n" for entry in entries)
    return _answer(content, entries[-1].seq if entries else seq)


def _number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 19


def _answer(content: str, after: int) -> HttpResponse:
    answer = HttpResponse(content, content_type="text/plain; charset=us-ascii")
    answer["Feed-After"] = str(after)
    answer["Cache-Control"] = "no-store"
    return answer


def _refused(status: int, refusal: Refusal) -> HttpResponse:
    content = feed.ascii_of(f"{refusal.message}. {refusal.remedy}") + "\r\n"
    answer = HttpResponse(content, status=status, content_type="text/plain; charset=us-ascii")
    answer["Cache-Control"] = "no-store"
    return answer
