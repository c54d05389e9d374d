"""The shoe between two rounds, and during one: what must be done with the cards next, who cuts, what has left the
shoe.

``shoe`` is the state that a round passes on to the next, ``steps`` what is still to be done, ``cutting`` who is
offered the cut. Deciders: ``preparing`` (the steps and the cut), ``changing`` (ordered shuffles, cards changed or
prepared elsewhere), ``announcing`` (last rounds announced, the burn card shown). ``folds`` folds their events.
"""
