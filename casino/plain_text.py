"""The character NUL, which the database takes in no text, is refused at the door of every page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase

NUL = "\0"
REFUSAL = (
    "Nothing was done: “{where}” holds the character NUL, which cannot be written. Type it again without.\n"
)


class NoNul:
    """Refuses (400) a request whose address or form holds a NUL. No keyboard types one.

    A view with the attribute ``names_nul`` is left alone: its page says itself which field cannot be read.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: tuple[Any, ...], fields: dict[str, Any]
    ) -> HttpResponseBase | None:
        if getattr(view, "names_nul", False):
            return None
        where = "the address" if NUL in request.path else _field(request)
        if not where:
            return None
        return HttpResponse(REFUSAL.format(where=where), status=400, content_type="text/plain; charset=utf-8")


def _field(request: HttpRequest) -> str:
    """The first field with a NUL in its name or value."""
    for given in (request.GET, request.POST):
        for name, values in given.lists():
            if any(NUL in text for text in (name, *values)):
                return str(name).replace(NUL, "")[:40] or "a field"
    return ""
