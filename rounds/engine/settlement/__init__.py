"""Settlement: what is taken and paid.

``settling`` says what is due and in which order, ``outcomes`` how each stake comes out, ``payments`` with which chips
it is paid, ``super_bonus`` the fixed prize; ``recording`` records what the dealer did, up to the last card picked up.
"""
