"""The set-up of a house that deals: its pits and tables, on pages where two people sign each change."""
