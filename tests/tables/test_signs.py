"""Limits and the notices of a change to them, by times that are passed in."""

from datetime import timedelta

import pytest
from django.test import Client

from casino.house_time import clock
from casino.ledger import Entry
from casino.staff.roles import Role
from rounds import engine
from rounds.play import service
from tables.models import Sign, SignChange, Table
from tables.opening import opening
from tables.signs import signs
from tests import floor
from tests.floor import AT, taps
from tests.refusing import refused_as
from tests.tables.games import setup_of

pytestmark = pytest.mark.django_db

CODE = "BJ-07"


def minutes(number: float) -> timedelta:
    return timedelta(minutes=number)


def limits() -> tuple[int, int, int]:
    sign = Sign.objects.get(table__code=CODE)
    return sign.minimum, sign.maximum, sign.multiple


def put_up(minimum: int | None = 2500, *, after: float | None = 20, up: float = 0) -> SignChange:
    change_at = None if after is None else AT + minutes(after)
    return signs.put_up(
        CODE, minimum=minimum, change_at=change_at, by=floor.casino_supervisor(), at=AT + minutes(up)
    )


def bring_in(notice: SignChange, after: float) -> Sign:
    return signs.bring_in(CODE, notice.pk, by=floor.casino_supervisor(), at=AT + minutes(after))


@pytest.mark.clause("VIC03-6.4", "VIC03-6.5")
def test_a_lower_minimum_and_any_maximum_are_in_force_at_once() -> None:
    floor.open_table(sign=(2500, 50000, 0))
    signs.set_limits(CODE, signs.Limits(1000, 30000, 500), by=floor.casino_supervisor(), at=AT)
    assert limits() == (1000, 30000, 500)
    signs.set_limits(CODE, signs.Limits(1000, 80000), by=floor.casino_supervisor(), at=AT)
    assert limits() == (1000, 80000, 0)
    entry = Entry.objects.filter(kind="limits_changed").latest("seq")
    assert (entry.actor, entry.clause) == ("S-07", "VIC03-6.4")
    assert '"after":[1000,80000,0],"before":[1000,30000,500]' in entry.body


@pytest.mark.clause("VIC03-6.4")
def test_a_change_is_for_the_next_round() -> None:
    floor.open_table(sign=(1000, 50000, 0))
    taps(CODE, engine.PlaceWager(1, "A", 1000))
    signs.set_limits(CODE, signs.Limits(500, 20000), by=floor.casino_supervisor(), at=AT)
    assert service.current(CODE).setup.main_sign.maximum == 50000
    taps(CODE, engine.CallBets(), *floor.cards("Ts 9d 9c"), engine.Decide(1, "stand"), *floor.cards("Td"))
    taps(CODE, engine.Collect())
    assert service.current(CODE).setup.main_sign == engine.values.Sign("main", 500, 20000, 0)


@pytest.mark.clause("VIC03-6.4", "VIC03-1.1-B02")
@pytest.mark.parametrize("role", [Role.DEALER, Role.GAME_SUPERVISOR, Role.SURVEILLANCE, Role.INSPECTOR])
def test_only_a_casino_supervisor_changes_limits(role: Role) -> None:
    floor.open_table()
    by = floor.person(role)
    notice = put_up()
    for change in (
        lambda: signs.set_limits(CODE, signs.Limits(500, 50000), by=by, at=AT),
        lambda: signs.put_up(CODE, minimum=2500, change_at=AT + minutes(30), by=by, at=AT),
        lambda: signs.take_down(CODE, notice.pk, by=by, at=AT),
        lambda: signs.bring_in(CODE, notice.pk, by=by, at=AT + minutes(20)),
    ):
        with refused_as("staff.role_too_low", "VIC03-6.4"):
            change()
    assert limits() == (1000, 50000, 0)


