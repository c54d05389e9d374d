"""Finding a round by what happened in it: which hands, cards, people, clauses, money and times."""
