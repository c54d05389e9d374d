"""What all commands share, and what all events do: a tag in their JSON, defaults left out. A command holds nothing that
is not known here; an event may, since a later version may have recorded it."""

from functools import cache
from typing import Any

import msgspec
from msgspec import Struct


class Value(Struct, frozen=True, gc=False):
    """A value of the round. It never leads back to itself, so Python's collector of circles need not look at it; of
    such values there are more than of anything else."""


class CommandBase(Value, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type"):
    """What every command shares: it is one of a tagged union."""


class EventBase(Value, frozen=True, omit_defaults=True, tag_field="type", kw_only=True):
    """What every event shares. ``tap`` numbers the command of the round that it came from; ``clause`` is the
    clause under which it happened. ``request`` is for the record alone: on the first event of a tap it has the
    digest of what the client asked for (`casino.ledger.requests`); an event that is read back is without it."""

    tap: int = 0
    clause: str = ""
    request: str = ""


def canonical(value: Any) -> Any:
    """An equal value that msgspec always writes as the same bytes.

    ``omit_defaults`` leaves a field out where it *is* its default: a word that was read from JSON is equal to the
    default and another object, and would be written.
    """
    if isinstance(value, tuple):
        items = [canonical(item) for item in value]
        return value if all(map(_is, items, value)) else tuple(items)
    if not isinstance(value, Struct):
        return value
    changes = {}
    for name, default in _defaults(type(value)):
        held = getattr(value, name)
        plain = default if type(held) is type(default) and held == default else canonical(held)
        if plain is not held:
            changes[name] = plain
    return msgspec.structs.replace(value, **changes) if changes else value


def _is(value: Any, other: Any) -> bool:
    return value is other


@cache
def _defaults(kind: type[Struct]) -> tuple[tuple[str, Any], ...]:
    """The fields of such a struct with their defaults; for a field without one `NODEFAULT`, which equals nothing."""
    return tuple((field.name, field.default) for field in msgspec.structs.fields(kind))
