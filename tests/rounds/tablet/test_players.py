"""Who is at a table: the players with the notes about them, patron numbers, the dealer to come, who is responsible."""

from datetime import timedelta

import msgspec
import pytest
from django.test import Client
from django.utils import timezone

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff.models import Approval
from casino.staff.roles import Role
from rounds import engine
from rounds.pit.alerts.alerts import causes, idle_seats, long_at_table
from rounds.play import service
from tables.floor import dealers, people
from tables.models import Table
from tables.opening import closing
from tests import floor, pages
from tests.floor import AT, cards, tap, taps
from tests.refusing import code_and_clause, refused_as, refused_with
from tests.tables.games import setup_of

pytestmark = pytest.mark.django_db

CODE = "BJ-07"
SEAT = {"ACT96": "ACT96-20.8", "ACT03": "ACT03-16.8", "VIC03": "VIC03-17.8"}


def browser(role: str) -> Client:
    client = Client()
    client.post("/sign-in/", {"number": floor.person(role).number, "pin": floor.PIN})
    return client


def act(client: Client, **fields: str) -> tuple[int, str]:
    """A step from the page as it is now."""
    showed = pages.showed(client, f"/table/{CODE}/people")
    answer = client.post(f"/table/{CODE}/people/act", showed | fields)
    return answer.status_code, answer.content.decode()


def dealt(*players: tuple[int, str]) -> None:
    """A round with a wager of ten on each of these boxes, every hand on 19."""
    taps(CODE, *[engine.PlaceWager(box, player, 1000) for box, player in players], engine.CallBets())
    suit = "shdc"[Table.objects.get().round_no % 4]  # a shoe has eight cards of each
    first = [f"T{suit}"] * len(players) + [f"9{suit}"] + [f"9{suit}"] * len(players)
    taps(CODE, *cards(" ".join(first)), *[engine.Decide(box, "stand") for box, _ in players])
    taps(CODE, *cards(f"Q{suit}"), engine.Collect())


def idle() -> list[tuple[str, int, str]]:
    return [(player, rounds, clause) for _, player, _, rounds, clause in idle_seats(Table.objects.all())]


@pytest.mark.clause("ACT96-20.8", "ACT03-16.8", "VIC03-17.8")
@pytest.mark.parametrize("book", sorted(SEAT))
def test_an_idle_seat_at_a_full_table_is_shown_to_the_pit_which_may_ask_for_it(book: str) -> None:
    floor.open_table(CODE, **setup_of(book, "blackjack") | {"seats": 3})
    three = ((1, "A"), (2, "B"), (3, "C"))
    taps(CODE, *[engine.Seat(box, player) for box, player in three])
    dealt(*three)
    for number in range(3):
        assert idle() == [], number
        dealt((1, "A"), (2, "B"))
    assert idle() == [("C", 3, SEAT[book])]
    boss = browser(Role.CASINO_SUPERVISOR)
    assert "C on box 3: may be asked for the seat" in boss.get("/pit/now").content.decode()
    assert act(boss, step="vacate", player="C")[0] == 302
    entry = Entry.objects.filter(kind="seat", detail__contains="gives up").get()
    assert (entry.actor, entry.clause) == ("S-07", SEAT[book])
    assert idle() == []
    assert 3 not in dict(service.current(CODE).state.carry.callers)
    assert verify().ok


