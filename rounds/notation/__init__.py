"""The ``.round`` notation: one round of play as plain text, both ways.

``play`` takes a text through the state machine, ``document`` and ``table`` show the outcome, and ``write_round``
writes a stored round so that playing the text gives the same cards, results and money.
"""

from rounds.notation.play import EngineFailed, Played, Wrong, play
from rounds.notation.report import document
from rounds.notation.table import table
from rounds.notation.write import write_round

__all__ = ["EngineFailed", "Played", "Wrong", "document", "play", "table", "write_round"]
