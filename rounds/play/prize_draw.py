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
from django.db import transaction

from casino.ledger import Entry, digest
from casino.money import Cents
from casino.refusals import Refusal
from casino.staff.models import Staff
from rounds import engine
from rounds.engine.commands import Misfire, Prize
from rounds.engine.questions import offer_of
from rounds.play import service
from rounds.play.answer import Answer
from sidebets import Prizes
from tables.models import Table

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
    `expected`, `request`, the answer and what is raised are those of `service.play`. The draw is made and recorded
    under the table's lock, and only where the book lets the button be pressed now: the same key again gives the same
    answer and draws nothing.
    """
    with transaction.atomic():
        # The lock comes first: a tap that is sent twice at once draws for the one that is recorded alone.
        Table.objects.select_for_update(of=("self",)).filter(code=code).first()
        per_dollar = 0 if _recorded(code, key) else _drawn(code, pressed, expected)
        made = msgspec.structs.replace(pressed, per_dollar=per_dollar, drawn=True)
        # The request is the press: the prize differs each time.
        request = request or digest("press", by.number, command=_as_asked(pressed))
        return service.play(code, made, by=by, key=key, expected=expected, at=at, request=request)


def _drawn(code: str, pressed: Prize | Misfire, expected: int | None) -> Cents:
    """A fresh draw where a press would be taken now; otherwise 0, which is refused with its reason or is stale."""
    live = service.current(code)
    offer = offer_of(live.state.setup, pressed.bet)
    if offer is None or offer.scale.prizes is None or expected not in (None, live.version):
        return 0
    prizes = offer.scale.prizes
    try:
        engine.decide(
            live.rules, live.state, msgspec.structs.replace(pressed, per_dollar=prizes.least, drawn=True)
        )
    except Refusal:
        return 0
    return draw(prizes)


def _recorded(code: str, key: str) -> bool:
    """Whether the table's record has this key: then nothing is drawn, and the key's answer is given."""
    return Entry.objects.filter(chain=code, key=key).exists()


def _as_asked(pressed: Prize | Misfire) -> str:
    return engine.encode_command(msgspec.structs.replace(pressed, per_dollar=0, drawn=False)).decode()
