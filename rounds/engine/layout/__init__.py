"""What lies on the table: the boxes from the dealer's left, wagers and hands."""
