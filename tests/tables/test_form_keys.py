"""The key of a form: the same form again changes nothing and is answered as done; anything else under its key is
refused in plain words; every form of a page has a key of its own."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff.models import Staff
from casino.staff.roles import Role
from tables.disputes import disputes
from tables.float import cash, counts, slips
from tables.forms.once import of_form, once
from tables.models import Count, Dispute, Exchange, GamingHours, Slip
from tables.refusal import KeyRefused, KeyTaken
from tests import floor, pages
from tests.floor import AT
from tests.rounds.pit.test_pit import browser, html

pytestmark = pytest.mark.django_db

CODE = "BJ-07"
DISPUTES = f"/pit/table/{CODE}/disputes"


def boss() -> Staff:
    return floor.casino_supervisor()


def manager() -> Staff:
    return floor.person(Role.OPERATIONS_MANAGER)


Step = Callable[..., Any]
FORMS: dict[str, tuple[Step, dict[str, Any], dict[str, Any]]] = {
    "a buy-in": (
        lambda **f: cash.buy_in(CODE, f["cash"], f["given"], by=f["by"](), at=AT, player=f["player"], key="k"),
        {"cash": 10000, "given": {2500: 4}, "player": "A", "by": floor.dealer},
        {"cash": 20000, "given": {500: 20}, "player": "B", "by": boss},
    ),
    "a colour-up": (
        lambda **f: cash.colour_up(CODE, f["taken"], f["given"], by=f["by"](), at=AT, player=f["player"], key="k"),
        {"taken": {500: 20}, "given": {2500: 4}, "player": "A", "by": floor.dealer},
        {"taken": {500: 25}, "given": {500: 20}, "player": "B", "by": boss},
    ),
    "a slip": (
        lambda **f: slips.request(CODE, f["kind"], f["chips"], by=f["by"](), at=AT, key="k"),
        {"kind": "fill", "chips": {500: 20}, "by": floor.dealer},
        {"kind": "credit", "chips": {500: 21}, "by": boss},
    ),
    "a count": (
        lambda **f: counts.count_now(
            CODE, f["chips"], by=f["by"](), signed_by=f["signed_by"](), at=AT, note_text=f["note"], key="k"
        ),
        {"chips": {500: 20}, "note": "as counted", "by": floor.dealer, "signed_by": boss},
        {
            "chips": {500: 21},
            "note": "counted again",
            "by": lambda: floor.person(Role.DEALER, "D-115"),
            "signed_by": manager,
        },
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("form", "field"), [(form, field) for form, (_, _, others) in FORMS.items() for field in others]
)
def test_a_key_belongs_to_the_whole_form(form: str, field: str) -> None:
    floor.open_table(CODE)
    cash.change_box(CODE, old="", new="D1", by=floor.dealer(), signed_by=boss(), at=AT)
    take, fields, others = FORMS[form]
    row = take(**fields)
    recorded = Entry.objects.filter(chain=CODE)
    before = recorded.count()
    assert take(**fields).pk == row.pk
    with pytest.raises(KeyTaken) as refused:
        take(**fields | {field: others[field]})
    assert recorded.count() == before
    # In words and dollars: never "buy_in of 10000".
    assert not re.search(r"_|(?<!fill )\b\d{4,}(?!\.)", refused.value.message)
    assert [model.objects.filter(key="k").count() for model in (Count, Exchange, Slip)].count(1) == 1
    assert verify().ok


def test_a_buy_in_of_another_player_by_form_is_not_answered_as_done() -> None:
    floor.open_table(CODE)
    cash.change_box(CODE, old="", new="D1", by=floor.dealer(), signed_by=boss(), at=AT)
    client = browser(Role.CASINO_SUPERVISOR)

    def buy(**more: str) -> int:
        fields = {"step": "buy_in", "key": "k", "cash": "100", "player": "A"} | more
        return client.post(f"/float/table/{CODE}/act", fields).status_code

    assert (buy(), buy(), buy(cash=" 100.00 ")) == (302, 302, 302)
    assert buy(player="B") == 409
    assert Exchange.objects.count() == 1
    assert buy(player="B", key="k2") == 302
    assert Exchange.objects.count() == 2


@pytest.mark.parametrize("key", ["k" * 65, "k\u200b\n"])
def test_a_key_that_cannot_be_kept_is_refused(key: str) -> None:
    with pytest.raises(KeyRefused):
        of_form({"step": "raise", "key": key}, boss())


def disputed(client: Client, **typed: str) -> dict[str, Any]:
    """The form of a new dispute of player A as the page has it, with its key."""
    form = next(form for form in pages.forms(html(client.get(DISPUTES))) if "question" in form.fields)
    return form.filled(step="raise", player="A", **typed)


def test_a_dispute_is_raised_once() -> None:
    floor.open_table(CODE)
    client = browser(Role.CASINO_SUPERVISOR)
    fields = disputed(client, question="the card was mine")

    def sent(**more: str) -> int:
        return client.post(f"{DISPUTES}/act", fields | more).status_code

    first = sent()
    assert (first, sent(), Dispute.objects.count()) == (302, 302, 1)
    assert sent(player="B") == 409
    assert Dispute.objects.count() == 1
    assert sent(key="k2") == 302
    assert Dispute.objects.count() == 2


def test_a_step_carries_its_key_with_its_first_entry_and_no_pin() -> None:
    floor.open_table(CODE)
    fields = {"step": "raise", "key": "k", "pin": "2468", "player": "A"}
    request = of_form(fields, boss())
    assert request == of_form(fields | {"pin": "1357"}, boss())
    assert request.digest != of_form(fields, manager()).digest

    def take() -> None:
        for question in ("the card was mine", "and the one after it"):
            disputes.raise_dispute(CODE, disputes.Complaint("A", question), by=boss(), at=AT)

    assert once(CODE, request, take)
    assert not once(CODE, request, take)
    first, second = Entry.objects.filter(chain=CODE, kind="dispute_raised").order_by("seq")
    assert (first.key, second.key) == ("k", "")
    assert f'"request":"{request.digest}"' in first.body


def test_what_a_step_refuses_leaves_its_key_free() -> None:
    floor.open_table(CODE)
    client = browser(Role.CASINO_SUPERVISOR)
    fields = disputed(client, question="")
    assert client.post(f"{DISPUTES}/act", fields).status_code == 409
    assert client.post(f"{DISPUTES}/act", fields | {"question": "the card"}).status_code == 302


@pytest.mark.django_db(transaction=True)  # as it is served: no transaction but its own
def test_hours_that_are_sent_twice_are_entered_once_and_answered_as_done() -> None:
    client, page = browser(Role.OPERATIONS_MANAGER), "/pit/hours/"
    (form,) = [form for form in pages.forms(html(client.get(page))) if "valid_from" in form.fields]
    fields = form.filled(book="ACT96", valid_from="2026-11-28", begins="12:00", ends="04:00", source="M 7")
    assert [client.post(page, fields).status_code for _ in range(2)] == [302, 302]
    assert client.post(page, fields | {"ends": "05:00"}).status_code == 409
    assert [f"{hours.ends:%H:%M}" for hours in GamingHours.objects.all()] == ["04:00"]


def keys(client: Client, page: str) -> list[str]:
    return re.findall(r'name="key" value="([^"]+)"', html(client.get(page)))


@pytest.mark.parametrize("page", ["/pit/table/BJ-07/", DISPUTES, "/float/table/BJ-07/"])
def test_every_form_of_a_page_has_a_key_of_its_own(page: str) -> None:
    floor.open_table(CODE)
    client = browser(Role.CASINO_SUPERVISOR)
    first, second = keys(client, page), keys(client, page)
    assert first
    assert len({*first, *second}) == len(first) + len(second)
