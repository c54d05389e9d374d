"""Commands about what a role allows or imposes."""

from casino.money import Cents
from rounds.engine.base import CommandBase as Base


class AllowSeveralBoxes(Base, frozen=True, tag="allow_several_boxes"):
    """A role lets a player wager on more than one box, or ends that. ``extra`` is the most further boxes, 0 for no
    such limit; with ``behind`` only boxes on which somebody else decides (NZ-14.4, NZ-14.5)."""

    player: str
    role: str
    revoke: bool = False
    extra: int = 0
    behind: bool = False


class AllowLimit(Base, frozen=True, tag="allow_limit"):
    """A role agrees a personal limit, in cents, for a player on a box. A maximum of 0 ends it."""

    box: int
    player: str
    maximum: Cents
    role: str
    minimum: Cents = 0


class PlaceMarker(Base, frozen=True, tag="place_marker"):
    """The marker of a personal limit has been placed at the box."""

    box: int
    player: str


class LimitPlayers(Base, frozen=True, tag="limit_players"):
    """A role allows fewer players on a box than the book does."""

    box: int
    most: int
    role: str
    reason: str = ""


class RestrictPlayer(Base, frozen=True, tag="restrict_player"):
    """A role restricts a player to the table minimum: on one box (VIC03-5.11), or until the shuffle (VIC03-5.12);
    without ``minimum``, only to one box (ACT96-5.10-S1). ``notified`` says through whom the regulator was told, and
    when."""

    player: str
    one_box: bool
    role: str
    notified: str = ""
    reason: str = ""
    lift: bool = False
    minimum: bool = True


class AllowWriting(Base, frozen=True, tag="allow_writing"):
    """A role lets a person use something to write with at the table, or ends that (NZ-8.10)."""

    player: str
    role: str
    revoke: bool = False


class VacateSeat(Base, frozen=True, tag="vacate_seat"):
    """A role has a player give up a seat after sitting out rounds with every other place taken (VIC03-17.8)."""

    player: str
    role: str
