"""The side bets of a table: which are offered, on which scale, with what equipment, and their figures."""
