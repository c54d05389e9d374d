"""What the dealer says at the tablet of a card that waits, and a scan that is sent again."""

from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from casino.ledger import Entry
from casino.rulebooks import rules_for
from casino.words import Phrase
from casino.words.refusals import REFUSALS
from rounds import engine
from rounds.play import service
from rounds.play.readers import following
from rounds.tablet import live_parts, live_screen, reader, reader_panel
from tables.models import Report
from tables.readers import registration
from tests import floor
from tests.floor import taps
from tests.own_words import house_says
from tests.refusing import code_and_clause, refused_as, refused_with
from tests.rounds.play.readers.conftest import CODE, TIED, Shoe

pytestmark = pytest.mark.django_db


@pytest.fixture
def tablet() -> Client:
    """A supervisor at the tablet, who may act for the dealer."""
    client = Client()
    client.force_login(floor.casino_supervisor(), backend="casino.staff.backend.PinBackend")
    return client


def say(client: Client, do: str, key: str, **fields: Any) -> tuple[int, str]:
    answer = client.post(f"/table/{CODE}/reader", {"do": do, "key": key} | fields)
    return answer.status_code, answer.content.decode()


def test_the_waiting_card_is_dealt_as_the_readers_own(shoe: Shoe, tablet: Client) -> None:
    shoe.card("Ts", "9d", "7h", "8c", "9s", "5d")
    waiting = Report.objects.get(outcome="waits")
    status, page = say(tablet, "deal", "k1", report=waiting.pk)
    assert status == 422
    assert refused_with(page) == ("card.decision_first", "VIC03-7.5.1")
    assert Report.objects.get(pk=waiting.pk).outcome == "waits"
    taps(CODE, engine.Decide(1, "hit"))
    for _ in range(2):  # sent again because its answer was lost
        assert say(tablet, "deal", "k2", report=waiting.pk)[0] == 200
    waiting.refresh_from_db()
    assert (waiting.outcome, waiting.place) == ("dealt", "box 1 5♦")
    assert Entry.objects.get(key="k2").actor == shoe.reader.number
    assert service.current(CODE).state.drawn[-1] == "5d"
    # The reader hears the same of it, when it asks again.
    assert shoe.sends(6, "card", "5d").outcome == "dealt"


def test_why_it_waits_is_said_as_it_is_now(shoe: Shoe) -> None:
    def why() -> tuple[str, str]:
        panel = reader_panel.panel(service.current(CODE), floor.AT)
        assert panel is not None
        card = panel.card
        assert card is not None
        return card.code, card.clause

    shoe.card("Ts", "9d", "7h", "8c", "9s", "5d", "6d")  # both boxes have 18: box 1 decides
    assert why() == ("card.decision_first", "VIC03-7.5.1")
    taps(CODE, engine.Decide(1, "hit"))
    assert why() == ("", "")
    reader.deal(CODE, Report.objects.get(sequence=6).pk, by=floor.dealer(), key="d", at=floor.AT)
    # The next card is the first now, so no other card keeps it waiting; 10+8+5 = 23 is cleared: box 2 decides.
    assert Report.objects.get(sequence=7).message == Phrase.of(following.BEHIND).english
    taps(CODE, engine.Settle())
    assert why() == ("card.decision_first", "VIC03-7.5.1")


def test_a_refusal_keeps_its_code_and_values_so_that_a_house_says_it_in_its_own_words(
    shoe: Shoe, tablet: Client, tmp_path: Path
) -> None:
    answer = shoe.card("Ts", "9d", "7h", "8c", "9s", "5d")
    assert (answer.code, answer.clause) == ("card.decision_first", "VIC03-7.5.1")
    waiting = Report.objects.get(outcome="waits")
    assert code_and_clause(waiting.refusal) == (answer.code, answer.clause)
    english = REFUSALS[answer.code].what
    assert waiting.why == [answer.code, {"where": [1, 0]}]
    with house_says(tmp_path, {english: "Zuerst entscheidet {where:place}", "box {box}": "Feld {box}"}):
        assert reader_panel.why_waiting(waiting) == "Zuerst entscheidet Feld 1"
        _, page = say(tablet, "deal", "k1", report=waiting.pk)
        assert "Zuerst entscheidet Feld 1" in page


