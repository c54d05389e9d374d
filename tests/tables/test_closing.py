"""Before a table closes its players are told, and in Canberra 1996 an inspector; gaming has its hours."""

from datetime import date, datetime, time, timedelta

import pytest
from django.test import Client

from casino.house_time import clock
from casino.ledger import HOUSE, Entry
from casino.rulebooks.house import HOUSES
from casino.staff.roles import Role
from rounds import engine
from rounds.pit.alerts import alerts
from rounds.pit.watch import ending
from rounds.play import service
from tables.hours import hours
from tables.models import Closure, GamingHours, Table
from tables.opening import closing, closing_notices, opening
from tests import floor, pages
from tests.floor import AT, cards, tap, taps
from tests.refusing import refused_as, refused_with
from tests.tables.games import setup_of

pytestmark = pytest.mark.django_db

CODE = "BJ-07"


def minutes(number: float) -> timedelta:
    return timedelta(minutes=number)


def with_a_player(book: str = "VIC03") -> None:
    floor.open_table(CODE, **setup_of(book, "blackjack"))
    taps(CODE, engine.PlaceWager(1, "A", 1000), engine.CallBets(), *cards("Ts 9d 9c"))
    taps(CODE, engine.Decide(1, "stand"), *cards("Td"), engine.Collect())


def announce(after: float, at: datetime = AT, **more: str) -> Closure:
    return closing_notices.announce(
        CODE, close_at=at + minutes(after), by=floor.casino_supervisor(), at=at, **more
    )


def close(at: datetime, role: Role = Role.CASINO_SUPERVISOR, **how: bool) -> Table:
    return closing.begin_closing(CODE, by=floor.person(role), at=at, **how)


@pytest.mark.clause("VIC03-17.7")
def test_in_victoria_the_sign_stands_twenty_minutes_where_players_are_present() -> None:
    with_a_player()
    with refused_as("closing.players_unnotified", "VIC03-17.7"):
        close(AT)
    with refused_as("closing.notice_time", "VIC03-17.7"):
        announce(19)
    announce(20)
    with refused_as("closing.before_notice", "VIC03-17.7"):
        close(AT + minutes(19))
    with refused_as("staff.role_too_low", "VIC03-17.7"):
        close(AT + minutes(20), Role.GAME_SUPERVISOR)
    assert close(AT + minutes(20)).state == "closing"


@pytest.mark.clause("VIC03-17.7")
def test_in_victoria_a_table_without_players_closes_at_once() -> None:
    floor.open_table()
    assert close(AT).state == "closing"


@pytest.mark.clause("VIC03-17.7")
def test_a_player_who_has_a_box_and_no_wager_yet_is_present() -> None:
    """In the first round of an opening too; what the boxes say of an earlier one is over."""
    floor.open_table(CODE)
    assert closing_notices.players_present(Table.objects.get()) == []
    taps(CODE, engine.Seat(2, "A"))
    with refused_as("closing.players_unnotified", "VIC03-17.7"):
        close(AT)
    close(AT, nobody=True)
    closing.count_cards(CODE, 416, by=floor.dealer(), at=AT)
    floor.count_closing(CODE)
    opening.open_table(
        CODE,
        by=floor.casino_supervisor(),
        at=floor.complete_opening_list(Table.objects.get()) and AT + minutes(60),
    )
    assert closing_notices.players_present(Table.objects.get()) == []
    floor.prepare(CODE)
    assert closing_notices.players_present(Table.objects.get()) == []


@pytest.mark.clause("VIC03-17.7")
def test_players_who_left_without_a_word_are_the_supervisors_to_see() -> None:
    with_a_player()
    assert close(AT, nobody=True).state == "closing"
    body = Entry.objects.get(kind="table_closing").body
    assert '"nobody":true' in body
    assert '"present":["A"]' in body


@pytest.mark.clause("VIC03-17.7")
def test_a_sign_that_is_taken_down_begins_again() -> None:
    with_a_player()
    announce(20)
    closing_notices.take_down(CODE, by=floor.casino_supervisor(), at=AT + minutes(10))
    with refused_as("closing.players_unnotified", "VIC03-17.7"):
        close(AT + minutes(20))
    with refused_as("closing.notice_time", "VIC03-17.7"):
        announce(10, AT + minutes(10))


