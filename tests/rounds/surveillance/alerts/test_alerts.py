"""Alerts that a reviewer sets: what raises them, once; who sees them; what the record has of them."""

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction

from casino import ledger
from casino.ledger import DESK, Entry
from casino.staff.models import Staff
from casino.staff.roles import Role
from rounds import engine, push
from rounds.models import AlertRule, DeskAlert, PlayedRound, Round, SavedSearch
from rounds.play import service
from rounds.surveillance.alerts import rules
from rounds.surveillance.alerts.matching import raise_alerts
from rounds.surveillance.alerts.wording import alert_words, rule_words
from rounds.surveillance.record import digest, worded, write
from tables.floor import people
from tests import floor
from tests.refusing import refused_as
from tests.rounds.surveillance.find.test_find import reader

pytestmark = pytest.mark.django_db


def reviewer() -> Staff:
    return floor.person(Role.SURVEILLANCE)


def rule(kind: str, **facts: Any) -> AlertRule:
    return rules.set_rule(rules.WatchFor(kind, **facts), by=reviewer(), at=floor.AT)


def raised_words() -> list[str]:
    """The words of the alerts that the newest entries of each kind of the table raise."""
    return [alert_words(alert) for alert in raise_alerts(Entry.objects.filter(chain="BJ-07").order_by("seq"))]


def to_the_end() -> None:
    for _ in range(30):
        due = service.current("BJ-07").due
        if due.action == "collect":
            floor.taps("BJ-07", engine.Collect())
            return
        floor.taps("BJ-07", *(floor.cards("Td") if due.action == "card" else [engine.Settle()]))


def won(stake: int = 10_000) -> None:
    """F wins his stake: 20 against a dealer who has 6 and two tens."""
    floor.taps(
        "BJ-07", engine.PlaceWager(4, "F", stake), engine.CallBets(), *floor.cards("Ts 6d Kh"),
        engine.Decide(4, "stand"),
    )  # fmt: skip
    to_the_end()


def test_a_wager_over_an_amount_is_raised_once() -> None:
    floor.open_table()
    rule("wager", amount=9_999)
    floor.taps(
        "BJ-07", engine.PlaceWager(4, "F", 10_000), engine.PlaceWager(5, "G", 5_000), engine.CallBets()
    )
    assert raised_words() == ["F at BJ-07, box 4: $100"]
    assert raised_words() == []


def test_the_record_says_of_no_alert_what_it_is_about() -> None:
    """A table, a round, a box and a mark are soon guessed: the record has neither them nor their SHA-256."""
    floor.open_table()
    set_ = rule("wager", amount=9_999)
    floor.taps("BJ-07", engine.PlaceWager(4, "F", 10_000), engine.CallBets())
    (alert,) = raise_alerts(Entry.objects.filter(chain="BJ-07").order_by("seq"))
    about = "BJ-07 1 4 F main"
    body = Entry.objects.get(kind="desk_alert_raised").body
    for guessed in (about, digest(about), digest(rules.salted(set_, "BJ-07 1 4 F pairs"))):
        assert guessed not in body
    assert digest(alert.subject) in body
    assert alert.subject == rules.salted(set_, about)
    call_command("verify_ledger")


def test_an_alert_of_an_earlier_version_is_not_raised_again() -> None:
    floor.open_table()
    set_ = rule("wager", amount=9_999)
    floor.taps("BJ-07", engine.PlaceWager(4, "F", 10_000), engine.CallBets())
    # As rows were written before their subject was salted; they go on to verify.
    with transaction.atomic():
        ledger.lock(DESK)
        before = DeskAlert.objects.create(
            rule=set_,
            subject="BJ-07 1 4 F main",
            table="BJ-07",
            round_no=1,
            facts=worded(player="F"),
            raised_at=floor.AT,
        )
        write("desk_alert_raised", before, by=None, at=floor.AT)
    assert raised_words() == []
    call_command("verify_ledger")


