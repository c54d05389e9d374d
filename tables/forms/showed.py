"""What the pages of a table showed: every step sends it back, and is refused if it has changed since.

    <input type="hidden" name="showed" value="{{ showed }}">          # token(table, names)
    with record.under_lock(code, lambda table: check(table, step, fields)):
        STEPS[step](code, by, at, fields)                              # checked where the step locks the table's row

A fact is only what a step depends on: limits depend on the limits that were shown, whatever has been dealt since. Each
room registers its facts, and the steps that depend on them, when the program starts (`register_facts`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from casino.forms import shown_facts
from casino.house_time import clock
from casino.ledger import Entry
from casino.refusals import Refusal
from casino.words import Phrase
from tables.models import Table

Fields = Mapping[str, str]
Needed = Callable[[Fields], tuple[str, ...]]
"""The facts that a step depends on, by the fields of its form."""


class Stale(Refusal):
    """A step from an outdated page. `untouched` are the fields of its form that still have the page's value, so that
    they can be refreshed."""

    untouched: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that a page shows and a step depends on."""

    changed: str
    """The code of the words for its change."""
    kinds: tuple[str, ...] = ()
    """The kinds of entries that change it."""
    read: Callable[[Table, str], Any] | None = None
    """Reads it from the table and whatever follows the colon in its name; None for one that its step reads itself."""


# --- the facts

_facts: dict[str, Fact] = {}
_needed: dict[str, Needed] = {}


def register_facts(known: Mapping[str, Fact], needed: Mapping[str, Needed] | None = None) -> None:
    """Have pages show the facts of a room, by name; `needed` has the facts that its steps depend on, by step."""
    _facts.update(known)
    _needed.update(needed or {})


def facts(table: Table, names: Iterable[str]) -> dict[str, Any]:
    """The current facts with these names."""
    return {name: _read(table, name) for name in names}


def _read(table: Table, name: str) -> Any:
    fact, _colon, of = name.partition(":")
    read = _facts[fact].read
    assert read is not None, f"a step reads {fact} itself"
    return read(table, of)


def token(table: Table, names: Iterable[str]) -> str:
    """The same, as the form's field carries them."""
    return shown_facts.as_field(facts(table, names))


# --- the check


def check(table: Table, step: str, fields: Fields) -> None:
    """Raises Stale if the step's form does not say what its page showed, or if that has changed. The table's row
    must be locked."""
    names = _needed[step](fields)
    compare(table.code, fields, facts(table, names))


def compare(chain: str, fields: Fields, now: Mapping[str, Any]) -> None:
    """The same for facts that the caller has read: of a step for the whole house (`chain` "house") or of play."""
    if not now:
        return
    shown = shown_facts.read(fields.get(shown_facts.FIELD, ""))
    if shown is None or any(name not in shown for name in now):
        raise Stale("page.unknown")
    if changed := shown_facts.changed(shown, now):
        changes = {phrase.english: phrase for phrase in (_since(chain, name) for name in changed)}
        stale = Stale("page.outdated", changed=tuple(changes.values()))
        stale.untouched = frozenset().union(*(shown_facts.untouched(shown[name], fields) for name in changed))
        raise stale


def _since(chain: str, name: str) -> Phrase:
    """Who changed a fact, when, and to what."""
    fact, _colon, of = name.partition(":")
    kinds = _facts[fact].kinds
    entries = Entry.objects.filter(chain=chain, kind__in=kinds)
    if fact == "person":
        entries = entries.filter(body__contains=f'"number":"{of}"')  # the house's chain has everybody's
    entry = entries.order_by("-seq").first() if kinds else None
    change = Phrase.of(_facts[fact].changed)
    if entry is None:
        return change
    by = "changed.by" if entry.actor else "changed.by_itself"
    return Phrase.of(by, change=change, by=entry.actor, time=clock(entry.at), detail=entry.words)
