"""Evidence packs of rounds: what a pack discloses, its readable report, and how it is made (docs/evidence.md)."""