@pytest.mark.django_db(transaction=True)
def test_screens_do_not_wait_while_alerts_are_looked_for() -> None:
    """While somebody else keeps the desk's chain locked, an alert waits for it; the next push does not."""
    floor.open_table()
    rule("wager", amount=9_999)
    held = threading.Event()
    done = threading.Event()

    def keep_locked() -> None:
        with transaction.atomic():
            ledger.lock(DESK)
            held.set()
            done.wait(20)
        connection.close()

    keeper = threading.Thread(target=keep_locked)
    keeper.start()
    assert held.wait(20)
    try:
        floor.taps("BJ-07", engine.PlaceWager(4, "F", 10_000), engine.CallBets())
        push._drawer.settle()
        assert not DeskAlert.objects.exists()
    finally:
        done.set()
        keeper.join()
    push.settle()
    assert DeskAlert.objects.get().round_no == 1


def test_a_player_who_is_ahead_by_more_than_an_amount() -> None:
    """Won 100, then 100: over 150 after the second round."""
    floor.open_table()
    rule("win", amount=15_000)
    won()
    assert raised_words() == []
    won()
    assert raised_words() == ["F at BJ-07: up $200 in 2 rounds"]
    assert raised_words() == []
    assert DeskAlert.objects.get().round_no == 2


def test_irregularities_within_an_hour() -> None:
    floor.open_table()
    rule("irregularities", times=2, span=60)
    entries = [
        Entry(chain="BJ-07", seq=10_000 + number, kind="irregularity", round_no=number, at=floor.AT)
        for number in (1, 2)
    ]
    with floor.behind_the_database():
        for entry, at in zip(entries, (floor.AT, floor.AT + timedelta(minutes=59)), strict=True):
            entry.at, entry.body, entry.digest, entry.hash = at, "{}", bytes(32), bytes(32)
        Entry.objects.bulk_create(entries)
    assert [alert_words(alert) for alert in raise_alerts(entries)] == ["BJ-07: 2 in 60 minutes, rounds 1, 2"]
    assert raise_alerts(entries) == []


def test_a_watched_player_sits_down() -> None:
    floor.open_table()
    rule("watched", player="P-1180")
    floor.taps("BJ-07", engine.PlaceWager(4, "F", 10_000), engine.CallBets())
    assert raised_words() == []
    people.set_patron_number("BJ-07", "F", "P-1180", by=floor.dealer(), at=floor.AT)
    assert raised_words() == ["P-1180 at BJ-07"]


def test_a_dealer_and_a_patron_who_meet_often() -> None:
    """Two days before, and today: three of nine."""
    table = floor.open_table()
    rule("meets", times=3, span=9)
    for back in (1, 2):
        at = floor.AT - timedelta(days=back)
        row = Round.objects.create(
            table=table, round_no=-back, setup={}, phase="collected", opened_at=at, first_seq=1
        )
        PlayedRound.objects.create(
            round=row, table="BJ-07", round_no=-back, at=at, player="F", patron="P-0962", dealer="D-114", laid=1000,
            net=0, theo=0, variance=0.0,
        )  # fmt: skip
    type(table).objects.filter(code="BJ-07").update(dealer="D-114")
    floor.taps("BJ-07", engine.PlaceWager(4, "F", 10_000))
    people.set_patron_number("BJ-07", "F", "P-0962", by=floor.dealer(), at=floor.AT)
    floor.taps("BJ-07", engine.CallBets(), *floor.cards("Ts 6d Kh"), engine.Decide(4, "stand"))
    to_the_end()
    assert raised_words() == ["D-114 with P-0962 at BJ-07: on 3 of 9 days"]


def test_the_record_has_an_alert_by_its_digest_and_no_word_of_it() -> None:
    floor.open_table()
    watched = rule("watched", player="P-1180")
    people.set_patron_number("BJ-07", "F", "P-1180", by=floor.dealer(), at=floor.AT)
    assert len(raise_alerts(Entry.objects.filter(chain="BJ-07"))) == 1
    rules.acknowledge(DeskAlert.objects.get().pk, by=reviewer(), at=floor.AT)
    rules.end_rule(watched.pk, by=reviewer(), at=floor.AT)
    of_desk = Entry.objects.filter(chain="desk", kind__startswith="desk_alert").order_by("seq")
    assert [entry.kind for entry in of_desk] == [
        "desk_alert_set", "desk_alert_raised", "desk_alert_seen", "desk_alert_ended",
    ]  # fmt: skip
    assert not [entry for entry in of_desk if "P-1180" in entry.body + entry.detail]
    call_command("verify_ledger")


