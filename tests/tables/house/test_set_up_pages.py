"""The set-up pages of a house that deals: what the book does not allow is refused with its clause before it is saved,
and two people sign every change."""

import secrets
from typing import Any

import pytest
from django.test import Client

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff.roles import Role
from tables.models import Pit, Sign, Table
from tests import floor, pages
from tests.refusing import refused_with
from tests.staff.people import PIN, person, signed_in

pytestmark = pytest.mark.django_db

SECOND = {"number": "S-77", "pin": PIN}
TABLE = {
    "code": "BJ-20", "pit": "P1", "book": "VIC03", "game": "blackjack", "packs": "8", "boxes": "7", "places": "7",
    "chips": "2.50 5 25 100", "minimum": "25", "maximum": "2000",
}  # fmt: skip


@pytest.fixture
def manager(db) -> Client:
    """A browser of M-9, who may set up, in a house with a closed table and another that is open."""
    floor.open_table("BJ-07")
    floor.set_up("BJ-08")
    person("M-9", Role.OPERATIONS_MANAGER, is_superuser=True)
    person("S-77", Role.CASINO_SUPERVISOR)
    person("S-78", Role.GAME_SUPERVISOR)
    return signed_in("M-9")


def enter(client: Client, expect: int = 302, /, **typed: str) -> str:
    fields = {"key": secrets.token_hex(6), **TABLE, **SECOND, **typed}
    answer = client.post("/house/floor/new/enter", fields)
    assert answer.status_code == expect, answer.content.decode()
    return answer.content.decode()


def as_shown(client: Client, code: str) -> dict[str, Any]:
    """The form of a table as its page would send it."""
    page = client.get(f"/house/floor/{code}/").context
    form = page["form"]
    cells = {name: form[name].value() for name in form.fields if name not in SECOND}
    ticked = {name for name, value in cells.items() if value is True}
    sent = {name: value for name, value in cells.items() if value not in (None, False)}
    return {**sent, **dict.fromkeys(ticked, "yes"), "showed": page["showed"]}


def change(client: Client, code: str, expect: int = 302, /, **typed: str) -> str:
    fields = {**as_shown(client, code), "key": secrets.token_hex(6), **SECOND, **typed}
    answer = client.post(f"/house/floor/{code}/change", fields)
    assert answer.status_code == expect, answer.content.decode()
    return answer.content.decode()


def test_the_house_of_a_house_that_deals_leads_to_its_tables(manager: Client) -> None:
    assert manager.get("/house/")["Location"] == "/house/floor/"
    page = manager.get("/house/floor/").content.decode()
    assert "BJ-07" in page
    assert "/house/floor/new" in page


def test_a_new_table_is_set_up_with_its_boxes_and_sign_by_two(manager: Client) -> None:
    enter(manager)
    table = Table.objects.get(code="BJ-20")
    assert (table.state, table.box_set.count(), table.chips) == ("closed", 7, [250, 500, 2500, 10000])
    assert Sign.objects.get(table=table).maximum == 200_000
    entry = Entry.objects.get(chain="BJ-20", kind="table_set_up")
    assert (entry.actor, '"signed_by":"S-77"' in entry.body) == ("M-9", True)
    assert verify().ok


@pytest.mark.clause("VIC03-3.1", "VIC03-2.2.1", "VIC03-2.1", "VIC03-7.1.2(b)")
@pytest.mark.parametrize(
    ("cell", "typed", "code", "clause"),
    [
        ("packs", "3", "setup.decks", "VIC03-3.1"),
        ("boxes", "10", "setup.boxes", "VIC03-2.2.1"),
        ("places", "10", "setup.places", "VIC03-2.1"),
        ("face_down", "yes", "setup.face_down_approval", "VIC03-7.1.2(b)"),
        ("pit", "P9", "house.pit_unknown", ""),
        ("game", "vegas", "rule_book.no_game", ""),
        ("chips", "", "house.cell_empty", ""),
    ],
)
def test_what_the_book_forbids_is_refused_at_its_cell_before_it_is_saved(
    manager: Client, cell: str, typed: str, code: str, clause: str
) -> None:
    entries = Entry.objects.count()
    for page in (enter(manager, 409, **{cell: typed}), change(manager, "BJ-08", 409, **{cell: typed})):
        assert refused_with(page) == (code, clause)
        at = "face_down_reference" if cell == "face_down" else cell
        assert pages.wrong(page)[at] == (code, clause)
    assert not Table.objects.filter(code="BJ-20").exists()
    assert Table.objects.get(code="BJ-08").decks == 8
    kept = Entry.objects.exclude(kind__in=("sign_in_refused", "signed_in"))
    assert kept.count() <= entries


