"""Refusals of layouts."""

from typing import Final

from casino.words.text import Catalogue, Words

WORDS: Final[Catalogue] = {
    "layout.boxes": Words(
        "The layout has {placed:box|boxes}, but the table has {boxes}",
        "Change the number of boxes in the set-up.",
    ),
    "layout.off_cloth": Words("Box {box} is partly off the cloth", "Move it away from the edge."),
    "layout.on_dealer": Words("Box {box} is where the dealer's hand lies", "Move it towards the players."),
    "layout.order": Words(
        "Box {box} is not to the right of box {before}",
        "Boxes are numbered from the dealer's left: move one.",
    ),
    "layout.apart": Words(
        "Boxes {box} and {other} are nearer than {least} steps across",
        "Move one: the tablet cannot draw them so.",
    ),
    "layout.no_such_bet": Words("{bet} is not offered with this game", "Take its places off the layout."),
    "layout.places": Words(
        "{bet} has {placed:place|places}, but the layout has {boxes:box|boxes}",
        "Give each box a place of its own.",
    ),
    "layout.place_off_cloth": Words(
        "The place of {bet} at box {box} is partly off the cloth", "Move it away from the edge."
    ),
    "layout.place_covered": Words(
        "The place of {bet} at box {box} is covered by another place, or by a box", "Move it."
    ),
    "layout.nearer_other": Words(
        "The place of {bet} at box {box} is nearer to box {other}",
        "Move it: a wager there would be taken for one at box {other}.",
    ),
    "layout.number": Words("“{typed}” is not a step of the layout", "Write a whole number."),
}
