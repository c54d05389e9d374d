"""A round that is found for what went wrong in it says what, how it was decided and by whom, and opens there."""

import re

import pytest

from tests.rounds.surveillance.compare.test_facts import like_cases
from tests.rounds.surveillance.find.test_find import reader

__all__ = ["like_cases"]  # a fixture of these tests too

pytestmark = pytest.mark.django_db


@pytest.mark.usefixtures("like_cases")
def test_the_list_names_what_went_wrong_and_who_signed() -> None:
    client = reader()
    page = client.get("/find/", {"what": "irregularity"}).content.decode()
    named = re.findall(r'<b class="wrong-of">([^<]+)</b>', page)
    # The newest first: S-12 had the card discarded, S-07 left it as the next card.
    assert [words.rpartition(" · ")[2] for words in named] == ["S-12", "S-07"]
    assert len({words.split(" · ")[0] for words in named}) == 1
    assert len({words.split(" · ")[1] for words in named}) == 2
    links = re.findall(r'class="round" href="([^"]+)"', page)
    assert links == [f"/audit/round/BJ-07/{number}/?at=irregularity" for number in (2, 1)]
    replay = client.get(links[0]).content.decode()
    (step,) = re.findall(r'data-say="([^"]*)"[^>]* aria-current="step"', replay)
    assert step.startswith("irregularity")
    # What another has decided in a similar case is beside it, and each mark leads to its step.
    assert 'id="like-name"' in replay
    assert "S-07" in replay[replay.index('id="like-name"') :]
    assert re.search(r'<a class="chip now" href="[^"]*\?step=(\d+)" data-to="\1"', replay)
    # Found for something else, a round opens as it came out.
    other = client.get("/find/", {"q": "box 1"}).content.decode()
    assert re.findall(r'class="round" href="([^"]+)"', other) == [
        "/audit/round/BJ-07/2/",
        "/audit/round/BJ-07/1/",
    ]
