"""What was recorded, made readable: the felt, irregularities in words, tallies and checks. Shared by all audiences."""
