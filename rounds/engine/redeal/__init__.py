"""A round dealt again from its call, for whatever makes that necessary: `corrections` of the record and
`irregularities` at the table.

``history`` reads what happened since the call as steps, ``facts`` the same as cards and choices, ``commands`` has the
command that gives an event. ``replay`` deals the round again, for both, into a ``new_round``. What differs is its
policy: ``in_recorded_order`` takes every step again and refuses one that has no place, since the table was right;
``in_card_order`` sends each card where the book wants it and lets choices lapse whose hand has changed, since the table
was wrong (``insurance`` and ``side_bets`` are those beside the hands). ``money`` says which chips move because of it,
``places`` which cards; ``call`` puts the new round in the place of the old.
"""
