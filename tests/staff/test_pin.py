"""Guessing a PIN: counted, slowed, recorded, and no word about which numbers exist."""

import json
import statistics
import threading
import time
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connections, transaction
from django.test import RequestFactory

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff import pin as pins
from casino.staff.hashers import PepperedArgon2PasswordHasher
from casino.staff.models import Guard, Staff
from casino.staff.refusals import SignInRefused
from tests.staff.people import PIN, kinds, person

pytestmark = pytest.mark.django_db

NINE = datetime(2026, 11, 27, 21, 0, tzinfo=UTC)
ADDRESS = "10.0.0.7"


def attempt(pin, *, number="D-114", at=NINE, address=ADDRESS):
    """The code of the refusal, or the number of who was let in."""
    try:
        return pins.check(number, pin, address, at=at).number
    except SignInRefused as refusal:
        return refusal.code.removeprefix("sign_in.")


def wrong(times=5, *, at=NINE, number="D-114"):
    """So many wrong tries, a minute's limit apart from one another, and what each was told."""
    return [attempt("0000", number=number, at=at + timedelta(seconds=n)) for n in range(times)]


def test_right():
    person()
    assert attempt(PIN) == "D-114"
    assert kinds("house") == []  # opening a session is recorded by whoever opens it


@pytest.mark.parametrize("typed", ["D-114", "d-114", "d114", " D 114 ", "d - 114"])
def test_a_number_as_people_type_it(typed):
    person()
    assert attempt(PIN, number=typed) == "D-114"


def test_five_wrong_tries_lock_the_number_even_for_the_right_pin():
    person()
    assert wrong() == ["wrong"] * 4 + ["locked"]
    assert attempt(PIN, at=NINE + timedelta(seconds=63)) == "locked"
    assert attempt(PIN, at=NINE + timedelta(seconds=64)) == "D-114"  # a minute after the fifth


def test_the_lock_out_and_every_refusal_are_recorded():
    person()
    wrong()
    attempt(PIN, at=NINE + timedelta(seconds=9))
    assert [kind for kind, _ in kinds("house")] == ["sign_in_refused"] * 5 + ["locked_out", "sign_in_refused"]
    entry = Entry.objects.get(kind="locked_out")
    assert (entry.chain, entry.actor, entry.role) == ("house", "D-114", "")
    assert ADDRESS in entry.body
    assert "0000" not in entry.body + entry.detail  # what was typed may be another one's PIN
    assert verify().ok


def test_each_lock_out_in_a_row_lasts_longer():
    person()
    at = NINE
    for minutes in (1, 5, 15, 60, 60):
        wrong(at=at)
        end = at + timedelta(seconds=4, minutes=minutes)
        assert attempt(PIN, at=end - timedelta(seconds=1)) == "locked"
        at = end
    assert attempt(PIN, at=at) == "D-114"
    wrong(at=at + timedelta(minutes=2))
    assert attempt(PIN, at=at + timedelta(minutes=3, seconds=4)) == "D-114"  # back to one minute


def test_the_right_pin_ends_the_count():
    person()
    wrong(4)
    assert attempt(PIN, at=NINE + timedelta(seconds=5)) == "D-114"
    assert wrong(4, at=NINE + timedelta(minutes=2)) == ["wrong"] * 4


def test_who_signs_at_every_table_of_the_pit_within_a_minute_is_not_taken_for_a_guesser():
    person()
    assert [attempt(PIN, at=NINE + timedelta(seconds=each)) for each in range(15)] == ["D-114"] * 15
    late = NINE + timedelta(seconds=20)
    assert [attempt("0000", at=late) for _ in range(3)] == ["wrong"] * 3


def test_a_number_of_nobody_is_answered_the_same():
    person()
    known, unknown = wrong(7), wrong(7, number="D-999")
    assert known == unknown
    words = []
    for number in ("D-114", "D-999"):
        with pytest.raises(SignInRefused) as refused:
            pins.check(number, "0000", ADDRESS, at=NINE + timedelta(seconds=30))
        words.append(str(refused.value))
    assert words[0] == words[1]


def test_an_inactive_person_is_answered_the_same():
    person(is_active=False)
    assert attempt(PIN) == "wrong"
    assert json.loads(Entry.objects.latest("at", "seq").body)["reason"] == "inactive"


