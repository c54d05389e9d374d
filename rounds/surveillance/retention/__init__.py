"""How long what the desk keeps stays, and what is held."""