@pytest.mark.clause("VIC03-6.4", "VIC03-6.1-FN2-66(2)")
def test_a_higher_minimum_waits_for_the_time_that_its_notice_names() -> None:
    floor.open_table()
    with refused_as("sign.rise_needs_notice", "VIC03-6.4"):
        signs.set_limits(CODE, signs.Limits(2500, 50000), by=floor.casino_supervisor(), at=AT)
    notice = put_up(after=20)
    with refused_as("sign.before_notice", "VIC03-6.4"):
        bring_in(notice, 19)
    assert limits() == (1000, 50000, 0)
    bring_in(notice, 20)
    assert limits() == (2500, 50000, 0)
    kinds = ["notice_up", "limits_changed"]
    assert (
        list(Entry.objects.filter(kind__in=kinds, seq__gt=2).order_by("seq").values_list("kind", flat=True))[
            -2:
        ]
        == kinds
    )


@pytest.mark.clause("VIC03-6.1-FN2-66(2)")
@pytest.mark.parametrize(
    ("minimum", "after", "code"),
    [
        (2500, 19, "sign.notice_too_short"),
        (2500, 19.99, "sign.notice_too_short"),
        (2500, None, "sign.notice_incomplete"),
        (None, 30, "sign.notice_incomplete"),
    ],
    ids=["19 minutes", "a second short", "no time", "no minimum"],
)
def test_a_notice_names_minimum_and_time_and_comes_20_minutes_before(
    minimum: int | None, after: float | None, code: str
) -> None:
    floor.open_table()
    with refused_as(code, "VIC03-6.1-FN2-66(2)"):
        put_up(minimum, after=after)
    assert not SignChange.objects.exists()


@pytest.mark.clause("VIC03-6.1-FN2-66(2)", "VIC03-6.4")
def test_a_notice_that_was_taken_down_starts_again() -> None:
    floor.open_table()
    first = put_up(after=20)
    signs.take_down(CODE, first.pk, by=floor.casino_supervisor(), at=AT + minutes(10))
    with refused_as("sign.no_such_notice", "VIC03-6.1-FN2-66(2)"):
        bring_in(first, 20)
    # Up again after a minute, still naming the same time: it would have hung nine minutes.
    with refused_as("sign.notice_too_short", "VIC03-6.1-FN2-66(2)"):
        put_up(after=20, up=11)
    second = put_up(after=31, up=11)
    bring_in(second, 31)
    assert limits() == (2500, 50000, 0)
    kinds = Entry.objects.filter(kind__startswith="notice").order_by("seq").values_list("kind", flat=True)
    assert list(kinds) == ["notice_up", "notice_down", "notice_up"]


@pytest.mark.clause("VIC03-6.4")
def test_a_notice_is_for_a_higher_minimum_only() -> None:
    floor.open_table()
    with refused_as("sign.minimum_not_higher", "VIC03-6.4"):
        put_up(1000)
    put_up(2500)
    with refused_as("sign.notice_up", "VIC03-6.4"):
        put_up(5000)


@pytest.mark.clause("VIC03-6.1-FN2-66(1)(d)")
@pytest.mark.parametrize(
    ("minimum", "maximum", "multiple", "code"),
    [
        (0, 500, 0, "sign.limits"),
        (1000, 500, 0, "sign.limits"),
        (1000, 5000, -5, "sign.limits"),
        (1000, 5000, 6000, "sign.multiple"),
    ],
)
def test_limits_that_no_sign_can_have_are_refused(
    minimum: int, maximum: int, multiple: int, code: str
) -> None:
    floor.open_table()
    with refused_as(code, "VIC03-6.1-FN2-66(1)(d)"):
        signs.set_limits(CODE, signs.Limits(minimum, maximum, multiple), by=floor.casino_supervisor(), at=AT)


@pytest.mark.clause("VIC03-6.1-FN2-66(1)(d)", "VIC03-6.5")
def test_the_tile_shows_the_limits_in_force() -> None:
    table = floor.open_table()
    signs.set_limits(CODE, signs.Limits(500, 20000, 500), by=floor.casino_supervisor(), at=AT)
    table.refresh_from_db()
    assert table.live["limits"] == {"main": [500, 20000, 500]}


# --- the other books


