"""Makes a house file by asking questions. Each answer is read like a cell of the file and asked again until it is
right; the answers become a file, which can be read, kept and corrected."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from django.core.management.base import CommandError, OutputWrapper
from django.utils.translation import gettext as _

from casino.forms.fields import FieldRefused, StepForm, Typed
from casino.rulebooks import BOOKS
from casino.staff.roles import Role
from casino.translated import text
from sidebets import side_bets
from tables import house_facts as facts
from tables.house.forms import KeyForm, NamedForm, PersonForm, PitForm, SideBetForm, TableForm

LISTS: Final = frozenset({"chips", "pits"})
PAIRS: Final = frozenset({"elections", "readings"})


def ask_for_file(out: OutputWrapper) -> Path:
    """Ask for everything; returns the file that the answers were written to. Raises CommandError if nobody can
    answer, and for a file that already exists."""
    if not sys.stdin.isatty():
        raise CommandError("Nobody is at the terminal to answer: give --file.", returncode=2)
    path = Path(_line(out, _("Write the answers into the file (such as house.toml):") + " ")).expanduser()
    if not path.name or path.exists():
        raise CommandError(f"{path} is already there: give it as --file, or name another.", returncode=2)
    lines = "\n".join(answers(lambda question: _line(out, question), out.write))
    path.write_text(lines, encoding="utf-8")
    out.write(text(_("Written to {path}."), path=str(path)))
    return path


def answers(ask: Callable[[str], str], tell: Callable[[str], Any]) -> Iterator[str]:
    """The lines of the file, as the answers come. `ask` puts a question and returns what was typed."""
    questions = _Questions(ask, tell)
    in_force = [f"{name} {value}" for name, value in facts.in_force().items()]
    tell(text(_("This process runs under: {settings:list}"), settings=in_force))
    yield from _part("[house]", questions.of(NamedForm, {}))
    yield from _part("[float]", {})
    yield from _part("[seal_key]", questions.of(KeyForm, {}))
    games = questions.games()
    yield from _part("[books]", games)
    pits = questions.several(PitForm, _("Pit"), "code")
    for pit in pits:
        yield from _part("[[pit]]", pit)
    tell(_("Staff: first the operations manager who sets up; then at least one of each role at the tables."))
    for person in questions.several(PersonForm, _("Person"), "number"):
        yield from _part("[[staff]]", person)
    for table in questions.several(TableForm, _("Table"), "code"):
        yield from _part("[[table]]", table)
        bets = side_bets(table["book"], table["game"], ()) if table["book"] in BOOKS else {}
        if bets:
            tell(text(_("Side bets of {game}: {bets:list}"), game=table["game"], bets=list(bets)))
            for bet in questions.several(SideBetForm, _("Side bet"), "bet"):
                yield from _part("[[table.side_bet]]", bet)
    tell(
        text(
            _("Roles: {roles:list}. Equipment of side bets and readers are added in the file."),
            roles=Role.values,
        )
    )


class _Questions:
    def __init__(self, ask: Callable[[str], str], tell: Callable[[str], Any]) -> None:
        self.ask, self.tell = ask, tell

    def of(self, form: type[StepForm], given: Mapping[str, str]) -> dict[str, str]:
        """The cells of one form as they were typed, without those left empty."""
        typed = dict(given)
        for name, field in form.base_fields.items():
            if name not in typed:
                typed[name] = self.cell(field)
        return {name: text for name, text in typed.items() if text}

    def cell(self, field: Any) -> str:
        """One cell, asked again until it can be read."""
        assert isinstance(field, Typed)
        while True:
            typed = self.ask(f"{field.label}: ").strip()
            try:
                field.read(typed)
            except FieldRefused as wrong:
                self.tell(str(wrong.messages[0]))
                continue
            return typed

    def several(self, form: type[StepForm], what: str, named_by: str) -> list[dict[str, str]]:
        """Rows, until one is left without a name."""
        rows: list[dict[str, str]] = []
        while name := self.ask(text(_("{row} (empty: no more):"), row=what) + " ").strip():
            field = form.base_fields[named_by]
            assert isinstance(field, Typed)
            try:
                field.read(name)
            except FieldRefused as wrong:
                self.tell(str(wrong.messages[0]))
                continue
            rows.append(self.of(form, {named_by: name}))
        return rows

    def games(self) -> dict[str, list[str]]:
        """The games of each book."""
        games: dict[str, list[str]] = {}
        for key, book in BOOKS.items():
            question = text(
                _("Games of {title} ({book}): {games:list} (empty: none):"),
                title=book.title,
                book=key,
                games=list(book.games),
            )
            answer = self.ask(question + " ")
            while chosen := [game for game in answer.replace(",", " ").split() if game]:
                if not (unknown := [game for game in chosen if game not in book.games]):
                    games[key] = chosen
                    break
                again = text(
                    _("There is no {game}. Games: {games:list}:"), game=unknown[0], games=list(book.games)
                )
                answer = self.ask(again + " ")
        return games


def _part(header: str, cells: Mapping[str, str | Sequence[str]]) -> list[str]:
    return ["", header, *(f"{name} = {_value(name, value)}" for name, value in cells.items())]


def _value(name: str, value: str | Sequence[str]) -> str:
    """A value in TOML; its strings are written like JSON's."""
    if isinstance(value, str) and name in LISTS:
        value = value.replace(",", " ").split()
    if isinstance(value, str) and name in PAIRS:
        pairs = [part.partition("=") for part in value.split(",")]
        inner = ", ".join(f"{key.strip()} = {json.dumps(word.strip())}" for key, _, word in pairs)
        return f"{{ {inner} }}"
    return json.dumps(value, ensure_ascii=False)


def _line(out: OutputWrapper, question: str) -> str:
    out.write(question, ending="")
    out.flush()
    try:
        return input()
    except EOFError:
        raise CommandError(
            "The answers ended before the questions. Nothing was written.", returncode=2
        ) from None
