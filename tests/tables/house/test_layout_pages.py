"""The layout editor: checked against the book, signed by two, saved with the table's set-up."""

import secrets

import pytest
from django.test import Client

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff.roles import Role
from tables.floor import layout
from tables.models import Table
from tests import floor
from tests.refusing import refused_with
from tests.staff.people import PIN, person, signed_in
from tests.tables.house.test_set_up_pages import change

pytestmark = pytest.mark.django_db

SECOND = {"number": "S-77", "pin": PIN}


@pytest.fixture
def manager(db) -> Client:
    floor.open_table("BJ-07")
    floor.set_up("BJ-08")
    person("M-9", Role.OPERATIONS_MANAGER, is_superuser=True)
    person("S-77", Role.CASINO_SUPERVISOR)
    return signed_in("M-9")


def fields(cloth: layout.Layout, **typed: object) -> dict[str, object]:
    sent: dict[str, object] = {"placed": list(cloth.places)}
    for of, points in {"box": cloth.boxes, **cloth.places}.items():
        for number, point in enumerate(points, start=1):
            sent |= {f"{of}-{number}-across": point.across, f"{of}-{number}-down": point.down}
    return {**sent, **typed}


def save(client: Client, cloth: layout.Layout, expect: int = 302, /, **typed: object) -> str:
    showed = client.get("/house/floor/BJ-08/layout/").context["showed"]
    sent = fields(cloth, **{"key": secrets.token_hex(6), "showed": showed, **SECOND, **typed})
    answer = client.post("/house/floor/BJ-08/layout/save", sent)
    assert answer.status_code == expect, answer.content.decode()
    return answer.content.decode()


def own(*, at_edge: int = 7) -> layout.Layout:
    """An arc whose first box lies elsewhere, with places for a side bet."""
    boxes = (layout.Point(at_edge, 26), *layout.arc(7).boxes[1:])
    return layout.Layout(boxes, {"perfect_pairs": layout.beside(layout.Layout(boxes))})


def test_a_layout_is_saved_with_the_set_up_and_the_page_shows_it(manager: Client) -> None:
    save(manager, own())
    table = Table.objects.get(code="BJ-08")
    assert layout.layout_of(table) == own()
    entry = Entry.objects.filter(chain="BJ-08", kind="table_set_up").latest("seq")
    assert (entry.actor, '"signed_by":"S-77"' in entry.body, '"layout"' in entry.body) == ("M-9", True, True)
    page = manager.get("/house/floor/BJ-08/layout/").context
    assert (page["boxes"][0].across, page["boxes"][0].down, page["own"]) == (7, 26, True)
    assert page["last"] == manager.get("/house/floor/BJ-08/").context["last"] == entry
    assert verify().ok
    # Behind the record's back it cannot be another one.
    with floor.behind_the_database():
        Table.objects.filter(code="BJ-08").update(layout=layout.kept(layout.arc(7)))
    assert not verify().ok


