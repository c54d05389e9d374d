"""The decider of each command in this room."""

from typing import Final

from rounds.engine.cards import commands as on
from rounds.engine.cards import recording
from rounds.engine.machine import Decider

DECIDERS: Final[dict[type, Decider]] = {
    on.DealCard: recording.deal,
    on.CutCard: recording.cut_card,
    on.ShowCards: recording.show_cards,
}
