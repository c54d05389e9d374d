"""Cookies that a browser keeps for a year, signed: which tablet or device of the house it is.

They outlive a signing key. While an earlier key is among `SECRET_KEY_FALLBACKS`, a cookie that it signed is good, and
is signed again with the key of today by the next answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.conf import settings
from django.core import signing
from django.http import HttpResponse

AGE: Final = 365 * 24 * 60 * 60
"""Seconds. A tablet stays at its table; untying it is a supervisor's act, not the calendar's."""


def value(cookies: Mapping[str, str], name: str, salt: str) -> str:
    """What the cookie says; "" without a cookie, or if we did not sign it."""
    signed = cookies.get(name)
    if not signed:
        return ""
    try:
        return signing.TimestampSigner(salt=salt).unsign(signed, max_age=AGE)
    except signing.BadSignature:
        return ""


def put(response: HttpResponse, name: str, salt: str, kept: str) -> None:
    """Have the browser keep it, out of reach of scripts."""
    response.set_cookie(
        name,
        signing.TimestampSigner(salt=salt).sign(kept),
        max_age=AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def sign_anew(cookies: Mapping[str, str], response: HttpResponse, name: str, salt: str) -> None:
    """Sign it with the key of today, where an earlier one signed it and the answer does not set it anyway."""
    kept = value(cookies, name, salt)
    if not kept or name in response.cookies:
        return
    try:
        signing.TimestampSigner(salt=salt, fallback_keys=[]).unsign(cookies[name], max_age=AGE)
    except signing.BadSignature:
        put(response, name, salt, kept)
