"""A step says what its page showed: from an outdated page it is refused, with who changed what since."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from casino.staff.roles import Role
from rounds import engine
from tables.disputes import disputes
from tables.models import Closure, Dispute, GamingHours, Offer, Sign, Table
from tests import floor, pages
from tests.refusing import refused_with
from tests.rounds.pit.test_pit import browser, html

pytestmark = pytest.mark.django_db
PAGE = "/pit/table/BJ-07/"


@pytest.fixture
def first() -> Client:
    return browser(Role.CASINO_SUPERVISOR)


@pytest.fixture
def second() -> Client:
    person, client = floor.person(Role.CASINO_SUPERVISOR, "S-08"), Client()
    client.post("/sign-in/", {"number": person.number, "pin": floor.PIN})
    return client


def sent(client: Client, form: pages.Form, **fields: Any) -> Any:
    return client.post(form.action or PAGE, form.filled(sure="yes", **fields))


def refused(answer: Any) -> str:
    """The words of the refusal, which says who changed what since."""
    assert (answer.status_code, refused_with(html(answer))) == (409, ("page.outdated", ""))
    words = re.search(r'class="no refusal".*?</div>', html(answer), re.DOTALL)
    assert words
    return re.sub(r"\s+", " ", words[0])


def test_limits_are_set_from_the_limits_that_were_shown(first: Client, second: Client) -> None:
    floor.open_table()
    old, new = (pages.opened(client, PAGE, "limits") for client in (first, second))
    assert sent(second, new, maximum="1000").status_code == 302
    answer = sent(first, old, multiple="10")
    words = refused(answer)
    assert "S-08 at " in words
    assert "$1,000" in words
    sign = Sign.objects.get()
    assert (sign.maximum, sign.multiple) == (100_000, 0)
    # What was not touched takes what holds now, what was typed stays: sending it again sets the multiple alone.
    again = pages.form(html(answer), "limits")
    assert (again.fields["maximum"], again.fields["multiple"]) == ("1000.00", "10")
    assert sent(first, again).status_code == 302
    sign.refresh_from_db()
    assert (sign.minimum, sign.maximum, sign.multiple) == (1000, 100_000, 1000)


def test_what_the_step_does_not_depend_on_refuses_nothing(first: Client) -> None:
    floor.open_table()
    old = pages.opened(first, PAGE, "limits")
    floor.person(Role.DEALER, "D-120")
    assert sent(first, pages.opened(first, PAGE, "send"), dealer="D-120").status_code == 302
    floor.taps("BJ-07", engine.PlaceWager(3, "A", 5000))
    assert sent(first, old, maximum="400").status_code == 302


def test_a_closing_notice_that_took_the_place_of_the_one_shown_stays(first: Client, second: Client) -> None:
    floor.open_table()
    soon, later = (f"{timezone.localtime() + timedelta(minutes=n):%H:%M}" for n in (30, 60))
    assert sent(second, pages.opened(second, PAGE, "announce"), close_at=soon).status_code == 302
    old = pages.opened(first, PAGE, "stay_open")
    assert sent(second, pages.opened(second, PAGE, "stay_open")).status_code == 302
    assert sent(second, pages.opened(second, PAGE, "announce"), close_at=later).status_code == 302
    assert "S-08 at " in refused(sent(first, old))
    assert Closure.objects.get(state="shown").put_up_by == "S-08"
    assert sent(first, pages.opened(first, PAGE, "stay_open")).status_code == 302


def test_a_table_is_not_closed_from_a_page_of_before_another_notice(first: Client, second: Client) -> None:
    floor.open_table()
    old = pages.opened(first, PAGE, "closing")
    soon = f"{timezone.localtime() + timedelta(minutes=30):%H:%M}"
    assert sent(second, pages.opened(second, PAGE, "announce"), close_at=soon).status_code == 302
    refused(sent(first, old, nobody="yes"))
    assert Table.objects.get().state == "open"


def test_nobody_is_there_is_said_of_the_players_that_were_shown(first: Client) -> None:
    floor.open_table()
    old = pages.opened(first, PAGE, "closing")
    floor.taps("BJ-07", engine.Seat(3, "A"))
    assert "players at the table changed" in refused(sent(first, old, nobody="yes"))
    assert Table.objects.get().state == "open"


def test_who_is_responsible_and_who_is_sent_are_said_from_what_was_shown(
    first: Client, second: Client
) -> None:
    floor.open_table()
    for number in ("D-120", "D-121"):
        floor.person(Role.DEALER, number)
    forms = [pages.opened(first, PAGE, step) for step in ("supervise", "send")]
    assert sent(second, pages.opened(second, PAGE, "supervise"), supervisor="S-08").status_code == 302
    assert sent(second, pages.opened(second, PAGE, "send"), dealer="D-120").status_code == 302
    assert "S-08 is responsible" in refused(sent(first, forms[0], supervisor="S-07"))
    assert "D-120 is sent" in refused(sent(first, forms[1], dealer="D-121"))
    table = Table.objects.get()
    assert (table.supervisor, table.relief) == ("S-08", "D-120")


def test_a_side_bet_is_changed_from_the_offer_that_was_shown(first: Client, second: Client) -> None:
    floor.set_up()
    floor.offer("BJ-07", "perfect_pairs")
    old, new = (pages.opened(client, PAGE, "offer_bet", bet="perfect_pairs") for client in (first, second))
    assert sent(second, new, maximum="200").status_code == 302
    answer = sent(first, old, minimum="10")
    assert "S-08 at " in refused(answer)
    again = pages.form(html(answer), "offer_bet", bet="perfect_pairs")
    assert (again.fields["minimum"], again.fields["maximum"]) == ("10", "200.00")
    assert Sign.objects.get(bet="perfect_pairs").maximum == 20_000
    assert sent(second, pages.opened(second, PAGE, "withdraw_bet"), step="withdraw_bet").status_code == 302
    refused(sent(first, again))
    assert not Offer.objects.get().on


def test_what_is_confirmed_is_what_the_page_said(first: Client) -> None:
    floor.set_up()
    old = next(
        form
        for form in pages.forms(html(first.get(PAGE)))
        if form.fields.get("step") == "confirm" and ("item", "sign") in form.buttons
    )
    limits = pages.opened(first, PAGE, "limits")
    assert sent(first, limits, maximum="1000").status_code == 302
    refused(sent(first, old, item="sign"))
    assert "sign" not in Table.objects.get().checks


def test_gaming_hours_are_entered_from_those_that_were_shown() -> None:
    client = browser(Role.OPERATIONS_MANAGER)
    form = next(form for form in pages.forms(html(client.get("/pit/hours/"))) if "begins" in form.fields)
    fields = {
        "book": "ACT96", "valid_from": f"{timezone.localdate()}", "begins": "12:00", "ends": "04:00", "source": "M 7",
    }  # fmt: skip
    assert client.post("/pit/hours/", form.filled(**fields)).status_code == 302
    # From the same page open in other tabs, each of whose forms has a key of its own.
    answer = client.post("/pit/hours/", form.filled(**fields | {"ends": "02:00", "key": "of-another-tab"}))
    assert "M-1 at " in refused(answer)
    assert 'value="02:00"' in html(answer)
    assert f"{GamingHours.objects.get().ends:%H:%M}" == "04:00"
    # Hours of another book are not a reason.
    other = fields | {"book": "ACT03", "key": "of-a-third-tab"}
    assert client.post("/pit/hours/", form.filled(**other)).status_code == 302


def test_a_dispute_is_decided_as_it_was_shown(first: Client, second: Client) -> None:
    floor.set_up()
    page = f"{PAGE}disputes"
    disputes.raise_dispute(
        "BJ-07", disputes.Complaint("A", "a card"), by=floor.casino_supervisor(), at=floor.AT
    )
    old, new = (pages.opened(client, page, "settle") for client in (first, second))
    assert sent(second, new, step="settle", words="paid again").status_code == 302
    answer = sent(first, old, step="decide", words="the card stands")
    assert "S-08 at " in refused(answer)
    dispute = Dispute.objects.get()
    assert (dispute.state, dispute.decision) == ("settled", "paid again")


@pytest.mark.parametrize("showed", [None, "", "{}", "[", "[]", "null"])
def test_a_form_that_does_not_say_what_its_page_showed_is_refused(first: Client, showed: str | None) -> None:
    floor.open_table()
    form = pages.opened(first, PAGE, "limits")
    answer = sent(first, form, maximum="400", showed=showed)
    assert (answer.status_code, refused_with(html(answer))) == (409, ("page.unknown", ""))


# --- what is asked once


def test_a_table_is_closed_once_it_was_asked(first: Client) -> None:
    floor.open_table()
    form = pages.opened(first, PAGE, "closing")
    page = html(first.post(form.action, form.filled(step="closing")))
    assert "Close BJ-07 after this round?" in page
    assert Table.objects.get().state == "open"
    sure = next(form for form in pages.forms(page) if ("sure", "yes") in form.buttons)
    assert first.post(sure.action, sure.filled(sure="yes")).status_code == 302
    assert Table.objects.get().state == "closing"


def several_form(page: str) -> pages.Form:
    return next(form for form in pages.forms(page) if form.action == "/pit/several/act")


def test_several_tables_come_without_a_tick_and_are_asked_by_number_and_name(first: Client) -> None:
    for code in ("BJ-07", "BJ-08"):
        floor.open_table(code)
    floor.set_up("BJ-09")
    form = several_form(html(first.get("/pit/several/?pit=P1")))
    assert "table" not in form.fields
    fields = form.filled(step="closing", table=["BJ-07", "BJ-08", "BJ-09"])
    page = html(first.post("/pit/several/act", fields))
    assert "Close 3 tables after this round?" in page
    assert "1 already closed" in page
    assert not Table.objects.filter(state="closing").exists()
    sure = several_form(page)
    assert sure.buttons == [("sure", "yes")]
    answer = first.post("/pit/several/act", sure.filled(sure="yes"))
    assert "done at 2 tables, 1 of 3 refused" in html(answer)
    assert set(Table.objects.filter(state="closing").values_list("code", flat=True)) == {"BJ-07", "BJ-08"}


def test_each_of_several_tables_is_changed_from_what_was_shown_of_it(first: Client, second: Client) -> None:
    for code in ("BJ-07", "BJ-08"):
        floor.open_table(code)
    old = several_form(html(first.get("/pit/several/")))
    assert sent(second, pages.opened(second, PAGE, "limits"), maximum="1000").status_code == 302
    # Only the multiple is entered: each table keeps its own minimum and maximum.
    fields = old.filled(step="limits", table=["BJ-07", "BJ-08"], multiple="10", sure="yes")
    page = html(first.post("/pit/several/act", fields))
    assert "BJ-07: not done." in page
    assert "S-08 at " in page
    limits = {sign.table.code: (sign.minimum, sign.maximum, sign.multiple) for sign in Sign.objects.all()}
    assert limits == {"BJ-07": (1000, 100_000, 0), "BJ-08": (1000, 50_000, 1000)}
