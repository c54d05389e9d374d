"""The house's own machine behind the button: draws one entry of a table of prizes and records it.

A casino may have a separate controller and display beside the table; its prize is then entered as shown. Without one,
the button of the tablet is this machine: what it draws is in the ledger before anybody sees it.
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
from rounds.play.snapshot import Current, Live
from sidebets import Prizes

MACHINE: Final[Random] = SystemRandom()
"""The operating system's generator. It has no seed and no readable state, so no draw depends on an earlier one or can
be foretold (NZ-3.5(a)(i), NZ-3.5(a)(iii))."""


def draw(prizes: Prizes, chance: Random = MACHINE) -> Cents:
    """The prize per dollar, in cents, of one entry of the table. Every entry is equally likely, and stays in the
    table when it is won (NZ-3.5(a)(ii), VIC03-11.6.1)."""
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
) -> tuple[Answer, Current]:
    """Press the table's button: a prize is drawn and played, whatever prize `pressed` names.

    `pressed` says for whom, and who presses; a Misfire says that somebody or something else set it off. `key`,
    `expected`, `request`, what is returned and the exceptions are those of `service.play`.
    """
    # The request identifies the press without its prize, which differs each time.
    asked = Request(key, request or digest("press", by.number, command=_as_asked(pressed)))
    (answer,), after = service.play_all(
        code,
        lambda current: [with_prize_drawn(current.live, pressed)],
        by=by,
        request=asked,
        expected=expected,
        at=at,
    )
    return answer, after


def with_prize_drawn(live: Live, pressed: Prize | Misfire) -> Prize | Misfire:
    """The press with the prize drawn for it, if the book lets the button be pressed now; otherwise without a prize,
    so that it is refused with its reason. The table is locked and the key is new: of a tap sent twice at once, only
    the recorded one draws."""
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
