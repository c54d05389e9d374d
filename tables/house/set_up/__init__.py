"""The set-up of an open house: its pits and tables, on pages where two people sign each change."""
