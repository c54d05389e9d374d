"""Shoe readers: electronic shoes, which report every card with their own token, and barcode scanners at a tablet.

    registration  issue, revoke: who may report at which table; a token is shown once and kept as a hash
    source        whether the cards of a table come from its reader or, while that fails, from the dealer's taps

`rounds.play.readers` applies reports to the round in hand.
"""
