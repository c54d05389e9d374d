"""The house's own pages in place of Django's error pages: what happened, why, and what to do next. A view says what
does not exist with a refusal: ``raise Http404(Refusal("table.unknown", table=code))``.

Settings and `casino.urls` name these as Django's handlers.
"""

from __future__ import annotations

import json
from typing import Any

from django.core.exceptions import DisallowedHost, RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _

from casino.refusals import Refusal
from casino.translated import message, remedy, whole

ENDS_NOTHING = "csrfmiddlewaretoken"


def refused(request: HttpRequest, status: int, title: str, refusal: Refusal, **more: Any) -> HttpResponse:
    """A refusal in the form that the client reads: JSON for a program, a line for a fragment, or a page."""
    if request.content_type == "application/json" or request.path.startswith("/reader/"):
        body = {"ok": False, "error": f"{refusal.message}.", "remedy": refusal.remedy, "code": refusal.code}
        return HttpResponse(json.dumps(body), status=status, content_type="application/json")
    if request.headers.get("HX-Request") or request.headers.get("Pit-Panel"):
        return HttpResponse(f"{whole(refusal)}\n", status=status, content_type="text/plain; charset=utf-8")
    worded = {"what": f"{message(refusal)}.", "remedy": remedy(refusal), "code": refusal.code}
    context = {"title": title, **worded, **more}
    answer = render(None if status == 400 else request, "refused.html", context, status=status)
    answer["Cache-Control"] = "no-store"
    return answer


def in_the_form_of_the_house(request: HttpRequest, answer: HttpResponseBase) -> HttpResponseBase:
    """The answer, with words if Django left it empty: for a method that an address does not accept (405)."""
    if answer.status_code != 405 or not isinstance(answer, HttpResponse) or answer.content:
        return answer
    allowed, method = answer.headers.get("Allow", ""), str(request.method)[:10]
    refusal = (
        Refusal("address.method", method=method, allowed=allowed)
        if allowed
        else Refusal("address.method_other", method=method)
    )
    in_words = refused(request, 405, _("Not possible this way"), refusal)
    in_words["Allow"] = allowed
    return in_words


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, or 413 for a request that is too long. The request may be for a host that is not ours, so nothing is read
    from it."""
    if isinstance(exception, RequestDataTooBig):
        return refused(request, 413, _("Too long"), Refusal("request.too_long"))
    if isinstance(exception, TooManyFieldsSent | TooManyFilesSent):
        return refused(request, 400, _("Too many fields"), Refusal("request.too_many_fields"))
    if isinstance(exception, DisallowedHost):
        return refused(request, 400, _("Wrong address"), Refusal("address.host"))
    return refused(request, 400, _("Nothing was done"), Refusal("request.unreadable"))


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403 from Django; the house's own 403 says who may."""
    return refused(request, 403, _("Not allowed"), Refusal("request.not_allowed"))


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404; it says what does not exist if a view raised it with a refusal."""
    given = exception.args[0] if exception.args else None
    refusal = given if isinstance(given, Refusal) else Refusal("address.unknown")
    return refused(request, 404, _("Not found"), refusal)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form whose token is wrong or no longer right. If somebody signed in in another tab while one of our pages
    was open, that page can go on: at once if it asks for a PIN, otherwise after showing who is signed in now."""
    if request.method == "POST" and _from_our_own_page(request):
        match = request.resolver_match
        if match is not None and getattr(match.func, "by_pin", False):
            answer: HttpResponse = match.func(request, *match.args, **match.kwargs)
            return answer
        number = getattr(request.user, "number", "")
        if not number:
            nobody = Refusal("request.nobody_signed_in")
            return refused(request, 403, _("Nothing was done"), nobody, sign_in=True)
        fields = [
            (name, value)
            for name, values in request.POST.lists()
            for value in values
            if name not in (ENDS_NOTHING, "pin")
        ]
        return refused(
            request,
            403,
            _("Nothing was done yet"),
            Refusal("request.signed_in_as_another", number=number),
            again=fields,
            number=number,
            asks_pin="pin" in request.POST,
        )
    return refused(request, 403, _("Nothing was done"), Refusal("request.not_from_a_page"))


def _from_our_own_page(request: HttpRequest) -> bool:
    """Whether the browser says that a page of this very host sent the form; no other page can make it say so."""
    if origin := request.META.get("HTTP_ORIGIN"):
        return bool(origin == f"{'https' if request.is_secure() else 'http'}://{request.get_host()}")
    return request.META.get("HTTP_SEC_FETCH_SITE") == "same-origin"
