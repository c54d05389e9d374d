"""The cards of a round: where the next one goes, the cutting card, cards dealt face down."""
