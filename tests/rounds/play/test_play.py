"""The service from one end to the other: answers, what is recorded, what is projected, and in how many queries."""

import msgspec
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff.roles import Role
from casino.translated import message, remedy
from rounds import engine
from rounds.models import Hand, Round, Wager
from rounds.play import service
from rounds.play.answer import TAKEN, RecordedRefusal
from tables.models import Box, Table
from tests import floor
from tests.floor import cards, tap, taps

pytestmark = pytest.mark.django_db


def one_round(code: str) -> None:
    """A on box 1 stands on 19, B on box 3 doubles 11 to 21 and C behind B does not; the dealer breaks."""
    taps(
        code,
        engine.PlaceWager(1, "A", 5000),
        engine.PlaceWager(3, "B", 2500),
        engine.PlaceWager(3, "C", 1000),
        engine.Seat(3, "B"),
        engine.CallBets(),
        *cards("Ts 6h 6d 9c 5s"),
        engine.Decide(1, "stand"),
        engine.Decide(3, "double"),
        *cards("Tc Kd Qh"),
        engine.Settle(),
        engine.Collect(),
    )


def test_a_round_from_the_first_wager_to_the_collection(table: str) -> None:
    one_round(table)
    row = Table.objects.get()
    assert (row.round_no, row.rounds, row.phase) == (1, 1, "collected")
    dealt = Round.objects.get()
    # 50 on box 1, 25 doubled to 50 and 10 behind it: 110 at stake, all won at evens.
    assert (dealt.handle, dealt.win) == (11000, -11000)
    assert (row.handle, row.win, row.live["hold"]) == (11000, -11000, -100.0)
    assert {
        (w.box, w.hand, w.player, w.amount, w.effective, w.result, w.odds, w.pays)
        for w in Wager.objects.all()
    } == {
        (1, 1, "A", 5000, 5000, "win", "1:1", 5000),
        (3, 1, "B", 5000, 5000, "win", "1:1", 5000),
        (3, 1, "C", 1000, 1000, "win", "1:1", 1000),
    }
    assert {(h.box, h.hand, h.cards, h.total, h.doubled) for h in Hand.objects.all()} == {
        (0, 0, "6d Kd Qh", 26, False),
        (1, 1, "Ts 9c", 19, False),
        (3, 1, "6h 5s Tc", 21, True),
    }
    assert dealt.called_at is not None
    assert dealt.collected_at is not None
    assert Box.objects.get(number=3).players == ["B", "C"]
    report = verify()
    assert (report.ok, "rows" in report.checks) == (True, True)


def test_every_event_is_one_entry_with_its_words_and_clause(table: str) -> None:
    taps(table, engine.PlaceWager(1, "A", 5000), engine.CallBets())
    entries = list(Entry.objects.filter(folded=True).order_by("seq"))
    kinds = [entry.kind for entry in entries]
    assert kinds == ["round_opened", "shuffled", "cut", "shoe", "shoe", "shoe", "shoe", "wager", "called"]
    assert [entry.tap for entry in entries] == [0, 1, 2, 3, 3, 3, 3, 4, 5]
    assert entries[7].amount == 5000
    assert all(entry.clause.startswith("VIC03-") for entry in entries)
    assert {(entry.actor, entry.role, entry.round_no) for entry in entries[7:]} == {("D-114", "dealer", 1)}
    assert [step.event for step in service.history(table, 1)] == [
        engine.decode_event(e.body) for e in entries
    ]
    assert service.history(table, 1)[-1].state.called


def test_rounds_are_numbered_and_hand_on_what_lasts(table: str) -> None:
    one_round(table)
    between = service.current(table)
    assert (between.round_no, between.state.phase, between.due.action, between.events) == (
        2,
        "wagers",
        "wagers",
        (),
    )
    assert between.previous is not None
    assert between.previous.phase == "collected"
    assert between.setup.carry.callers == ((3, "B"),)
    assert Round.objects.count() == 1  # nothing of the round to come is recorded yet
    taps(table, engine.PlaceWager(1, "A", 1000))
    live = service.current(table)
    assert (live.round_no, live.previous) == (2, between.previous)
    assert Round.objects.get(round_no=2).setup["carry"]["callers"] == [[3, "B"]]


