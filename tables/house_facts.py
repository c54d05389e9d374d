"""The house's name, clock, currency, gaming day and games, as its own chain has them.

A house runs with the settings of its processes (`casino/settings.py`). The record keeps what the operations manager
confirmed, so that a house can tell if its settings have changed since.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from django.conf import settings
from django.utils.translation import gettext_noop

from casino.ledger import HOUSE, Entry
from casino.refusals import Refusal
from casino.rulebooks import BOOKS
from tables.float.policy import Policy, policy

NAMED: Final = "house_named"
BOOKS_CHOSEN: Final = "house_books"
FLOATS: Final = "house_floats"
KEY_KEPT: Final = "seal_key_kept"
BACKUP_TESTED: Final = "backup_tested"
OPENED: Final = "house_opened"

Games = Mapping[str, tuple[str, ...]]
"""The games that are dealt, by book."""


@dataclass(frozen=True, slots=True)
class Named:
    """What a house is called, and the clock and currency of its screens. ``origin`` is its name on the seals,
    ``gaming_day`` is when one begins, such as ``06:00``."""

    name: str
    origin: str
    time_zone: str
    currency: str
    gaming_day: str


SETTINGS: Final = {
    "origin": "LEDGER_ORIGIN",
    "time_zone": "CASINO_TIME_ZONE",
    "currency": "CASINO_CURRENCY",
    "gaming_day": "FLOAT_POLICY gaming_day",
}
"""The setting that decides each fact."""
LABELS: Final = {
    "origin": gettext_noop("Name on the seals"),
    "time_zone": gettext_noop("Time zone"),
    "currency": gettext_noop("Currency sign"),
    "gaming_day": gettext_noop("A gaming day begins at"),
}


def in_force() -> dict[str, str]:
    """What this process's settings say about each fact that a setting decides."""
    return {
        "origin": settings.LEDGER_ORIGIN,
        "time_zone": settings.TIME_ZONE,
        "currency": settings.CURRENCY,
        "gaming_day": policy().gaming_day,
    }


def setting_faults(named: Named) -> dict[str, Refusal]:
    """The facts for which this process's settings say something else, by name."""
    return {
        fact: Refusal(
            "house.setting_differs",
            field=LABELS[fact],
            typed=getattr(named, fact),
            in_force=value,
            setting=SETTINGS[fact],
        )
        for fact, value in in_force().items()
        if getattr(named, fact) != value
    }


def game_faults(games: Games) -> dict[str, Refusal]:
    """What is wrong with a choice of games, by book; under "" if none is chosen at all."""
    if not any(games.values()):
        return {"": Refusal("house.no_books")}
    faults: dict[str, Refusal] = {}
    for book, chosen in games.items():
        if book not in BOOKS:
            faults[book] = Refusal("rule_book.unknown", book=book, known=list(BOOKS))
        elif unknown := [game for game in chosen if game not in BOOKS[book].games]:
            known = list(BOOKS[book].games)
            faults[book] = Refusal("rule_book.no_game", book=book, game=unknown[0], known=known)
    return faults


def named() -> Named | None:
    """What was last confirmed about the house; None before that."""
    body = _last(NAMED)
    return msgspec.convert(body, Named) if body is not None else None


def games() -> Games:
    """The games last chosen, by book; empty before that."""
    body = _last(BOOKS_CHOSEN)
    return {book: tuple(chosen) for book, chosen in body["games"].items()} if body is not None else {}


def floats() -> Policy | None:
    """The policy of the floats that was last confirmed; None before that."""
    body = _last(FLOATS)
    return msgspec.convert(body["policy"], Policy) if body is not None else None


def key_kept() -> tuple[str, str] | None:
    """The public key of the seals, and where the copy of the secret key is kept; None before that was entered."""
    body = _last(KEY_KEPT)
    return (body["verifier"], body["kept_at"]) if body is not None else None


def entry(kind: str) -> Entry | None:
    """The last entry of that kind in the house's chain."""
    return Entry.objects.filter(chain=HOUSE, kind=kind).order_by("-seq").first()


def is_being_set_up() -> bool:
    """Whether the set-up of the house has begun but the house is not open. This is never true of a house that was
    set up in another way, such as the demonstration."""
    kinds = set(Entry.objects.filter(chain=HOUSE, kind__in=(NAMED, OPENED)).values_list("kind", flat=True))
    return kinds == {NAMED}


def deals_already() -> bool:
    """Whether the house was set up in another way and has opened a table, as a demonstration has."""
    return entry(NAMED) is None and Entry.objects.filter(kind="table_opened").exists()


def _last(kind: str) -> dict[str, Any] | None:
    last = entry(kind)
    return msgspec.json.decode(last.body) if last is not None else None
