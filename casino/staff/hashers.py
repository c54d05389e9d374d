"""How a PIN is stored: an Argon2 hash of the PIN, mixed with a key that is not in the database and with its owner's
number.

A PIN has few digits: somebody who has the hashes could try every PIN in an hour. Without PIN_PEPPER they can neither
try a PIN nor make a hash that opens anything. The person's number is mixed in too, so a hash copied to another row
opens nothing either. A new pepper means a new PIN for everybody.
"""

from __future__ import annotations

import hashlib
import hmac

from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher


def of_person(number: str, pin: str) -> str:
    """The text that is hashed: the PIN mixed with the person's number."""
    return f"{number}\0{pin}"


def digest(encoded: str) -> str:
    """The digest of a hash, for the record: enough to tell that it was replaced, but useless for trying PINs."""
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