@pytest.mark.clause("ACT96-4.2", "ACT03-3.1-B02")
@pytest.mark.parametrize(("book", "clause"), [("ACT96", "ACT96-4.2"), ("ACT03", "ACT03-3.1-B02")])
@pytest.mark.parametrize("minimum", [500, 2500])
def test_in_canberra_the_players_are_told_before_and_no_time_is_named(
    book: str, clause: str, minimum: int
) -> None:
    floor.open_table(CODE, **setup_of(book, "blackjack"))
    by = floor.casino_supervisor()
    with refused_as("sign.players_not_told", clause):
        signs.set_limits(CODE, signs.Limits(minimum, 50000), by=by, at=AT)
    assert limits() == (1000, 50000, 0)
    signs.set_limits(CODE, signs.Limits(minimum, 50000), told=True, by=by, at=AT)
    assert limits() == (minimum, 50000, 0)
    entry = Entry.objects.filter(kind="limits_changed").latest("seq")
    assert (entry.clause, '"told":true' in entry.body) == (clause, True)


@pytest.mark.clause("ACT96-4.2")
def test_in_canberra_1996_the_maximum_stays_at_an_open_table_or_changes_too() -> None:
    by = floor.casino_supervisor()
    floor.set_up(CODE, **setup_of("ACT96", "blackjack"))
    signs.set_limits(CODE, signs.Limits(1000, 60000), by=by, at=AT)  # the table is closed
    floor.open_table("BJ-08", **setup_of("ACT96", "blackjack"))
    with refused_as("sign.maximum_fixed", "ACT96-4.2"):
        signs.set_limits("BJ-08", signs.Limits(1000, 60000), told=True, by=by, at=AT)
    signs.set_limits("BJ-08", signs.Limits(500, 50000), told=True, by=by, at=AT)
    floor.open_table("BJ-09", **setup_of("ACT96", "blackjack"), readings={"maximum_changes": "any_time"})
    assert signs.set_limits("BJ-09", signs.Limits(1000, 60000), told=True, by=by, at=AT).maximum == 60000


@pytest.mark.clause("ACT96-4.2")
def test_in_canberra_a_notice_needs_no_twenty_minutes() -> None:
    floor.open_table(CODE, **setup_of("ACT96", "blackjack"))
    notice = put_up(2500, after=1)
    with refused_as("sign.before_notice", "ACT96-4.2"):
        bring_in(notice, 0.5)
    bring_in(notice, 1)
    assert limits() == (2500, 50000, 0)


@pytest.mark.parametrize("book", ["NZ", "UK"])
def test_a_book_that_names_no_notice_lets_limits_change_at_once(book: str) -> None:
    floor.open_table(CODE, **setup_of(book, "blackjack"))
    signs.set_limits(CODE, signs.Limits(2500, 90000), by=floor.casino_supervisor(), at=AT)
    assert limits() == (2500, 90000, 0)
    assert Entry.objects.filter(kind="limits_changed").latest("seq").clause.startswith(f"{book}-")


@pytest.mark.clause("NZ-18.3", "NZ-1.1-B01")
def test_an_ante_is_at_most_an_eighth_of_the_minimum_whenever_that_changes() -> None:
    # Minimum 20: an ante of 2.50 is an eighth, 2.51 is more.
    floor.set_up("BJ-08", sign=(2000, 50000, 0), **setup_of("NZ", "ante_up", elections={"ante": "2.50"}))
    with refused_as("sign.ante", "NZ-1.1-B01"):
        floor.set_up("BJ-09", sign=(2000, 50000, 0), **setup_of("NZ", "ante_up", elections={"ante": "2.51"}))
    floor.complete_opening_list(Table.objects.get(code="BJ-08"))
    opening.open_table("BJ-08", by=floor.casino_supervisor(), at=AT)
    # Lowered to 15 the most is 1.875, in cents 1.87.
    with refused_as("sign.ante", "NZ-1.1-B01") as caught:
        signs.set_limits("BJ-08", signs.Limits(1500, 50000), by=floor.casino_supervisor(), at=AT)
    assert "up to $1.87" in caught.value.remedy
    signs.set_limits("BJ-08", signs.Limits(2500, 50000), by=floor.casino_supervisor(), at=AT)


@pytest.mark.clause("NZ-21.2")
@pytest.mark.parametrize(
    ("minimum", "maximum", "allowed"),
    [(1000, 50000, True), (4999, 5000, True), (5000, 50000, False), (1000, 4999, False)],
)
def test_the_signs_minimum_is_the_lower_minimum(minimum: int, maximum: int, allowed: bool) -> None:
    setup = setup_of("NZ", "player_select", elections={"upper_min": "50"})
    if allowed:
        floor.set_up(CODE, sign=(minimum, maximum, 0), **setup)
        assert limits() == (minimum, maximum, 0)
    else:
        with refused_as("sign.upper_minimum", "NZ-21.2"):
            floor.set_up(CODE, sign=(minimum, maximum, 0), **setup)


