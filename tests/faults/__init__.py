"""What workers, database, proxy and disk do to each other when one of them fails."""
