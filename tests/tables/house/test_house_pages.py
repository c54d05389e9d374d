"""The pages of a new house: the same steps as the file's, by an operations manager with the right, once each."""

import re
from collections.abc import Iterator
from hashlib import blake2b

import pytest
from django.test import Client

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff.models import Staff, StaffChange
from casino.staff.roles import Role
from casino.staff.two_people import why_not_together
from tables import house_facts as facts
from tables.house import lists, progress, service
from tables.models import Pit, Reader, Sign, Table
from tests import floor
from tests.refusing import code_and_clause, refused_with
from tests.tables.house.houses import AT, set_up, settings_of_the_house

pytestmark = pytest.mark.django_db

NAMED = {
    "name": "Harbour Casino", "origin": "pit.example/1", "time_zone": "Australia/Melbourne", "currency": "$",
    "gaming_day": "06:00",
}  # fmt: skip
TABLE = {
    "act": "table", "code": "BJ-07", "pit": "P1", "book": "VIC03", "game": "blackjack", "packs": "8", "boxes": "7",
    "places": "7", "chips": "2.50 5 25 100", "minimum": "25", "maximum": "2000",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _settings() -> Iterator[None]:
    with settings_of_the_house():
        yield


@pytest.fixture
def manager() -> Client:
    person = Staff.objects.create_superuser("M-9", floor.PIN)
    browser = Client()
    assert browser.post("/sign-in/", {"number": person.number, "pin": floor.PIN}).status_code == 302
    return browser


def post(browser: Client, step: str, expect: int = 302, **fields: object) -> str:
    key = blake2b(repr((step, sorted(fields.items()))).encode(), digest_size=9).hexdigest()
    answer = browser.post(f"/house/{step}", {"key": key, **fields})
    assert answer.status_code == expect, answer.content.decode()
    return answer.content.decode()


def up_to_tables(browser: Client) -> None:
    post(browser, "named", **NAMED)
    post(browser, "books", games=["VIC03/blackjack", "NZ/ante_up"])
    post(browser, "pits", code="p1", name="Main floor")


def test_a_house_is_set_up_on_the_pages_from_the_first_step_to_the_last(manager: Client) -> None:
    assert manager.get("/house/")["Location"] == "/house/named"
    up_to_tables(manager)
    post(manager, "tables", **TABLE)
    post(manager, "tables", act="bet", of="BJ-07", bet="perfect_pairs", minimum="5", maximum="200")
    token = post(manager, "tables", 200, act="reader", of="BJ-07", kind="shoe", label="DS-4")
    assert re.search(r'class="secret">[\w-]{40,}<', token)
    pins = {}
    for number, role in (("D-114", "dealer"), ("G-21", "game_supervisor"), ("S-07", "casino_supervisor")):
        shown = post(manager, "staff", 200, number=number, role=role, pits="P1" if number == "G-21" else "")
        pins[number] = re.search(r'<td class="secret">(\d+)</td>', shown)[1]  # type: ignore[index]
    post(manager, "floats", act="floats")
    post(manager, "key", kept_at="the safe")
    assert {step.name for step in progress.steps() if not step.done} == {"tablets", "backup", "open"}
    assert "disabled" in manager.get("/house/open").content.decode()
    post(manager, "open", 409)
    tablet = {"table_code": "BJ-07", "number": "M-9", "pin": floor.PIN}
    assert Client().post("/tablet/enrol/", tablet).status_code == 302
    service.record_backup_test({"restored_to": "2026-11-28 20:00", "entries": 3}, at=AT)
    post(manager, "open", again="1")
    assert progress.is_open()
    assert Table.objects.get(code="BJ-07").offers[0][0] == "perfect_pairs"
    assert all(Staff.objects.get(number=number).check_password(pin) for number, pin in pins.items())
    assert verify().ok
    post(manager, "pits", 409, code="P2", name="Late")
    assert manager.get("/house/tables").status_code == 200


def test_a_step_that_is_sent_twice_is_taken_once_and_a_pin_is_in_no_record(manager: Client) -> None:
    up_to_tables(manager)
    for _ in range(2):
        post(manager, "tables", **TABLE)
    first = post(manager, "staff", 200, number="D-114", role="dealer", first_pin="903817")
    assert "903817" in first
    assert "903817" not in post(manager, "staff", 302, number="D-114", role="dealer", first_pin="903817")
    assert Table.objects.count() == Staff.objects.filter(number="D-114").count() == 1
    assert Sign.objects.count() == 1
    post(manager, "tables", act="reader", of="BJ-07", kind="scanner")
    post(manager, "tables", act="reader", of="BJ-07", kind="scanner")
    assert Reader.objects.count() == 1
    kinds = Entry.objects.filter(kind__in=("table_set_up", "staff_added", "reader_tied")).count()
    assert kinds == 4  # the manager, the dealer, the table, its reader
    assert not Entry.objects.filter(body__contains="903817").exists()


@pytest.mark.clause("VIC03-3.1", "VIC03-2.2.1", "VIC03-6.1-FN2-66(1)(d)")
@pytest.mark.parametrize(
    ("cell", "typed", "code", "clause"),
    [
        ("packs", "9", "setup.decks", "VIC03-3.1"),
        ("boxes", "10", "setup.boxes", "VIC03-2.2.1"),
        ("minimum", "3000", "sign.limits", "VIC03-6.1-FN2-66(1)(d)"),
        ("minimum", "", "house.cell_empty", ""),
        ("game", "crown_pontoon", "house.game_not_chosen", ""),
        ("pit", "P9", "house.pit_unknown", ""),
    ],
)
def test_what_the_book_forbids_is_refused_at_its_cell_and_said_beside_it(
    manager: Client, cell: str, typed: str, code: str, clause: str
) -> None:
    up_to_tables(manager)
    fields = TABLE | {cell: typed}
    page = post(manager, "tables", 409, **fields)
    assert refused_with(page) == (code, clause)
    assert f'id="table-{cell}_error"' in page
    assert not Table.objects.exists()
    beside = manager.post("/house/book", fields).content.decode()
    assert (clause in beside and 'class="wrong"' in beside) or code == "house.cell_empty"


def test_what_a_page_names_must_be_what_the_processes_run_under(manager: Client) -> None:
    for cell, other in (("time_zone", "UTC"), ("currency", "£"), ("gaming_day", "05:00"), ("origin", "x/1")):
        page = post(manager, "named", 409, **NAMED | {cell: other})
        assert refused_with(page) == ("house.setting_differs", "")
    assert facts.named() is None


def test_who_is_not_registered_for_set_up_looks_and_changes_nothing() -> None:
    person = floor.person(Role.OPERATIONS_MANAGER)
    browser = Client()
    browser.post("/sign-in/", {"number": person.number, "pin": floor.PIN})
    assert '<button class="primary">' not in browser.get("/house/pits").content.decode()
    assert refused_with(post(browser, "pits", 409, code="P1", name="Main floor")) == ("house.role", "")
    assert not Pit.objects.exists()


def test_a_house_that_deals_already_is_not_set_up_again(manager: Client) -> None:
    floor.open_table()
    assert refused_with(post(manager, "named", 409, **NAMED)) == ("house.deals_already", "")
    assert not facts.is_being_set_up()


def test_people_of_a_page_sign_together_once_a_second_manager_has_seen_them(manager: Client) -> None:
    for number, role in (("D-114", "dealer"), ("G-21", "game_supervisor")):
        post(manager, "staff", 200, number=number, role=role)
    at = StaffChange.objects.latest("set_at").set_at
    assert why_not_together("D-114", "G-21", at) is not None
    second = floor.person(Role.OPERATIONS_MANAGER, "M-2")
    from casino.staff import changes

    changes.acknowledge(StaffChange.objects.get(number="G-21").pk, by=second, at=at)
    assert why_not_together("D-114", "G-21", at) is None


def test_a_step_shows_what_was_chosen_and_entered_before(manager: Client) -> None:
    up_to_tables(manager)
    post(manager, "tables", **TABLE)
    cases = {
        "books": r'value="VIC03/blackjack" checked>',
        "tables": r"NZ ante_up \(.*VIC03 blackjack \(",
        "tables?of=BJ-07": r'href="\?of=BJ-07&amp;bet=perfect_pairs#bet"',
        "tables?of=BJ-07&bet=perfect_pairs": r'name="bet" value="perfect_pairs"',
        "tables?like=BJ-07": r'name="chips" value="2.50 5 25 100".*<ul class="book">.*VIC03-3.1',
    }
    for address, shown in cases.items():
        assert re.search(shown, manager.get(f"/house/{address}").content.decode(), re.DOTALL), address


STAFF_ROWS = "number,role,pits,sets_up\nD-201,dealer,,\nd-202,dealer,,no\nG-31,game_supervisor,P1,\n"


def test_staff_from_a_spreadsheet_are_looked_at_first_and_entered_once(manager: Client) -> None:
    set_up()
    before = Staff.objects.count()
    look = manager.post("/house/list/staff", {"rows": STAFF_ROWS})
    assert look.status_code == 200
    assert Staff.objects.count() == before
    fields = {"rows": STAFF_ROWS, "act": "enter", "key": "once"}
    entered = manager.post("/house/list/staff", fields).content.decode()
    assert len(re.findall(r'<td class="secret">\d+</td>', entered)) == 3
    assert (
        len(re.findall(r'<td class="secret">', manager.post("/house/list/staff", fields).content.decode()))
        == 0
    )
    assert Staff.objects.count() == before + 3


@pytest.mark.clause("VIC03-3.1")
def test_each_wrong_cell_of_a_list_is_named() -> None:
    set_up()
    cases = {
        "number,role\nD-201,croupier\n": ("role", "house.choice"),
        "number,role\nDealer,dealer\n": ("number", "house.staff_number"),
        "number;role;pits\nG-31;game_supervisor;P9\n": ("pits", "house.pit_unknown"),
        "number\trole\tsets_up\nD-201\tdealer\tmaybe\n": ("sets_up", "house.yes_no"),
        "number,role,first_pin\nD-201,dealer,1111\n": ("first_pin", "house.pin_guessable"),
    }
    for text, (cell, code) in cases.items():
        (row,) = lists.read("staff", text).rows
        wrong = [
            (each.name, *code_and_clause(each.refusal)) for each in row.cells if each.refusal is not None
        ]
        assert wrong == [(cell, code, "")], text
    whole = {
        "": "house.list_empty",
        "number,rank\nD-201,dealer\n": "house.cell_unknown",
        "role\ndealer\n": "house.list_cell_missing",
        "number,role,role\nD-1,dealer,dealer\n": "house.cell_repeated",
    }
    for text, code in whole.items():
        assert (code, "") in map(code_and_clause, lists.read("staff", text).wrong), text
    twice = lists.read("staff", "number,role\nD-201,dealer\nD-201,dealer\n")
    assert [*map(code_and_clause, twice.rows[1].wrong)] == [("house.cell_repeated", "")]
    short = lists.read("staff", "number,role\nD-201\n").rows[0]
    assert ("house.row_cells", "") in map(code_and_clause, short.wrong)
    header = "code,pit,book,game,packs,boxes,places,chips,minimum,maximum\n"
    right = "BJ-09,P1,VIC03,blackjack,8,7,7,2.50 5 25,25,2000\n"
    packs = lists.read("tables", header + right.replace(",8,7,7", ",9,7,7")).rows[0]
    assert [(c.name, c.refusal.code, c.refusal.clause) for c in packs.cells if c.refusal] == [
        ("packs", "setup.decks", "VIC03-3.1")
    ]
    listed = lists.read("tables", header + right + right.replace("BJ-09", "BJ-07"))
    assert [row.there for row in listed.rows] == [False, True]
    lists.take(listed, by=Staff.objects.get(number="M-1"), at=AT)
    assert Table.objects.get(code="BJ-09").decks == 8