@pytest.mark.clause("ACT96-19.2-S1", "ACT96-19.2-S2")
def test_in_canberra_1996_players_and_an_inspector_are_told_first() -> None:
    with_a_player("ACT96")
    with refused_as("closing.inspector_not_informed", "ACT96-19.2-S2"):
        close(AT)
    with refused_as("closing.inspector_not_informed", "ACT96-19.2-S2"):
        announce(30)
    announce(30, inspector="I-9")
    entry = Entry.objects.get(kind="inspector_informed")
    # Not before the round was dealt, which was by the clock of today.
    assert (entry.clause, entry.at >= AT, "I-9" in entry.detail) == ("ACT96-19.2-S2", True, True)
    with refused_as("closing.before_notice", "ACT96-19.2-S1"):
        close(AT + minutes(29))
    assert close(AT + minutes(30)).state == "closing"


@pytest.mark.clause("ACT96-19.2-S2")
def test_in_canberra_1996_the_inspector_is_informed_of_an_empty_table_too() -> None:
    floor.open_table(CODE, **setup_of("ACT96", "blackjack"))
    with refused_as("closing.inspector_not_informed", "ACT96-19.2-S2"):
        close(AT)
    announce(0, inspector="I-9")
    assert close(AT).state == "closing"


@pytest.mark.clause("ACT03-15.2")
def test_in_canberra_2003_the_players_are_told_and_no_time_is_named() -> None:
    with_a_player("ACT03")
    with refused_as("closing.players_unnotified", "ACT03-15.2"):
        close(AT)
    announce(0)
    assert close(AT).state == "closing"
    assert Entry.objects.filter(kind="inspector_informed").count() == 0


@pytest.mark.parametrize("book", ["NZ", "UK"])
def test_a_book_that_asks_for_no_notice_lets_a_table_close(book: str) -> None:
    with_a_player(book)
    assert close(AT).state == "closing"


# --- gaming hours: 12:00 to 04:00 under the decision of a Minister, or the Act


def hours_decided(book: str, valid_from: date = date(2026, 1, 1), ends: time = time(4)) -> GamingHours:
    return hours.set_hours(
        book, valid_from=valid_from, begins=time(12), ends=ends, source="Decision 7/2026",
        by=floor.person(Role.OPERATIONS_MANAGER), at=AT,
    )  # fmt: skip


NIGHT = datetime(2026, 11, 29, 4, 0, tzinfo=AT.tzinfo)
BOOKS = pytest.mark.parametrize(("book", "clause"), [("ACT96", "ACT96-19.1"), ("ACT03", "ACT03-15.1")])


@pytest.mark.clause("ACT96-19.1", "ACT03-15.1")
@BOOKS
def test_no_round_begins_outside_the_hours_and_one_in_hand_is_finished(book: str, clause: str) -> None:
    with_a_player(book)
    hours_decided(book)
    for command in (engine.PlaceWager(1, "A", 1000), engine.CallBets()):
        assert tap(CODE, command, at=NIGHT - minutes(1)).ok
    for command in (*cards("Ts 9d 9c"), engine.Decide(1, "stand"), *cards("Td")):
        assert tap(CODE, command, at=NIGHT + minutes(1)).ok
    assert tap(CODE, engine.Collect(), at=NIGHT + minutes(1)).ok
    answer = tap(CODE, engine.PlaceWager(1, "A", 1000), at=NIGHT + minutes(2))
    assert answer.refusal is not None
    assert (answer.refusal.clause, answer.refusal.code) == (clause, "hours.over")
    assert tap(CODE, engine.PlaceWager(1, "A", 1000), at=NIGHT + timedelta(hours=8)).ok


@pytest.mark.clause("ACT96-19.1", "ACT03-15.1")
@BOOKS
def test_wagers_that_lie_when_gaming_ends_are_handed_back(book: str, clause: str) -> None:
    """A round begins with its first card: “no more bets” a minute late is refused."""
    with_a_player(book)
    hours_decided(book)
    wager = engine.PlaceWager(1, "A", 1000)
    assert tap(CODE, wager, at=NIGHT - minutes(1)).ok
    for late in (engine.CallBets(), engine.PlaceWager(2, "B", 1000)):
        answer = tap(CODE, late, at=NIGHT + minutes(1))
        assert answer.refusal is not None
        assert (answer.refusal.code, answer.refusal.clause) == ("hours.hand_wagers_back", clause)
    assert tap(CODE, engine.WithdrawWager(1, "A"), at=NIGHT + minutes(1)).ok


@pytest.mark.clause("VIC03-17.7")
def test_wagers_that_lie_at_the_time_of_the_closing_are_handed_back() -> None:
    with_a_player()
    announce(20)
    assert tap(CODE, engine.PlaceWager(1, "A", 1000), at=AT + minutes(19)).ok
    refused_call = tap(CODE, engine.CallBets(), at=AT + minutes(21)).refusal
    assert refused_call is not None
    assert "is closing" in refused_call.message
    assert Table.objects.get().state == "closing"
    assert tap(CODE, engine.WithdrawWager(1, "A"), at=AT + minutes(22)).ok
    assert closing.count_cards(CODE, 416, by=floor.dealer(), at=AT + minutes(23))


