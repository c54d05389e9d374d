"""Deal a round again from its call, for `corrections` of the record and for `irregularities` at the table.

``history`` reads what happened since the call as steps, ``facts`` as cards and choices; ``commands`` gives the
command behind an event. ``replay`` deals the round again as a ``new_round``, for both; they differ in policy.
``in_recorded_order``, for a record that was wrong, takes every step again and refuses one that no longer fits.
``in_card_order``, for a table that was wrong, sends each card where the book puts it and lets choices lapse on hands
that have changed (``insurance`` and ``side_bets`` handle the choices beside the hands). ``money`` says which chips
move as a result, ``places`` which cards; ``call`` puts the new round in place of the old.
"""
