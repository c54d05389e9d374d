"""The words of the house: texts by code, and how their blanks are filled.

Pure: the texts here are the plain English that the record keeps; `casino.translated` renders them for a screen in the
house's own words (Django's translations).
"""

from casino.words.filling import Phrase, fill
from casino.words.text import Words

__all__ = ["Phrase", "Words", "fill"]
