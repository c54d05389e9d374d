"""A round keeps its rules: what was recorded is replayed, shown, corrected and exported under the edition that it was
dealt under, whatever the books say later."""

import io
import json
from collections.abc import Iterator
from random import Random

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from casino.ledger import HOUSE, Entry
from casino.ledger.verify import verify
from casino.money import Odds
from rounds import engine
from rounds.engine.values import EditionError, edition_of
from rounds.models import Round, RulesEdition, Wager
from rounds.play import editions, service, snapshot
from rounds.play.snapshot import RecordBroken
from rounds.read_model.replay_check import wrong_rows
from tables.models import Table
from tests import floor
from tests.changed_books import book_with, no_books, other_books
from tests.floor import cards, tap, taps

pytestmark = pytest.mark.django_db

CODE = "BJ-07"


@pytest.fixture(autouse=True)
def _no_edition_kept() -> Iterator[None]:
    editions.forget()
    yield
    editions.forget()


def begun() -> None:
    """Box 3: A with 50; the dealer shows a six, A holds ten and five."""
    taps(CODE, engine.PlaceWager(3, "A", 5000), engine.CallBets(), *cards("Ks 6h 5c"))


def ended() -> None:
    """A stands on 15; the dealer has 6, T, 5: 21."""
    taps(CODE, engine.Decide(3, "stand"), *cards("Td 5d"), engine.Settle(), engine.Collect())


def test_a_round_names_its_edition_and_the_record_has_it_whole_and_once() -> None:
    floor.open_table(CODE)
    begun()
    ended()
    begun()
    table = Table.objects.get(code=CODE)
    edition = edition_of("VIC03", "blackjack", table.election_pairs, table.reading_pairs)
    opened = Entry.objects.filter(chain=CODE, kind="round_opened")
    assert {json.loads(entry.body)["setup"]["edition"] for entry in opened} == {str(edition)}
    (entry,) = Entry.objects.filter(chain=HOUSE, kind="rules_edition")
    ((kind, name, row),) = json.loads(entry.body)["rows"]
    assert (kind, name, row["text"]) == ("rules_edition", str(edition), edition.text)
    assert RulesEdition.objects.get().text == edition.text
    assert Round.objects.get(round_no=1).setup["edition"] == str(edition)


def test_two_tables_of_the_same_rules_share_an_edition() -> None:
    for code in (CODE, "BJ-08"):
        floor.open_table(code)
        taps(code, engine.PlaceWager(3, "A", 5000), engine.CallBets())
    floor.open_table("BJ-09", elections={"limits": "player"})
    taps("BJ-09", engine.PlaceWager(3, "A", 5000), engine.CallBets())
    assert RulesEdition.objects.count() == Entry.objects.filter(kind="rules_edition").count() == 2


def test_a_stored_round_is_read_without_any_book() -> None:
    floor.open_table(CODE)
    begun()
    ended()
    begun()
    before = service.history(CODE, 1), service.history(CODE, 2)
    snapshot.forget()
    editions.forget()
    with no_books():
        assert (service.history(CODE, 1), service.history(CODE, 2)) == before
        live = service.current(CODE)
        assert live.state == before[1][-1].state
        assert live.due.action == "decision"


@pytest.mark.parametrize("seed", range(6))
def test_other_values_change_no_stored_round(seed: int) -> None:
    floor.open_table(CODE)
    begun()
    ended()
    begun()
    text, states = exported(), [step.state for step in service.history(CODE, 1)]
    with other_books(Random(f"other {seed}")):
        snapshot.forget()
        editions.forget()
        assert [step.state for step in service.history(CODE, 1)] == states
        assert exported() == text
        assert list(wrong_rows()) == []
        assert verify().faults == []


def exported() -> str:
    output = io.StringIO()
    call_command("export_round", f"{CODE}/1", stdout=output)
    return output.getvalue()


def test_the_text_of_a_round_names_its_rules() -> None:
    floor.open_table(CODE)
    begun()
    ended()
    edition = RulesEdition.objects.get()
    assert exported().splitlines()[:2] == ["# Round 1", f"# rules {edition.hash}"]


# --- a round in hand


@pytest.mark.parametrize("seed", range(4))
def test_a_round_in_hand_goes_on_under_its_own_rules(seed: int) -> None:
    floor.open_table(CODE)
    begun()
    rules = service.current(CODE).rules
    with other_books(Random(f"in hand {seed}"), each=0.3):
        snapshot.forget()
        editions.forget()
        live = service.current(CODE)
        assert live.rules == rules
        assert live.due.action == "decision"
        answer = tap(CODE, engine.Decide(3, "stand"))
        assert answer.ok, answer
        for card in cards("Td 5d"):
            assert tap(CODE, card).ok
        assert tap(CODE, engine.Settle()).ok
    stored = Round.objects.get(round_no=1)
    assert stored.win == 5000
    assert verify().faults == []


