"""Evidence packs of rounds: what a pack discloses, its report for people, and how it is made (docs/evidence.md)."""