@pytest.mark.clause("ACT96-19.1", "ACT03-15.1")
@BOOKS
def test_no_table_opens_outside_the_hours(book: str, clause: str) -> None:
    floor.ready(CODE, **setup_of(book, "blackjack"))
    hours_decided(book)
    with refused_as("hours.closed", clause):
        opening.open_table(CODE, by=floor.casino_supervisor(), at=NIGHT)
    opening.open_table(CODE, by=floor.casino_supervisor(), at=NIGHT - minutes(1))


@pytest.mark.clause("ACT96-19.2-S1", "ACT96-19.2-S2", "ACT03-15.2")
@pytest.mark.parametrize("book", ["ACT96", "ACT03"])
def test_a_table_that_closes_when_gaming_ends_needs_no_notice(book: str) -> None:
    with_a_player(book)
    hours_decided(book)
    unannounced = {
        "ACT03": ("closing.players_unnotified", "ACT03-15.2"),
        "ACT96": ("closing.inspector_not_informed", "ACT96-19.2-S2"),
    }
    with refused_as(*unannounced[book]):
        close(NIGHT - minutes(1))
    assert close(NIGHT).state == "closing"


@pytest.mark.clause("ACT96-19.1", "ACT03-15.1")
@BOOKS
def test_hours_are_entered_by_an_operations_manager_with_who_set_them(book: str, clause: str) -> None:
    more = {"valid_from": date(2026, 1, 1), "begins": time(12), "ends": time(4), "at": AT}
    with refused_as("staff.role_too_low", clause):
        hours.set_hours(book, source="Decision 7/2026", by=floor.casino_supervisor(), **more)  # type: ignore[arg-type]
    with refused_as("hours.order_missing", clause):
        hours.set_hours(book, source=" ", by=floor.person(Role.OPERATIONS_MANAGER), **more)  # type: ignore[arg-type]
    hours_decided(book)
    entry = Entry.objects.get(kind="gaming_hours")
    assert (entry.chain, entry.clause, "Decision 7/2026" in entry.body) == (HOUSE, clause, True)


def test_a_book_that_leaves_the_hours_to_nobody_takes_no_hours() -> None:
    assert hours.books() == [book for book in HOUSES if book in ("ACT96", "ACT03")]
    with refused_as("hours.none_in_book"):
        hours_decided("VIC03")


def test_later_hours_hold_from_their_day_on_and_a_night_keeps_those_of_its_evening() -> None:
    hours_decided("ACT96")
    hours_decided("ACT96", date(2026, 11, 29), ends=time(2))
    day = datetime(2026, 11, 28, tzinfo=AT.tzinfo)
    ends = [hours.gaming_ends("ACT96", day + timedelta(hours=clock)) for clock in (11, 12, 24 + 3, 24 + 13)]
    assert ends == [day + timedelta(hours=clock) for clock in (11, 28, 28, 50)]
    hours_decided("ACT96", date(2026, 12, 1), ends=time(12))
    assert hours.gaming_ends("ACT96", day + timedelta(days=4)) is None  # never


@pytest.mark.clause("ACT03-5.6-N1")
def test_the_pit_is_reminded_of_the_last_rounds_before_gaming_ends() -> None:
    with_a_player("ACT03")
    hours_decided("ACT03")
    assert ending([Table.objects.get()], NIGHT - minutes(31)) == []
    (row,) = ending([Table.objects.get()], NIGHT - minutes(30))
    assert (row.words, row.clause) == ("announce the last 3 rounds", "ACT03-5.6-N1")
    at = NIGHT - minutes(30)
    below = floor.person(Role.GAME_SUPERVISOR)
    assert tap(CODE, engine.AnnounceLastRounds(""), below, at=at).approval_id
    assert tap(CODE, engine.AnnounceLastRounds(""), floor.casino_supervisor(), at=at).ok
    (row,) = ending([Table.objects.get()], NIGHT - minutes(30))
    assert row.words == "last rounds: 3 to go"