@pytest.mark.clause("ACT96-4.2", "ACT03-3.1-B02", "VIC03-6.4")
@pytest.mark.parametrize(
    ("book", "minimum", "maximum", "clause"),
    [
        ("UK", 3000, 50000, "UK-B25"),
        ("UK", 2000, 50000, "UK-B25"),
        ("NZ", 1000, 1500, "NZ-14.2-S1"),
        ("VIC03", 500, 1900, "VIC03-6.1-FN2-66(2)"),
        ("ACT03", 3000, 50000, "ACT03-3.1-B02"),
    ],
)
def test_limits_beside_a_hanging_notice_leave_it_what_it_says(
    book: str, minimum: int, maximum: int, clause: str
) -> None:
    """A notice of $20 neither lowers a minimum of $30 nor carries the maximum with it."""
    floor.open_table(CODE, **setup_of(book, "blackjack"))
    notice = put_up(2000)
    with refused_as("sign.conflicts_with_notice", clause) as caught:
        signs.set_limits(CODE, signs.Limits(minimum, maximum), told=True, by=floor.casino_supervisor(), at=AT)
    assert caught.value.values["planned"] == 2000
    assert limits() == (1000, 50000, 0)
    signs.set_limits(CODE, signs.Limits(500, 50000), told=True, by=floor.casino_supervisor(), at=AT)
    bring_in(notice, 20)
    assert limits() == (2000, 50000, 0)


@pytest.mark.clause("VIC03-6.1-FN2-66(2)")
def test_the_time_that_a_refused_notice_is_told_is_one_that_is_taken() -> None:
    """At 20:00:17 the earliest that a clock shows is 20:21: at 20:20 the notice would be up 17 seconds too short."""
    floor.open_table()
    at = AT + timedelta(seconds=17)
    with refused_as("sign.notice_too_short", "VIC03-6.1-FN2-66(2)") as caught:
        signs.put_up(CODE, minimum=2500, change_at=AT + minutes(20), by=floor.casino_supervisor(), at=at)
    assert f"{clock(AT + minutes(21))} or later" in caught.value.remedy
    assert signs.put_up(CODE, minimum=2500, change_at=AT + minutes(21), by=floor.casino_supervisor(), at=at)


@pytest.mark.clause("VIC03-6.1-FN2-66(2)")
def test_a_notice_comes_down_when_the_table_closes_and_none_goes_up_after() -> None:
    floor.open_table()
    put_up(2500, after=30)
    floor.begin_closing(CODE, at=AT + minutes(25))
    notice = SignChange.objects.get()
    assert (notice.state, notice.ended_by) == ("taken_down", "S-07")
    assert Entry.objects.get(kind="notice_down").detail == "notice down: main minimum $25: BJ-07 closes"
    assert Table.objects.get(code=CODE).live["running"] == []
    with refused_as("sign.notice_at_closed_table", "VIC03-6.1-FN2-66(2)"):
        put_up(5000, after=60, up=30)


@pytest.mark.clause("ACT03-3.3")
@pytest.mark.parametrize(
    ("multiple", "chips", "warned"),
    [
        (500, [500, 2500], True),  # 5.00 at 3 to 2 is 7.50, and no chip is below 5.00
        (500, [250, 500, 2500], False),
        (1000, [500, 2500], False),  # 10.00 pays 15.00
    ],
)
def test_a_multiple_whose_blackjack_the_chips_cannot_pay_is_told_at_the_limits(
    multiple: int, chips: list[int], warned: bool
) -> None:
    floor.set_up("BJ-07", book="ACT03", decks=6, sign=(1000, 50000, multiple), chips=chips)
    client = Client()
    who = floor.casino_supervisor().number
    client.post("/sign-in/", {"number": who, "pin": floor.PIN})
    page = client.get("/pit/table/BJ-07/").content.decode()
    assert ("cannot make exactly" in page) is warned
    assert ("ACT03-3.3" in page.partition("cannot make exactly")[2][:200]) is warned