def test_a_number_of_nobody_takes_as_long(settings, monkeypatch):
    """With the costs of production, where the hash is what takes the time."""
    settings.PASSWORD_HASHERS = ["casino.staff.hashers.PepperedArgon2PasswordHasher"]
    monkeypatch.setattr(pins, "WRONG_TRIES", 99)
    monkeypatch.setattr(pins, "PER_NUMBER", 99)
    assert PepperedArgon2PasswordHasher.memory_cost >= 19_456
    person()

    def seconds(number):
        started = time.perf_counter()
        assert attempt("0000", number=number) == "wrong"
        return time.perf_counter() - started

    taken: dict[str, list[float]] = {number: [] for number in ("D-114", "D-999")}
    for _ in range(5):
        for number, times in taken.items():
            times.append(seconds(number))
    known, unknown = (statistics.median(times) for times in taken.values())
    # Without the hash an unknown number would be answered in a tenth of the time or less.
    assert 0.5 < unknown / known < 2.0


@pytest.mark.parametrize("number", ["", "x", "D-114' OR 1=1 --", "Ä-1", "D-1\x00", "9" * 5000, "D-١١٤"])
def test_a_text_that_is_not_a_number_is_refused_like_any_other(number):
    assert attempt(PIN, number=number) == "wrong"


def test_a_very_long_pin_costs_nothing_special():
    person()
    assert attempt("1" * 1_000_000) == "wrong"


def test_an_address_has_a_limit_whatever_the_numbers(settings):
    settings.SIGN_IN_TRIES_PER_ADDRESS = 6
    person()
    answers = [attempt("0000", number=f"D-{n}", at=NINE + timedelta(seconds=n)) for n in range(9)]
    assert answers == ["wrong"] * 6 + ["often"] * 3
    assert attempt(PIN, at=NINE + timedelta(seconds=20)) == "often"
    assert attempt(PIN, at=NINE + timedelta(seconds=20), address="10.0.0.8") == "D-114"
    assert attempt(PIN, at=NINE + timedelta(seconds=60)) == "D-114"
    # A flood does not flood the record: one entry a window.
    assert Entry.objects.filter(kind="rate_limited").count() == 1


def test_a_number_has_a_limit_whatever_the_addresses():
    person()
    answers = [attempt(PIN, at=NINE + timedelta(seconds=n), address=f"10.0.1.{n}") for n in range(42)]
    assert answers == ["D-114"] * 40 + ["often"] * 2
    assert attempt(PIN, at=NINE + timedelta(seconds=61)) == "D-114"


def test_a_lock_is_lifted_by_set_up():
    person()
    boss = Staff.objects.create_superuser("A-1", PIN)
    wrong()
    pins.lift("D-114", boss, NINE)
    assert attempt(PIN, at=NINE + timedelta(seconds=9)) == "D-114"
    assert kinds("house")[-1] == ("lock_out_lifted", "A-1")


@pytest.mark.django_db(transaction=True)
def test_inside_a_transaction_that_could_undo_the_counting_it_is_refused():
    person()
    with pytest.raises(RuntimeError), transaction.atomic():
        attempt("0000")


@pytest.mark.django_db(transaction=True)
def test_guesses_at_once_do_not_slip_past_the_lock():
    person()
    start, answers = threading.Barrier(12), []

    def guess(n):
        try:
            start.wait()
            answers.append(attempt(f"000{n % 10}"))
        finally:
            connections.close_all()

    guessers = [threading.Thread(target=guess, args=(n,)) for n in range(12)]
    for guesser in guessers:
        guesser.start()
    for guesser in guessers:
        guesser.join()
    assert len(answers) == 12
    assert set(answers) <= {"wrong", "locked", "busy", "often"}
    checked = Entry.objects.filter(kind="sign_in_refused").exclude(body__contains='"locked"').count()
    assert checked <= pins.WRONG_TRIES
    assert Guard.objects.get(subject="number D-114").wrong <= pins.WRONG_TRIES


def test_the_address_behind_the_proxy_is_the_one_that_the_proxy_saw(settings):
    request = RequestFactory().get("/", REMOTE_ADDR="172.18.0.5", HTTP_X_FORWARDED_FOR="1.1.1.1, 10.0.0.9")
    assert pins.client_address(request) == "172.18.0.5"
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert pins.client_address(request) == "10.0.0.9"
