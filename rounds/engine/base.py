"""The base classes of commands and events: a tag in their JSON, defaults left out. A command with an unknown field is
refused; an event may have one, since a later version may have recorded it."""

from msgspec import Struct


class Value(Struct, frozen=True, gc=False):
    """A value of the round. Values never form reference cycles, so Python's cycle collector need not track them; they
    are by far the most numerous objects."""


class CommandBase(Value, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type"):
    """Base of every command: a member of a tagged union."""


class EventBase(Value, frozen=True, omit_defaults=True, tag_field="type", kw_only=True):
    """Base of every event. ``tap`` is the number of the command in the round that it came from; ``clause`` is the
    clause under which it happened. ``request`` is for the record alone: on the first event of a tap it is the
    digest of what the client asked for (`casino.ledger.requests`); an event that is read back has none."""

    tap: int = 0
    clause: str = ""
    request: str = ""
