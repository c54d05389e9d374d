"""The decider of each command in this room."""

from typing import Final

from rounds.engine.machine import Decider, RequiredRole
from rounds.engine.permits import commands as on
from rounds.engine.permits import permits, seats

DECIDERS: Final[dict[type, Decider]] = {
    on.AllowSeveralBoxes: permits.allow_several,
    on.AllowLimit: permits.allow_limit,
    on.PlaceMarker: permits.place_marker,
    on.LimitPlayers: permits.limit_players,
    on.RestrictPlayer: permits.restrict,
    on.AllowWriting: permits.allow_writing,
    on.VacateSeat: seats.vacate,
}
ROLES: Final[dict[type, RequiredRole]] = dict.fromkeys(permits.BY_ROLE, permits.required_role)
