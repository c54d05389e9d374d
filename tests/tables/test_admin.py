"""The admin changes set-up data and nothing of the record."""

import html

import pytest
from django.apps import apps
from django.contrib import admin
from django.test import Client

from casino.staff.models import Staff
from tables.models import Pit, Sign, Table
from tests import floor, pages
from tests.refusing import refused_fields, refused_with

pytestmark = pytest.mark.django_db


@pytest.fixture
def manager(client: Client) -> Client:
    client.force_login(
        Staff.objects.create_superuser("M-9", "4100"), backend="casino.staff.backend.PinBackend"
    )
    return client


def test_no_row_of_the_record_has_an_admin() -> None:
    registered = {model._meta.label for model in admin.site._registry}
    record = [*apps.get_app_config("rounds").get_models(), *apps.get_app_config("ledger").get_models()]
    assert not registered & {model._meta.label for model in record}
    assert not registered & {"tables.Sign", "tables.SignChange", "tables.Box", "staff.Approval"}


FORM = {
    "code": "BJ-20", "book": "VIC03", "game": "blackjack", "decks": "8", "boxes": "7", "seats": "7",
    "elections": "{}", "readings": "{}", "chips": "[250, 500]",
    "signs-TOTAL_FORMS": "0", "signs-INITIAL_FORMS": "0",
    "offer_set-TOTAL_FORMS": "0", "offer_set-INITIAL_FORMS": "0",
    "fittings-TOTAL_FORMS": "0", "fittings-INITIAL_FORMS": "0",
}  # fmt: skip


def post(client: Client, **changed: str) -> dict[str, tuple[str, str]]:
    """Change a closed table of Victoria so; returns the code and clause of each refused field."""
    path = f"/admin/tables/table/{floor.set_up('BJ-20').pk}/change/"
    return refused_fields(client.post(path, pages.set_up_form(client, path).filled(**changed)))


def unchanged() -> bool:
    table = Table.objects.get(code="BJ-20")
    return (table.book, table.game, table.decks, table.boxes) == ("VIC03", "blackjack", 8, 7)


@pytest.mark.parametrize(("row", "page"), [("table", "/house/floor/new"), ("pit", "/house/floor/")])
def test_pits_and_tables_are_added_by_two_people_and_not_here(manager: Client, row: str, page: str) -> None:
    address = f"/admin/tables/{row}/add/"
    for answer in (manager.get(address), manager.post(address, FORM | {"name": "Main floor"})):
        assert answer.status_code == 403
        assert refused_with(answer.content.decode()) == ("house.add_on_page", "")
        assert f'href="{page}"' in answer.content.decode()
    assert not Table.objects.exists()
    assert not Pit.objects.exists()


@pytest.mark.clause("VIC03-3.1", "VIC03-2.2.1", "VIC03-7.1.2(b)")
@pytest.mark.parametrize(
    ("field", "value", "code", "clause"),
    [
        ("decks", "3", "setup.decks", "VIC03-3.1"),
        ("boxes", "10", "setup.boxes", "VIC03-2.2.1"),
        ("seats", "10", "setup.places", "VIC03-2.1"),
        ("face_down", "on", "setup.face_down_approval", "VIC03-7.1.2(b)"),
        ("book", "VIC99", "rule_book.unknown", ""),
        ("elections", '{"limits": "pit"}', "rule_book.no_such_choice", "VIC03-6.5"),
        ("elections", "[1]", "setup.names_and_values", ""),
        ("chips", "[]", "required", ""),
        ("chips", '["5"]', "setup.chips_in_cents", ""),
    ],
)
def test_what_the_book_forbids_is_refused_with_its_clause(
    manager: Client, field: str, value: str, code: str, clause: str
) -> None:
    refused = post(manager, **{field: value})
    assert refused.get(field, refused.get(f"{field}_reference")) == (code, clause)
    assert unchanged()


NZ = {"book": "NZ", "decks": "6"}


@pytest.mark.clause("NZ-10.1A", "NZ-11.6-S1", "NZ-18.3", "NZ-21.2", "ACT96-1(a)", "ACT96-22.1(a)")
@pytest.mark.parametrize(
    ("fields", "at", "code", "clause"),
    [
        (NZ | {"game": "vegas"}, "game", "rule_book.no_game", ""),
        (
            NZ | {"elections": '{"blackjack_pays": "2:1"}'},
            "elections",
            "rule_book.no_such_choice",
            "NZ-10.1A",
        ),
        (NZ | {"elections": '{"surrender": "yes"}'}, "elections", "rule_book.no_election", ""),
        (NZ | {"elections": '{"max_hands": 2}'}, "elections", "setup.names_and_values", ""),
        (NZ | {"game": "ante_up"}, "elections", "rule_book.election_missing", ""),
        (
            NZ | {"game": "ante_up", "elections": '{"ante": "much"}'},
            "elections",
            "rule_book.amount_wanted",
            "NZ-18.3",
        ),
        (NZ | {"game": "player_select"}, "elections", "rule_book.election_missing", ""),
        ({"readings": '{"split_loss": "none"}'}, "readings", "rule_book.no_such_reading", ""),
        ({"readings": '{"decks": "3"}'}, "readings", "rule_book.one_reading", ""),
        ({"readings": '{"split_loss": 1}'}, "readings", "setup.names_and_values", ""),
        ({"book": "ACT96", "decks": "7"}, "decks", "setup.decks", "ACT96-3.1"),
        ({"book": "ACT96", "game": "triple_play", "boxes": "7"}, "boxes", "setup.boxes", "ACT96-22.1(a)"),
        ({"book": "ACT96", "boxes": "8"}, "boxes", "setup.boxes_fixed", "ACT96-1(a)"),
        (
            {"book": "ACT96", "game": "triple_play", "boxes": "5"},
            "boxes",
            "setup.boxes_fixed",
            "ACT96-22.1(a)",
        ),
        ({"book": "UK", "decks": "3"}, "decks", "setup.decks", "UK-B05"),
        ({"game": "vegas_blackjack"}, "decks", "setup.decks", "VIC03-12.3.1"),
    ],
)
def test_elections_and_readings_are_those_of_the_game(
    manager: Client, fields: dict[str, str], at: str, code: str, clause: str
) -> None:
    assert post(manager, **fields)[at] == (code, clause)
    assert unchanged()


