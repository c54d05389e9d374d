"""Finding a round by what happened in it: hands, cards, people, clauses, money and times."""
