"""The rules for everybody who asks: what a table deals, every clause of its book; the note that a copy was given."""

import html

import pytest
from django.test import Client

from casino import clause_register
from casino.ledger import Entry
from casino.staff.roles import Role
from tables.models import Table
from tests import floor
from tests.tables.games import GAMES, setup_of

pytestmark = pytest.mark.django_db

CODE = "BJ-07"


def page(client: Client | None = None) -> str:
    answer = (client or Client()).get(f"/rules/{CODE}/")
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def in_one_line(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.clause("ACT96-20.12", "VIC03-17.12")
@pytest.mark.parametrize(("book", "game"), GAMES)
def test_anyone_may_read_the_whole_book_of_a_table(book: str, game: str) -> None:
    table = floor.set_up(CODE, **setup_of(book, game))
    text = page()
    assert table.game_title in text
    for clause in clause_register.clauses():
        if clause.book == book:
            assert f">{clause.number}</span> {clause.summary}" in text, clause.clause


@pytest.mark.clause("ACT96-20.12")
def test_of_1996_rules_1_to_24_are_there_and_since_when() -> None:
    floor.set_up(CODE, **setup_of("ACT96", "blackjack"))
    text = page()
    for rule in range(1, 25):
        assert f"<h3>{rule}</h3>" in text, rule
    assert "in force from 1996-01-23" in text


@pytest.mark.clause("VIC03-17.12")
def test_it_says_what_is_in_force_at_this_table() -> None:
    floor.set_up(CODE, elections={"limits": "player"}, readings={"blackjack_beats_21": "yes"})
    text = in_one_line(page())
    assert "<dt>Packs</dt><dd>8</dd>" in text
    assert "<dt>Limits</dt><dd>$10 – $500 a player</dd>" in text
    assert "Blackjack pays 3 to 2" in text
    assert '<th scope="row">Double on</th> <td>9, 10, 11</td>' in text
    assert "house interpretation; default: equal totals are void" in text
    assert "read as: each player on the box adds or not" in text


@pytest.mark.clause("NZ-21.5", "NZ-21.6")
def test_a_table_with_two_levels_shows_both() -> None:
    floor.set_up(CODE, **setup_of("NZ", "player_select"))
    text = in_one_line(page())
    assert "<h3>Wagers under $50</h3>" in text
    assert text.count('<th scope="row">Double on</th>') == 2


@pytest.mark.clause("UK-X01")
def test_the_copy_of_the_united_kingdom_house_carries_its_notice_on_safer_gambling() -> None:
    floor.set_up(CODE, **setup_of("UK", "blackjack"))
    text = page()
    for words in (
        "Know when to stop before you start",
        "www.gambleaware.co.uk",
        "GamCare, 0845 6000 133",
        "UK-X01",
    ):
        assert words in text


def test_other_books_have_no_such_notice_and_an_unknown_table_has_no_rules() -> None:
    floor.set_up(CODE)
    assert "Safer gambling" not in page()
    assert Client().get("/rules/BJ-99/").status_code == 404


@pytest.mark.clause("ACT96-20.12", "VIC03-17.12")
@pytest.mark.parametrize(("book", "clause"), [("ACT96", "ACT96-20.12"), ("VIC03", "VIC03-17.12")])
def test_that_a_copy_was_given_is_on_record(book: str, clause: str) -> None:
    floor.open_table(CODE, **setup_of(book, "blackjack"))
    client = Client()
    assert "asked for and given" not in page(client)
    client.post("/sign-in/", {"number": floor.person(Role.GAME_SUPERVISOR).number, "pin": floor.PIN})
    assert "asked for and given" in page(client)
    version = Table.objects.get(code=CODE).version
    answer = client.post(f"/rules/{CODE}/given")
    assert (answer.status_code, answer["Location"]) == (302, f"/rules/{CODE}/?given=1")
    entry = Entry.objects.filter(chain=CODE).latest("seq")
    assert (entry.kind, entry.clause, entry.actor) == ("rules_given", clause, "G-21")
    # No tap of the dealer's is stale by it.
    assert Table.objects.get(code=CODE).version == version


def test_the_tablet_and_the_pit_lead_there() -> None:
    floor.open_table(CODE)
    client = Client()
    client.post("/sign-in/", {"number": floor.casino_supervisor().number, "pin": floor.PIN})
    for address in (f"/table/{CODE}/", f"/table/{CODE}/watch", f"/pit/table/{CODE}/"):
        assert f'href="/rules/{CODE}/"' in client.get(address).content.decode(), address