def test_split_hands_insurance_and_their_rows(table: str) -> None:
    taps(
        table,
        engine.PlaceWager(2, "A", 2000),
        engine.CallBets(),
        *cards("8c Ad 8s"),
        engine.Insure(2, "A", 1000),
        engine.Decide(2, "split"),
        *cards("Th"),
        engine.Decide(2, "stand"),
        *cards("9h"),
        engine.Decide(2, "stand", hand=2),
        *cards("7d"),
        engine.Settle(),
        engine.Settle(),
        engine.Collect(),
    )
    # Dealer soft 18 stands: 18 stands off, 17 loses 20; the insurance of 10 is lost. At stake 20 + 20 + 10.
    assert {(w.hand, w.bet, w.effective, w.result, w.takes) for w in Wager.objects.all()} == {
        (0, "insurance", 1000, "lose", 1000),
        (1, "main", 2000, "stand_off", 0),
        (2, "main", 2000, "lose", 2000),
    }
    dealt = Round.objects.get()
    assert (dealt.handle, dealt.win) == (5000, 3000)
    assert [hand.cards for hand in Hand.objects.filter(box=2)] == ["8c Th", "8s 9h"]
    assert verify().ok


# --- one answer to one key


def test_the_same_key_gives_the_same_answer(table: str) -> None:
    first = tap(table, engine.PlaceWager(1, "A", 5000), key="k1")
    taps(table, engine.PlaceWager(2, "B", 5000))
    count = Entry.objects.count()
    again = tap(table, engine.PlaceWager(1, "A", 5000), key="k1")
    assert (again.ok, again.version, again.round_no, again.repeated) == (True, first.version, 1, True)
    assert Entry.objects.count() == count
    assert Wager.objects.get(player="A").amount == 5000


def test_the_same_key_gives_the_same_refusal(table: str) -> None:
    first = tap(table, engine.DealCard("Ts"), key="k1")
    assert first.refusal is not None
    taps(table, engine.PlaceWager(2, "B", 5000))
    again = tap(table, engine.DealCard("Ts"), key="k1")
    assert (again.refusal, again.version, again.repeated) == (first.refusal, first.version, True)
    assert Entry.objects.filter(kind="refused").count() == 1


def test_a_key_of_another_command_is_refused_and_nothing_is_played(table: str) -> None:
    wager, other = engine.PlaceWager(1, "A", 5000), engine.PlaceWager(2, "C", 5000)
    first = tap(table, wager, key="k")
    for command in (other, engine.PlaceWager(1, "A", 2500), engine.CallBets()):
        again = tap(table, command, key="k")
        assert (again.ok, again.refusal) == (False, TAKEN)
    assert tap(table, wager, key="k").version == first.version
    refused = tap(table, engine.Collect(), key="r")
    assert tap(table, engine.Collect(), key="r").refusal == refused.refusal != TAKEN
    assert tap(table, other, key="r").refusal == TAKEN
    asked = tap(table, engine.AllowLimit(3, "A", 200000, "dealer"), key="a")
    assert asked.approval_id is not None
    repeated = tap(table, engine.AllowLimit(3, "A", 200000, "dealer"), key="a")
    assert repeated.approval_id == asked.approval_id
    assert tap(table, engine.AllowLimit(3, "A", 900000, "dealer"), key="a").refusal == TAKEN
    assert Wager.objects.count() == 1


