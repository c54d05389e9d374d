"""The admin changes set-up data and nothing of the record."""

import pytest
from django.apps import apps
from django.contrib import admin
from django.test import Client

from casino.staff.models import Staff
from tables.models import Sign, Table
from tests import floor

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
}  # fmt: skip


def post(client: Client, **changed: str) -> str:
    pit = floor.set_up("BJ-01").pit
    answer = client.post("/admin/tables/table/add/", FORM | {"pit": str(pit.pk)} | changed)
    return "" if answer.status_code == 302 else answer.content.decode()


def test_a_table_is_set_up_with_its_boxes(manager: Client) -> None:
    assert post(manager) == ""
    table = Table.objects.get(code="BJ-20")
    assert (table.state, table.box_set.count()) == ("closed", 7)


@pytest.mark.clause("VIC03-3.1", "VIC03-2.2.1", "VIC03-7.1.2(b)")
@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("decks", "3", "VIC03-3.1"),
        ("boxes", "10", "VIC03-2.2.1"),
        ("seats", "10", "VIC03-2.1"),
        ("face_down", "on", "VIC03-7.1.2(b)"),
        ("book", "VIC99", "no rule book VIC99"),
        ("elections", '{"limits": "pit"}', "limits is one of box, player"),
        ("elections", "[1]", "elections"),
        ("chips", "[]", "at least one denomination"),
        ("chips", '["5"]', "in cents"),
    ],
)
def test_what_the_book_forbids_is_refused_with_its_clause(
    manager: Client, field: str, value: str, said: str
) -> None:
    assert said in post(manager, **{field: value})
    assert not Table.objects.filter(code="BJ-20").exists()


def test_an_open_table_is_read_and_not_changed_here(manager: Client) -> None:
    table = floor.open_table()
    page = manager.get(f"/admin/tables/table/{table.pk}/change/").content.decode()
    assert 'name="decks"' not in page
    manager.post(f"/admin/tables/table/{table.pk}/change/", FORM | {"decks": "4"})
    assert manager.post(f"/admin/tables/table/{table.pk}/delete/", {"post": "yes"}).status_code == 403
    assert Table.objects.get().decks == 8
    assert Sign.objects.exists()
