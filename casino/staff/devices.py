"""The device on which a PIN is tried: one of the house's own, or one that nobody has signed in on before.

A tablet that is assigned to a table is the house's own. So is any browser on which somebody has signed in: it keeps a
signed cookie that says who. A lock-out applies only to the device and others like it (`Place.bucket`), so a stranger
who guesses a supervisor's PIN locks no desk or tablet of the house.

Somebody with a PIN could get a hundred browsers remembered and guess on each of them. All browsers with the same
first person therefore count as one, except for numbers that have signed in on that very browser.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest, HttpResponse

from casino.staff.models import Staff
from casino.staff.signed_cookies import SignedCookie
from casino.words import Phrase

COOKIE: Final = "device"
MOST_NUMBERS: Final = 12
"""How many numbers a browser remembers: the first, and the latest others."""
LONGEST: Final = 400
"""The longest cookie that is read, in characters; longer ones were not written here."""
SIGNED: Final = SignedCookie(COOKIE, "casino.staff.device")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a PIN is tried."""

    address: str
    tablet: int | None = None
    """The tablet, if it is assigned to a table."""
    device: str = ""
    """The browser's own id, if somebody has signed in on it."""
    numbers: tuple[str, ...] = ()
    """Who has signed in on it, first person first."""

    @property
    def is_ours(self) -> bool:
        """Whether it is one of the house's devices."""
        return self.tablet is not None or bool(self.device)

    @property
    def source(self) -> str:
        """What tries with any number are counted against."""
        if self.tablet is not None:
            return f"tablet {self.tablet}"
        return f"device {self.device}" if self.device else f"address {self.address}"

    @property
    def phrase(self) -> Phrase:
        """The place in words, for people."""
        if self.tablet is not None:
            return Phrase.of("place.tablet", tablet=self.tablet, address=self.address)
        if self.device:
            return Phrase.of("place.device", number=self.numbers[0], address=self.address)
        return Phrase.of("place.address", address=self.address)

    def bucket(self, number: str) -> str:
        """What wrong tries with a number are counted against, and what a lock-out locks."""
        if self.tablet is not None:
            return f"number {number} at tablet {self.tablet}"
        if number in self.numbers:
            return f"number {number} at device {self.device}"
        if self.device:
            return f"number {number} at devices of {self.numbers[0]}"
        return f"number {number}"


def of_cookies(cookies: Mapping[str, str]) -> tuple[str, tuple[str, ...]]:
    """The device's id and the numbers that have signed in on it; empty for a device that is not ours, or whose first
    person has left the house."""
    if len(cookies.get(COOKIE, "")) > LONGEST:
        return "", ()
    device, *numbers = SIGNED.value(cookies).split("~")
    if not numbers or not Staff.objects.filter(number=numbers[0], is_active=True).exists():
        return "", ()
    return device, tuple(numbers)


def remember(request: HttpRequest, response: HttpResponse, person: Staff) -> None:
    """Remember on this browser that `person` has signed in."""
    device, numbers = of_cookies(request.COOKIES)
    device, first = device or secrets.token_hex(8), numbers[:1] or (person.number,)
    later = [number for number in numbers[1:] if number != person.number]
    if person.number not in first:
        later.append(person.number)
    value = "~".join([device, *first, *later[-(MOST_NUMBERS - 1) :]])
    SIGNED.put(response, value)


def sign_again(cookies: Mapping[str, str], response: HttpResponse) -> None:
    """Sign the browser's cookie with the current key if an earlier one signed it."""
    if len(cookies.get(COOKIE, "")) <= LONGEST:
        SIGNED.sign_again(cookies, response)
