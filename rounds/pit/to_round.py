"""The link from a line of the pit's list to the round that it is about."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from casino.ledger import Entry
from casino.refusals import Refusal
from casino.staff.access import admits, roles
from casino.staff.arrival import person_of
from casino.staff.roles import RECORD_READERS, WATCHERS
from tables.models import Dispute, Table


@roles(*WATCHERS)
@require_safe
def to_round(request: HttpRequest, code: str, round_no: int) -> HttpResponse:
    """Redirect to the replay of the round at the point in question: the approval ``?ask=n`` that waits, or the
    irregularity (``?at=irregularity``). A person who may not read the record gets the replay only of a round in
    dispute, and otherwise the table's page: a line is drawn once for everybody who watches, so its link must work for
    each of them."""
    table = get_object_or_404(Table, code=code)
    if not Entry.objects.filter(chain=code, round_no=round_no).exists():
        raise Http404(Refusal("round.unknown", table=code, round=round_no))
    in_dispute = Dispute.objects.filter(table=table, round_no=round_no).exists()
    if not in_dispute and not admits(person_of(request), RECORD_READERS):
        return redirect("watch", code)
    where = _where(code, round_no, request.GET.get("ask", ""), request.GET.get("at", ""))
    replay = reverse("replay", args=[code, round_no])
    return redirect(f"{replay}?{urlencode(where)}" if where else replay)


def _where(code: str, round_no: int, ask: str, at: str) -> dict[str, str]:
    """The place in the replay: the irregularity, or the entry that asked."""
    if at == "irregularity":
        return {"at": at}
    if ask.isascii() and ask.isdigit() and len(ask) < 18:
        asked = Entry.objects.filter(
            chain=code, round_no=round_no, kind="approval_asked", body__contains=f'"approval":{ask},'
        )
        if (seq := asked.values_list("seq", flat=True).first()) is not None:
            return {"seq": str(seq)}
    return {}