def test_only_the_first_that_waits_is_spoken_of(shoe: Shoe, tablet: Client) -> None:
    shoe.card("Ts", "9d", "7h", "8c", "9s", "5d", "6d")
    second = Report.objects.get(sequence=7)
    status, page = say(tablet, "aside:burned", "k1", report=second.pk)
    assert status == 422
    assert refused_with(page) == ("reader.not_first", "")


def test_the_waiting_card_is_set_aside_for_a_known_reason_and_no_other(shoe: Shoe, tablet: Client) -> None:
    shoe.card("Ts", "9d", "7h", "8c", "9s", "5d")
    waiting = Report.objects.get(outcome="waits")
    with refused_as("reader.reason_missing"):
        reader.set_aside(CODE, waiting.pk, "because", by=floor.dealer(), key="k", at=floor.AT)
    for _ in range(2):
        assert say(tablet, "aside:burned", "k1", report=waiting.pk)[0] == 200
    assert Entry.objects.filter(kind="card_set_aside").count() == 1
    assert Report.objects.get(pk=waiting.pk).message == "burned, says S-07"
    answer = shoe.sends(6, "card", "5d")
    assert (answer.outcome, answer.duplicate) == ("aside", True)


def test_where_the_book_burns_no_card_no_burn_is_shown() -> None:
    assert reader_panel.reasons(rules_for("VIC03", "blackjack")) == reader_panel.REASONS
    for rules in (rules_for("UK", "blackjack"), rules_for("NZ", "blackjack", (("auto_shuffler", "yes"),))):
        assert reader_panel.reasons(rules) == ("recorded already", "not from this shoe")


@pytest.mark.clause("VIC03-9.3(a)")
def test_a_card_in_excess_to_a_complete_dealers_hand_is_that_irregularity(shoe: Shoe, tablet: Client) -> None:
    shoe.card("Ts", "9d", "7h", "8c", "9s")
    taps(CODE, engine.Decide(1, "stand"), engine.Decide(2, "stand"))
    shoe.card("Td")  # 17: the dealer stands
    answer = shoe.card("4c")
    assert answer.outcome == "waits"
    waiting = Report.objects.get(outcome="waits")
    assert say(tablet, "excess", "k1", report=waiting.pk)[0] == 200
    assert Report.objects.get(pk=waiting.pk).outcome == "excess"
    entry = Entry.objects.filter(chain=CODE, kind="irregularity").latest("seq")
    assert entry.clause == "VIC03-9.3(a)"
    assert service.current(CODE).state.dealer == ("7h", "Td")


def test_a_tap_that_says_nothing_known_is_refused(shoe: Shoe, tablet: Client) -> None:
    assert say(tablet, "dance", "k1")[0] == 422
    assert say(tablet, "deal", "")[0] == 422
    assert say(tablet, "deal", "k2", report="9" * 30)[0] == 422
    assert say(tablet, "scan", "k3", card="Ts")[0] == 422  # a shoe is assigned, no scanner


def test_a_scan_sent_again_is_one_card() -> None:
    floor.open_table(CODE)
    from tables.floor import dealers
    from tables.opening import checklist

    dealers.come_to_table(CODE, floor.dealer(), floor.AT)
    checklist.confirm(CODE, "sign", by=floor.dealer(), at=floor.AT)
    registration.issue(CODE, "scanner", "", by=floor.casino_supervisor(), at=TIED)
    taps(CODE, engine.PlaceWager(1, "A", 5000), engine.CallBets())
    client = Client()
    client.force_login(floor.casino_supervisor(), backend="casino.staff.backend.PinBackend")
    for key, card in (("s1", "10s"), ("s1", "10s"), ("s2", "9D")):
        assert say(client, "scan", key, card=card)[0] == 200
    assert service.current(CODE).state.drawn == ("Ts", "9d")
    status, page = say(client, "scan", "s3", card="rubbish")
    assert status == 200
    assert "Scanned: rubbish" in page
    assert Report.objects.filter(outcome="waits", what="unread").count() == 1


def test_the_screen_changes_with_the_reader_alone(shoe: Shoe) -> None:
    """A screen that polls sees what a report changes, though it deals nothing."""
    shoe.card("Ts", "9d", "7h", "8c", "9s")
    before = service.current(CODE)
    first = live_screen.digest(before)
    shoe.card("5d")
    after = service.current(CODE)
    assert after.version == before.version
    assert live_screen.digest(after) != first
    assert f'data-digest="{live_screen.digest(after)}"' in live_parts.render_felt(after)
