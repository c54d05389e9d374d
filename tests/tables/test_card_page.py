"""The page of a table's cards, and the taps for them at the tablet: entered, scanned, read by the shoe."""

from typing import Any

import pytest
from django.test import Client

from casino.cards import PACK
from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff.roles import Role
from rounds.play.readers import reporting
from rounds.play.readers.protocol import SentReport
from tables import held_back
from tables.models import Table
from tables.opening import packs, reader_cards
from tables.readers import registration
from tests import floor
from tests.floor import AT, PIN
from tests.pages import wrong
from tests.refusing import refused_with
from tests.tables.games import setup_of

pytestmark = pytest.mark.django_db

CODE = "BJ-07"
SECOND = {"number": "G-21", "pin": PIN}


def sign_in(client: Client, role: str) -> Client:
    number = floor.person(role).number
    answer = client.post("/sign-in/", {"number": number, "pin": PIN, "take_over": number})
    assert answer.status_code == 302
    return client


def tablet(book: str, **setup: Any) -> Client:
    """The tablet of a closed table, with its dealer."""
    floor.set_up(CODE, **setup_of(book, "blackjack", decks=6, **setup))
    floor.casino_supervisor()
    floor.person(Role.GAME_SUPERVISOR)
    client = Client()
    client.post("/tablet/enrol/", {"table_code": CODE, "number": "S-07", "pin": PIN})
    return sign_in(client, Role.DEALER)


def grid(**changed: int) -> dict[str, str]:
    """The grid of six packs; ``h7=5``: that many sevens of hearts."""
    cells = {f"n0-{card}": str(changed.get(card[1] + card[0], 6)) for card in PACK}
    return cells | {"step": "check", "backs": "yes", "cutting_asked": "yes", "cutting": "yes"}


def send(client: Client, fields: dict[str, str]) -> Any:
    return client.post(f"/cards/{CODE}/act", fields)


def page(client: Client) -> str:
    answer = client.get(f"/cards/{CODE}/")
    assert answer.status_code == 200
    return str(answer.content.decode())


def checks() -> dict[str, Any]:
    return dict(Table.objects.get(code=CODE).checks)


@pytest.mark.clause("ACT03-2.2-B01")
def test_cards_that_are_entered_are_judged_and_a_wrong_pack_is_shown_on_the_page() -> None:
    client = tablet("ACT03")
    assert 'name="n0-7h" value="6"' in page(client)
    for _ in range(2):  # sent again, its answer was lost
        assert send(client, grid(h7=5) | {"key": "k1"})["Location"] == f"/cards/{CODE}/"
    assert Entry.objects.filter(kind="cards_checked").count() == 1
    shown = page(client)
    assert "The table cannot open: the cards are not right" in shown
    assert "1 missing: 7♥" in shown
    assert "ACT03-2.1" in shown
    # What was done since is asked for, and nothing typed is lost.
    refused = send(client, grid(c9=7) | {"key": "k2"})
    assert refused.status_code == 409
    assert 'name="n0-9c" value="7"' in refused.content.decode()
    assert wrong(refused.content.decode()) == {"since": ("cards.already_checked", "ACT03-2.2-B01")}
    assert send(client, grid() | {"key": "k3", "since": "replaced"})["Location"] == f"/table/{CODE}/"
    assert packs.CARDS in checks()
    assert verify().ok


@pytest.mark.clause("NZ-6.1")
def test_the_supervisor_signs_the_second_check_at_the_tablet_and_sees_nothing_of_the_first() -> None:
    client = tablet("NZ")
    assert send(client, grid(h7=5) | {"key": "k1"}).status_code == 302
    for shown in (page(client), page(sign_in(Client(), Role.GAME_SUPERVISOR))):
        assert "missing:" not in shown
        assert 'name="n0-7h" value="6"' in shown
        assert "is shown only when every check is given" in shown
    wrong_pin = send(client, grid(sA=7) | {"key": "k2", "number": "G-21", "pin": "9999"})
    assert wrong_pin.status_code == 409
    assert 'name="n0-As" value="7"' in wrong_pin.content.decode()
    assert PIN not in wrong_pin.content.decode()
    assert wrong(wrong_pin.content.decode()) == {"pin": ("sign_in.wrong", "")}
    # The dealer himself does not give both.
    assert refused_with(send(client, grid() | {"key": "k3"}).content.decode()) == (
        "cards.check_given",
        "NZ-6.1",
    )
    assert send(client, grid() | {"key": "k4"} | SECOND).status_code == 302
    assert "The dealer found 1 missing: 7♥" in page(client)
    pit = sign_in(Client(), Role.GAME_SUPERVISOR).get("/pit/").content.decode()
    assert "the dealer found 1 missing: 7♥" in pit
    assert f"/cards/{CODE}/" in pit


@pytest.mark.clause("NZ-6.1", "ACT96-3.2")
def test_one_tap_at_the_tablet_says_that_all_are_there() -> None:
    client = tablet("NZ")
    for _ in range(2):
        assert client.post(f"/table/{CODE}/opening", {"item": "cards"}).status_code == 200
    assert [check["by"] for check in checks()[held_back.GIVEN]] == ["D-114"]
    felt = client.get(f"/table/{CODE}/").content.decode()
    assert "Sort and inspect the cards (game supervisor): 6 packs, 312 cards" in felt
    assert send(client, grid() | {"key": "k1"} | SECOND).status_code == 302
    assert checks()[packs.CARDS]["by"] == "D-114, G-21"


