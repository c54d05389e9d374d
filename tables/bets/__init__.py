"""The side bets of a table: offered, on which scale, with what equipment, and their figures."""
