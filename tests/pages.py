"""Forms of a page as a browser has them: read from the HTML, filled in, and sent later."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from django.test import Client


@dataclass
class Form:
    """A form: where it goes, what its fields hold, and its buttons as (name, value)."""

    action: str
    fields: dict[str, Any] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)

    def takes(self, step: str) -> bool:
        return self.fields.get("step") == step or ("step", step) in self.buttons

    def filled(self, **changes: Any) -> dict[str, Any]:
        """What a browser sends of it, with these fields filled in; None leaves a field out."""
        return {name: value for name, value in (self.fields | changes).items() if value is not None}


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.inside: Form | None = None
        self.select = ""
        self.option: str | None = None
        self.area = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = Form(given.get("action", ""))
            self.forms.append(self.inside)
        form, name = self.inside, given.get("name", "")
        if form is None:
            return
        if tag == "button" and "disabled" not in given:
            form.buttons.append((name, given.get("value", "")))
        elif tag == "input" and name and "disabled" not in given:
            kind = given.get("type", "text")
            if kind in ("checkbox", "radio"):
                if "checked" in given:
                    self._add(name, given.get("value", "on"), many=kind == "checkbox")
            elif kind not in ("submit", "button", "file"):
                self._add(name, given.get("value", ""), many=True)
        elif tag == "select":
            self.select = name
        elif tag == "option" and self.select:
            if "selected" in given or self.select not in form.fields:
                form.fields[self.select] = given.get("value")
                self.option = "" if "value" not in given else None
        elif tag == "textarea":
            self.area = name
            form.fields[name] = ""

    def _add(self, name: str, value: str, *, many: bool = False) -> None:
        assert self.inside is not None
        if many and name in self.inside.fields:
            before = self.inside.fields[name]
            self.inside.fields[name] = [*(before if isinstance(before, list) else [before]), value]
        else:
            self.inside.fields[name] = value

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = None
        elif tag == "select":
            self.select = ""
        elif tag == "option":
            self.option = None
        elif tag == "textarea":
            self.area = ""

    def handle_data(self, data: str) -> None:
        if self.inside is None:
            return
        if self.option is not None:
            self.option += data.strip()
            self.inside.fields[self.select] = self.option
        elif self.area:
            self.inside.fields[self.area] += data.removeprefix("\r\n").removeprefix("\n")


def forms(html: str) -> list[Form]:
    """Every form of a page."""
    reader = _Reader()
    reader.feed(html)
    return reader.forms


def form(html: str, step: str, **fields: str) -> Form:
    """The form of a page that takes a step, with these values in its fields; sent by the button of that step."""
    chosen = next(
        page_form
        for page_form in forms(html)
        if page_form.takes(step)
        and all(page_form.fields.get(name) == value for name, value in fields.items())
    )
    return Form(chosen.action, chosen.fields | {"step": step}, chosen.buttons)


def opened(
    client: Client, path: str, step: str, headers: dict[str, str] | None = None, **fields: str
) -> Form:
    """The same of a page that is loaded now."""
    return form(client.get(path, headers=headers or {}).content.decode(), step, **fields)


def set_up_form(client: Client, path: str) -> Form:
    """The form of a page of the admin."""
    page = client.get(path).content.decode()
    return next(
        page_form
        for page_form in forms(page)
        if "showed" in page_form.fields or ("_save" in page and len(page_form.fields) > 2)
    )


def showed(client: Client, path: str) -> dict[str, str]:
    """What the forms of a page that is loaded now say that it shows, all together; and of each of several tables."""
    shown: dict[str, str] = {}
    facts: dict[str, Any] = {}
    for page_form in forms(client.get(path).content.decode()):
        shown |= {name: value for name, value in page_form.fields.items() if name.startswith("showed-")}
        facts |= json.loads(page_form.fields.get("showed", "{}"))
    return shown | {"showed": json.dumps(facts)}


def wrong(html: str) -> dict[str, tuple[str, str]]:
    """The fields that a page marks as wrong, with the code and the clause ("" where none forbids it) beside each."""
    tags = re.findall(r'<(?:input|select|textarea)[^>]* aria-invalid="true"[^>]*>', html)
    beside = {}
    for tag in tags:
        name, described = (re.search(rf' {part}="([^"]+)"', tag) for part in ("name", "aria-describedby"))
        assert name, tag
        if described is None and 'type="radio"' in tag:
            # Of several to choose from, what is wrong is said of their group.
            group = html[: html.index(tag)].rpartition("<fieldset")[2]
            described = re.search(r' aria-describedby="([^"]+)"', group)
        assert described, tag
        shown = re.search(
            rf'(<p[^>]* id="{re.escape(described[1].split()[-1])}"[^>]*>)(.*?)</p>', html, re.DOTALL
        )
        assert shown, f"nothing beside {name[1]}"
        assert re.sub(r"<[^>]*>", "", shown[2]).strip(), f"nothing beside {name[1]}"
        code = re.search(r' data-code="([^"]*)"', shown[1])
        clause = re.search(r' data-clause="([^"]*)"', shown[1]) or re.search(
            r'class="clause">([^<]*)<', shown[2]
        )
        beside[name[1]] = (code[1] if code else "", clause[1] if clause else "")
    return beside
