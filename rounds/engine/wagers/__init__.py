"""Wagers, from the first chip to the call.

``wagering`` places them, ``limits`` compares their amounts with the sign, a marker and the float, ``withdrawing``
gives them back, ``calling`` makes the call and says what blocks it. ``commands``, ``events``, ``folds`` and ``words``
are as in every room (`rounds.engine`).
"""
