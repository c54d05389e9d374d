"""The shoe between two rounds, and in one: what must be done with the cards next, who cuts, what has left the shoe.

``shoe`` is the record that a round hands on to the next, ``steps`` what is still to be done, ``cutting`` whom the cut
is offered to. Deciders: ``doing`` (the steps and the cut), ``changing`` (shuffles that are ordered, cards that are
changed or come prepared), ``telling`` (last rounds announced, the burn card shown). ``folds`` is their record.
"""
