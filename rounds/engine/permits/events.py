"""Events about what a role allows or imposes."""

from casino.money import Cents
from rounds.engine.base import EventBase as Base


class SeveralBoxesAllowed(Base, frozen=True, tag="several_boxes_allowed"):
    player: str
    role: str
    revoked: bool = False
    extra: int = 0
    behind: bool = False


class LimitAllowed(Base, frozen=True, tag="limit_allowed"):
    box: int
    player: str
    maximum: Cents
    role: str
    minimum: Cents = 0


class MarkerPlaced(Base, frozen=True, tag="marker_placed"):
    box: int
    player: str


class PlayersLimited(Base, frozen=True, tag="players_limited"):
    box: int
    most: int
    role: str
    reason: str = ""


class PlayerRestricted(Base, frozen=True, tag="player_restricted"):
    player: str
    one_box: bool
    role: str
    notified: str = ""
    reason: str = ""
    lifted: bool = False
    minimum: bool = True


class WritingAllowed(Base, frozen=True, tag="writing_allowed"):
    player: str
    role: str
    revoked: bool = False


class SeatVacated(Base, frozen=True, tag="seat_vacated"):
    box: int
    player: str
    rounds: int
    role: str
