"""The house's own machine behind the button: it draws one entry of a table of prizes, and records it.

A casino may have a controller and a display of its own beside the table; its prize is then entered as shown. Where
it has none the button of the tablet is this machine: what it draws is in the ledger before anybody sees it.
"""

from __future__ import annotations

from datetime import datetime
from random import Random
from secrets import SystemRandom
from typing import Final

import msgspec

from casino.ledger import Request, digest
from casino.money import Cents
from casino.refusals import Refusal
from casino.staff.models import Staff
from rounds import engine
from rounds.engine.commands import Misfire, Prize
from rounds.engine.questions import offer_of
from rounds.play import service
from rounds.play.answer import Answer
from rounds.play.snapshot import Live
from sidebets import Prizes

MACHINE: Final[Random] = SystemRandom()
"""The operating system's generator: it has no seed and no state that could be read, so that no draw depends on one
before it and none can be foretold (NZ-3.5(a)(i), NZ-3.5(a)(iii))."""


def draw(prizes: Prizes, chance: Random = MACHINE) -> Cents:
    """The prize for a dollar, in cents, of one entry of the table: each entry is as likely as any other, and stays
    in the table when it has been won (NZ-3.5(a)(ii), VIC03-11.6.1)."""
    return prizes.at(chance.randrange(prizes.total))


def press(
    code: str,
    pressed: Prize | Misfire,
    *,
    by: Staff,
    key: str,
    expected: int | None = None,
    at: datetime | None = None,
    request: str = "",
) -> Answer:
    """Press the button of the table: a prize is drawn and played, whatever prize `pressed` names.

    `pressed` says for whom, and who presses; a Misfire says that somebody or something else set it off. `key`,
    `expected`, `request`, the answer and what is raised are those of `service.play`.
    """
    # The request is the press: the prize differs each time.
    asked = Request(key, request or digest("press", by.number, command=_as_asked(pressed)))
    (answer,), _ = service.play_all(
        code, lambda current: [drawn(current.live, pressed)], by=by, request=asked, expected=expected, at=at
    )
    return answer


def drawn(live: Live, pressed: Prize | Misfire) -> Prize | Misfire:
    """The press with the prize that is drawn for it, where the book lets the button be pressed now; otherwise without a
    prize, which is refused with its reason. The table is locked and the key is new: a tap that is sent twice at once
    draws for the one that is recorded alone."""
    offer = offer_of(live.state.setup, pressed.bet)
    per_dollar: Cents = 0
    if offer is not None and offer.scale.prizes is not None:
        prizes = offer.scale.prizes
        least = msgspec.structs.replace(pressed, per_dollar=prizes.least, drawn=True)
        try:
            engine.decide(live.rules, live.state, least)
            per_dollar = draw(prizes)
        except Refusal:
            per_dollar = 0
    return msgspec.structs.replace(pressed, per_dollar=per_dollar, drawn=True)


def _as_asked(pressed: Prize | Misfire) -> str:
    return engine.encode_command(msgspec.structs.replace(pressed, per_dollar=0, drawn=False)).decode()
