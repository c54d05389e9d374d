"""The decider of each command in this room."""

from typing import Final

from rounds.engine.machine import Decider, RequiredRole
from rounds.engine.shoe import announcing, changing, preparing, roles
from rounds.engine.shoe import commands as on
from rounds.engine.wagers import calling

DECIDERS: Final[dict[type, Decider]] = {
    on.AnnounceLastRounds: announcing.announce_last,
    on.ShowBurn: announcing.show_burn,
    on.Shuffle: calling.shuffle,
    on.ShoeStep: preparing.steps_made,
    on.CutCards: preparing.cut,
    on.DeclineCut: preparing.declined,
    on.OrderShuffle: changing.order,
    on.ChangeCards: changing.change,
    on.BringCards: changing.bring,
    on.AskCards: changing.ask,
}
ROLES: Final[dict[type, RequiredRole]] = dict.fromkeys(roles.BY_ROLE, roles.required_role)
