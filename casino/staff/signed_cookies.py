"""Signed cookies that a browser keeps for a year: which tablet or device of the house it is.

They outlive a signing key. While an earlier key is in `SECRET_KEY_FALLBACKS`, a cookie that it signed is valid, and
the next answer signs it again with the current key.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.core import signing
from django.http import HttpResponse

AGE: Final = 365 * 24 * 60 * 60
"""How long a cookie lasts, in seconds. A tablet stays assigned to its table until a supervisor unassigns it, not until
a date."""


@dataclass(frozen=True, slots=True)
class SignedCookie:
    """A cookie with this name, signed with this salt."""

    name: str
    salt: str

    def value(self, cookies: Mapping[str, str]) -> str:
        """The value of the cookie; "" without a cookie, or if we did not sign it."""
        signed = cookies.get(self.name)
        if not signed:
            return ""
        try:
            return signing.TimestampSigner(salt=self.salt).unsign(signed, max_age=AGE)
        except signing.BadSignature:
            return ""

    def digest(self, cookies: Mapping[str, str]) -> str:
        """The digest of the token in the cookie, by which the database knows it; "" without a token."""
        token = self.value(cookies)
        return hashlib.sha256(token.encode()).hexdigest() if token else ""

    def put(self, response: HttpResponse, value: str) -> None:
        """Set the cookie, out of reach of scripts."""
        response.set_cookie(
            self.name,
            signing.TimestampSigner(salt=self.salt).sign(value),
            max_age=AGE,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )

    def sign_again(self, cookies: Mapping[str, str], response: HttpResponse) -> None:
        """Sign it with the current key if an earlier one signed it and the answer does not set it anyway."""
        value = self.value(cookies)
        if not value or self.name in response.cookies:
            return
        try:
            signing.TimestampSigner(salt=self.salt, fallback_keys=[]).unsign(cookies[self.name], max_age=AGE)
        except signing.BadSignature:
            self.put(response, value)
