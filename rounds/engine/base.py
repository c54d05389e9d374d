"""What all commands share, and what all events do: a tag in their JSON, defaults left out. A command holds nothing that
is not known here; an event may, since a later version may have recorded it."""

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