@pytest.mark.clause("NZ-10.1A", "NZ-18.3")
@pytest.mark.parametrize(
    ("fields", "offered"),
    [
        (NZ | {"elections": '{"blackjack_pays": "2:1"}'}, "blackjack_pays: 3:2, 6:5 or 1:1 (NZ-10.1A)"),
        (NZ | {"game": "ante_up", "elections": '{"ante": "much"}'}, "ante: an amount (NZ-18.3)"),
    ],
)
def test_what_may_be_elected_is_listed_beside_the_refusal(
    manager: Client, fields: dict[str, str], offered: str
) -> None:
    path = f"/admin/tables/table/{floor.set_up('BJ-20').pk}/change/"
    page = manager.post(path, pages.set_up_form(manager, path).filled(**fields)).content.decode()
    assert offered in html.unescape(page)


@pytest.mark.parametrize(
    "fields",
    [
        NZ | {"elections": '{"blackjack_pays": "6:5", "double_on": "10-11", "max_hands": "2"}'},
        NZ | {"game": "ante_up", "elections": '{"ante": "1.25", "ante_waived_from": "100"}'},
        NZ | {"game": "player_select", "elections": '{"upper_min": "50", "lower_split": "none"}'},
        {"readings": '{"split_loss": "original", "limits_on": "player"}'},
        {"book": "UK", "decks": "1"},
    ],
)
def test_what_a_book_offers_is_taken(manager: Client, fields: dict[str, str]) -> None:
    assert post(manager, **fields) == {}


@pytest.mark.clause("NZ-1.1-B01", "NZ-18.3")
def test_an_ante_above_an_eighth_of_the_minimum_is_refused(manager: Client) -> None:
    # 12.5 % of 10 are 1.25.
    table = floor.set_up("BJ-20", book="NZ", game="ante_up", elections={"ante": "1.25"})
    change = f"/admin/tables/table/{table.pk}/change/"
    fields = FORM | {
        "pit": str(table.pit_id),
        "book": "NZ",
        "game": "ante_up",
        "elections": '{"ante": "1.26"}',
    }
    answer = manager.post(change, fields | {"signs-TOTAL_FORMS": "0"})
    assert refused_fields(answer)["elections"] == ("sign.ante", "NZ-1.1-B01")
    assert "(NZ-1.1-B01, NZ-18.3)" in answer.text
    assert Table.objects.get(code="BJ-20").elections == {"ante": "1.25"}


def test_an_open_table_is_read_and_not_changed_here(manager: Client) -> None:
    table = floor.open_table()
    page = manager.get(f"/admin/tables/table/{table.pk}/change/").content.decode()
    assert 'name="decks"' not in page
    manager.post(f"/admin/tables/table/{table.pk}/change/", FORM | {"decks": "4"})
    assert manager.post(f"/admin/tables/table/{table.pk}/delete/", {"post": "yes"}).status_code == 403
    assert Table.objects.get().decks == 8
    assert Sign.objects.exists()


@pytest.mark.clause("VIC03-5.6.4", "ACT96-5.7")
def test_the_set_up_page_says_how_two_disputed_rules_are_read(manager: Client) -> None:
    def page(code: str) -> str:
        page = manager.get(f"/admin/tables/table/{Table.objects.get(code=code).pk}/change/")
        return html.unescape(page.content.decode())

    floor.set_up("BJ-03", book="VIC03", game="blackjack")
    shown = page("BJ-03")
    asked = "<strong>A player has drawn to 21 and the dealer turns over a Blackjack</strong> (VIC03-5.6.4)"
    assert f"{asked}<br>The wager stands off and is handed back: both totals are 21." in shown
    assert '{"blackjack_beats_21": "yes"} under Readings' in shown
    floor.set_up("BJ-04", book="VIC03", game="blackjack", readings={"blackjack_beats_21": "yes"})
    shown = page("BJ-04")
    assert "(VIC03-5.6.4)<br>The dealer wins: the wager is taken." in shown
    assert '{"blackjack_beats_21": "no"} under Readings' in shown
    floor.set_up("BJ-05", book="ACT96", game="blackjack", boxes=7)
    shown = page("BJ-05")
    assert (
        "asks for a second box</strong> (ACT96-5.7)<br>It is refused, also when a supervisor would allow it."
        in shown
    )
    assert '{"several_boxes_alone": "yes"} under Readings' in shown
    floor.set_up("BJ-06", book="NZ", game="blackjack")
    assert "What the floor asks about" in page("BJ-06")
    assert "drawn to 21" not in page("BJ-06")
