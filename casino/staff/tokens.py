"""Guards tokens of machines, such as shoe readers and video recorders, against guessing."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from casino import ledger
from casino.staff import pin
from casino.words import Phrase

WRONG: Final = 60
"""How many wrong tokens an address may show in a minute."""


def too_often(request: HttpRequest, counted_as: str, words: str) -> bool:
    """Count a wrong token; returns whether its address has shown more than `WRONG` in a minute. That is recorded
    once a minute, in the `words` of a code: either a device is set up wrongly, or somebody is guessing."""
    address, at = pin.client_address(request), timezone.now()
    with transaction.atomic():
        tries, _ = pin.count_try(f"{counted_as}{address}", at)
        if tries == WRONG + 1:
            detail = Phrase.of(words, number=WRONG, address=address)
            entry = ledger.Draft(kind="rate_limited", detail=detail, body={"address": address})
            ledger.append(ledger.HOUSE, [entry], at=at)
    return tries > WRONG
