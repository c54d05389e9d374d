"""Numbers as people call them: ``sixteen``."""

from typing import Final

NUMBERS: Final = (
    "nothing",
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
    *("twenty", "twenty-one", "twenty-two", "twenty-three", "twenty-four", "twenty-five", "twenty-six"),
    *("twenty-seven", "twenty-eight", "twenty-nine", "thirty", "thirty-one"),
)
"""From 0 to 31, the most that a hand can come to."""
