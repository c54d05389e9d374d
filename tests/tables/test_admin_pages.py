"""The admin: an outdated page is refused, and nothing that the record mentions is deleted or renamed."""

from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.db import IntegrityError, connection, transaction
from django.test import Client

from casino.ledger import Entry
from casino.ledger.rows import recorded_rows
from casino.ledger.verify import verify
from casino.staff.audited_admin import AuditedAdmin, NoDeletion
from casino.staff.models import Staff
from tables import audited_rows
from tables.disputes import disputes
from tables.float import counts, record, slips
from tables.models import GamingHours, Offer, Pit, Session, Table
from tables.opening import checklist, opening, packs
from tables.signs import signs
from tests import floor, pages
from tests.refusing import refused_as, refused_fields

pytestmark = pytest.mark.django_db


@pytest.fixture
def manager(client: Client) -> Client:
    client.force_login(
        Staff.objects.create_superuser("M-9", "4100"), backend="casino.staff.backend.PinBackend"
    )
    return client


def page_of(row: Any) -> str:
    return f"/admin/{row._meta.app_label}/{row._meta.model_name}/{row.pk}/change/"


# --- an outdated page


def test_a_person_who_was_made_inactive_does_not_come_back_by_an_old_page(manager: Client) -> None:
    path = page_of(floor.dealer())
    old, other = pages.set_up_form(manager, path), pages.set_up_form(manager, path)
    assert manager.post(path, other.filled(is_active=None)).status_code == 302
    answer = manager.post(path, old.filled(pin="8053"))
    assert answer.status_code == 200
    page = answer.content.decode()
    assert "M-9 changed active on" in page
    assert not Staff.objects.get(number="D-114").is_active
    # The field that was not touched shows the current value; saving again is a decision about that.
    again = next(form for form in pages.forms(page) if "showed" in form.fields)
    assert "is_active" not in again.fields
    assert manager.post(path, again.filled(pin="8053")).status_code == 302
    person = Staff.objects.get(number="D-114")
    assert (person.is_active, person.check_password("8053")) == (False, True)


def test_a_new_pin_is_not_overwritten_from_a_page_of_before(manager: Client) -> None:
    path = page_of(floor.dealer())
    old, other = pages.set_up_form(manager, path), pages.set_up_form(manager, path)
    assert manager.post(path, other.filled(pin="8053")).status_code == 302
    assert manager.post(path, old.filled(pin="7264")).status_code == 200
    assert Staff.objects.get(number="D-114").check_password("8053")


def test_a_page_is_not_refused_for_a_sign_in_meanwhile(manager: Client) -> None:
    path = page_of(floor.dealer())
    old = pages.set_up_form(manager, path)
    Staff.objects.filter(number="D-114").update(sign_in="x" * 32, screen="y", password="z")
    assert manager.post(path, old.filled(role="game_supervisor")).status_code == 302
    assert Staff.objects.get(number="D-114").role == "game_supervisor"


def test_what_was_typed_stays_with_what_holds_now_beside_it(manager: Client) -> None:
    path = page_of(floor.set_up())
    old, other = pages.set_up_form(manager, path), pages.set_up_form(manager, path)
    assert manager.post(path, other.filled(seats="5", boxes="6")).status_code == 302
    answer = manager.post(path, old.filled(seats="4"))
    assert answer.status_code == 200
    page = answer.content.decode()
    again = next(form for form in pages.forms(page) if "showed" in form.fields)
    assert (again.fields["seats"], again.fields["boxes"]) == ("4", "6")
    assert "This is now: 5" in page
    table = Table.objects.get()
    assert (table.seats, table.boxes) == (5, 6)


@pytest.mark.parametrize("showed", [None, "", "{", "[1]", '{"seats":7}', "x" * 15_000])
def test_a_form_that_does_not_say_what_its_page_showed_is_refused(
    manager: Client, showed: str | None
) -> None:
    path = page_of(floor.set_up())
    form = pages.set_up_form(manager, path)
    assert manager.post(path, form.filled(seats="4", showed=showed)).status_code == 200
    assert Table.objects.get().seats == 7


