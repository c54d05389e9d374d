"""Rounds are found by what happened in them, from the record alone."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from casino.staff.roles import Role
from rounds import engine
from rounds.models import FactsProgress, RoundFacts
from rounds.play import service
from rounds.surveillance.facts import indexing
from rounds.surveillance.find.neighbours import Neighbours, neighbours_of
from rounds.surveillance.find.search import Cursor, FindSearch
from tests import floor

pytestmark = pytest.mark.django_db


TYPED = (
    ("split twice", [1]), ("split three times", []), ("soft double", []), ("doubled on 11", [1]),
    ("doubled after split", [1]), ("dealer six-card 21", [2]), ("dealer bust", [1]), ("dealer six-card 20", []),
    ("split twice or dealer six-card 21", [1, 2]), ("hand 8 3 10", [1]), ("hand 8 3d Th", [1]),
    ("hand 8 3d Ts", []), ("shoe 8 6 8 8", [1]), ("shoe 8 3 10", []), ("hand A 6", [2]), ("box 2", [2]),
    ("box 4", [1, 2]), ("split twice, box 2", []), ("split twice, box 4", [1]), ("player B", [2]),
    ("dealer bust, player B", [])  , ("hand A 6 2, player B", [2]), ("BJ-07", [1, 2]), ("D-114", [1, 2]),
    ("S-07", [1]), ("wager doubled after a win", [2]), ("over 250", []), ("over 249", [2]), ("over 99", [1, 2]),
    ("irregularity", []), ("28 Nov 2026", [1, 2]), ("clause VIC03-7.5.5", [1]),
)  # fmt: skip


def search(what: tuple[str, ...] = (), **given: str) -> FindSearch:
    return FindSearch.parse(given, what, timezone.now())


def answer(what: tuple[str, ...] = (), **given: str) -> list[int]:
    """The numbers of the rounds that are found, the oldest first."""
    asked = search(what, **given)
    assert asked.wrong == {}
    return sorted(facts.round_no for facts in asked.page(None)[0])


def settle(*dealer: str) -> None:
    """Deal the dealer these cards, and everything else as it is due, to the end of the round."""
    rest = list(dealer)
    for _ in range(40):
        due = service.current("BJ-07").due
        if due.action == "settle":
            floor.taps("BJ-07", engine.Settle())
        elif due.action == "card":
            floor.taps("BJ-07", *floor.cards(rest.pop(0)))
        elif due.action == "collect":
            floor.taps("BJ-07", engine.Collect())
            return
    pytest.fail(f"the round does not end: {service.current('BJ-07').due}")


@pytest.fixture
def rounds() -> None:
    """Round 1: box 4 (F) has 8 8 against a 6, splits, draws another 8 on the first, splits again, doubles the second
    (8 3) and gets a 10; the dealer breaks. Round 2: box 2 (B) draws a 2 to A 6 for 19; the dealer draws
    6, 2, 2, 3, 3 and 5 for 21 with six cards. B had won nothing before."""
    floor.open_table()
    floor.taps(
        "BJ-07", engine.PlaceWager(4, "F", 10000), engine.CallBets(), *floor.cards("8s 6d 8d"),
        engine.Decide(4, "split"), *floor.cards("8c"),
        engine.Decide(4, "split"), *floor.cards("Kh"),
        engine.Decide(4, "stand"), *floor.cards("3d"),
        engine.Decide(4, "double", hand=2), *floor.cards("Th 9c"),
        engine.Decide(4, "stand", hand=3),
    )  # fmt: skip
    settle("Qs", "Jd")
    floor.taps(
        "BJ-07", engine.PlaceWager(2, "B", 5000), engine.PlaceWager(4, "F", 25000), engine.CallBets(),
        *floor.cards("As Ts 6h 6c Tc"), engine.Decide(2, "hit"), *floor.cards("2h"),
        engine.Decide(2, "stand"), engine.Decide(4, "stand"),
    )  # fmt: skip
    settle("2d", "2s", "3c", "3s", "5d")
    assert not indexing.catch_up()


@pytest.mark.usefixtures("rounds")
def test_what_is_typed_finds_its_rounds() -> None:
    assert {q: answer(q=q) for q, _ in TYPED} == dict(TYPED)


@pytest.mark.usefixtures("rounds")
def test_what_is_tapped_and_the_fields_narrow_each_other() -> None:
    assert answer(("split:2", "dealer:6:21")) == [1, 2]
    assert answer(("split:2", "dealer:6:21"), box="2") == [2]
    assert answer(("split:2",), player="B") == []
    assert answer(dealer="d-114", amount="249") == [2]
    assert answer(when="2020-01-01") == []


@pytest.mark.usefixtures("rounds")
def test_a_wrong_field_says_so_and_keeps_the_list() -> None:
    asked = search(q="split twice, gibberish", when="at some time", box="x", dealer="nobody", amount="lots",
                   clause="VIC03-7.5.9", table="BJ-99")  # fmt: skip
    assert set(asked.wrong) == {"q", "when", "box", "dealer", "amount", "clause", "table"}
    assert [facts.round_no for facts in asked.page(None)[0]] == [1]
    assert asked.nearest
    assert all(clause.startswith("VIC03-7.5") for clause in asked.nearest)


@pytest.mark.usefixtures("rounds")
def test_facts_that_are_written_again_are_the_same() -> None:
    def facts() -> list[Any]:
        return list(RoundFacts.objects.order_by("round_no").values(*indexing.FIELDS))

    before = facts()
    indexing.start_anew()
    assert FactsProgress.objects.get(chain="BJ-07").seq == 0
    assert not indexing.catch_up()
    assert facts() == before


def test_facts_follow_the_record_while_a_round_goes_on() -> None:
    floor.open_table()
    floor.taps("BJ-07", engine.PlaceWager(3, "A", 5000), engine.CallBets(), *floor.cards("8s"))
    assert indexing.catch_up(0.0) > 0
    indexing.catch_up()
    assert answer(q="box 3") == [1]
    assert answer(q="hand 8 3") == []
    floor.taps("BJ-07", *floor.cards("6d 3h"))
    assert not indexing.catch_up()
    assert answer(q="hand 8 3") == [1]
    assert RoundFacts.objects.get().seconds is None


def test_a_refused_tap_and_one_that_was_taken_back() -> None:
    floor.open_table()
    floor.taps("BJ-07", engine.PlaceWager(3, "A", 5000), engine.CallBets(), *floor.cards("8s 6d 3h"))
    assert floor.tap("BJ-07", engine.Decide(3, "split")).refusal is not None
    floor.taps("BJ-07", engine.Decide(3, "hit"), engine.Undo())
    indexing.catch_up()
    assert answer(q="refused") == [1]
    assert answer(q="taken back") == [1]


# --- the page


def reader(role: str = Role.SURVEILLANCE) -> Client:
    client = Client()
    number = floor.person(role).number
    signed_in = client.post("/sign-in/", {"number": number, "pin": floor.PIN, "take_over": number})
    assert signed_in.status_code == 302
    return client


@pytest.mark.usefixtures("rounds")
def test_the_page_shows_each_round_with_its_felt_and_the_way_to_its_replay() -> None:
    page = reader().get("/find/", {"q": "split twice"})
    html = page.content.decode()
    assert page.status_code == 200
    assert 'href="/audit/round/BJ-07/1/"' in html
    assert "/audit/round/BJ-07/2/" not in html
    assert "+$" in html
    assert 'class="small-felt"' in html


@pytest.mark.parametrize("role", [Role.DEALER, Role.GAME_SUPERVISOR, Role.TOURNAMENT_DIRECTOR])
def test_who_does_not_read_the_record_does_not_search_it(role: str) -> None:
    assert reader(role).get("/find/").status_code == 403


@pytest.mark.parametrize(
    "query",
    [{"q": "\x00"}, {"q": "x" * 5000}, {"before": "nonsense"}, {"before": "2026-01-01T00:00:00+00:00~9" + "9" * 30},
     {"what": "nonsense"}, {"when": "999999999 days ago"}, {"box": "²"}, {"clause": "(" * 40},
     {"q": "hand " + "8 " * 50}, {"amount": "9" * 16}, {"table": "house"}],
)  # fmt: skip
def test_bad_input_is_a_page_and_no_error(query: dict[str, str]) -> None:
    assert reader().get("/find/", query).status_code == 200


@pytest.mark.usefixtures("rounds")
def test_pages_go_on_after_the_last_round_of_the_one_before() -> None:
    first = RoundFacts.objects.get(round_no=2)
    later = search()
    newest = later.page(None)[0]
    assert [facts.round_no for facts in newest] == [2, 1]
    assert later.count() == 2
    assert [facts.round_no for facts in later.page(Cursor(first.at, first.round_id))[0]] == [1]
    assert later.page(Cursor(first.at - timedelta(days=1), 1))[0] == []
    assert Cursor.parse(str(Cursor(first.at, 7))) == Cursor(first.at, 7)


@pytest.mark.usefixtures("rounds")
def test_the_replay_leads_to_the_rounds_beside_it() -> None:
    first = reader().get("/audit/round/BJ-07/1/").content.decode()
    assert 'data-round="on" href="/audit/round/BJ-07/2/"' in first
    assert 'data-round="back"' not in first
    assert 'data-round="wrong-on"' not in first
    RoundFacts.objects.filter(round_no=2).update(irregular=True)
    assert neighbours_of("BJ-07", 1) == Neighbours(None, 2, None, 2)
    assert neighbours_of("BJ-07", 2) == Neighbours(1, None, None, None)


@pytest.mark.usefixtures("rounds")
def test_a_moment_leads_to_the_round_that_was_in_hand() -> None:
    client = reader()
    answer = client.get("/find/at/BJ-07/", {"at": floor.AT.isoformat()})
    assert answer["Location"] == "/audit/round/BJ-07/2/"
    early = client.get("/find/at/BJ-07/", {"at": (floor.AT - timedelta(days=9)).isoformat()})
    assert early["Location"].startswith("/find/?table=BJ-07&when=2026-11-19")
    assert client.get("/find/at/BJ-07/", {"at": "nonsense"})["Location"] == "/find/?table=BJ-07"


@pytest.mark.usefixtures("rounds")
def test_the_last_rounds_of_a_table_are_a_tap_from_their_replay_for_everybody_who_reads_them() -> None:
    for page in ("/pit/table/BJ-07/", "/table/BJ-07/watch"):
        shown = reader().get(page).content.decode()
        assert 'href="/audit/round/BJ-07/2/"' in shown, page
        assert 'href="/audit/round/' not in reader(Role.GAME_SUPERVISOR).get(page).content.decode()
    # The panel of a tile, without leaving the floor.
    panel = {"Pit-Panel": "1"}
    assert 'href="/audit/round/BJ-07/2/"' in reader().get("/pit/table/BJ-07/", headers=panel).content.decode()
    of_pit = reader(Role.GAME_SUPERVISOR).get("/pit/table/BJ-07/", headers=panel).content.decode()
    assert "last-rounds" not in of_pit