def test_every_tap_of_a_round_is_known_again_by_its_key(table: str) -> None:
    taken: list[tuple[str, engine.Command, int]] = []

    def give(command: engine.Command) -> None:
        key = f"tap {len(taken)}"
        answer = tap(table, command, key=key)
        assert answer.ok, (command, answer)
        taken.append((key, command, answer.version))

    give(engine.PlaceWager(1, "A", 5000))
    give(engine.PlaceWager(2, "B", 5000))
    give(engine.Undo())
    give(engine.PlaceWager(2, "B", 2500))
    give(engine.CallBets())
    for command in cards("8s Td 9h 8d 9c"):
        give(command)
    give(engine.Decide(1, "split"))
    give(engine.Undo())
    give(engine.Decide(1, "stand"))
    give(engine.Decide(2, "stand"))
    give(*cards("8c"))
    give(engine.Settle())
    give(engine.Collect())
    give(engine.PlaceWager(1, "A", 5000))
    for key, command, version in taken:
        again = tap(table, command, key=key)
        assert (again.ok, again.version, again.repeated) == (True, version, True), command
        assert tap(table, engine.DealCard("2c"), key=key).refusal == TAKEN


def test_a_key_holds_although_the_second_copy_saw_another_version(table: str) -> None:
    version = service.current(table).version
    tap(table, engine.PlaceWager(1, "A", 5000), key="k1", expected=version)
    again = tap(table, engine.PlaceWager(1, "A", 5000), key="k1", expected=version)
    assert (again.ok, again.stale) == (True, False)


def test_a_command_on_an_older_state_changes_nothing(table: str) -> None:
    version = service.current(table).version
    moved = tap(table, engine.PlaceWager(1, "A", 5000), expected=version)
    count = Entry.objects.count()
    answer = tap(table, engine.PlaceWager(2, "B", 5000), expected=version)
    assert (answer.ok, answer.stale, answer.version) == (False, True, moved.version)
    assert Entry.objects.count() == count
    assert tap(table, engine.PlaceWager(2, "B", 5000), expected=answer.version).ok


@pytest.mark.parametrize("key", ["", "k" * 65])
def test_a_command_needs_a_key(table: str, key: str) -> None:
    with pytest.raises(ValueError, match="key"):
        tap(table, engine.CallBets(), key=key)


def test_an_unknown_table_is_named() -> None:
    with pytest.raises(service.NoSuchTable, match="BJ-99"):
        tap("BJ-99", engine.CallBets())


# --- refusals and roles


def test_a_refusal_is_recorded_with_its_command_and_clause(table: str) -> None:
    taps(table, engine.PlaceWager(1, "A", 5000), engine.CallBets())
    version = service.current(table).version
    answer = tap(table, engine.PlaceWager(2, "B", 5000))
    assert answer.refusal is not None
    entry = Entry.objects.get(kind="refused")
    body = msgspec.json.decode(entry.body)
    assert body["command"] == {"type": "place_wager", "box": 2, "player": "B", "amount": 5000}
    assert entry.clause == answer.refusal.clause != ""
    assert (entry.folded, entry.round_no, entry.actor) == (False, 1, "D-114")
    assert service.current(table).version == version == answer.version


def test_a_refusal_is_recorded_with_its_code_and_values(table: str) -> None:
    answer = tap(table, engine.PlaceWager(99, "A", 5000))
    assert answer.refusal is not None
    kept = msgspec.json.decode(Entry.objects.get(kind="refused").body)["refusal"]
    assert (kept["code"], kept["values"]) == (answer.refusal.code, answer.refusal.values)
    assert (kept["code"], kept["values"]["box"]) == ("box.not_on_layout", 99)
    # With them a screen says it in the words of the house; the entry keeps the English.
    assert kept["message"] == answer.refusal.again().message == message(answer.refusal)


def test_a_refusal_that_was_recorded_before_there_were_codes_is_read(table: str) -> None:
    old = msgspec.convert(
        {"clause": "VIC03-5.1", "message": "too little", "remedy": "More."}, RecordedRefusal
    )
    assert (message(old), remedy(old), old.again().remedy) == ("too little", "More.", "More.")