def test_only_what_the_person_changed_is_written(manager: Client) -> None:
    path = page_of(floor.set_up())
    form = pages.set_up_form(manager, path)
    Table.objects.update(version=99, supervisor="S-07")
    assert manager.post(path, form.filled(seats="5")).status_code == 302
    table = Table.objects.get()
    assert (table.seats, table.version, table.supervisor) == (5, 99, "S-07")


def test_the_last_person_who_may_set_up_keeps_the_right(manager: Client) -> None:
    path = page_of(Staff.objects.get(number="M-9"))
    answer = manager.post(path, pages.set_up_form(manager, path).filled(is_superuser=None))
    assert refused_fields(answer) == {"__all__": ("staff.last_to_set_up", "")}
    assert Staff.objects.get(number="M-9").is_superuser


# --- nothing is deleted, and nothing that is quoted is renamed


def test_every_class_of_the_admin_is_guarded_and_deletes_nothing(manager: Client) -> None:
    request = manager.get("/admin/").wsgi_request
    for model, shown in admin.site._registry.items():
        assert isinstance(shown, AuditedAdmin), model
        assert not shown.has_delete_permission(request), model
        assert "delete_selected" not in shown.get_actions(request), model
        assert not shown.list_editable, model
        assert all(issubclass(inline, NoDeletion) for inline in shown.inlines), model


def test_no_page_of_the_admin_deletes_a_row(manager: Client) -> None:
    table = floor.set_up()
    for row in (table, table.pit, floor.dealer()):
        there = type(row).objects.count()
        path = page_of(row)
        assert manager.post(path.replace("change", "delete"), {"post": "yes"}).status_code == 403
        chosen = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
        manager.post(path.rsplit("/", 3)[0] + "/", chosen)
        assert type(row).objects.count() == there


GOES = {"fitting"}  # its own step records that it is gone


def test_the_database_lets_no_row_that_the_record_speaks_of_be_deleted() -> None:
    floor.set_up()
    models = [row.model for row in audited_rows.AUDITED if row.name not in GOES]
    models += [apps.get_model("staff", name) for name in ("Staff", "Tablet", "Approval")]
    for model in models:
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            connection.cursor().execute(f'DELETE FROM "{model._meta.db_table}" WHERE false')  # noqa: S608


@pytest.mark.parametrize("sql", ["UPDATE tables_table SET code='X'", "UPDATE staff_staff SET number='X-1'"])
def test_the_database_keeps_the_names_by_which_the_record_knows_rows(sql: str) -> None:
    floor.set_up()
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        connection.cursor().execute(sql)


def test_a_pits_code_can_be_mended_until_it_has_had_a_table(manager: Client) -> None:
    pit = Pit.objects.create(code="P8", name="Pit 8")
    path = page_of(pit)
    assert manager.post(path, pages.set_up_form(manager, path).filled(code="P9")).status_code == 302
    table = floor.set_up()
    table_page = page_of(table)
    moved = pages.set_up_form(manager, table_page).filled(pit=str(pit.pk))
    assert manager.post(table_page, moved).status_code == 302
    away = pages.set_up_form(manager, table_page).filled(pit=str(Pit.objects.get(code="P1").pk))
    assert manager.post(table_page, away).status_code == 302
    form = pages.set_up_form(manager, path)
    assert "code" not in form.fields
    assert manager.post(path, form.filled(code="P7", name="High limits")).status_code == 302
    pit.refresh_from_db()
    assert (pit.code, pit.name) == ("P9", "High limits")
    assert verify().ok


# --- what was signed under the earlier set-up


def change(manager: Client, table: Table, **fields: str) -> dict[str, tuple[str, str]]:
    """Change a table's set-up; returns the code and clause of each refused field."""
    path = page_of(table)
    return refused_fields(manager.post(path, pages.set_up_form(manager, path).filled(**fields)))


