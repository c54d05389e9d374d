"""What each book does with the cards between two rounds: the steps of the shoe, one module a book."""