def test_a_closed_table_is_changed_and_what_was_signed_lapses(manager: Client) -> None:
    change(manager, "BJ-08", boxes="5", places="5", packs="6")
    table = Table.objects.get(code="BJ-08")
    assert (table.decks, table.boxes, table.seats, table.box_set.count()) == (6, 5, 5, 5)
    entry = Entry.objects.filter(chain="BJ-08", kind="table_set_up").latest("seq")
    assert (entry.actor, '"signed_by":"S-77"' in entry.body) == ("M-9", True)
    entries = Entry.objects.filter(chain="BJ-08").count()
    change(manager, "BJ-08")
    assert Entry.objects.filter(chain="BJ-08").count() == entries  # nothing changes: nothing is written
    assert verify().ok


def test_an_open_table_is_looked_at_and_not_changed(manager: Client) -> None:
    page = manager.get("/house/floor/BJ-07/").content.decode()
    assert "Save the set-up" not in page
    assert refused_with(change(manager, "BJ-07", 409, packs="6")) == ("house.table_not_closed", "")
    assert Table.objects.get(code="BJ-07").decks == 8


@pytest.mark.parametrize(
    ("second", "code"),
    [
        ({"number": ""}, "signature.second_missing"),
        ({"pin": "9999"}, "sign_in.wrong"),
        ({"number": "M-9"}, "signature.alone"),
        ({"number": "S-78"}, "staff.role_cannot_acknowledge"),
    ],
)
def test_one_person_alone_sets_nothing_up(manager: Client, second: dict[str, str], code: str) -> None:
    assert refused_with(enter(manager, 409, **second)) == (code, "")
    assert refused_with(change(manager, "BJ-08", 409, packs="6", **second)) == (code, "")
    pit = {"key": "k", "code": "P7", "name": "Seven", **SECOND, **second}
    answer = manager.post("/house/floor/pit", pit)
    assert refused_with(answer.content.decode()) == (code, "")
    assert not Table.objects.filter(code="BJ-20").exists()
    assert not Pit.objects.filter(code="P7").exists()
    assert Table.objects.get(code="BJ-08").decks == 8


def test_who_is_not_registered_for_set_up_changes_nothing(manager: Client) -> None:
    person("M-8", Role.OPERATIONS_MANAGER)
    other = signed_in("M-8")
    assert "New table" not in other.get("/house/floor/").content.decode()
    assert refused_with(enter(other, 409)) == ("house.role", "")
    assert refused_with(change(other, "BJ-08", 409, packs="6")) == ("house.role", "")


def test_a_page_that_is_behind_changes_nothing(manager: Client) -> None:
    old = as_shown(manager, "BJ-08")["showed"]
    change(manager, "BJ-08", packs="6")
    page = change(manager, "BJ-08", 409, boxes="5", showed=old)
    assert refused_with(page) == ("page.outdated", "")
    assert "M-9" in page
    assert refused_with(change(manager, "BJ-08", 409, boxes="5", showed="")) == ("page.unknown", "")
    assert Table.objects.get(code="BJ-08").boxes == 7


def test_the_same_form_twice_is_taken_once(manager: Client) -> None:
    for _ in range(2):
        enter(manager, key="k-1")
    assert refused_with(enter(manager, 409, key="k-2")) == ("house.table_there", "")
    shown = as_shown(manager, "BJ-08")
    for _ in range(2):
        change(manager, "BJ-08", packs="6", key="k-3", showed=shown["showed"])
    assert Entry.objects.filter(chain="BJ-20", kind="table_set_up").count() == 1
    pit = {"key": "k-4", "code": "p7", "name": "Seven", **SECOND}
    for _ in range(2):
        assert manager.post("/house/floor/pit", pit).status_code == 302
    assert Entry.objects.filter(kind="pit_set_up", body__contains="Seven").count() == 1
    assert verify().ok


