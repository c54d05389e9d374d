"""Two versions of the software at one table: a worker of the version before goes on with fields that it does not know,
and stops, with nothing lost, at an event that it does not know."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from casino import ledger
from casino.ledger import Draft, Entry
from casino.ledger.models import Verification
from casino.ledger.verify import verify
from rounds import engine
from rounds.engine.values import name_of
from rounds.models import RulesEdition
from rounds.play import editions, service, snapshot
from rounds.play.editions import LaterVersion
from rounds.play.snapshot import RecordBroken, WorkerTooOld
from tables.models import Table
from tests import floor
from tests.floor import cards, tap, taps

pytestmark = pytest.mark.django_db

CODE = "BJ-07"


def by_later_version(change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """A worker of a later version deals the next card: its entry is as `change` makes it of today's."""
    live = service.current(CODE)
    (event,) = engine.decide(live.rules, live.state, *cards("Th"))
    body = change(json.loads(engine.encode_event(event)))
    draft = Draft(kind="card", body=body, folded=True, round_no=live.round_no, tap=event.tap, detail="a card")
    (entry,) = ledger.append(CODE, [draft], actor="D-114", role="dealer", at=timezone.now())
    Table.objects.filter(code=CODE).update(version=entry.seq, play_hash=entry.hash.hex())
    snapshot.forget()


@pytest.fixture
def begun() -> Client:
    """Box 3 has its first card; the dealer's tablet shows the table."""
    floor.open_table(CODE)
    taps(CODE, engine.PlaceWager(3, "A", 5000), engine.CallBets(), *cards("Ks"))
    client = Client()
    client.force_login(floor.casino_supervisor())
    return client


def with_a_field(body: dict[str, Any]) -> dict[str, Any]:
    return body | {"weighed": {"grams": 2}}


def of_another_kind(body: dict[str, Any]) -> dict[str, Any]:
    return {"type": "card_weighed", "tap": body["tap"]}


def test_a_field_of_a_later_version_is_passed_over_and_the_round_goes_on(begun: Client) -> None:
    by_later_version(with_a_field)
    assert service.current(CODE).state.dealer == ("Th",)
    assert tap(CODE, *cards("6c")).ok
    assert begun.get(f"/table/{CODE}/").status_code == 200
    assert begun.get(f"/audit/round/{CODE}/1/").status_code == 200


def test_an_event_of_a_later_version_stops_the_worker_and_not_the_table(begun: Client) -> None:
    by_later_version(of_another_kind)
    entries = Entry.objects.count()
    with pytest.raises(WorkerTooOld) as old:
        service.current(CODE)
    assert "card_weighed" in str(old.value)
    page = begun.get(f"/table/{CODE}/")
    assert (page.status_code, page["Retry-After"]) == (503, "1")
    command = engine.encode_command(cards("6c")[0]).decode()
    fields = {"key": "k1", "expected": str(Table.objects.get(code=CODE).version), "command": command}
    answer = begun.post(f"/table/{CODE}/play", fields)
    assert (answer.status_code, answer["Retry-After"]) == (503, "1")
    assert "too old" in answer.content.decode()
    # Nothing was recorded, and nobody is told that the record is wrong.
    assert Entry.objects.count() == entries
    assert not Verification.objects.exists()


def test_a_round_that_cannot_be_read_here_is_not_a_fault_of_a_database_that_is_ahead(begun: Client) -> None:
    by_later_version(of_another_kind)
    assert any("“card_weighed” is recorded by a later version" in fault.message for fault in verify().faults)
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('rounds', '9999_cards_weighed', now())"
        )
    assert not any("card_weighed" in fault.message for fault in verify().faults)


def test_what_no_version_recorded_is_a_broken_record(begun: Client) -> None:
    by_later_version(lambda body: body | {"card": 7})
    with pytest.raises(RecordBroken) as broken:
        service.current(CODE)
    assert not isinstance(broken.value, WorkerTooOld)


def test_code_of_a_later_version_in_an_edition_stops_the_worker(begun: Client) -> None:
    live = service.current(CODE)
    assert live.setup.edition is not None
    text = live.setup.edition.text.replace('"outcome":"perfect_pairs"', '"outcome":"perfect_pairs.of_later"')
    later = RulesEdition.objects.create(hash=name_of(text), text=text)
    editions.forget()
    with pytest.raises(LaterVersion):
        body = json.dumps(
            {"type": "round_opened", "round_no": 1, "setup": {"book": "VIC03", "edition": later.hash}}
        )
        editions.decoded(body)
