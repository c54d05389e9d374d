"""A United Kingdom house: its rules do not mention the shoe, so only what a shoe cannot do without is required."""

from typing import Final

from casino.rulebooks.shoes.kind import Cutter, ShoeRules, Step

SHOE: Final = ShoeRules(
    steps=(Step("shuffle", "", "Shuffle the cards", "Shuffled"),),
    cutters=(Cutter("other", "nobody", ""),),
)
