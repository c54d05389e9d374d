"""What a supervisor is asked for at the tablet: each book's own list, what is asked, what ends it."""

from typing import Any

import pytest
from django.test import Client

from casino.rulebooks import BOOKS, rules_for
from casino.staff.models import Approval
from rounds import engine
from rounds.engine.setup import Idle
from rounds.engine.values import Carry
from rounds.play import service
from rounds.tablet import permits
from tables.models import Table
from tests import floor
from tests.engine.story import deal
from tests.refusing import refused_with
from tests.signed_in import dealer_at
from tests.tables.games import setup_of

CODE = "BJ-07"


def offered(book: str) -> dict[str, Any]:
    story = deal(book)
    return permits.offered(story.rules, story.state)


@pytest.mark.clause("ACT96-5.10-S1", "NZ-5.8", "VIC03-5.11", "VIC03-5.12", "ACT03-4.7(a)")
@pytest.mark.parametrize(
    ("book", "forms", "warned"),
    [
        ("ACT96", ["both", "one_box", "minimum"], False),
        ("NZ", ["both", "one_box", "minimum"], False),
        ("VIC03", ["both", "minimum"], True),
        ("ACT03", ["minimum"], False),
        ("UK", ["both", "minimum"], False),
    ],
)
def test_a_player_is_held_to_what_the_book_knows(book: str, forms: list[str], warned: bool) -> None:
    offer = offered(book)
    assert [form for form, _ in offer.forms] == forms
    assert offer.told is warned


@pytest.mark.clause("NZ-8.10", "NZ-14.4-S2", "NZ-14.5", "NZ-8.1-S2", "ACT03-5.6", "ACT96-6.2(c)")
def test_what_only_some_books_know_is_offered_there_alone() -> None:
    offers = {book: offered(book) for book in BOOKS}
    assert [book for book, offer in offers.items() if offer.writing] == ["NZ"]
    assert [book for book, offer in offers.items() if offer.behind] == ["NZ"]
    assert offers["NZ"].extra == [1, 2, 3, 4, 5, 6]
    assert [book for book, offer in offers.items() if offer.burn] == ["VIC03", "NZ"]
    assert {book: offer.last_rounds for book, offer in offers.items() if offer.last_rounds} == {
        "ACT96": 3,
        "ACT03": 3,
    }


def test_one_player_a_box_leaves_one_to_choose() -> None:
    story = deal("ACT96", game="triple_play", boxes=6)
    assert permits.offered(story.rules, story.state).most == [1]


@pytest.mark.clause("NZ-14.4-S2", "NZ-14.5", "NZ-8.10", "NZ-5.8")
def test_what_is_allowed_and_who_is_held_is_listed_with_its_end() -> None:
    story = deal("NZ", minimum=10).several("A", extra=2, behind=True).limit(3, "B", 500).at_most(4, 1)
    story.restrict("C", one_box=True, minimum=False, role="casino_supervisor")
    story.do(engine.AllowWriting("D", "casino_supervisor"))
    rows = permits.now(story.rules, story.state)
    assert [(row.who, row.words) for row in rows] == [
        ("A", "2 more boxes, only behind others"),
        ("B", "to $500 on box 3"),
        ("C", "restricted to one box"),
        ("D", "may write"),
        ("box 4", "at most 1"),
    ]
    for row in rows:
        command = engine.decode_command(row.tap.command)
        by = engine.questions.required_role(story.rules, command)
        assert by is not None
        story.do(engine.decode_command(row.tap.command.replace('"dealer"', f'"{by[0]}"')))
    assert permits.now(story.rules, story.state) == []


@pytest.mark.clause("ACT96-20.8", "ACT03-16.8", "VIC03-17.8")
@pytest.mark.parametrize("book", ["ACT96", "ACT03", "VIC03"])
def test_a_seat_that_may_be_asked_back_is_offered(book: str) -> None:
    idle = (Idle("C", 3), Idle("B", 2), Idle("D", 4, full=False))
    story = deal(book, carry=Carry(callers=((1, "B"), (2, "C"), (3, "D")), idle=idle))
    (tap,) = permits.seats_back(story.rules, story.state)
    assert (tap.label, tap.small) == (
        "Ask C for the seat",
        "3 rounds without a wager, every other seat taken",
    )
    assert tap.clause == rules_for(book).vacate_after.clause
    assert not permits.seats_back(story.rules, story.bet(2, "C", 10).state)


