"""A tap of several commands is taken whole, and sent again it is answered from the record: nothing of it is worked
out a second time on a table that has moved on."""

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from casino.ledger import Entry
from casino.staff.models import Approval
from rounds import engine
from rounds.play import service
from rounds.play.tap import Tap
from tables.models import Table
from tests import floor
from tests.floor import cards, taps
from tests.rounds.tablet.irregularities.test_pages import a_round, at_table

pytestmark = pytest.mark.django_db

CODE = "BJ-07"
PLAY = f"/table/{CODE}/play"


def tablet() -> Client:
    """A supervisor at the tablet, who may act for the dealer."""
    client = Client()
    client.force_login(floor.casino_supervisor(), backend="casino.staff.backend.PinBackend")
    return client


def new_tap(key: str, **fields: str) -> dict[str, str]:
    """A tap that is made now."""
    return {"key": key, "expected": str(Table.objects.get(code=CODE).version)} | fields


def answer(response: HttpResponse) -> tuple[int, str]:
    return response.status_code, response.headers["Table-Answer"]


def command(tap: engine.Command) -> str:
    return engine.encode_command(tap).decode()


def recorded() -> int:
    return Entry.objects.filter(chain=CODE).count()


@pytest.mark.clause("NZ-13.1(d)")
def test_a_card_that_leads_to_a_hand_which_can_only_draw() -> None:
    floor.open_table(CODE, book="NZ")
    client = tablet()
    taps(CODE, engine.PlaceWager(1, "A", 2500), engine.Seat(1, "A"), engine.CallBets(), *cards("6d 5s 2c"))
    taps(CODE, engine.Decide(1, "hit"))
    # 7 and 3 are ten: the hand can only draw, and the next card says so too.
    first = new_tap("d1", command=command(engine.DealCard("3d")))
    assert answer(client.post(PLAY, first)) == (200, "ok")
    assert service.current(CODE).due.legal == ("hit",)
    before = recorded()
    assert answer(client.post(PLAY, first | {"tries": "1"})) == (200, "ok")
    assert recorded() == before
    second = new_tap("d2", command=command(engine.DealCard("2s")))
    assert answer(client.post(PLAY, second)) == (200, "ok")
    keys = Entry.objects.filter(chain=CODE, key__startswith="d2").order_by("seq").values_list("key", "kind")
    assert list(keys) == [("d2", "drew"), ("d2:1", "card")]
    before = recorded()
    for _ in range(2):
        assert answer(client.post(PLAY, second)) == (200, "ok")
    assert client.post(PLAY, second | {"command": command(engine.DealCard("2c"))}).status_code == 422
    assert recorded() == before


@pytest.mark.clause("NZ-18.5")
def test_a_wager_with_its_ante() -> None:
    floor.open_table(CODE, book="NZ", game="ante_up", elections={"ante": "1.25"}, chips=[25, 100, 500, 2500])
    client = tablet()
    wager = new_tap("w", do="place", box="1", player="A", amount="25")
    assert answer(client.post(PLAY, wager)) == (200, "ok")
    before = recorded()
    assert answer(client.post(PLAY, wager)) == (200, "ok")
    assert answer(client.post(PLAY, wager | {"amount": "25.00"})) == (200, "ok")  # the same wager
    assert client.post(PLAY, wager | {"amount": "50"}).status_code == 422
    assert client.post(PLAY, wager | {"do": "again"}).status_code == 422
    assert recorded() == before
    laid = [(entry.key, entry.amount) for entry in Entry.objects.filter(kind="wager").order_by("seq")]
    assert laid == [("w", 2500), ("w:1", 125)]


def test_what_is_refused_among_several_is_refused_again_and_what_came_before_it_stays() -> None:
    floor.open_table(CODE)
    client = tablet()
    # Perfect Pairs is not offered at the table.
    wager = new_tap("a", do="place", box="1", player="A", amount="25", bet="main perfect_pairs")
    first, second = client.post(PLAY, wager), client.post(PLAY, wager | {"tries": "2"})
    assert (answer(first), answer(second)) == ((422, "refused"), (422, "refused"))
    assert "The step of this tap before it was recorded" in first.content.decode()
    assert "The step of this tap before it was recorded" in second.content.decode()
    assert Entry.objects.filter(chain=CODE, kind="refused").count() == 1
    assert [
        (entry.key, entry.kind) for entry in Entry.objects.filter(key__startswith="a").order_by("seq")
    ] == [
        ("a", "wager"),
        ("a:1", "refused"),
    ]


def test_an_exception_in_the_middle_leaves_nothing_of_the_tap(monkeypatch: pytest.MonkeyPatch) -> None:
    floor.open_table(CODE, book="NZ", game="ante_up", elections={"ante": "1.25"}, chips=[25, 100, 500, 2500])
    client = tablet()
    client.raise_request_exception = False
    wager, before, play = (
        new_tap("w", do="place", box="1", player="A", amount="25"),
        recorded(),
        service.write,
    )

    def fails(tap: Tap, *events: Any) -> Any:
        if tap.request.key.endswith(":1"):
            raise OSError
        return play(tap, *events)

    with monkeypatch.context() as patch:
        patch.setattr(service, "write", fails)
        assert client.post(PLAY, wager).status_code >= 500
    assert recorded() == before
    assert answer(client.post(PLAY, wager)) == (200, "ok")


def test_a_report_and_the_question_who_signs_it() -> None:
    a_round("UK")
    client = at_table()
    report = new_tap("r", do="wrong", kind="face_up_in_shoe", **{"v:card": "5c"})
    first = client.post(PLAY, report)
    before = recorded()
    second = client.post(PLAY, report)
    assert answer(first) == answer(second) == (200, "asked")
    assert recorded() == before
    assert client.post(PLAY, report | {"v:card": "6c"}).status_code == 422
    assert recorded() == before
    assert Approval.objects.count() == 1
