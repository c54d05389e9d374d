"""A United Kingdom house: its rules say nothing of the shoe, so only what a shoe cannot do without is asked."""

from typing import Final

from casino.rulebooks.shoes.kind import Cutter, ShoeRules, Step

SHOE: Final = ShoeRules(
    steps=(Step("shuffle", "", "Shuffle the cards", "Shuffled"),),
    cutters=(Cutter("other", "nobody", ""),),
)
