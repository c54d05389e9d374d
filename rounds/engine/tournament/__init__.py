"""A session of a tournament at a table: stacks, the length of the session, the button, who may wager what.

``standing`` is what the session has come to as a hand begins, ``session`` what that means for the hand, ``stacks`` who
has how many chips now; ``checking`` refuses what the conditions of the session do not allow, and ``blocking`` says what
they want before the call. The money is that of the round: a stack is what the session began with and what every
result since then has added or taken.
"""
