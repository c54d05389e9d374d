"""What every request passes first: limits on the length and the characters of texts.

A text is at most as long as its field allows (`LONGEST`, `LIMITS`) and has only visible characters: the record, a
CSV file and a printed report must show everything that is in them. Line breaks and other blanks become one blank;
invisible marks (zero width, direction of writing) are left out. Characters that no keyboard can type, such as NUL or
ESC, are refused with a message, and so is a text that is too long. JSON is never cleaned, only refused as a whole.

`Door` checks the forms, queries, addresses and headers of all requests; a socket calls `checked_json` itself.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec
from csp.constants import HEADER as POLICY
from csp.utils import build_policy
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponseBase, QueryDict
from django.utils.translation import gettext, gettext_noop

from casino.decoding import fault_of
from casino.forms import shown_facts
from casino.refusals import Refusal, UnreadableRequest
from casino.web import screen_build
from casino.web.error_pages import in_the_form_of_the_house, refused
from casino.web.printable import unprintable

LONGEST: Final = 2_000
"""The longest text of a field, in characters."""
LONGEST_SET_UP: Final = 32_000
"""The same in the admin, where a table's set-up is entered as JSON."""
LIMITS: Final = {
    "key": 64,
    "command": 4_200,
    "csrfmiddlewaretoken": 100,
    "list": 8_000,
    "rows": 60_000,
    shown_facts.FIELD: shown_facts.LONGEST,
}
"""Fields with their own limits, by name without digits at the end."""
TABLES: Final = frozenset({"rows"})
"""Fields that contain a table pasted from a spreadsheet: its line breaks and tabs separate cells, and are kept."""
PARTING: Final = frozenset({"\r\n", "\n", "\r", "\t"})
CUT: Final = {"number": 64, "pin": 64}
"""Fields that are cut to this length instead: a longer value is wrong anyway, and is answered like any wrong value.
"""
PLAIN: Final = frozenset({"key", "csrfmiddlewaretoken", shown_facts.FIELD})
"""Fields filled in by a program: printable ASCII, never changed here."""
LONGEST_NAME: Final = 100
MOST_ROWS: Final = 100
"""The most rows of a form in the admin: Django would draw as many as the form asks for."""
LONGEST_ADDRESS: Final = 500
LONGEST_QUERY: Final = 16_000
LONGEST_HEADER: Final = 16_000
DEEPEST: Final = 20
"""The deepest nesting of JSON."""
LARGEST: Final = 2**53
"""JSON numbers must be below this, so that every device reads them alike."""
MARKS_IN_A_ROW: Final = 3
"""The most combining marks on one letter; more would cover the lines above."""
THE_TEXT: Final = gettext_noop("the text")
"""What a refusal calls a text whose field has no name."""
UNSEEN: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that draw nothing, although their category does not say so."""


class Unfit(Refusal, ValueError):
    """A text that is refused; its value `where` says in which field or part of the request it was."""


def cleaned(text: str, where: str = THE_TEXT) -> str:
    """The text without invisible characters. Raises Unfit for a character that no keyboard can type."""
    if text.isascii() and text.isprintable():
        return text
    accepted: list[str] = []
    marks = 0
    for character in text:
        kind = unicodedata.category(character)
        if kind == "Zs" or character in "\t\n\v\f\r\x85\u2028\u2029":
            if character == " " or accepted[-1:] != [" "]:
                accepted.append(" ")
        elif kind == "Cf" or character in UNSEEN:
            continue
        elif kind[0] == "C":
            raise Unfit("text.character", where=where, character=f"U+{ord(character):04X}")
        elif kind[0] == "M":
            marks += 1
            if marks <= MARKS_IN_A_ROW:
                accepted.append(character)
            continue
        else:
            accepted.append(character)
        marks = 0
    taken = "".join(accepted)
    if missing := unprintable(taken):
        raise Unfit("text.unprintable", where=where, character=missing)
    return taken


def check(text: str, where: str = THE_TEXT) -> None:
    """Raises Unfit unless the text is accepted unchanged, as a program's text must be."""
    if text.isascii() and text.isprintable():
        return
    if not text.isprintable() or not UNSEEN.isdisjoint(text):
        bad = next(character for character in text if not character.isprintable() or character in UNSEEN)
        raise Unfit("text.invisible", where=where, character=f"U+{ord(bad):04X}")
    if missing := unprintable(text):
        raise Unfit("text.unprintable", where=where, character=missing)


def checked_json(body: bytes) -> Any:
    """The value of a JSON text. Raises UnreadableRequest for a text that is not JSON, and Unfit for JSON that is nested
    too deeply or contains a number or text that cannot be stored."""
    try:
        value = msgspec.json.decode(body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, ValueError) as fault:
        raise UnreadableRequest("json.unreadable", fault=fault_of(fault)) from fault
    for level, part in _parts(value):
        if level > DEEPEST and isinstance(part, dict | list):
            raise Unfit("json.too_deep", most=DEEPEST)
        if isinstance(part, str):
            check(part, gettext_noop("the JSON"))
        elif isinstance(part, int | float) and not -LARGEST < part < LARGEST:
            raise Unfit("json.number_too_large")
    return value


