"""The table was right and the record was not: a card, a box, a player's mark, an amount or a decision was entered
wrongly. The record says afterwards what happened, with what it said before, and everything that follows is worked out
again by the rules of the game.

``changes`` and ``answers`` are what each kind changes, in the steps of the round (``steps``, ``card_steps``) or in the
wagers before the call (``moved_wagers``; ``wagers`` makes the call again); ``correcting`` is what follows, by `redeal`,
and who signs; ``payments`` puts right what was paid wrongly. Where the table itself was wrong nothing here helps:
`rounds.engine.irregularities`.
"""
