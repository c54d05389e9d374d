"""How a PIN is kept: an Argon2 hash of the PIN, mixed with a key that is not in the database and with whose PIN it is.

A PIN has few digits: whoever has the hashes could try them all in an hour. Without PIN_PEPPER there is nothing to try,
and nobody can make a hash that opens anything. With another person's number mixed in, a hash that is copied from one
row to another opens nothing either. Another pepper means another PIN for everybody.
"""

from __future__ import annotations

import hashlib
import hmac

from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher


def of_person(number: str, pin: str) -> str:
    """The PIN as that of this person alone: what is hashed."""
    return f"{number}\0{pin}"


def digest(encoded: str) -> str:
    """What the record says of a hash: enough to tell that it was exchanged, and nothing to try PINs against."""
    return hashlib.sha256(encoded.encode()).hexdigest()


class PepperedArgon2PasswordHasher(Argon2PasswordHasher):
    """Argon2 of an HMAC whose key, PIN_PEPPER, is kept outside the database."""

    algorithm = "argon2_peppered"

    def encode(self, password: str, salt: str) -> str:
        return super().encode(_peppered(password), salt)

    def verify(self, password: str, encoded: str) -> bool:
        return super().verify(_peppered(password), encoded)


def _peppered(password: str) -> str:
    return hmac.new(settings.PIN_PEPPER.encode(), password.encode(), hashlib.sha256).hexdigest()
