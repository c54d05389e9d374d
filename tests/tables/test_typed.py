"""What is typed into a form: read, or refused in words."""

import pytest

from tables import typed
from tables.refusal import TableRefusal
from tests.floor import AT


@pytest.mark.parametrize("text", ["٢٢:٤٥", "２２:４５", "22:4५"])
def test_a_time_is_written_in_the_digits_that_numbers_are(text: str) -> None:
    with pytest.raises(TableRefusal, match="is no time of day") as caught:
        typed.clock(text, AT)
    assert caught.value.remedy == "Write it as 21:45."


def test_a_date_is_written_in_the_same_digits() -> None:
    with pytest.raises(TableRefusal, match="is no date"):
        typed.day({"day": "٢٠٢٦-١١-٢٨"}, "day", "Day")
