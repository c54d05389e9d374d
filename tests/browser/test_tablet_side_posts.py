"""What the tablet's addresses answer to posts about side bets: a press draws once however often it is sent, what a
person posts is never what the machine drew."""

import json

import pytest
from django.test import Client

from casino.ledger import Entry
from rounds import engine as e
from rounds.play import service
from tests import floor
from tests.browser.test_tablet_posts import CODE, PLAY, at_the_table, post
from tests.refusing import refused_with


@pytest.fixture
def tablet(db: None) -> Client:
    """A signed-in tablet at a table that offers Madness 21; A holds a Blackjack on box 1 with $5 on it, which waits
    for the button."""
    floor.open_table(CODE, book="NZ")
    floor.fit(CODE, "madness_21")
    floor.offer(CODE, "madness_21")
    client = at_the_table()
    floor.taps(
        CODE,
        e.PlaceWager(1, "A", 2500),
        e.PlaceWager(1, "A", 500, "madness_21"),
        e.CallBets(),
        *floor.cards("As 6d Kd"),
    )
    assert service.current(CODE).due.action == "prize"
    return client


def prizes() -> list[e.Event]:
    rows = Entry.objects.filter(chain=CODE, kind="prize").order_by("seq")
    return [e.decode_event(row.body) for row in rows]


@pytest.mark.clause("NZ-3.5(a)(i)", "NZ-15A.6-S1")
def test_a_press_that_is_sent_again_is_the_same_press(tablet: Client) -> None:
    version = service.current(CODE).version
    first = post(tablet, "p1", do="press")
    assert first.headers["Table-Answer"] == "ok"
    (drawn,) = prizes()
    assert drawn.drawn
    # Its answer was lost: the tap is sent again as it was made.
    again = tablet.post(
        PLAY,
        {"key": "p1", "expected": str(version), "do": "press", "tries": "1"},
        headers={"HX-Request": "true"},
    )
    assert again.headers["Table-Answer"] == "ok"
    assert prizes() == [drawn]
    # Another press has nothing to draw for.
    other = post(tablet, "p2", do="press")
    assert other.status_code == 422
    assert refused_with(other.content.decode()) == ("tap.nothing_to_press", "")


def test_a_press_on_an_older_state_draws_nothing(tablet: Client) -> None:
    stale = tablet.post(PLAY, {"key": "p1", "expected": "3", "do": "press"}, headers={"HX-Request": "true"})
    assert stale.status_code == 409
    assert prizes() == []


@pytest.mark.clause("NZ-15A.9-S3")
def test_somebody_of_the_house_is_the_person_signed_in(tablet: Client) -> None:
    post(tablet, "p1", do="press", by="staff")
    (drawn,) = prizes()
    assert (drawn.by, drawn.staff) == ("D-114", True)


@pytest.mark.clause("NZ-15A.7-S2")
def test_what_a_person_posts_is_what_the_display_shows(tablet: Client) -> None:
    """Said to be drawn by the machine, by a tap or by a program, it is recorded as read off the display."""
    forged = e.Prize(1, "A", "madness_21", 100000, drawn=True)
    version = service.current(CODE).version
    body = {"command": json.loads(e.encode_command(forged)), "key": "j1", "expected": version}
    assert tablet.post(PLAY, json.dumps(body), content_type="application/json").status_code == 200
    (shown,) = prizes()
    assert not shown.drawn
    assert post(tablet, "u1", command='{"type":"undo"}').headers["Table-Answer"] == "ok"
    post(tablet, "f1", command=e.encode_command(forged).decode())
    assert not prizes()[-1].drawn


@pytest.mark.clause("NZ-15A.9-S2")
def test_a_refused_press_says_why_and_draws_nothing(tablet: Client) -> None:
    answer = post(tablet, "p1", do="press", by="player:Z")
    assert answer.status_code == 422
    assert "NZ-15A.9-S2" in answer.content.decode()
    assert prizes() == []


@pytest.mark.clause("NZ-16.12-S1")
def test_a_failure_waits_for_a_supervisor(tablet: Client) -> None:
    answer = post(tablet, "e1", do="failed:madness_21", device="prize display")
    assert answer.headers["Table-Answer"] == "asked"
    assert "prize display" in answer.content.decode() or "Madness 21" in answer.content.decode()
