"""Checks a person at Django's own sign-in form (the admin's) with the same guarded PIN."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.http import HttpRequest

from casino.staff import pin as pins
from casino.staff import tablets
from casino.staff.models import Staff
from casino.staff.refusals import SignInRefused


class PinBackend(ModelBackend):
    """Number and PIN with lock-out and rate limit; without it the admin would be unprotected."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **fields: Any,
    ) -> Staff | None:
        number = username if username is not None else fields.get("number")
        if number is None or password is None:
            return None
        where = tablets.place(request) if request is not None else "no address"
        try:
            purpose = "sign in to the admin"
            return pins.check(str(number), password, where, purpose=purpose, begins_session=True)
        except SignInRefused:
            return None
