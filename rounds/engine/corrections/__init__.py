"""The table was right and the record was not: a card, a box, a player's mark, an amount or a decision was entered
wrongly. The record says afterwards what happened, with what it said before, and everything that follows is worked out
again by the rules of the game.

``recorded`` reads what happened since the call as steps, ``wagers`` changes what lay before it, ``replaying`` takes
the steps again; ``changes`` and ``answers`` are what each kind changes, ``correcting`` what follows and who signs,
``chips`` which chips move; ``folds`` fold it into the state. Where the table itself was wrong nothing here helps:
`rounds.engine.irregularities`.
"""
