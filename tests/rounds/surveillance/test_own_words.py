"""The audit log and the replay in a house's own language; the record keeps its English."""

from pathlib import Path

import pytest
from django.db import transaction
from django.test import Client

from casino.ledger import Draft, Entry, append
from casino.staff.roles import Role
from casino.words.refusals import REFUSALS
from rounds import engine
from rounds.surveillance import replay
from tables.floor import supervisor_calls
from tests import floor
from tests.own_words import house_says

pytestmark = pytest.mark.django_db

OWN = {
    "{place:place} {card:card}": "{card:card} auf {place:place}",
    "box {box}": "Feld {box}",
    "box {box} hand {hand}": "Feld {box}, Hand {hand}",
    "{number} calls a supervisor": "{number} ruft die Aufsicht",
    "the call for a supervisor is taken back": "der Ruf ist zurückgenommen",
    "session {number} opened with {amount:money}": "Sitzung {number} beginnt mit {amount:money}",
}
"""A few texts of a house that speaks German."""


@pytest.fixture
def reviewer() -> Client:
    client = Client()
    who = floor.person(Role.SURVEILLANCE).number
    client.post("/sign-in/", {"number": who, "pin": floor.PIN, "take_over": who})
    return client


def old_entry(english: str) -> None:
    """An entry as it was recorded before the record had code and values: the English alone."""
    with transaction.atomic():
        append("BJ-07", [Draft(kind="supervisor_called", detail=english)], actor="D-114", at=floor.AT)


def test_audit_log_and_replay_are_in_the_house_s_words(reviewer: Client, tmp_path: Path) -> None:
    floor.open_table()
    floor.taps("BJ-07", engine.PlaceWager(3, "A", 5000))
    refusal = floor.tap("BJ-07", engine.Decide(3, "stand")).refusal
    assert refusal is not None
    floor.taps("BJ-07", engine.CallBets(), *floor.cards("Ks"))
    supervisor_calls.call("BJ-07", by=floor.dealer(), at=floor.AT)
    old_entry("S-99 calls a supervisor")
    old_entry("the call for a supervisor is taken back")
    old_entry("what I saw: a dog & a cat")
    replay._kept.clear()
    with house_says(tmp_path, {**OWN, REFUSALS[refusal.code].what: "jetzt noch nicht"}):
        log = reviewer.get("/audit/?table=BJ-07").content.decode()
        step = reviewer.get("/audit/round/BJ-07/1/?step=4").content.decode()
        whole = reviewer.get("/audit/round/BJ-07/1/").content.decode()
    replay._kept.clear()
    caller = floor.dealer().number
    for text in (
        "K♠ auf Feld 3",
        f"{caller} ruft die Aufsicht",
        "S-99 ruft die Aufsicht",
        "der Ruf ist zurückgenommen",
        "jetzt noch nicht",
        "Sitzung 1 beginnt mit £",
        "what I saw: a dog &amp; a cat",
    ):
        assert text in log
    assert "calls a supervisor" not in log
    assert "K♠ auf Feld 3" in step + whole
    assert "jetzt noch nicht" in whole
    english = set(Entry.objects.filter(chain="BJ-07").values_list("detail", flat=True))
    assert {f"{caller} calls a supervisor", "box 3 K♠", refusal.message} <= english


def test_the_same_in_english_is_what_the_record_says(reviewer: Client) -> None:
    floor.open_table()
    floor.taps("BJ-07", engine.PlaceWager(3, "A", 5000), engine.CallBets(), *floor.cards("Ks Qh"))
    for entry in Entry.objects.filter(chain__in=("BJ-07", "house")):
        assert replay.Row.of(entry).detail == entry.detail
