"""Side bets in a round: placing them, what stays in action, the button, settling them."""
