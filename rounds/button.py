"""The house's own machine behind the button: it draws one entry of a table of prizes.

A casino may have a controller and a display of its own beside the table; its prize is then entered as shown. Where
it has none the button of the tablet is this machine.
"""

from __future__ import annotations

from random import Random
from secrets import SystemRandom
from typing import Final

from casino.money import Cents
from sidebets import Prizes

MACHINE: Final[Random] = SystemRandom()
"""The operating system's generator: it has no seed and no state that could be read, so that no draw depends on one
before it and none can be foretold (NZ-3.5(a)(i), NZ-3.5(a)(iii))."""


def draw(prizes: Prizes, chance: Random = MACHINE) -> Cents:
    """The prize for a dollar, in cents, of one entry of the table: each entry is as likely as any other, and stays
    in the table when it has been won (NZ-3.5(a)(ii), VIC03-11.6.1)."""
    return prizes.at(chance.randrange(prizes.total))