@pytest.mark.clause("VIC03-5.11", "VIC03-5.11.1")
def test_a_player_is_held_and_released_from_the_page_by_the_role_that_the_book_requires() -> None:
    floor.open_table()
    dealt((1, "A"))
    manager = browser(Role.OPERATIONS_MANAGER)
    status, page = act(manager, step="hold", player="A", how="both", reason="counts")
    assert (status, "VIC03-5.11.1" in page, list(pages.wrong(page))) == (409, True, ["notified"])
    beside = {"notified": ["notified"], "notified_at": ["notified"], "reason": ["reason"], "player": []}
    for less in ({"notified": "."}, {"notified_at": ""}, {"reason": ""}, {"player": "Z"}):
        fields = {"player": "A", "notified": "Director", "notified_at": "14:00", "reason": "counts"} | less
        status, page = act(manager, step="hold", how="both", **fields)
        assert (status, list(pages.wrong(page))) == (409, beside[next(iter(less))])
        assert (
            fields["player"] == "Z" or 'value="14:00"' in page or less == {"notified_at": ""}
        )  # typed, not lost
    # What is no time of day is refused beside its field, not cut to one.
    fields = {"notified": "Director", "notified_at": "14:007", "reason": "counts"}
    status, page = act(manager, step="hold", player="A", how="both", **fields)
    assert (status, list(pages.wrong(page))) == (409, ["notified_at"])
    assert 'value="14:007"' in page
    fields = {"notified": "Director", "notified_at": "14:00", "reason": "counts"}
    assert act(manager, step="hold", player="A", how="both", **fields)[0] == 302
    body = msgspec.json.decode(Entry.objects.get(kind="restricted").body)
    assert (body["notified"], body["reason"], body["role"]) == (
        "Director, 14:00",
        "counts",
        "operations_manager",
    )
    refused = tap(CODE, engine.PlaceWager(1, "A", 2000)).refusal
    assert code_and_clause(refused) == ("wager.restricted_to_minimum", "VIC03-5.11")
    taps(CODE, engine.PlaceWager(1, "A", 1000))
    assert "1 held" in manager.get("/pit/now").content.decode()
    assert "A restricted to the minimum on one box" in manager.get(f"/table/{CODE}/watch").content.decode()
    # A supervisor below asks for the release, and does not decide it.
    status, page = act(browser(Role.GAME_SUPERVISOR), step="release", player="A", how="both")
    assert (status, refused_with(page)) == (409, ("approval.higher_role", ""))
    assert Approval.objects.get().role_wanted == "operations_manager"
    assert act(manager, step="release", player="A", how="both")[0] == 302
    taps(CODE, engine.PlaceWager(1, "A", 1000))
    assert "restricted to the minimum" not in manager.get(f"/table/{CODE}/people").content.decode()


def test_long_texts_of_a_restriction_are_recorded_up_to_their_length() -> None:
    floor.open_table()
    dealt((1, "A"))
    fields = {"notified": "Director " * 20, "notified_at": "14:00", "reason": "counts, " * 20}
    manager = browser(Role.OPERATIONS_MANAGER)
    assert act(manager, step="hold", player="A", how="both", **fields)[0] == 302
    body = msgspec.json.decode(Entry.objects.get(kind="restricted").body)
    assert body["notified"] == fields["notified"][:100] + ", 14:00"
    assert body["reason"] == fields["reason"][:120]


@pytest.mark.clause("VIC03-17.2.2")
def test_an_excluded_player_is_shown_and_wagers_no_more() -> None:
    floor.open_table()
    dealt((1, "A"))
    taps(CODE, engine.PlaceWager(2, "B", 1000))
    values = (("player", "A"), ("reason", "abuse of the dealer"))
    assert tap(CODE, engine.Irregularity("exclude_player", values)).ok
    assert tap(CODE, engine.Approve(role=""), floor.casino_supervisor()).ok
    assert "excluded" in browser(Role.SURVEILLANCE).get(f"/table/{CODE}/people").content.decode()
    refused = tap(CODE, engine.PlaceWager(1, "A", 1000)).refusal
    assert code_and_clause(refused) == ("player.excluded", "VIC03-17.2.2")


def test_a_patron_number_is_kept_until_the_table_closes() -> None:
    floor.open_table()
    dealt((1, "A"), (2, "B"))
    boss = browser(Role.GAME_SUPERVISOR)
    assert act(boss, step="patron", player="A", number="40117")[0] == 302
    dealt((1, "A"))
    assert "patron 40117" in boss.get(f"/table/{CODE}/people").content.decode()
    status, page = act(boss, step="patron", player="B", number="40117")
    assert (status, refused_with(page)) == (409, ("people.patron_taken", ""))
    assert act(boss, step="patron", player="B", number="a guest's name")[0] == 409
    assert act(boss, step="patron", player="A", number="")[0] == 302
    kinds = Entry.objects.filter(kind__startswith="patron").order_by("seq").values_list("kind", flat=True)
    assert list(kinds) == ["patron_attached", "patron_detached"]
    people.set_patron_number(CODE, "B", "40118", by=floor.dealer(), at=AT)
    floor.begin_closing(CODE)
    floor.count_closing(CODE)
    closing.count_cards(CODE, 416, by=floor.dealer(), at=AT)
    assert (Table.objects.get().state, Table.objects.get().patrons) == ("closed", {})


