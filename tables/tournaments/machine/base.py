"""What all commands of a tournament have in common, and all its events. A command with unknown fields is refused
(`commands.decode_command`); an event may have some, since a later version may have recorded it."""

from msgspec import Struct

from casino.money import Cents
from tables.tournaments.machine.moments import Moment


class Person(Struct, frozen=True):
    """Who acts: a staff number, and the role in which this person is signed in."""

    number: str
    role: str


class CommandBase(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type"):
    """One of a tagged union."""


class Move(Struct, frozen=True):
    """Money that moves from one account to another; the accounts are ``ACCOUNTS`` in `money`."""

    source: str
    to: str
    cents: Cents


class EventBase(Struct, frozen=True, omit_defaults=True, tag_field="type", kw_only=True):
    """What was recorded: ``by`` whom in which ``role``, ``at`` which moment, under which ``clause``, and the
    ``moves`` of money that came with it. ``request`` is only for the record: the digest of what the client asked for
    (`casino.ledger.requests`); an event that is read back does not have it."""

    at: Moment
    by: str
    role: str = ""
    clause: str = ""
    moves: tuple[Move, ...] = ()
    request: str = ""