def test_denominations_that_change_after_the_float_was_counted_have_it_counted_again(manager: Client) -> None:
    table = floor.ready()
    assert change(manager, table, chips="[250, 2500, 10000, 50000]") == {}
    with refused_as("opening.incomplete"):
        opening.open_table("BJ-07", by=floor.casino_supervisor(), at=floor.AT)
    counts.count_opening(
        "BJ-07", floor.chips("BJ-07"), by=floor.dealer(), signed_by=floor.casino_supervisor(), at=floor.AT
    )
    assert opening.open_table("BJ-07", by=floor.casino_supervisor(), at=floor.AT).state == "open"
    assert Session.objects.count() == 1
    assert verify().ok
    entry = Entry.objects.get(chain="BJ-07", kind="table_set_up")
    assert "to be done again: the count of the opening float" in entry.detail


def test_chips_that_were_moved_bar_other_denominations_and_another_pit(manager: Client) -> None:
    table = floor.ready()
    assert record.running(table) is not None
    slips.request("BJ-07", "fill", {500: 20}, by=floor.dealer(), at=floor.AT)
    other = Pit.objects.create(code="P2", name="Pit 2")
    assert change(manager, table, chips="[250]") == {"chips": ("setup.chips_moved", "")}
    assert change(manager, table, pit=str(other.pk)) == {"pit": ("setup.chips_moved", "")}
    table.refresh_from_db()
    assert (table.pit.code, len(table.chips)) == ("P1", 5)


@pytest.mark.parametrize(
    "fields",
    [{"boxes": "6"}, {"elections": '{"limits": "player"}'}, {"readings": '{"split_loss": "original"}'}],
)
def test_another_layout_is_confirmed_again(manager: Client, fields: dict[str, str]) -> None:
    table = floor.ready()
    assert not opening.missing(table)
    assert change(manager, table, **fields) == {}
    items = {item for item, _, _ in opening.missing(Table.objects.get())}
    assert "sign" in items
    assert "float" not in items
    assert verify().ok


def test_another_game_has_its_cards_checked_again(manager: Client) -> None:
    # Both are of eight packs of 52 cards, so the number of cards alone does not tell them apart.
    table = floor.ready()
    assert change(manager, table, book="ACT96") == {}
    assert not packs.are_right(Table.objects.get())


def test_a_sign_that_is_changed_after_it_was_confirmed_is_confirmed_again() -> None:
    floor.ready()
    signs.set_limits("BJ-07", signs.Limits(2000, 50000), by=floor.casino_supervisor(), at=floor.AT)
    assert [item for item, _, _ in opening.missing(Table.objects.get())] == ["sign"]
    checklist.confirm("BJ-07", "sign", by=floor.dealer(), at=floor.AT)
    assert not opening.missing(Table.objects.get())


def test_a_side_bet_on_offer_bars_another_book_game_and_layout(manager: Client) -> None:
    table = floor.set_up()
    floor.offer("BJ-07", "perfect_pairs")
    for fields in ({"boxes": "6"}, {"book": "UK"}, {"game": "pontoon"}):
        refused = change(manager, table, **fields)
        assert [refused[field] for field in fields] == [("setup.bets_on_offer", "")]
    assert Offer.objects.get().on
    assert Table.objects.get().boxes == 7


def test_an_open_dispute_is_decided_by_the_book_under_which_it_came_up(manager: Client) -> None:
    table = floor.set_up()
    disputes.raise_dispute(
        "BJ-07", disputes.Complaint("A", "the payout"), by=floor.casino_supervisor(), at=floor.AT
    )
    assert change(manager, table, book="UK")["book"] == ("setup.disputes_wait", "")


def test_an_empty_change_leaves_no_entry(manager: Client) -> None:
    table = floor.set_up()
    assert change(manager, table) == {}
    assert not Entry.objects.filter(kind="table_set_up").exists()
    assert "table" not in recorded_rows("BJ-07")
    assert not GamingHours.objects.exists()
