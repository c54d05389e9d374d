"""The pit dashboard: tiles, totals, what waits for a supervisor, opening, closing and limits by form."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client, override_settings
from django.utils import timezone

from casino.ledger import Entry
from casino.money_words import figure, percent, short
from casino.staff.models import Approval
from casino.staff.roles import Role
from rounds import engine
from rounds.pit.screen import Spark, render_asks, render_tile, tile
from rounds.play import service
from tables.models import SignChange, Table
from tables.opening import closing
from tables.signs import signs
from tests import floor, pages
from tests.refusing import refused_with

pytestmark = pytest.mark.django_db


def browser(role: str, number: str = "") -> Client:
    client = Client()
    who = floor.person(role, number).number
    answer = client.post("/sign-in/", {"number": who, "pin": floor.PIN, "take_over": who})
    assert answer.status_code == 302
    return client


def html(answer: Any) -> str:
    return str(answer.content.decode())


# --- figures


@pytest.mark.parametrize(
    ("cents", "words"),
    [(0, "$0"), (64_000, "$640"), (-690_000, "−$6,900"), (999_949, "$9,999"), (1_248_000, "$12k"),
     (18_249_900, "$182k"), (99_949_900, "$999k"), (99_999_900, "$1.00M"), (184_000_000, "$1.84M"),
     (1_230_000_000, "$12M"), (120_000_000_000, "$1.20bn")],
)  # fmt: skip
def test_an_amount_in_few_characters(cents: int, words: str) -> None:
    assert short(cents) == words


@pytest.mark.parametrize(
    ("cents", "words"),
    [(0, "0"), (412_000, "+4,120"), (-690_000, "−6,900"), (1_248_000, "+12.5k"), (-31_100_000, "−311k")],
)
def test_a_win_always_has_its_sign(cents: int, words: str) -> None:
    assert figure(cents, sign=True) == words


def test_hold_is_win_over_handle() -> None:
    # 12,480 of 311,000 is 4.01 %; a loss of 6,900 on 240,000 is 2.875 %.
    assert percent(1_248_000, 31_100_000) == "4.0%"
    assert percent(-690_000, 24_000_000) == "−2.9%"
    assert percent(0, 0) == "—"


def test_the_sparkline_runs_from_the_first_round_to_the_last_with_the_zero_line() -> None:
    spark = Spark.of([[0, -1000], [60, 0], [120, 1000]])
    assert spark is not None
    # 28 high with 3 above and below: the top is 3, the bottom 25, zero half way.
    assert spark.line == "0.0,25.0 120.0,14.0 240.0,3.0"
    assert spark.zero == 14.0
    assert spark.label == "win over the last 3 rounds: from −$10 to $10"
    assert Spark.of([[0, 5]]) is None
    level = Spark.of([[0, 500], [1, 500]])
    assert level is not None
    assert level.zero is None


# --- tiles


def test_a_tile_shows_the_state_of_its_table() -> None:
    floor.open_table()
    floor.taps("BJ-07", engine.PlaceWager(3, "A", 5000), engine.PlaceWager(5, "B", 2500), engine.CallBets())
    drawn = tile(Table.objects.get(code="BJ-07"))
    assert drawn.phase == "initial deal"
    assert [css for _, css, _ in drawn.boxes] == ["", "", "on cur", "", "on", "", ""]
    assert drawn.limits == "$10–500"
    assert drawn.due
    page = html(browser(Role.SURVEILLANCE).get("/pit/"))
    assert 'id="tile-BJ-07"' in page
    assert "box 3, wagered, now" in page


def test_a_loss_has_its_sign_and_not_only_its_colour() -> None:
    table = floor.open_table()
    table.handle, table.win, table.rounds = 100_000, -12_500, 1
    table.save()
    drawn = render_tile(table)
    assert re.search(r'<dd title="−\$125" class="neg">−125</dd>', drawn)
    assert "−12.5%" in drawn
    assert "Win −$125 · −12.5%" in html(browser(Role.INSPECTOR).get("/pit/"))


def test_a_push_goes_to_its_own_tile_and_shows_text_as_text() -> None:
    table = floor.open_table()
    table.live = {"due": "<b>box 3</b>"}
    table.phase = "wagers"
    drawn = render_tile(table)
    assert drawn.startswith('<hx-partial hx-target="#tile-BJ-07" hx-swap="outerMorph">')
    assert "<b>box 3</b>" not in drawn


def test_a_tile_says_what_is_due_in_the_words_of_the_screen() -> None:
    table = floor.open_table()
    table.live = {"due": ["prompt.take", {"amount": 5000, "wager": [3, "A", "", 0]}]}
    table.phase = "final_settlement"
    with override_settings(CURRENCY="£"):
        assert "Take £50: box 3, player A" in render_tile(table)


def test_a_pit_shows_its_own_tables_and_all_shows_every_one() -> None:
    floor.open_table()
    other = floor.set_up("BJ-08")
    other.pit = type(other.pit).objects.create(code="P2", name="Pit 2")
    other.save()
    client = browser(Role.GAME_SUPERVISOR)
    everything, mine = html(client.get("/pit/")), html(client.get("/pit/P2/"))
    assert "tile-BJ-07" in everything
    assert "tile-BJ-08" in everything
    assert "tile-BJ-07" not in mine
    assert "1 table · 0 open" in mine
    assert client.get("/pit/P9/").status_code == 404
    assert "tile-BJ-07" not in html(client.get("/pit/now", {"pit": "P2"}))


# --- approvals


def asked(limit: int = 100_000) -> Approval:
    """A dealer has asked for a personal limit, which needs a casino supervisor (VIC03-6.3)."""
    floor.open_table()
    floor.taps("BJ-07", engine.PlaceWager(3, "A", 5000))
    answer = floor.tap("BJ-07", engine.AllowLimit(3, "A", limit, "dealer"))
    assert answer.approval_id is not None
    return Approval.objects.get(pk=answer.approval_id)


def decide(client: Client, approval: Approval, decision: str, reason: str = "") -> Any:
    return client.post(
        f"/pit/ask/{approval.pk}/", {"decision": decision, "reason": reason}, headers={"HX-Request": "true"}
    )


@pytest.mark.clause("VIC03-6.3", "VIC03-1.2")
def test_an_approval_from_the_dashboard_is_played_at_the_table() -> None:
    approval = asked()
    client = browser(Role.CASINO_SUPERVISOR)
    page = html(client.get("/pit/"))
    assert f'id="ask-{approval.pk}"' in page
    assert "1 to approve" in page
    answer = decide(client, approval, "approve")
    assert answer.status_code == 200
    assert "approved" in html(answer)
    assert f'id="ask-{approval.pk}"' not in html(answer)
    state = service.current("BJ-07").state
    limit = state.limit_of(3, "A")
    assert limit is not None
    assert limit.maximum == 100_000
    assert Table.objects.get(code="BJ-07").live["waiting"] == 0


def test_a_refusal_needs_its_reason_and_keeps_waiting_without_one() -> None:
    approval = asked()
    client = browser(Role.CASINO_SUPERVISOR)
    answer = decide(client, approval, "refuse")
    assert answer.status_code == 409
    assert refused_with(html(answer)) == ("approval.reason_missing", "VIC03-6.3")
    assert list(pages.wrong(html(answer))) == ["reason"]
    assert f'id="ask-{approval.pk}"' in html(answer)
    assert decide(client, approval, "refuse", "not for this player").status_code == 200
    approval.refresh_from_db()
    assert (approval.state, approval.reason) == ("refused", "not for this player")


def test_a_role_that_is_too_low_is_refused_and_named() -> None:
    approval = asked()
    answer = decide(browser(Role.GAME_SUPERVISOR), approval, "approve")
    assert answer.status_code == 409
    assert refused_with(html(answer)) == ("approval.role_too_low", "VIC03-6.3")
    approval.refresh_from_db()
    assert approval.is_waiting


def test_nobody_approves_what_they_asked() -> None:
    from casino.staff import approvals

    floor.open_table()
    boss = floor.casino_supervisor()
    approval = approvals.ask(
        "BJ-07",
        approvals.Matter(kind="other", text="something", role=Role.CASINO_SUPERVISOR, clause="VIC03-6.3"),
        asked_by=boss,
    )
    answer = decide(browser(Role.CASINO_SUPERVISOR), approval, "approve")
    assert answer.status_code == 409
    assert refused_with(html(answer)) == ("approval.own_request", "VIC03-6.3")


@pytest.mark.parametrize("role", [Role.SURVEILLANCE, Role.INSPECTOR, Role.DEALER])
def test_who_only_looks_decides_nothing(role: str) -> None:
    approval = asked()
    assert decide(browser(role), approval, "approve").status_code == 403
    approval.refresh_from_db()
    assert approval.is_waiting


def test_the_second_to_decide_is_told_what_the_first_decided() -> None:
    approval = asked()
    assert decide(browser(Role.OPERATIONS_MANAGER), approval, "approve").status_code == 200
    answer = decide(browser(Role.CASINO_SUPERVISOR), approval, "refuse", "no")
    assert answer.status_code == 409
    assert refused_with(html(answer)) == ("approval.approved", "")


def test_what_no_longer_fits_the_table_is_not_done() -> None:
    approval = asked()
    floor.taps("BJ-07", engine.CallBets())
    answer = decide(browser(Role.CASINO_SUPERVISOR), approval, "approve")
    assert answer.status_code == 409
    assert refused_with(html(answer)) == ("limit.after_call", "VIC03-6.3")


def test_an_unknown_decision_changes_nothing() -> None:
    approval = asked()
    assert decide(browser(Role.CASINO_SUPERVISOR), approval, "perhaps").status_code == 409
    approval.refresh_from_db()
    assert approval.is_waiting


def test_an_ask_shows_text_as_text() -> None:
    approval = asked()
    with floor.behind_the_database():
        Approval.objects.filter(pk=approval.pk).update(text="<i>x</i>")
    assert "<i>x</i>" not in render_asks(None)


# --- opening and closing


def step(client: Client, **fields: str) -> Any:
    """A step from the page as it is now."""
    path = "/pit/table/BJ-07/"
    return client.post(f"{path}act", pages.showed(client, path) | {"sure": "yes"} | fields)


def float_step(client: Client, **fields: str) -> Any:
    return client.post("/float/table/BJ-07/act", fields)


@pytest.mark.clause("VIC03-3.2.5", "VIC03-6.1", "VIC03-2.2", "VIC03-7.1")
def test_a_table_is_opened_and_closed_by_the_list() -> None:
    floor.set_up()
    client = browser(Role.GAME_SUPERVISOR)
    page = html(client.get("/pit/table/BJ-07/"))
    assert "The list is not complete yet" in page
    refused = step(client, step="open")
    assert refused.status_code == 409
    assert refused_with(html(refused)) == ("opening.incomplete", "VIC03-3.2.5")
    floor.check_cards()
    for item in ("layout", "logo", "shoe", "inscriptions", "sign"):
        assert step(client, step="confirm", item=item).status_code == 302
    assert step(client, step="open").status_code == 409
    floor.person(Role.DEALER)
    page = html(client.get("/float/table/BJ-07/"))
    assert "Record the opening float" in page
    counted = {"kind": "opening", "key": "k1", "number": "D-114", "pin": floor.PIN, "chip-2500": "100"}
    wrong = float_step(client, step="count", **counted | {"pin": "1111"})
    assert wrong.status_code == 409
    assert 'value="100"' in html(wrong)
    assert float_step(client, step="count", **counted).status_code == 302
    assert step(client, step="open").status_code == 302
    table = Table.objects.get(code="BJ-07")
    assert table.state == Table.State.OPEN
    boss = browser(Role.CASINO_SUPERVISOR)
    assert step(client, step="closing").status_code == 409  # VIC03-17.7 requires a casino supervisor
    assert step(boss, step="closing").status_code == 302
    assert not closing.count_cards("BJ-07", 415, by=floor.dealer(), at=timezone.now())
    assert "415" in html(client.get("/pit/"))
    table.refresh_from_db()
    assert table.state == Table.State.CLOSING
    assert Entry.objects.filter(kind="incident").exists()
    assert closing.count_cards("BJ-07", 416, by=floor.dealer(), at=timezone.now())
    table.refresh_from_db()
    assert table.state == Table.State.CLOSING
    assert "Count the closing float" in html(client.get("/pit/table/BJ-07/"))
    assert float_step(client, step="count", **counted | {"kind": "closing", "key": "k2"}).status_code == 302
    table.refresh_from_db()
    assert table.state == Table.State.CLOSED


def test_an_unknown_step_is_refused() -> None:
    floor.set_up()
    assert step(browser(Role.GAME_SUPERVISOR), step="no such step").status_code == 409


# --- limits


@pytest.mark.clause("VIC03-6.4")
def test_limits_change_at_once_down_and_after_notice_up() -> None:
    floor.open_table()
    client = browser(Role.CASINO_SUPERVISOR)
    assert step(client, step="limits", minimum="5", maximum="1,000", multiple="").status_code == 302
    assert floor.Table.objects.get(code="BJ-07").live["limits"]["main"] == [500, 100_000, 0]
    refused = step(client, step="limits", minimum="25", maximum="1000")
    assert refused.status_code == 409
    assert refused_with(html(refused)) == ("sign.rise_needs_notice", "VIC03-6.4")
    assert 'value="25"' in html(refused)
    late = timezone.localtime(timezone.now() + timedelta(minutes=10))
    assert step(client, step="put_up", notice_minimum="25", change_at=f"{late:%H:%M}").status_code == 409
    good = timezone.localtime(timezone.now() + timedelta(minutes=30))
    assert step(client, step="put_up", notice_minimum="25", change_at=f"{good:%H:%M}").status_code == 302
    notice = SignChange.objects.get()
    assert notice.minimum == 2500
    page = html(client.get("/pit/"))
    assert f'data-until="{notice.change_at.isoformat()}"' in page
    assert "Main minimum to $25" in page
    early = step(client, step="bring_in", notice=str(notice.pk))
    assert early.status_code == 409
    ago, boss = timezone.now() - timedelta(minutes=25), floor.casino_supervisor()
    signs.take_down("BJ-07", notice.pk, by=boss, at=ago)
    notice = signs.put_up("BJ-07", minimum=2500, change_at=ago + timedelta(minutes=24), by=boss, at=ago)
    assert step(client, step="bring_in", notice=str(notice.pk)).status_code == 302
    assert signs.limits_of(Table.objects.get(code="BJ-07"))["main"][0] == 2500


@pytest.mark.parametrize(
    "fields",
    [{"minimum": "", "maximum": "5"}, {"minimum": "-1", "maximum": "5"}, {"minimum": "10", "maximum": "x"},
     {"minimum": "1e3", "maximum": "5000"}],
)  # fmt: skip
def test_limits_that_cannot_be_read_change_nothing(fields: dict[str, str]) -> None:
    floor.open_table()
    answer = step(browser(Role.CASINO_SUPERVISOR), step="limits", **fields)
    assert answer.status_code == 409
    assert refused_with(html(answer)) == ("typed.amount", "")
    assert signs.limits_of(Table.objects.get(code="BJ-07"))["main"] == [1000, 50_000, 0]


def test_a_time_just_past_midnight_is_tomorrows() -> None:
    from datetime import UTC, datetime

    from casino.forms.typed import clock

    before_midnight = datetime(2026, 11, 28, 23, 50, tzinfo=UTC)
    assert clock("00:15", before_midnight) == datetime(2026, 11, 29, 0, 15, tzinfo=UTC)
    assert clock("23:45", before_midnight) == datetime(2026, 11, 28, 23, 45, tzinfo=UTC)
