"""What is on the table: the boxes from the dealer's left, their wagers and hands."""
