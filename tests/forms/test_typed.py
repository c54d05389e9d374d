"""What is typed into a form: read, or refused in words."""

import pytest

from casino.forms import typed
from tests.floor import AT
from tests.refusing import refused_as


@pytest.mark.parametrize("text", ["10:00+02:00", "10:00Z", "10:00:59", "10:00:00.5", "24:00"])
def test_a_time_that_says_more_than_hour_and_minute_is_not_taken_for_another(text: str) -> None:
    with refused_as("typed.time"):
        typed.time_of_day(text)


@pytest.mark.parametrize("text", ["٢٢:٤٥", "２２:４５", "22:4५"])
def test_a_time_is_written_in_the_digits_that_numbers_are(text: str) -> None:
    with refused_as("typed.time") as caught:
        typed.clock(text, AT)
    assert caught.value.remedy == "Write it as 21:45."


def test_a_date_is_written_in_the_same_digits() -> None:
    with refused_as("typed.date"):
        typed.day("٢٠٢٦-١١-٢٨", "Day")
