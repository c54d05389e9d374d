"""What players decide on their hands.

``allowed`` says what may be decided on a hand, ``deciding`` takes the decision, ``adding`` what each player puts to a
double or a split; ``surrendering`` is giving up half, and taking the doubled part back.
"""
