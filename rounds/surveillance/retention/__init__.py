"""How long the desk's records are kept, and legal holds."""
