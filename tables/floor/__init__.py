"""The floor around a table: its dealer, its players, calls for a supervisor, closing notices, changes that fall due."""
