"""What decides each command of this room."""

from typing import Final

from rounds.engine.cards import commands as on
from rounds.engine.cards import dealing
from rounds.engine.machine import Decider

DECIDERS: Final[dict[type, Decider]] = {
    on.DealCard: dealing.deal,
    on.CutCard: dealing.cut_card,
    on.ShowCards: dealing.show_cards,
}
