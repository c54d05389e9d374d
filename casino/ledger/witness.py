"""Hands each new seal to a witness outside: another machine, a printer, a regulator's inbox.

The witness is either a command, which gets the note on standard input and takes it with exit status 0, or an http(s)
address, to which the note is posted and which takes it with status 2xx. A chain's seals are handed over in order;
one that was not taken is tried again the next time, and those after it wait.
"""

from __future__ import annotations

import logging
import shlex
import subprocess
from collections.abc import Iterator
from urllib.request import Request, urlopen

from django.db import connection
from django.utils import timezone

from casino.ledger.models import Seal, Witness

log = logging.getLogger(__name__)

SECONDS = 30
"""How many seconds the witness may take for one seal."""
AT_ONCE = 100
"""How many seals of a chain are handed over in one go."""


class NotTaken(Exception):
    """The witness did not take a seal."""


def hand_over(to: str) -> int:
    """Hand over every seal that the witness `to` has not taken; returns how many it took. A seal that is not taken
    is logged and tried again the next time."""
    taken = 0
    refused: set[str] = set()
    for seal in _waiting():
        if seal.chain in refused:
            continue
        try:
            _give(to, seal.note)
        except NotTaken as why:
            log.warning("Seal %d of %s was not taken by the witness: %s", seal.no, seal.chain, why)
            refused.add(seal.chain)
            continue
        now = timezone.now()
        Witness.objects.update_or_create(chain=seal.chain, defaults={"no": seal.no, "at": now})
        taken += 1
    return taken


def _waiting() -> Iterator[Seal]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT waiting.id FROM ledger_chainhead head LEFT JOIN ledger_witness taken USING (chain) "
            "CROSS JOIN LATERAL (SELECT id, chain, no FROM ledger_seal WHERE chain = head.chain "
            "AND no > coalesce(taken.no, 0) ORDER BY no LIMIT %s) waiting ORDER BY waiting.chain, waiting.no",
            [AT_ONCE],
        )
        ids = [number for (number,) in cursor.fetchall()]
    for number in ids:
        yield Seal.objects.get(pk=number)


def _give(to: str, note: str) -> None:
    if to.startswith(("http://", "https://")):
        headers = {"Content-Type": "text/plain; charset=utf-8"}
        request = Request(to, data=note.encode(), headers=headers, method="POST")  # noqa: S310  http alone, see above
        try:
            with urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
                if not 200 <= answer.status < 300:
                    raise NotTaken(f"it answered {answer.status}")
        except OSError as fault:
            raise NotTaken(str(fault)) from fault
        return
    try:
        ended = subprocess.run(
            shlex.split(to), input=note, text=True, capture_output=True, timeout=SECONDS, check=False
        )
    except (OSError, ValueError, subprocess.TimeoutExpired) as fault:
        raise NotTaken(str(fault)) from fault
    if ended.returncode:
        raise NotTaken(f"it ended with status {ended.returncode}: {ended.stderr.strip()[-200:]}")