def test_a_dealer_is_sent_and_deals_there_once_he_has_signed_in() -> None:
    floor.open_table()
    floor.open_table("BJ-08")
    floor.set_up("BJ-09")
    dealers.come_to_table(CODE, floor.dealer(), AT)
    second, boss = floor.person(Role.DEALER, "D-131"), floor.person(Role.GAME_SUPERVISOR)
    dealers.come_to_table("BJ-08", second, AT)
    people.send_dealer(CODE, "d-131", by=boss, at=AT)
    with refused_as("people.already_sent"):
        people.send_dealer("BJ-09", "D-131", by=boss, at=AT)
    with refused_as("people.already_deals"):
        people.send_dealer(CODE, "D-114", by=boss, at=AT)
    with refused_as("people.no_dealer"):
        people.send_dealer(CODE, "D-999", by=boss, at=AT)
    with refused_as("staff.role_too_low", "VIC03-1.2"):
        people.send_dealer(CODE, "D-131", by=floor.dealer(), at=AT)
    page = browser(Role.CASINO_SUPERVISOR).get(f"/table/{CODE}/").content.decode()
    assert "D-131 relieves" in page
    assert (Table.objects.get(code=CODE).dealer, Table.objects.get(code=CODE).relief) == ("D-114", "D-131")
    dealers.come_to_table(CODE, second, AT + timedelta(minutes=2))
    tables = {table.code: (table.dealer, table.relief) for table in Table.objects.all()}
    assert tables == {CODE: ("D-131", ""), "BJ-08": ("", ""), "BJ-09": ("", "")}


def test_a_table_shows_how_long_its_dealer_has_been_there_and_the_pit_is_told(settings: object) -> None:
    floor.open_table()
    settings.DEALER_MINUTES = 40  # type: ignore[attr-defined]
    now = timezone.now()
    dealers.come_to_table(CODE, floor.dealer(), now - timedelta(minutes=39))
    assert long_at_table() == timedelta(minutes=40)
    assert causes(Table.objects.all(), now) == []
    (row,) = causes(Table.objects.all(), now + timedelta(minutes=1))
    assert (row.kind, row.table.code, row.subject) == ("dealer", CODE, floor.dealer().number)
    boss = browser(Role.CASINO_SUPERVISOR)
    since = Table.objects.get().dealer_since
    assert since is not None
    for page in (f"/table/{CODE}/watch", "/pit/P1/"):
        assert f'data-since="{since.isoformat()}" data-most="40"' in boss.get(page).content.decode()


def test_a_supervisor_is_responsible_for_tables() -> None:
    floor.open_table()
    client = browser(Role.CASINO_SUPERVISOR)
    form = pages.showed(client, f"/pit/table/{CODE}/") | {"step": "supervise"}
    answer = client.post(f"/pit/table/{CODE}/act", form | {"supervisor": "D-114"})
    assert (answer.status_code, refused_with(answer.content.decode())) == (409, ("people.no_supervisor", ""))
    game = floor.person(Role.GAME_SUPERVISOR)
    assert client.post(f"/pit/table/{CODE}/act", form | {"supervisor": game.number}).status_code == 302
    tile = client.get("/pit/now").content.decode()
    assert f'data-supervisor="{game.number}"' in tile
    entry = Entry.objects.get(kind="supervisor_assigned")
    assert (entry.actor, entry.detail) == ("S-07", "G-21 is responsible for BJ-07")
    people.make_responsible(CODE, "", by=game, at=AT)
    assert Table.objects.get().supervisor == ""
