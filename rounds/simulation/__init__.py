"""Rounds dealt by the thousand through the very same state machine, to measure what a game costs its players.

For checking the rules and for theo. None of it is shown at a table (VIC03-17.5, ACT96-20.7).
"""
