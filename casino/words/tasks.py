"""Words for what is done at the table once something went wrong, and how it was decided."""

from typing import Final

TASKS: Final[dict[str, str]] = {
    # cards
    "task.hand_to_discards": "the cards of {place:place} to the discards",
    "task.to_discards": "{card:card} to the discards",
    "task.face_down_to_discards": "a card face down to the discards",
    "task.beside_shoe": "{card:card} face up beside the shoe: it comes next",
    "task.face_down_beside_shoe": "a card face down beside the shoe: it comes next",
    "task.card_on_box": "{card:card} on box {box}",
    # money
    "task.keep": "keep {amount:money}: {wager:phrase}",
    "task.give_back": "give back {amount:money} that was taken: {wager:phrase}",
    "task.recover": "recover {amount:money} that was paid: {wager:phrase}",
    "task.return": "return the wager of {amount:money}: {wager:phrase}",
    "task.wager": "box {box}, player {player}",
    "task.side_wager": "box {box}, player {player}, {bet}",
    # how it was decided
    "incident.approved": "approved",
    "incident.refused": "refused: the layout stays as dealt",
    "incident.at_once": "done at once: no signature is needed",
    "incident.taken_back": "taken back",
    "incident.waits": "waiting",
}
"""Texts by code; `rounds.read_model.irregularities` picks the code."""
