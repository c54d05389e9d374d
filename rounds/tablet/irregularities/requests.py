"""Parse the form of a report into its values."""

from __future__ import annotations

from typing import Final

from django.http import QueryDict

from casino.rulebooks.irregularities import Kind
from rounds import engine
from rounds.read_model.irregularities.fields import WAGER, with_decision

LONGEST: Final = 160
"""The most characters of a value."""
PREFIX: Final = "v:"
"""The prefix of value names in the form, so that they cannot be taken for other fields."""


def values_of(kind: Kind, post: QueryDict) -> tuple[tuple[str, str], ...]:
    """The kind's values in the post, in the kind's order, without those left out. Several words are joined, as on a
    line of a ``.round`` file."""
    parts = zip(("box", "player", "bet"), post.get(f"{PREFIX}{WAGER}", "").split("|"), strict=False)
    values: dict[str, str] = {name: part for name, part in parts if part}
    for name in (*kind.needs, *kind.may):
        text = post.get(f"{PREFIX}{name}:other", "").strip() or ",".join(
            part.strip() for part in post.getlist(f"{PREFIX}{name}") if part.strip()
        )
        if text:
            values.setdefault(name, "_".join(text.split())[:LONGEST])
    with_decision(values)
    if values.get("seen") == "no":
        values.pop("card", None)
    return tuple((name, values[name]) for name in (*kind.needs, *kind.may) if name in values)


def report_of(kind: Kind, post: QueryDict) -> engine.Irregularity:
    """The report in the form."""
    return engine.Irregularity(kind.kind, values_of(kind, post), "dealer")


def missing(kind: Kind, values: tuple[tuple[str, str], ...]) -> list[str]:
    """The names of required values that are missing."""
    given = dict(values)
    gone = [name for name in kind.needs if name not in given]
    if given.get("seen") == "yes" and "card" in kind.may and "card" not in given:
        gone.append("card")
    return gone