@pytest.mark.clause("ACT96-3.2")
def test_cards_that_are_typed_or_scanned_are_counted() -> None:
    client = tablet("ACT96")
    listed = "\n".join(card for card in PACK for _ in range(6))
    refused = send(client, grid() | {"key": "k1", "list0": listed.replace("7h", "7x", 1)})
    assert refused.status_code == 409
    assert refused_with(refused.content.decode()) == ("cards.word", "")
    # The list is what counts, whatever is in the grid; a ten may be typed as 10.
    short = listed.replace("Kc", "joker", 1).replace("Ts", "10s")
    assert send(client, grid() | {"key": "k2", "list0": short}).status_code == 302
    assert [line["words"] for line in checks()[packs.WRONG]["lines"]] == [
        "1 missing: K♣",
        "1 joker is among the cards",
    ]
    assert send(client, grid() | {"key": "k3", "list0": listed, "since": "put_right"}).status_code == 302
    assert packs.CARDS in checks()


@pytest.mark.clause("ACT96-3.1")
def test_the_cutting_card_and_the_backs_are_asked_for_with_the_cards() -> None:
    client = tablet("ACT96")
    without = {name: value for name, value in grid().items() if name != "cutting"}
    assert refused_with(send(client, without | {"key": "k1"}).content.decode()) == (
        "cards.no_cutting_card",
        "ACT96-3.1",
    )
    differ = {name: value for name, value in grid().items() if name != "backs"}
    assert send(client, differ | {"key": "k2"}).status_code == 302
    (line,) = checks()[packs.WRONG]["lines"]
    assert (line["clause"], line["words"]) == ("ACT96-3.1", "the backs differ in colour or design")


@pytest.mark.clause("ACT96-3.2", "VIC03-3.2.5")
@pytest.mark.parametrize(("book", "number_alone"), [("ACT96", False), ("VIC03", True)])
def test_the_cards_of_a_table_that_closes(book: str, number_alone: bool) -> None:
    client = tablet(book)
    floor.complete_opening_list(Table.objects.get(code=CODE))
    floor.opening.open_table(CODE, by=floor.casino_supervisor(), at=AT)
    assert "There is nothing to do with the cards" in page(client)
    assert refused_with(send(client, grid() | {"key": "k0"}).content.decode()) == (
        "opening.wrong_moment",
        "",
    )
    floor.begin_closing(CODE)
    assert ('name="counted"' in page(client)) is number_alone
    assert send(client, grid(h7=5) | {"step": "count", "key": "k1"}).status_code == 302
    shown = page(client)
    assert "Closing is on hold: the cards are not right" in shown
    assert "1 missing: 7♥" in shown
    if number_alone:
        assert send(client, {"step": "count", "counted": "312", "key": "k2"}).status_code == 302
    else:
        assert client.post(f"/table/{CODE}/opening", {"item": "right"}).status_code == 200
    assert "counted" in checks()


def test_the_shoe_of_the_table_reads_the_cards_of_a_check() -> None:
    client = tablet("ACT03")
    assert send(client, {"step": "read"}).status_code == 409
    reader, _ = registration.issue(CODE, "shoe", "serial 7", by=floor.casino_supervisor(), at=AT)

    def reports(*cards: str, what: str = "card") -> None:
        for card in cards:
            reader.refresh_from_db()
            answer = reporting.report(reader.pk, SentReport(reader.expected, what, card), at=AT)
            assert answer.outcome in ("noted", "waits")

    reports("As", "Ks")  # before anybody began
    assert send(client, {"step": "read"}).status_code == 302
    reports("7h", "7h", "Td")
    reports("", what="unread")
    read = reader_cards.read(Table.objects.get(code=CODE))
    assert read is not None
    assert (read.cards, read.unread) == (("7h", "7h", "Td"), 1)
    assert "has read <b>3</b> cards" in page(client)
    taken = client.get(f"/cards/{CODE}/?take=read").content.decode()
    assert "\n7h 7h Td</textarea>" in taken
    # What it has read for one check is not there for the next.
    send(client, grid() | {"key": "k1", "list0": "7h 7h Td"})
    assert reader_cards.read(Table.objects.get(code=CODE)) is None


def test_what_cannot_be_read_is_said_beside_its_field() -> None:
    client = tablet("ACT03")
    for field, typed, code in (
        ("n0-7h", "six", "typed.number"),
        ("jokers", "-1", "typed.number"),
        ("list0", "7h 8x", "cards.word"),
    ):
        shown = send(client, grid() | {"key": "k1", field: typed}).content.decode()
        assert refused_with(shown) == (code, "")
        assert wrong(shown) == {field: (code, "")}
        assert typed in shown
    # Where the cards are listed the grid is not read.
    listed = grid() | {"key": "k2", "n0-7h": "six", "list0": "7h"}
    assert send(client, listed).status_code == 302


@pytest.mark.clause("VIC03-3.2.5", "VIC03-6.1")
def test_the_tablet_is_told_which_field_of_the_opening_or_the_count_is_wrong() -> None:
    client = tablet("VIC03")

    def refused(field: str, code: str, **fields: str) -> None:
        answer = client.post(f"/table/{CODE}/opening", fields)
        assert (answer.status_code, answer.get("Table-Field", "")) == (422, field)
        assert refused_with(answer.content.decode())[0] == code
        assert fields.get("pin", PIN) not in answer.content.decode()

    floor.complete_opening_list(Table.objects.get(code=CODE))
    refused("pin", "sign_in.wrong", item="open", number="S-07", pin="860 42")
    refused("pin", "sign_in.wrong", item="open")
    assert client.post(f"/table/{CODE}/opening", {"item": "open", **SECOND}).status_code == 200
    refused("", "opening.already_open", item="open", **SECOND)
    floor.begin_closing(CODE)
    for typed in ("", "three", "-3", "41600"):
        refused("counted", "typed.count", item="count", counted=typed)
    assert client.post(f"/table/{CODE}/opening", {"item": "count", "counted": " 312 "}).status_code == 200
    assert "counted" in checks()
