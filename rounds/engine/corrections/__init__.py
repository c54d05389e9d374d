"""Corrections of the record when the table was right: a card, a box, a player's mark, an amount or a decision was
entered wrongly. The record then shows what happened, beside what it said before, and everything that follows is
worked out again by the rules of the game.

``changes`` and ``answers`` say what each kind of correction changes, in the steps of the round (``steps``,
``card_steps``) or in the wagers before the call (``moved_wagers``; ``wagers`` makes the call again); ``correcting``
works out what follows, with `redeal`, and who signs; ``payments`` puts wrong payments right. When the table itself was
wrong, that is an irregularity: `rounds.engine.irregularities`.
"""