def test_a_blackjack_is_paid_as_the_round_was_dealt(client: Client) -> None:
    """50 on box 3: an ace and a king against a six pay 75 at 3 to 2 (VIC03-8.5.1); the book now has 6 to 5, 60."""
    floor.open_table(CODE)
    client.force_login(floor.casino_supervisor())
    taps(CODE, engine.PlaceWager(3, "A", 5000), engine.CallBets(), *cards("Ks 6h"))
    with book_with("VIC03", "blackjack", blackjack_odds=Odds(6, 5)):
        snapshot.forget()
        page = client.get(f"/table/{CODE}/").content.decode()
        assert "3 to 2" in page
        assert "6 to 5" not in page
        taps(CODE, *cards("As"))
        assert tap(CODE, engine.Settle()).ok
        assert Wager.objects.get(bet="main").pays == 7500
        # The dealer draws to nobody; the next round is dealt under the book as it is now.
        assert tap(CODE, engine.Collect()).ok
        page = client.get(f"/table/{CODE}/").content.decode()
        assert "6 to 5" in page
        assert "3 to 2" not in page
        taps(CODE, engine.PlaceWager(3, "A", 5000), engine.CallBets(), *cards("Ks 6h As"))
        assert tap(CODE, engine.Settle()).ok
        assert [wager.pays for wager in Wager.objects.order_by("round")] == [7500, 6000]
        assert verify().faults == []
    assert RulesEdition.objects.count() == 2
    assert verify().faults == []


def test_a_record_is_corrected_under_the_rules_of_its_round() -> None:
    """The nine was an ace: with the king a Blackjack, which is paid 75 at the 3 to 2 of its round (VIC03-8.5.1)."""
    floor.open_table(CODE)
    taps(CODE, engine.PlaceWager(3, "A", 5000), engine.CallBets(), *cards("Ks 6h 9s"))
    with book_with("VIC03", "blackjack", blackjack_odds=Odds(6, 5)):
        snapshot.forget()
        answer = tap(CODE, engine.CorrectCard(3, "As"))
        assert answer.ok, answer
        state = service.current(CODE).state
        if state.irregular is not None:
            assert tap(CODE, engine.Approve(state.irregular.wants), floor.casino_supervisor()).ok
        while service.current(CODE).due.action == "settle":
            assert tap(CODE, engine.Settle()).ok
        assert Wager.objects.get(bet="main").pays == 7500
        assert verify().faults == []


# --- the rows and the record


def test_an_edition_that_is_gone_stops_the_table_and_is_named() -> None:
    floor.open_table(CODE)
    begun()
    with floor.behind_the_database():
        RulesEdition.objects.all().delete()
    snapshot.forget()
    editions.forget()
    with pytest.raises(RecordBroken):
        service.current(CODE)
    faults = [fault.message for fault in verify().faults]
    assert any("is recorded and not stored" in fault for fault in faults)
    assert any("round 1 cannot be replayed" in fault for fault in faults)


def test_an_edition_that_was_changed_is_not_dealt_under() -> None:
    floor.open_table(CODE)
    begun()
    row = RulesEdition.objects.get()
    with floor.behind_the_database():
        RulesEdition.objects.update(text=row.text.replace('{"stake":2,"win":3}', '{"stake":1,"win":9}'))
    snapshot.forget()
    editions.forget()
    with pytest.raises(EditionError):
        editions.edition(row.hash)
    with pytest.raises(RecordBroken):
        service.current(CODE)
    assert any("rules_edition" in fault.message for fault in verify().faults)


def test_an_edition_that_nobody_recorded_is_named() -> None:
    floor.open_table(CODE)
    RulesEdition.objects.create(hash=str(edition_of("UK")), text=edition_of("UK").text)
    assert [fault.message for fault in verify().faults] == [
        f"rules_edition {edition_of('UK')} is stored and has no entry"
    ]


def test_the_database_refuses_to_change_an_edition() -> None:
    floor.open_table(CODE)
    begun()
    for change in ("UPDATE rounds_rulesedition SET text = ''", "DELETE FROM rounds_rulesedition"):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(change)


def test_a_card_asks_for_no_edition() -> None:
    """It is loaded once by a process; what a tap folds has it already."""
    floor.open_table(CODE)
    begun()
    snapshot.forget()
    editions.forget()
    with CaptureQueriesContext(connection) as first:
        service.current(CODE)
    with CaptureQueriesContext(connection) as again:
        tap(CODE, engine.Decide(3, "hit"))
        tap(CODE, cards("2c")[0])
        service.current(CODE)
    asked = [
        [query["sql"] for query in queries if "rulesedition" in query["sql"]] for queries in (first, again)
    ]
    assert [len(each) for each in asked] == [1, 0]
