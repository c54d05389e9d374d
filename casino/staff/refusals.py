"""Refusals at the door that callers must be able to tell from others; their words are in `casino.words.refusals`, by
code."""

from casino.refusals import Refusal


class SignInRefused(Refusal):
    """A number and PIN that did not open the door: ``sign_in.`` wrong, locked, busy or often."""
