"""What all commands share, and what all events do: a tag in their JSON, nothing unknown in it, defaults left out."""

from msgspec import Struct


class CommandBase(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type"):
    """What every command shares: it is one of a tagged union."""


class EventBase(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type", kw_only=True
):
    """What every event shares. ``tap`` numbers the command of the round that it came from; ``clause`` is the
    clause under which it happened."""

    tap: int = 0
    clause: str = ""
