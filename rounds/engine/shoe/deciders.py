"""The decider of each command in this room."""

from typing import Final

from rounds.engine.machine import Decider, RoleWanted
from rounds.engine.shoe import changing, doing, roles, telling
from rounds.engine.shoe import commands as on
from rounds.engine.wagers import calling

DECIDERS: Final[dict[type, Decider]] = {
    on.AnnounceLastRounds: telling.announce_last,
    on.ShowBurn: telling.show_burn,
    on.Shuffle: calling.shuffle,
    on.ShoeStep: doing.steps_made,
    on.CutCards: doing.cut,
    on.DeclineCut: doing.declined,
    on.OrderShuffle: changing.order,
    on.ChangeCards: changing.change,
    on.BringCards: changing.bring,
    on.AskCards: changing.ask,
}
ROLES: Final[dict[type, RoleWanted]] = dict.fromkeys(roles.BY_ROLE, roles.wanted)