def test_a_long_refused_command_is_kept_in_short(table: str) -> None:
    long = engine.Settle(refs=tuple(f"box {number}" for number in range(400)))
    answer = tap(table, long, key="long")
    assert answer.refusal is not None
    assert tap(table, long, key="long").refusal == answer.refusal
    entry = Entry.objects.get(kind="refused")
    kept = msgspec.json.decode(entry.body)["command"]
    assert (kept["type"], kept["bytes"]) == ("settle", len(engine.encode_command(long)))
    assert len(entry.body) < 2500
    with pytest.raises(ValueError, match="4000 bytes"):
        tap(table, engine.Settle(refs=("box 1",) * 1000))


@pytest.mark.clause("VIC03-1.2")
@pytest.mark.parametrize("role", [Role.GAME_SUPERVISOR, Role.CASINO_SUPERVISOR, Role.OPERATIONS_MANAGER])
def test_a_supervisor_acts_as_the_dealer_and_the_record_says_so(table: str, role: Role) -> None:
    assert tap(table, engine.PlaceWager(1, "A", 5000), floor.person(role)).ok
    entry = Entry.objects.get(kind="wager")
    assert (entry.role, entry.acting_as) == (role, "dealer")


@pytest.mark.clause("VIC03-1.2")
@pytest.mark.parametrize("role", [Role.SURVEILLANCE, Role.INSPECTOR, Role.TOURNAMENT_DIRECTOR])
def test_who_watches_does_not_act(table: str, role: Role) -> None:
    answer = tap(table, engine.PlaceWager(1, "A", 5000), floor.person(role))
    assert answer.refusal is not None
    assert (answer.refusal.code, answer.refusal.clause) == ("staff.role_cannot_deal", "VIC03-1.2")
    assert not Entry.objects.filter(kind="wager").exists()
    assert Entry.objects.get(kind="refused").role == role


# --- taking back


def test_an_undo_takes_back_rows_too_and_the_record_keeps_both(table: str) -> None:
    taps(table, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *cards("Ts 9d 9c"))
    assert Hand.objects.get(box=1).cards == "Ts 9c"
    taps(table, engine.Undo(), engine.Undo(), engine.Undo())
    assert not Hand.objects.exists()
    taps(table, engine.Undo())
    dealt = Round.objects.get()
    assert (dealt.phase, dealt.called_at, dealt.handle) == ("wagers", None, 0)
    taps(table, engine.Undo())
    assert not Wager.objects.exists()
    assert Entry.objects.filter(kind="card").count() == 3
    assert verify().ok
    assert service.current(table).state.in_play() == ()


def test_a_collected_round_is_not_taken_back(table: str) -> None:
    one_round(table)
    answer = tap(table, engine.Undo())
    assert answer.refusal is not None
    assert Table.objects.get().phase == "collected"


# --- cost


def test_a_command_costs_ten_queries_at_most(table: str) -> None:
    taps(table, engine.PlaceWager(1, "A", 5000), engine.PlaceWager(3, "B", 5000), engine.CallBets())
    by = floor.dealer()
    for number, command in enumerate(cards("Ts 9s 9d 9c 8c")):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert service.play(table, command, by=by, key=f"q{number}")[0].ok
        statements = [
            query["sql"] for query in queries if not query["sql"].startswith(("SAVEPOINT", "RELEASE"))
        ]
        assert len(statements) <= 10, statements


def test_opening_a_round_costs_no_more_than_twelve(table: str) -> None:
    one_round(table)
    by = floor.dealer()
    with CaptureQueriesContext(connection) as queries:
        assert service.play(table, engine.PlaceWager(1, "A", 5000), by=by, key="q")[0].ok
    statements = [query["sql"] for query in queries if not query["sql"].startswith(("SAVEPOINT", "RELEASE"))]
    assert len(statements) <= 12, statements
