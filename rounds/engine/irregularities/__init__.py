"""What went wrong at the table, and what the book does about it.

``reporting`` takes a report and its signature, ``values`` reads what was said, ``procedures`` names the ways of
dealing with an irregularity, ``voiding`` is one of them; ``folds`` fold what came of it.
"""