@pytest.mark.django_db(transaction=True)  # as it is served: no transaction but its own
def test_the_page_of_the_hours() -> None:
    client = Client()
    client.post("/sign-in/", {"number": floor.person(Role.OPERATIONS_MANAGER).number, "pin": floor.PIN})
    fields = {
        "book": "ACT96",
        "valid_from": "2026-11-28",
        "begins": "12:00",
        "ends": "4 o'clock",
        "source": "M 7",
    }
    fields |= pages.showed(client, "/pit/hours/")
    answer = client.post("/pit/hours/", fields)
    assert answer.status_code == 409
    assert refused_with(answer.content.decode()) == ("typed.time", "")
    assert 'value="12:00"' in answer.content.decode()
    assert 'aria-describedby="hours-ends_error"' in answer.content.decode()
    assert client.post("/pit/hours/", fields | {"ends": "04:00"}).status_code == 302
    page = client.get("/pit/hours/").content.decode()
    assert "M 7" in page
    assert "in force" in page


def test_the_page_of_a_table_leads_through_the_closing() -> None:
    with_a_player("ACT96")
    client = Client()
    client.post("/sign-in/", {"number": floor.casino_supervisor().number, "pin": floor.PIN})
    page = f"/pit/table/{CODE}/"
    assert "Inspector informed" in client.get(page).content.decode()
    answer = client.post(
        f"{page}act",
        {"step": "announce", "close_at": "23:59", "reason": "few players"} | pages.showed(client, page),
    )
    assert answer.status_code == 409
    assert "ACT96-19.2-S2" in answer.content.decode()
    assert "few players" in answer.content.decode()


@pytest.mark.clause("ACT03-15.2")
def test_the_time_that_a_refused_closing_is_told_is_one_that_is_taken() -> None:
    """At 20:00:17 the closing cannot be named for 20:00, which is past; 20:01 can."""
    with_a_player("ACT03")
    at = AT + timedelta(seconds=17)
    with refused_as("closing.notice_time", "ACT03-15.2") as caught:
        closing_notices.announce(CODE, close_at=AT, by=floor.casino_supervisor(), at=at)
    assert f"{clock(AT + minutes(1))} or later" in caught.value.remedy
    assert closing_notices.announce(CODE, close_at=AT + minutes(1), by=floor.casino_supervisor(), at=at)


def last_dealt(book: str) -> Table:
    """A table at which the last three rounds were announced, with no notice of a closing, and dealt."""
    with_a_player(book)
    assert tap(CODE, engine.AnnounceLastRounds(""), floor.casino_supervisor()).ok
    for _ in range(3):
        taps(CODE, engine.PlaceWager(1, "A", 1000), engine.CallBets(), *cards("Ts 9d 9c"))
        taps(CODE, engine.Decide(1, "stand"), *cards("Td"), engine.Collect())
    return Table.objects.get(code=CODE)


@pytest.mark.parametrize(
    ("book", "clause", "inspector"),
    [
        pytest.param("ACT03", "ACT03-5.6", False, marks=pytest.mark.clause("ACT03-5.6", "ACT03-15.2")),
        pytest.param(
            "ACT96", "ACT96-6.2(c)", True, marks=pytest.mark.clause("ACT96-6.2(c)", "ACT96-19.2-S2")
        ),
    ],
)
def test_after_the_last_rounds_tablet_and_pit_say_that_the_table_closes_now(
    book: str, clause: str, inspector: bool
) -> None:
    """Nobody put up a notice, and nobody informed an inspector: the line stays until the table closes."""
    table = last_dealt(book)
    live = service.current(CODE)
    due = engine.due(live.rules, live.state)
    assert due is not None
    assert due.text == "The last 3 rounds have been dealt: the table closes now, call a supervisor"
    assert due.clause == clause
    (line,) = alerts.keep_up([table], AT)
    assert (line.kind, line.clause, line.red) == ("closing", clause, True)
    assert ("inform an inspector first" in line.words) is inspector
    alerts.acknowledge(CODE, "closing", "last", by=floor.casino_supervisor(), at=AT)
    (line,) = alerts.keep_up([table], AT)
    assert line.seen_by == "S-07"
    floor.begin_closing(CODE, at=AT)
    assert alerts.keep_up([Table.objects.get(code=CODE)], AT) == []


@pytest.mark.clause("ACT96-19.1", "ACT03-15.1")
@BOOKS
def test_a_table_that_is_open_outside_the_hours_is_an_alert(book: str, clause: str) -> None:
    with_a_player(book)
    hours_decided(book)
    table = Table.objects.get(code=CODE)
    assert alerts.keep_up([table], NIGHT - minutes(1)) == []
    for after in (0, 1, 90, 7 * 60):
        now = NIGHT + minutes(after)
        assert ending([table], now) == [], "nothing is left to announce"
        (line,) = alerts.lines([table], now)
        assert (line.kind, line.clause) == ("closing", clause)
        assert line.words == f"open outside the hours: gaming ended at {clock(NIGHT)}"
    assert alerts.lines([table], NIGHT + minutes(8 * 60)) == []  # noon: gaming goes on
