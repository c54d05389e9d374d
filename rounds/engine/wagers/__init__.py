"""Wagers, from the first chip to the call.

``wagering`` places them, ``limits`` says what the sign, a marker and the float make of an amount, ``withdrawing`` gives
them back, ``calling`` makes the call and says what blocks it. ``commands`` is what is said of them, ``events``
what is recorded, ``folds`` what that makes of the round, ``words`` how it reads; so in every room.
"""
