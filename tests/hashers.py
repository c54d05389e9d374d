"""Peppered Argon2 as in production, with costs that a test suite can bear."""

from casino.staff.hashers import PepperedArgon2PasswordHasher


class LightArgon2(PepperedArgon2PasswordHasher):
    time_cost = 1
    memory_cost = 64
    parallelism = 1