# --- through the tablet


@pytest.fixture
def tablet(db: None) -> Client:
    """A signed-in tablet at a New Zealand table."""
    floor.open_table(CODE, **setup_of("NZ", "blackjack"))
    return dealer_at(CODE)


def send(client: Client, key: str, **fields: str) -> str:
    expected = str(Table.objects.get(code=CODE).version)
    answer = client.post(
        f"/table/{CODE}/play", {"key": key, "expected": expected} | fields, headers={"HX-Request": "true"}
    )
    return answer.content.decode()


def approved(client: Client) -> str:
    ask = Approval.objects.get(state=Approval.State.WAITING)
    fields = {"approval": str(ask.pk), "number": floor.casino_supervisor().number, "pin": floor.PIN}
    answer = client.post(f"/table/{CODE}/sign", fields | {"do": "approve"}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    return ask.text


def carry() -> Carry:
    return service.current(CODE).state.carry


@pytest.mark.clause("NZ-8.10")
def test_writing_is_allowed_and_ended(tablet: Client) -> None:
    send(tablet, "k1", do="writing", player="A")
    assert approved(tablet) == "player A may write"
    assert carry().writing == ("A",)
    assert "may write" in tablet.get(f"/table/{CODE}/").content.decode()
    send(tablet, "k2", do="writing", player="A", end="1")
    assert approved(tablet) == "player A may no longer write"
    assert carry().writing == ()


@pytest.mark.clause("NZ-14.4-S2", "NZ-14.5")
def test_boxes_by_number_and_only_behind_others(tablet: Client) -> None:
    send(tablet, "k1", do="several", player="A", extra="2", behind="1")
    assert approved(tablet) == "player A on 2 more boxes, only behind others"
    assert (carry().extra_boxes, carry().behind_others) == ((("A", 2),), ("A",))
    send(tablet, "k2", do="several", player="A", extra="2", behind="1", end="1")
    approved(tablet)
    assert carry().several_boxes == carry().behind_others == ()


@pytest.mark.clause("NZ-5.8")
@pytest.mark.parametrize(
    ("how", "one_box", "minimum"), [("both", True, True), ("one_box", True, False), ("minimum", False, True)]
)
def test_a_player_is_held_in_the_way_chosen(tablet: Client, how: str, one_box: bool, minimum: bool) -> None:
    send(tablet, "k1", do="restrict", player="A", how=how)
    approved(tablet)
    (held,) = carry().restricted
    assert (held.one_box, held.minimum) == (one_box, minimum)


def test_what_is_not_in_the_list_is_answered_in_words(tablet: Client) -> None:
    restricted = send(tablet, "k1", do="restrict", player="A", how="nothing")
    assert refused_with(restricted) == ("tap.no_restriction", "")
    burned = send(tablet, "k2", do="burn", player="A", burn="joker")
    assert refused_with(burned) == ("typed.card_burnt", "")


@pytest.mark.clause("NZ-8.1-S2")
def test_the_burn_card_is_shown(tablet: Client) -> None:
    send(tablet, "k1", do="burn", player="A")
    send(tablet, "k2", do="burn", player="B", burn="5C")
    assert carry().burn == "5c"


@pytest.mark.clause("ACT03-5.6", "ACT03-5.6-N1")
def test_the_last_rounds_are_announced_by_a_supervisor(db: None) -> None:
    floor.open_table(CODE, **setup_of("ACT03", "blackjack"))
    client = dealer_at(CODE)
    send(client, "k1", do="last_rounds")
    assert carry().rounds_left == -1
    assert approved(client) == "the last 3 rounds are announced"
    assert carry().rounds_left == 3
    assert "last 3 rounds" in client.get(f"/table/{CODE}/").content.decode()