def _parts(value: Any) -> Iterator[tuple[int, Any]]:
    waiting = [(1, value)]
    while waiting:
        level, part = waiting.pop()
        yield level, part
        if isinstance(part, dict):
            waiting += [(level + 1, inner) for pair in part.items() for inner in pair]
        elif isinstance(part, list):
            waiting += [(level + 1, inner) for inner in part]


class Door:
    """Refuses (400) unfit texts, and passes on the others cleaned. Refusals by Django itself get the house's own
    pages. Every answer names the build that gives it (`casino.web.screen_build`), and has the content security policy.
    All pages have the same policy, so it is built once; django-csp's middleware would build it twice for each answer.

    A view with the attribute ``names_unfit`` gets its query unchanged, because its page says which field cannot be
    read. A view with the attribute ``takes_files`` accepts files, by the upload handlers that it returns for a
    request.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.build = screen_build.mark()
        self.policy: str = build_policy()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        try:
            _check_head(request)
        except Unfit as unfit:
            answer = _refused(request, unfit)
        else:
            answer = self.get_response(request)
            if answer.status_code == 405:
                answer = in_the_form_of_the_house(request, answer)
        answer[screen_build.HEADER] = self.build
        answer.headers.setdefault(POLICY, self.policy)
        return answer

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: tuple[Any, ...], fields: dict[str, Any]
    ) -> HttpResponseBase | None:
        set_up = request.path.startswith("/admin/")
        try:
            if not getattr(view, "names_unfit", False):
                request.GET = _fit(request.GET, set_up=set_up)  # type: ignore[assignment]
            if request.method in ("GET", "HEAD", "OPTIONS", "TRACE"):
                return None
            if request.content_type == "application/json":
                _check_body(request)
            else:
                takes_files = getattr(view, "takes_files", None)
                if takes_files is not None:
                    request.upload_handlers = takes_files(request)
                request.POST = _fit(request.POST, set_up=set_up)  # type: ignore[assignment]
                if request.FILES and takes_files is None:
                    raise Unfit("form.file")
        except Unfit as unfit:
            return _refused(request, unfit)
        return None


def _check_head(request: HttpRequest) -> None:
    """Raises Unfit for an address or a header that nobody can have meant to send."""
    if len(request.path) > LONGEST_ADDRESS or len(request.META.get("QUERY_STRING", "")) > LONGEST_QUERY:
        raise Unfit("text.too_long", where=gettext_noop("the address"), most=LONGEST_ADDRESS)
    check(request.path, gettext_noop("the address"))
    for name, value in request.META.items():
        if not name.startswith("HTTP_") and name not in ("CONTENT_TYPE", "REMOTE_ADDR"):
            continue
        if len(value) > LONGEST_HEADER:
            raise Unfit("text.too_long", where=gettext_noop("a header"), most=LONGEST_HEADER)
        # Not all of Latin-1 is printable, and a browser's name may contain any of it. A token is looked up by its
        # digest.
        if (
            name != "HTTP_AUTHORIZATION"
            and not value.isprintable()
            and any(character < " " or character == "\x7f" for character in value)
        ):
            raise Unfit("text.unwritable", where=gettext_noop("a header"))
    charset = (request.content_params or {}).get("charset", "utf-8")
    if charset.lower() not in ("utf-8", "utf8"):
        raise Unfit("form.not_utf8")


def _check_body(request: HttpRequest) -> None:
    try:
        body = request.body
    except RequestDataTooBig:
        return  # the view sets the limit, in the words of its protocol
    if body:
        try:
            checked_json(body)
        except UnreadableRequest:
            return  # likewise


def _fit(given: QueryDict, *, set_up: bool) -> QueryDict:
    """The fields, cleaned: the same object if nothing had to be changed. Raises Unfit."""
    fields = [(name, value) for name, values in given.lists() for value in values]
    taken = [_field(name, value, set_up=set_up) for name, value in fields]
    if taken == fields:
        return given
    changed = QueryDict(mutable=True)
    for name, value in taken:
        changed.appendlist(name, value)
    changed._mutable = False  # as in the original
    return changed


def _field(name: str, value: str, *, set_up: bool) -> tuple[str, str]:
    if len(name) > LONGEST_NAME:
        raise Unfit("text.too_long", where=gettext_noop("the name of a field"), most=LONGEST_NAME)
    check(name, gettext_noop("the name of a field"))
    where = f"“{name}”"
    if name.endswith("_FORMS") and not (value.isascii() and value.isdigit() and int(value[:4]) <= MOST_ROWS):
        raise Unfit("form.rows", where=where, most=MOST_ROWS)
    kind = name.rstrip("0123456789")
    if kind in CUT:
        value = value[: CUT[kind]]
    most = LIMITS.get(kind, LONGEST_SET_UP if set_up else LONGEST)
    if len(value) > most:
        raise Unfit("text.too_long", where=where, most=most)
    if kind in PLAIN:
        if not (value.isascii() and value.isprintable()):
            raise Unfit("text.unwritable", where=where)
        return name, value
    if kind in TABLES:
        parts = re.split(r"(\r\n|\n|\r|\t)", value)
        return name, "".join(part if part in PARTING else cleaned(part, where) for part in parts)
    return name, cleaned(value, where)


def _refused(request: HttpRequest, unfit: Unfit) -> HttpResponseBase:
    return refused(request, 400, gettext("Nothing was done"), unfit)