def test_the_games_of_the_house_are_chosen_by_two_and_one_that_is_dealt_stays(manager: Client) -> None:
    def choose(expect: int, *games: str, **typed: str) -> str:
        shown = manager.get("/house/floor/").context["showed"]
        fields = {"key": secrets.token_hex(6), "showed": shown, "games": games, **SECOND, **typed}
        answer = manager.post("/house/floor/games", fields)
        assert answer.status_code == expect, answer.content.decode()
        return answer.content.decode()

    old = manager.get("/house/floor/").context["showed"]
    assert refused_with(choose(409, "NZ/blackjack")) == ("house.game_in_use", "")
    assert refused_with(choose(409, "VIC03/blackjack", "VIC03/emperor")) == ("rule_book.no_game", "")
    assert refused_with(choose(409, "VIC03/blackjack", number="")) == ("signature.second_missing", "")
    choose(302, "VIC03/blackjack", "NZ/blackjack")
    entry = Entry.objects.get(kind="house_books")
    assert (entry.actor, '"signed_by":"S-77"' in entry.body) == ("M-9", True)
    assert refused_with(choose(409, "VIC03/blackjack", showed=old)) == ("page.outdated", "")
    assert refused_with(enter(manager, 409, game="crown_pontoon")) == ("house.game_not_chosen", "")
    enter(manager, book="NZ", boxes="7", packs="6")
    assert verify().ok


def test_a_pit_has_another_name_from_a_page_that_shows_the_present_one(manager: Client) -> None:
    old = manager.get("/house/floor/").context["showed"]
    pit = {"code": "P1", "name": "Ground floor", "showed": old, **SECOND}
    assert manager.post("/house/floor/pit", pit | {"key": "k-1"}).status_code == 302
    assert Pit.objects.get(code="P1").name == "Ground floor"
    again = manager.post("/house/floor/pit", pit | {"key": "k-2", "name": "Main floor"})
    assert refused_with(again.content.decode()) == ("page.outdated", "")
    assert Pit.objects.get(code="P1").name == "Ground floor"


def test_no_two_pits_have_one_name(manager: Client) -> None:
    shown = manager.get("/house/floor/").context["showed"]
    taken = Pit.objects.get(code="P1").name
    pit = {"code": "P7", "name": taken.upper(), "showed": shown, "key": "k-1", **SECOND}
    page = manager.post("/house/floor/pit", pit)
    assert refused_with(page.content.decode()) == ("house.pit_name_taken", "")
    assert 'id="pit-name_error"' in page.content.decode()
    assert not Pit.objects.filter(code="P7").exists()


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("0 5 25", "house.chips"),
        ("-5 25", "typed.amount"),
        ("NaN", "typed.amount"),
        ("1e9", "typed.amount"),
        ("2.505", "typed.amount"),
        ("999.99 999.98", "house.chips"),
        ("2.50 5 25 100 1000.01", "house.chips"),
    ],
)
def test_chips_that_cannot_be_are_refused_at_once(manager: Client, typed: str, code: str) -> None:
    for page in (enter(manager, 409, chips=typed), change(manager, "BJ-08", 409, chips=typed)):
        assert refused_with(page) == (code, "")
        assert 'id="table-chips_error"' in page
    looked = manager.post("/house/book", {**TABLE, "chips": typed})
    assert looked.status_code == 200
    assert not Table.objects.filter(code="BJ-20").exists()


def test_a_chip_that_is_named_twice_is_one_denomination(manager: Client) -> None:
    enter(manager, chips="5 25 5.00 $25 100")
    assert Table.objects.get(code="BJ-20").chips == [500, 2500, 10000]


def test_a_table_is_like_another_and_nobody_is_at_an_unknown_one(manager: Client) -> None:
    like = manager.get("/house/floor/new?like=BJ-08").context["form"]
    assert (like["packs"].value(), like["code"].value()) == ("8", None)
    assert manager.get("/house/floor/BJ-99/").status_code == 404
    assert manager.post("/house/floor/BJ-99/change", SECOND).status_code == 404
