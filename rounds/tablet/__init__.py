"""The dealer's tablet: what it shows, what a tap sends, and the pages behind it."""
