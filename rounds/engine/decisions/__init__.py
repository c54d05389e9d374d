"""Players' decisions on their hands.

``allowed`` says which decisions a hand may take, ``deciding`` takes them, ``adding`` works out what each player adds to
a double or a split; ``surrendering`` covers surrender, and the rescue of a doubled hand.
"""
