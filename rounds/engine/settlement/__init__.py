"""What is taken and paid.

``settling`` says what is due and in which order, ``outcomes`` what each stake comes to, ``payments`` with which chips,
``super_bonus`` the one fixed prize; ``recording`` takes down what the dealer did, to the last card picked up.
"""
