"""What went wrong at the table, and what the book does about it.

``reporting`` takes a report and its signature, ``report`` reads its values, ``procedures`` names the procedures:
``voiding``, ``placing`` and ``permitted`` (the round dealt again, by ``redealing``), ``shoe``, ``side_bets`` (side
bets), ``earlier_rounds`` (earlier rounds).
"""