def test_it_is_taken_away_again_and_goes_with_another_number_of_boxes(manager: Client) -> None:
    save(manager, own())
    save(manager, own(), none="yes")
    assert Table.objects.get(code="BJ-08").layout == {}
    save(manager, own())
    change(manager, "BJ-08", boxes="6", places="6")
    assert Table.objects.get(code="BJ-08").layout == {}
    assert verify().ok


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ({"box-3-across": "43"}, "layout.order"),
        ({"box-1-across": "1"}, "layout.off_cloth"),
        ({"box-4-down": "34"}, "layout.on_dealer"),
        ({"box-4-down": "x"}, "layout.number"),
        ({"box-4-down": "-1"}, "layout.number"),
        ({"box-4-down": "9" * 40}, "layout.number"),
        ({"placed": ["emperor"]}, "side_bet.unknown"),
        ({"number": ""}, "signature.second_missing"),
        ({"number": "M-9"}, "signature.alone"),
        ({"pin": "9999"}, "sign_in.wrong"),
        ({"showed": ""}, "page.unknown"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_saved(
    manager: Client, typed: dict[str, object], code: str
) -> None:
    page = save(manager, own(), 409, **typed)
    assert refused_with(page) == (code, "")
    assert Table.objects.get(code="BJ-08").layout == {}


def test_a_page_that_is_behind_and_the_same_form_twice(manager: Client) -> None:
    showed = manager.get("/house/floor/BJ-08/layout/").context["showed"]
    for _ in range(2):
        save(manager, own(), key="k-1", showed=showed)
    assert Entry.objects.filter(chain="BJ-08", kind="table_set_up").count() == 1
    assert refused_with(save(manager, own(at_edge=6), 409, showed=showed)) == ("page.outdated", "")
    assert layout.layout_of(Table.objects.get(code="BJ-08")) == own()


def test_who_saves_second_keeps_what_was_placed_and_sees_who_was_first(manager: Client) -> None:
    showed = manager.get("/house/floor/BJ-08/layout/").context["showed"]
    save(manager, own(at_edge=6))
    answer = manager.post("/house/floor/BJ-08/layout/save", fields(own(), key="k-2", showed=showed, **SECOND))
    page = answer.content.decode()
    assert answer.status_code == 409
    assert refused_with(page) == ("page.outdated", "")
    assert "M-9 at" in page
    assert next(box.across for box in answer.context["boxes"]) == 7
    assert next(box.across for box in answer.context["saved"]) == 6
    assert [bet.placed for bet in answer.context["bets"]] == [True]
    # Now that it is seen, it may be saved over the other.
    save(manager, own(), showed=answer.context["showed"])
    assert layout.layout_of(Table.objects.get(code="BJ-08")) == own()


def test_a_layout_of_boxes_that_the_table_no_longer_has_is_from_a_page_that_is_behind(
    manager: Client,
) -> None:
    showed = manager.get("/house/floor/BJ-08/layout/").context["showed"]
    change(manager, "BJ-08", boxes="9", places="9")
    assert refused_with(save(manager, own(), 409, showed=showed)) == ("page.outdated", "")
    assert Table.objects.get(code="BJ-08").layout == {}


def test_an_open_table_is_looked_at_and_not_changed(manager: Client) -> None:
    page = manager.get("/house/floor/BJ-07/layout/").content.decode()
    assert "Save the layout" not in page
    checks = manager.post("/house/floor/BJ-07/layout/check", fields(own())).content.decode()
    for words in (page, checks):
        assert "can be saved" not in words
        assert "BJ-07 is open" in words
    sent = fields(own(), key="k", showed="", **SECOND)
    answer = manager.post("/house/floor/BJ-07/layout/save", sent)
    assert answer.status_code == 409
    assert Table.objects.get(code="BJ-07").layout == {}


@pytest.mark.clause("VIC03-2.2.1")
def test_what_the_book_says_and_the_picture_are_asked_while_it_is_moved(manager: Client) -> None:
    checks = manager.post("/house/floor/BJ-08/layout/check", fields(own()))
    assert "VIC03-2.2.1" in checks.content.decode()
    assert "data-code" not in checks.content.decode()
    wrong = manager.post("/house/floor/BJ-08/layout/check", fields(own(), **{"box-2-across": "8"}))
    assert '<li class="wrong" data-code="layout.apart"' in wrong.content.decode()
    picture = manager.post("/table/BJ-08/layout", fields(own()))
    assert picture.status_code == 200
    assert 'id="preview"' in picture.content.decode()
    assert "x-7 y-26" in picture.content.decode()
    assert manager.post("/table/BJ-08/layout", {"box-1-across": "x"}).status_code == 204


def test_the_tablet_has_the_layout_once_it_is_saved(manager: Client) -> None:
    save(manager, own())
    assert "x-7 y-26" in manager.get("/table/BJ-08/watch").content.decode()
    other = manager.get("/table/BJ-07/watch").content.decode()
    assert " x-" not in other
    assert "laid" not in other.partition('id="felt"')[2][:60]
