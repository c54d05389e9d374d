"""What the house says in place of the framework's own refusals: what, why, and what to do next.

Settings and `casino.urls` name these as Django's handlers.
"""

from __future__ import annotations

import json
from typing import Any

from django.core.exceptions import DisallowedHost, RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

Kept = list[tuple[str, str]]
ENDS_NOTHING = "csrfmiddlewaretoken"


def refused(
    request: HttpRequest, status: int, title: str, what: str, remedy: str, **more: Any
) -> HttpResponse:
    """A refusal in the form that the asker reads: JSON for a program, a line for a piece of a page, or a page."""
    if request.content_type == "application/json" or request.path.startswith("/reader/"):
        body = json.dumps({"ok": False, "error": what, "remedy": remedy, "code": more.get("code", "")})
        return HttpResponse(body, status=status, content_type="application/json")
    if request.headers.get("HX-Request") or request.headers.get("Pit-Panel"):
        return HttpResponse(f"{what} {remedy}\n", status=status, content_type="text/plain; charset=utf-8")
    context = {"title": title, "what": what, "remedy": remedy, **more}
    answer = render(None if status == 400 else request, "refused.html", context, status=status)
    answer["Cache-Control"] = "no-store"
    return answer


def told_in_the_form_of_the_house(request: HttpRequest, answer: HttpResponseBase) -> HttpResponseBase:
    """The answer, with words where the framework left it empty: a method that an address does not take (405)."""
    if answer.status_code != 405 or not isinstance(answer, HttpResponse) or answer.content:
        return answer
    words = refused(
        request,
        405,
        "Not in this way",
        f"This address does not take {str(request.method)[:10]}.",
        f"It takes {answer.headers.get('Allow', 'another method')}. Use the buttons and links of the pages.",
    )
    words["Allow"] = answer.headers.get("Allow", "")
    return words


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, and 413 for what is too long. The request may be for a host that is not ours, so nothing is read from it."""
    if isinstance(exception, RequestDataTooBig):
        return refused(
            request, 413, "Too long", "This is longer than any form here.", "Go back and send less of it."
        )
    if isinstance(exception, TooManyFieldsSent | TooManyFilesSent):
        return refused(
            request,
            400,
            "Too much",
            "This form has more fields than any here.",
            "Go back and send the page's own.",
        )
    if isinstance(exception, DisallowedHost):
        return refused(
            request,
            400,
            "Not this name",
            "The house does not answer to this name.",
            "Use the address that the tablets and desks of the house use.",
        )
    return refused(
        request,
        400,
        "Nothing was done",
        "This request cannot be read.",
        "Go back, load the page again and repeat.",
    )


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403 from the framework; the house's own answer says who may."""
    return refused(
        request,
        403,
        "Not allowed",
        str(exception)[:300] or "This is not allowed here.",
        "Go back to your own work, or ask somebody with the role for it.",
    )


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404, with what is not there if a view has said it."""
    message = str(exception)[:300] if isinstance(exception, Http404) and exception.args else ""
    if not message or isinstance(exception.args[0], dict):  # the list of addresses that were tried
        message = "There is no such page."
    return refused(request, 404, "Not found", message, "Go to your own work and look for it there.")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form whose token is wrong, or wrong by now. A page of ours that was open while somebody signed in in another
    tab can go on: a page that asks for a PIN at once, any other after showing who is signed in now."""
    if request.method == "POST" and _from_our_own_page(request):
        match = request.resolver_match
        if match is not None and getattr(match.func, "by_pin", False):
            answer: HttpResponse = match.func(request, *match.args, **match.kwargs)
            return answer
        number = getattr(request.user, "number", "")
        if not number:
            return refused(
                request,
                403,
                "Nothing was done",
                "Nobody is signed in on this screen any more.",
                "Sign in, go back to the form and send it.",
                sign_in=True,
            )
        fields = [
            (name, value)
            for name, values in request.POST.lists()
            for value in values
            if name not in (ENDS_NOTHING, "pin")
        ]
        return refused(
            request,
            403,
            "Nothing was done yet",
            "This page was open while somebody signed in on another tab or screen.",
            f"{number} is signed in here now. Send it again as {number}, or leave it.",
            again=fields,
            number=number,
            asks_pin="pin" in request.POST,
        )
    return refused(
        request,
        403,
        "Nothing was done",
        "This form was not sent from a current page of the house.",
        "Load the page again and repeat it there; cookies must be allowed.",
    )


def _from_our_own_page(request: HttpRequest) -> bool:
    """Whether the browser says that a page of this very host sent the form; no other page can make it say so."""
    if origin := request.META.get("HTTP_ORIGIN"):
        return bool(origin == f"{'https' if request.is_secure() else 'http'}://{request.get_host()}")
    return request.META.get("HTTP_SEC_FETCH_SITE") == "same-origin"
