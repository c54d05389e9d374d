"""What is typed into a form: read, or refused in words."""

from datetime import date

import pytest

from casino.forms import typed
from casino.house_time import read_day, written_day
from rounds.surveillance.retention.forms import LiftForm
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


@pytest.mark.parametrize(
    "typed_day", ["2026-11-28", "28 Nov 2026", "28 november 2026", "28/11/2026", "28.11.2026"]
)
def test_a_date_is_read_as_the_house_writes_it(typed_day: str) -> None:
    assert typed.day(typed_day, "From") == date(2026, 11, 28)
    assert read_day(written_day(date(2026, 3, 1))) == date(2026, 3, 1)


@pytest.mark.parametrize(
    "nonsense", ["11/28/2026", "30 Feb 2026", "28 Nov", "28 Nov 20261", "２８/11/2026", "x" * 500]
)
def test_a_text_that_is_not_a_date_of_the_house_is_refused(nonsense: str) -> None:
    with refused_as("typed.date"):
        typed.day(nonsense, "From")


@pytest.mark.parametrize("number", ["%", "%s%n%(x)s", "100 %"])
def test_the_number_of_a_row_may_be_any_text(number: str) -> None:
    assert LiftForm(part=number)["hold"].id_for_label == f"lift{number}-hold"
