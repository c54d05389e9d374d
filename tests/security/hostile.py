"""Texts that strangers send, and where they can be sent: found by walking the addresses, the forms and the code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote, quote_plus

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.processes import PROJECT

NEARLY = 1_900
"""As long as the door lets a field be, so that what is behind it meets the text."""

TEXTS: dict[str, str] = {
    "long blanks": "A" + " " * NEARLY + "!",
    "long digits": "9" * NEARLY,
    "long letters": "a" * NEARLY,
    "long quotes": "\"'" * (NEARLY // 2),
    "long brackets": "[{(<" * (NEARLY // 4),
    "long commas": "1,000" * (NEARLY // 5),
    "long dashes": "A-" * (NEARLY // 2),
    "long marks": "a" + "\u0301" * NEARLY,
    "long backslashes": "\\" * NEARLY,
    "longer than any": "A" + " " * 60_000 + "!",
    "empty": "",
    "blank": " ",
    "NUL": "a\0b",
    "ESC": "\x1b[31mred",
    "bell": "\x07",
    "right to left": "a\u202eb",
    "zero width": "a\u200bb",
    "line breaks": "a\r\nb\n",
    "line separator": "a\u2028b",
    "other digits": "\u0661\u0662",
    "wide digits": "\uff11\uff12",
    "superscript": "\u00b2",
    "emoji": "\U0001f600",
    "private": "\ue000",
    "not a character": "\ufffe",
    "minus": "-1",
    "zero": "0",
    "large": "9223372036854775808",
    "larger": "9" * 40,
    "exponent": "1e999",
    "not a number": "NaN",
    "infinite": "Infinity",
    "hexadecimal": "0x10",
    "underscores": "1_000",
    "date": "9999-12-31",
    "date that is none": "2026-02-30",
    "time that is none": "25:61",
    "JSON": '{"a": [1]}',
    "null": "null",
    "percent": "%s%n%(x)s{0}{{x}}",
    "path": "../../etc/passwd",
    "markup": "<script>alert(1)</script>",
    "sql": "' OR 1=1; --",
    "formula": "=1+1",
}

FEW = (
    "long blanks", "long digits", "long brackets", "longer than any", "NUL", "ESC", "right to left", "line breaks",
    "other digits", "superscript", "larger", "exponent", "JSON",
)  # fmt: skip
"""Of each kind, for the tests that run each time; the whole list is for `make test-long`."""


def sent(text: str) -> str:
    """A text in a form or query, lone surrogates too."""
    return quote_plus(text, encoding="utf-8", errors="surrogatepass")


# --- addresses


def addresses(text: str) -> Iterator[tuple[str, str]]:
    """Each address of the house by name, with a text (or a number that no database takes) in each of its places."""
    for name, pattern in _patterns(get_resolver(), ""):
        if not name.startswith("admin/") and "<" in pattern:
            hostile = re.sub(r"<(?:str|slug):\w+>", lambda _: quote(text, safe=""), pattern)
            yield name, "/" + re.sub(r"<int:\w+>", "9" * 30, hostile)


def _patterns(resolver: URLResolver, prefix: str) -> Iterator[tuple[str, str]]:
    for pattern in resolver.url_patterns:
        whole = prefix + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield pattern.name or whole, whole
        elif pattern.namespace != "admin":
            yield from _patterns(pattern, whole)


# --- fields


@dataclass
class Form:
    """A form of a page: where it is sent, and its fields with a value that the page itself would send."""

    page: str
    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)

    @property
    def name(self) -> tuple[str, ...]:
        """What tells it from others: its fixed values count, the names of its fields too."""
        kinds = [
            f"{name}={value}" if name in ("step", "do", "kind") else name
            for name, value in self.fields.items()
        ]
        action = re.sub(r"\d+", "0", self.action)
        return (self.method, action, *sorted(re.sub(r"\d+", "0", kind) for kind in kinds))


class _Forms(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.page, self.forms = page, []
        self.select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            action = given.get("hx-post") or given.get("action") or self.page
            method = "post" if "hx-post" in given else given.get("method", "get").lower()
            self.forms.append(Form(self.page, action, method))
        elif self.forms and tag in ("input", "textarea", "button", "select"):
            name = given.get("name", "")
            self.select = name if tag == "select" else ""
            if name and name != "csrfmiddlewaretoken":
                self.forms[-1].fields.setdefault(
                    name, given.get("value", "on" if given.get("type") == "checkbox" else "")
                )
        elif self.forms and tag == "option" and self.select and given.get("value"):
            self.forms[-1].fields[self.select] = self.forms[-1].fields.get(self.select) or given["value"]


def forms_of(client: Client, page: str) -> list[Form]:
    """The forms that a page shows to the person who is signed in."""
    answer = client.get(page)
    if answer.status_code != 200 or not answer.headers.get("Content-Type", "").startswith("text/html"):
        return []
    reader = _Forms(page)
    reader.feed(answer.text)
    return reader.forms


@cache
def names_in_code() -> list[str]:
    """Every field and query name that the code asks a request for."""
    asked = re.compile(
        r"""(?:(?:POST|GET|fields|post|given|f)\.get(?:list)?\(|(?:POST|GET)\[|(?:text|number|money|day|ticked)\([\w.]+,\s*)["']([\w-]{1,40})["']"""
    )
    names: set[str] = set()
    for room in ("casino", "tables", "rounds"):
        for path in sorted((PROJECT / room).rglob("*.py")):
            names.update(asked.findall(path.read_text(encoding="utf-8")))
    return sorted(names)


HEADERS = (
    "X-Forwarded-For", "X-Forwarded-Proto", "Host", "Cookie", "Authorization", "Referer", "Origin", "User-Agent",
    "Accept", "Accept-Language", "Content-Type", "Range", "If-Modified-Since", "If-None-Match", "HX-Request",
    "HX-Target", "HX-Trigger", "HX-Current-URL", "HX-Prompt", "HX-History-Restore-Request", "Pit-Panel",
    "Table-Version", "Table-Answer", "X-CSRFToken", "Sec-Fetch-Site",
)  # fmt: skip


def header(text: str) -> str:
    """A text as a server passes a header on: bytes, read as Latin-1."""
    return text.encode("utf-8", "surrogatepass").decode("latin-1")


def client_headers(name: str, text: str) -> dict[str, Any]:
    """For a request of the test client, which has two headers under names of their own."""
    if name == "Content-Type":
        return {"CONTENT_TYPE": header(text)}
    return {"headers": {name: header(text)}}
