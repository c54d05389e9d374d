"""A table at the dashboard: the panel that its tile opens, and one step at several tables."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from casino.ledger import Entry
from casino.staff.models import Approval
from casino.staff.roles import Role
from rounds import engine
from tables.models import Closure, Reader, Sign, SignChange, Table
from tests import floor, pages
from tests.refusing import refused_with
from tests.rounds.pit.test_pit import browser, html

pytestmark = pytest.mark.django_db
PANEL = {"Pit-Panel": "1"}


def panel(client: Client, code: str = "BJ-07") -> str:
    return html(client.get(f"/pit/table/{code}/", headers=PANEL))


def act(client: Client, **fields: str) -> Any:
    """A step from the panel as it is now."""
    path = "/pit/table/BJ-07/"
    return client.post(f"{path}act", pages.showed(client, path) | {"sure": "yes"} | fields, headers=PANEL)


def hours(minutes: int) -> str:
    return f"{timezone.now() + timedelta(minutes=minutes):%H:%M}"


# --- one table


def test_the_panel_has_the_steps_of_the_page_and_nothing_around_them() -> None:
    floor.open_table()
    client = browser(Role.CASINO_SUPERVISOR)
    page, inside = html(client.get("/pit/table/BJ-07/")), panel(client)
    steps = set(re.findall(r'name="step" (?:value="\w+"|value=\w+)', inside))
    assert {'name="step" value="closing"', 'name="step" value="limits"', 'name="step" value="send"'} <= steps
    assert steps <= set(re.findall(r'name="step" value="\w+"', page))
    assert "<html" not in inside
    assert 'id="panel-name"' in inside


def test_what_is_done_is_said_in_the_panel() -> None:
    floor.open_table()
    floor.person(Role.DEALER, "D-120")
    answer = act(browser(Role.GAME_SUPERVISOR), step="send", dealer="D-120")
    assert answer.status_code == 200
    assert 'role="status"' in html(answer)
    assert "has been sent here" in html(answer)
    assert Table.objects.get().relief == "D-120"


@pytest.mark.clause("VIC03-6.4")
def test_a_refusal_is_shown_in_the_panel_with_its_clause_and_what_was_typed() -> None:
    floor.open_table()
    answer = act(browser(Role.CASINO_SUPERVISOR), step="limits", minimum="25", maximum="475.50", multiple="")
    page = html(answer)
    assert answer.status_code == 409
    assert "<html" not in page
    assert "VIC03-6.4" in page
    assert re.search(r'name="minimum" value="25"[^>]* aria-invalid="true"', page)
    assert 'value="475.50"' in page
    assert Sign.objects.get().minimum == 1000


def asked() -> Approval:
    floor.open_table()
    floor.taps("BJ-07", engine.PlaceWager(3, "A", 5000))
    floor.tap("BJ-07", engine.AllowLimit(3, "A", 100_000, "dealer"))
    return Approval.objects.get()


def test_an_approval_is_on_its_tile_and_answered_in_the_panel_that_this_opens() -> None:
    approval = asked()
    client = browser(Role.CASINO_SUPERVISOR)
    tile = html(client.get("/pit/now")).partition("</article>")[0]
    assert 'class="chip sup approve" href="/pit/table/BJ-07/" data-panel' in tile
    assert f'id="panel-ask-{approval.pk}"' in panel(client)
    path = f"/pit/ask/{approval.pk}/"
    refused = client.post(path, {"decision": "refuse", "reason": " "}, headers=PANEL)
    assert refused.status_code == 409
    assert refused_with(html(refused)) == ("approval.reason_missing", "VIC03-6.3")
    done = client.post(path, {"decision": "refuse", "reason": "no marker"}, headers=PANEL)
    assert done.status_code == 200
    assert "panel-ask" not in html(done)
    assert 'role="status"' in html(done)
    approval.refresh_from_db()
    assert approval.decided_by == "S-07"


def test_the_reason_that_was_typed_stays_when_a_decision_is_refused() -> None:
    approval = asked()
    answer = browser(Role.CASINO_SUPERVISOR).post(
        f"/pit/ask/{approval.pk}/", {"decision": "perhaps", "reason": "the marker is"}, headers=PANEL
    )
    assert answer.status_code == 409
    assert 'value="the marker is"' in html(answer)


def test_a_line_is_acknowledged_in_the_panel() -> None:
    floor.open_table()
    Table.objects.update(dealer="D-114", dealer_since=floor.AT.replace(year=2025))
    client = browser(Role.GAME_SUPERVISOR)
    assert 'id="panel-alert-BJ-07-dealer-D-114"' in panel(client)
    answer = client.post(
        "/pit/table/BJ-07/acknowledge", {"kind": "dealer", "subject": "D-114"}, headers=PANEL
    )
    assert "acknowledged." in html(answer)
    assert "seen by G-21" in html(answer)


@pytest.mark.parametrize("role", [Role.SURVEILLANCE, Role.INSPECTOR])
def test_who_only_looks_has_the_panel_without_a_step(role: str) -> None:
    floor.open_table()
    client = browser(role)
    assert "<form" not in panel(client)
    assert act(client, step="closing", nobody="yes").status_code == 403
    assert 'name="step"' not in html(client.get("/pit/several/", headers=PANEL))
    assert client.post("/pit/several/act", {"step": "closing", "table": "BJ-07"}).status_code == 403
    assert Table.objects.get().state == "open"


def test_a_reader_that_fails_is_on_its_tile() -> None:
    table = floor.open_table()
    floor.set_up("BJ-08")
    client = browser(Role.GAME_SUPERVISOR)
    tile = re.compile(
        r'id="tile-(BJ-\d+)"[^>]* data-need="bad"(?:(?!</article>).)*<a class="chip listed bad" href="/readers/">',
        re.DOTALL,
    )
    assert not tile.findall(html(client.get("/pit/")))
    Reader.objects.create(
        table=table, kind="shoe", issued_by="S-07", issued_at=timezone.now(), fault="its lamp is out"
    )
    for path in ("/pit/", "/pit/now"):
        assert tile.findall(html(client.get(path))) == ["BJ-07"]


def test_a_screen_that_is_behind_with_one_table_is_shown_that_one_and_the_side() -> None:
    floor.open_table()
    floor.set_up("BJ-08")
    client = browser(Role.SURVEILLANCE)
    assert html(client.get("/pit/now", {"behind": "BJ-08"})).count('<article class="tile') == 1
    only = html(client.get("/pit/now", {"behind": ""}))
    assert '<article class="tile' not in only
    assert 'id="side"' in only


# --- several tables


def several(client: Client, *codes: str, **fields: str) -> Any:
    """A step from the page as it is now, asked and answered."""
    showed = pages.showed(client, "/pit/several/")
    return client.post(
        "/pit/several/act", {"table": list(codes), "sure": "yes", **showed, **fields}, headers=PANEL
    )


def ticked(page: str) -> set[str]:
    return set(re.findall(r'name="table" value="([^"]+)" checked', page))


@pytest.mark.clause("VIC03-17.7")
def test_a_closing_is_announced_at_several_tables_and_each_answers_for_itself() -> None:
    floor.open_table("BJ-07")
    floor.open_table("BJ-09", book="NZ")
    floor.set_up("BJ-08")
    answer = several(
        browser(Role.CASINO_SUPERVISOR),
        "BJ-07",
        "BJ-08",
        "BJ-09",
        step="announce",
        close_at=hours(30),
        reason="the night",
    )
    page = html(answer)
    assert answer.status_code == 409
    assert "1 of 3 refused" in page
    assert "BJ-08: not done." in page
    assert re.findall(r'<li class="no" data-code="([^"]+)"', page) == ["closing.not_open"]
    assert 'value="the night"' in page
    # What is done is not ticked any more; what refused is, to be tried again.
    assert ticked(page) == {"BJ-08"}
    assert {closure.table.code for closure in Closure.objects.all()} == {"BJ-07", "BJ-09"}
    assert Entry.objects.filter(kind="closing_notice_up").count() == 2


@pytest.mark.clause("VIC03-6.5")
def test_a_higher_minimum_is_announced_at_several_tables_at_once() -> None:
    floor.open_table("BJ-07")
    floor.open_table("BJ-08", sign=(2500, 50000, 0))
    client = browser(Role.CASINO_SUPERVISOR)
    page = html(several(client, "BJ-07", "BJ-08", step="put_up", notice_minimum="20", change_at=hours(30)))
    # 20 is not a higher minimum than 25.
    assert "BJ-08: not done." in page
    assert re.findall(r'<li class="no" data-code="([^"]+)".*?<span class="clause">([^<]*)<', page) == [
        ("sign.minimum_not_higher", "VIC03-6.4")
    ]
    assert SignChange.objects.get().table.code == "BJ-07"
    # The notice must be up for at least 20 minutes: twelve are refused at every table.
    again = several(client, "BJ-08", step="put_up", notice_minimum="30", change_at=hours(12))
    assert again.status_code == 409
    assert SignChange.objects.count() == 1


def test_the_tables_of_the_filter_come_ticked() -> None:
    for code in ("BJ-07", "BJ-08"):
        floor.set_up(code)
    client = browser(Role.GAME_SUPERVISOR)
    page = html(client.get("/pit/several/", {"pit": "P1", "table": ["BJ-08", "BJ-99"]}))
    assert "<html" in page
    assert ticked(page) == {"BJ-08"}
    assert client.get("/pit/several/", {"pit": "P9"}).status_code == 404


@pytest.mark.parametrize(
    ("fields", "code", "at"),
    [({"step": "closing"}, "table.none_selected", []), ({"step": "open", "table": "BJ-07"}, "table.no_such_step", []),
     ({"step": "send", "table": "BJ-07", "dealer": "D-114"}, "table.no_such_step", []),
     ({"table": "BJ-07"}, "table.no_such_step", []),
     ({"step": "announce", "table": "BJ-07", "close_at": "<b>late"}, "typed.time", ["close_at"]),
     ({"step": "put_up", "table": "BJ-07", "notice_minimum": "much"}, "typed.amount", ["notice_minimum"]),
     ({"step": "limits", "table": "BJ-07", "maximum": "all"}, "typed.amount", ["maximum"]),
     ({"step": "closing", "table": "BJ-99"}, "table.unknown", [])],
)  # fmt: skip
def test_what_cannot_be_done_at_several_is_refused_in_words(
    fields: dict[str, str], code: str, at: list[str]
) -> None:
    floor.open_table()
    answer = browser(Role.CASINO_SUPERVISOR).post("/pit/several/act", fields, headers=PANEL)
    assert answer.status_code == 409
    assert refused_with(html(answer)) == (code, "")
    assert "<b>late" not in html(answer)
    assert list(pages.wrong(html(answer))) == at
    assert Table.objects.get().state == "open"


def test_a_game_supervisor_is_refused_where_a_higher_role_is_needed() -> None:
    floor.open_table()
    answer = several(browser(Role.GAME_SUPERVISOR), "BJ-07", step="closing", nobody="yes")
    assert re.findall(r'data-code="([^"]+)"', html(answer)) == ["staff.role_too_low"]
    assert Table.objects.get().state == "open"


def test_enter_in_a_field_takes_no_step() -> None:
    # The first button of a form is what Enter presses: here it is one that cannot be.
    floor.open_table()
    page = html(browser(Role.CASINO_SUPERVISOR).get("/pit/several/"))
    form = page.partition('action="/pit/several/act"')[2]
    assert re.search(r"<button[^>]*>", form)[0] == "<button disabled hidden>"  # type: ignore[index]


def test_a_long_reason_is_recorded_up_to_its_length_and_a_page_shows_all_that_was_typed() -> None:
    approval = asked()
    client, typed = browser(Role.CASINO_SUPERVISOR), "no marker, " * 30
    kept = client.post(f"/pit/ask/{approval.pk}/", {"decision": "refuse:it", "reason": typed}, headers=PANEL)
    assert kept.status_code == 409
    assert refused_with(html(kept)) == ("approval.no_answer", "")
    assert f'value="{typed}"' in html(kept)
    done = client.post(f"/pit/ask/{approval.pk}/", {"decision": "refuse", "reason": typed}, headers=PANEL)
    assert done.status_code == 200
    approval.refresh_from_db()
    assert approval.reason == typed[:200].strip()
