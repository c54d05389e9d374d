"""What happened in each round, written after its entries, by which rounds are searched and people compared."""