@pytest.mark.parametrize(
    ("kind", "facts", "code"),
    [
        ("none", {}, "desk_alert.kind"), ("win", {}, "desk_alert.amount"),
        ("irregularities", {"times": 1, "span": 60}, "desk_alert.times"),
        ("meets", {"times": 3, "span": 99}, "desk_alert.times"), ("watched", {"player": "a b"}, "desk_alert.player"),
        ("wager", {"amount": 1, "table": "BJ-99"}, "table.unknown"),
        ("wager", {"amount": 1, "dealer": "nobody"}, "desk_alert.dealer"),
    ],
)  # fmt: skip
def test_what_cannot_be_waited_for(kind: str, facts: dict[str, Any], code: str) -> None:
    with refused_as(code):
        rule(kind, **facts)


def test_the_page_sets_shows_and_acknowledges() -> None:
    floor.open_table()
    client = reader()
    set_ = client.post("/alerts/set", {"kind": "wager", "amount": "99.99", "table": "bj-07", "key": "k1"})
    assert set_.status_code == 302
    client.post("/alerts/set", {"kind": "wager", "amount": "99.99", "table": "bj-07", "key": "k1"})
    assert [rule_words(row) for row in rules.running()] == ["A wager over $99.99, at BJ-07"]
    assert client.post("/alerts/set", {"kind": "wager", "amount": "lots"}).status_code == 409
    floor.taps("BJ-07", engine.PlaceWager(4, "F", 10_000), engine.CallBets())
    assert len(raised_words()) == 1
    number = DeskAlert.objects.get().pk
    page = client.get("/alerts/").content.decode()
    assert "F at BJ-07, box 4: $100" in page
    assert 'href="/audit/round/BJ-07/1/?seq=' in page
    beside = client.get("/find/").content.decode()
    assert 'aria-labelledby="new-alerts-name"' in beside
    assert 'href="/audit/round/BJ-07/1/?seq=' in beside
    assert "F at BJ-07, box 4: $100" in client.get("/alerts/new").content.decode()
    assert "new-alerts" in reader(Role.INSPECTOR).get("/find/").content.decode()
    for who in (Role.CASINO_SUPERVISOR, Role.OPERATIONS_MANAGER):
        assert "new-alerts" not in reader(who).get("/find/").content.decode()
        assert reader(who).get("/alerts/new").status_code == 403
    assert client.post(f"/alerts/{number}/seen").status_code == 302
    assert "F at BJ-07" not in client.get("/alerts/new").content.decode()
    assert client.post(f"/alerts/{number}/seen").status_code == 302  # the same person's second tap
    assert DeskAlert.objects.get().seen_by == "V-3"
    assert "seen by V-3" in client.get("/alerts/now").content.decode()
    assert reader(Role.INSPECTOR).post(f"/alerts/{number}/seen").status_code == 403
    assert reader(Role.CASINO_SUPERVISOR).get("/alerts/").status_code == 403


def test_a_search_is_kept_for_the_person_who_keeps_it() -> None:
    client = reader()
    kept = client.post("/find/keep", {"name": "My hands", "query": "q=split+twice&what=split_aces&evil=1"})
    assert kept["Location"] == "/find/?q=split+twice&what=split_aces"
    assert "My hands" in client.get("/find/").content.decode()
    assert "My hands" not in reader(Role.INSPECTOR).get("/find/").content.decode()
    number = SavedSearch.objects.get().pk
    reader(Role.INSPECTOR).post(f"/find/kept/{number}/forget")
    assert SavedSearch.objects.exists()
    client.post(f"/find/kept/{number}/forget")
    assert not SavedSearch.objects.exists()
    assert client.post("/find/keep", {"name": " ", "query": "q=x"}).status_code == 409
