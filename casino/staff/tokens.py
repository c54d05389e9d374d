"""Machines that show tokens which open nothing: readers of shoes, video recorders."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from casino import ledger
from casino.staff import pin
from casino.words import Phrase

WRONG: Final = 60
"""Tokens that open nothing which an address may show in a minute."""


def too_often(request: HttpRequest, counted_as: str, words: str) -> bool:
    """Count a token that opens nothing; whether its address has shown more than `WRONG` in a minute. The record has
    that once a minute, in the `words` of a code: a device that is set up wrongly, or somebody who tries."""
    address, at = pin.client_address(request), timezone.now()
    with transaction.atomic():
        tries, _ = pin.count_try(f"{counted_as}{address}", at)
        if tries == WRONG + 1:
            detail = Phrase.of(words, number=WRONG, address=address)
            entry = ledger.Draft(kind="rate_limited", detail=detail, body={"address": address})
            ledger.append(ledger.HOUSE, [entry], at=at)
    return tries > WRONG
