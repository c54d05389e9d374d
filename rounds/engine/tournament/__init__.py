"""A tournament session at a table: stacks, the length of the session, the button, who may wager what.

``standing`` is the score of the session as a hand begins, ``session`` what it means for the hand, ``stacks`` how many
chips each player has now; ``checking`` refuses what the conditions of the session do not allow, and ``blocking`` says
what they require before the call. Money is that of the round: a stack is what the session began with plus or minus
every result since then.
"""
