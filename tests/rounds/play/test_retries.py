"""A tap that is sent again is answered as the first time and records nothing, whatever else that tap brought with it
and whatever came since; its key with another command, or from another person, is refused."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random

import msgspec
import pytest

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.rulebooks import BOOKS
from casino.rulebooks.irregularities import irregularities
from casino.staff import approvals
from casino.staff.models import Approval, Staff
from casino.staff.roles import Role
from rounds import engine
from rounds.engine import Command
from rounds.play import service, snapshot
from rounds.play.answer import TAKEN, Answer
from rounds.simulation import guests
from tables.floor import dealers
from tables.models import Table
from tables.opening import checklist
from tables.signs import signs
from tests import floor
from tests.examples import long_run
from tests.floor import cards, taps
from tests.rounds import any_game
from tests.strategies import on_a_layout

pytestmark = pytest.mark.django_db


@dataclass
class Taps:
    """Taps at a table with the answers that they were given."""

    code: str
    given: list[tuple[Command, Staff, Answer]] = field(default_factory=list)

    def tap(self, command: Command, by: Staff) -> Answer:
        answer, _ = service.play(self.code, command, by=by, key=f"k{len(self.given)}")
        self.given.append((command, by, answer))
        return answer

    def again(self, number: int) -> None:
        """Send one of them again, as it was, as another and from somebody else."""
        command, by, answer = self.given[number]
        key, entries = f"k{number}", Entry.objects.filter(chain=self.code)
        before = entries.count()
        again, _ = service.play(self.code, command, by=by, key=key)
        assert again == replace(answer, repeated=True), command
        other = engine.Undo() if command != engine.Undo() else engine.Collect()
        assert service.play(self.code, other, by=by, key=key)[0].refusal == TAKEN, command
        stranger = floor.person(Role.DEALER, "D-199")
        assert service.play(self.code, command, by=stranger, key=key)[0].refusal == TAKEN, command
        assert entries.count() == before, command

    def all_again(self) -> None:
        for number in range(len(self.given)):
            self.again(number)


def kinds_of(key: str) -> list[str]:
    """The events that a tap has recorded."""
    first = Entry.objects.get(key=key)
    return list(
        Entry.objects.filter(seq__gte=first.seq, folded=True).order_by("seq").values_list("kind", flat=True)
    )


def deals(code: str, dealer: Staff) -> None:
    """This dealer deals from now on, and has confirmed the signs."""
    dealers.come_to_table(code, dealer, floor.AT)
    table = Table.objects.get(code=code)
    for item, (_, words) in checklist.confirmations(table).items():
        if not checklist.confirmed(table, item, words):
            checklist.confirm(code, item, by=dealer, at=floor.AT)


# --- what a tap brings with it


def test_the_first_wager_after_the_limits_were_changed(table: str) -> None:
    signs.set_limits(
        table, signs.Limits(1000, 60000, 0), told=True, by=floor.casino_supervisor(), at=floor.AT
    )
    sent = Taps(table)
    assert sent.tap(engine.PlaceWager(1, "A", 5000), floor.dealer()).ok
    assert kinds_of("k0") == ["setup", "wager"]
    sent.all_again()
    taps(table, engine.CallBets(), *cards("Ts 9d"))
    sent.all_again()


@pytest.mark.clause("ACT96-7.2")
def test_the_first_tap_of_another_dealer() -> None:
    code = floor.open_table(book="ACT96", boxes=7).code
    deals(code, floor.person(Role.DEALER, "D-115"))
    taps(code, engine.PlaceWager(1, "A", 5000))
    deals(code, floor.dealer())
    sent = Taps(code)
    sent.tap(engine.PlaceWager(2, "B", 5000), floor.dealer())
    assert kinds_of("k0")[0] == "dealer"
    sent.all_again()


@pytest.mark.clause("ACT03-14.5")
def test_the_report_of_an_earlier_round_and_its_signature() -> None:
    code = floor.open_table(book="ACT03").code
    taps(code, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *cards("Ts 9d 6h"))
    taps(code, engine.Decide(1, "stand"), *cards("8s"), engine.Settle(), engine.Collect())
    taps(code, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *cards("Ts"))
    sent = Taps(code)
    assert sent.tap(engine.Irregularity("misplaced_earlier", (("round", "1"),)), floor.dealer()).ok
    assert sent.tap(engine.Approve(role="game_supervisor"), floor.person(Role.GAME_SUPERVISOR)).ok
    sent.all_again()
    taps(code, *cards("9d 6h"))
    sent.all_again()
    assert verify().ok


def test_what_was_asked_has_the_answer_of_its_approval_also_once_it_is_decided(table: str) -> None:
    sent = Taps(table)
    asked = sent.tap(engine.AllowLimit(3, "A", 200_000, "dealer"), floor.dealer())
    sent.again(0)
    approvals.decide(Approval.objects.get(pk=asked.approval_id), floor.casino_supervisor(), True)
    sent.again(0)
    taps(table, engine.PlaceWager(1, "A", 5000))
    sent.again(0)


def test_a_role_that_somebody_got_since_is_not_part_of_the_tap(table: str) -> None:
    sent = Taps(table)
    sent.tap(engine.AllowLimit(3, "A", 200_000, "dealer"), floor.dealer())
    command, by, answer = sent.given[0]
    by.role = Role.CASINO_SUPERVISOR
    assert service.play(table, command, by=by, key="k0")[0] == replace(answer, repeated=True)


def test_an_approved_command_is_not_part_of_the_tap_before_it(table: str) -> None:
    sent = Taps(table)
    asked = sent.tap(engine.AllowLimit(3, "A", 200_000, "dealer"), floor.dealer())
    sent.tap(engine.PlaceWager(1, "A", 5000), floor.dealer())
    approvals.decide(Approval.objects.get(pk=asked.approval_id), floor.casino_supervisor(), True)
    sent.all_again()


# --- how it is kept


def test_the_request_is_in_the_body_of_the_first_entry_and_nowhere_in_the_round(table: str) -> None:
    taps(table, engine.PlaceWager(1, "A", 5000), engine.CallBets())
    with_request = [
        entry for entry in Entry.objects.filter(chain=table, folded=True) if '"request"' in entry.body
    ]
    assert {entry.pk for entry in with_request} == set(
        Entry.objects.filter(chain=table, folded=True).exclude(key="").values_list("pk", flat=True)
    )
    assert all(len(msgspec.json.decode(entry.body)["request"]) == 22 for entry in with_request)
    before = service.current(table)
    snapshot.forget()
    read = service.current(table)
    assert (read.state, read.events) == (before.state, before.events)
    assert not any(event.request for event in read.events)


def test_an_entry_from_before_requests_were_recorded_answers_its_key(table: str) -> None:
    answer = floor.tap(table, engine.PlaceWager(1, "A", 5000), key="old")
    entry = Entry.objects.get(key="old")
    body = msgspec.json.decode(entry.body)
    del body["request"]
    with floor.behind_the_database():
        Entry.objects.filter(pk=entry.pk).update(body=msgspec.json.encode(body).decode())
    assert floor.tap(table, engine.PlaceWager(1, "A", 5000), key="old") == replace(answer, repeated=True)


# --- whole rounds of every game


def _dealt(sent: Taps, rng: Random, rounds: int) -> None:
    """Random rounds with slips, refusals, questions and reports among their taps."""
    people = [floor.dealer(), floor.person(Role.DEALER, "D-115")]
    by = people[0]
    for number in range(rounds):
        floor.prepare(sent.code)
        if number == 0 or rng.random() < 0.7:
            fixed = service.current(sent.code).rules.maximum_changes.value == "at_opening"
            signs.set_limits(
                sent.code,
                signs.Limits(
                    900 - number if fixed else 1000, 50_000 if fixed else 60_000 + 1_000 * number, 0
                ),
                told=True,
                by=floor.casino_supervisor(),
                at=floor.AT,
            )
        deals(sent.code, by)
        live = service.current(sent.code)
        shoe = any_game.Cards(rng, live.rules, live.setup.decks)
        laid: list[Command] = []
        for box in (1, 2):
            laid += guests.wagers(rng, live.rules, live.state, box, "AB"[box - 1], rng.choice((1000, 2500)))
        reports = [engine.Irregularity("misplaced_earlier", (("round", str(number)),))] if number else []
        for _ in range(400):
            live = service.current(sent.code)
            if rng.random() < 0.04:
                by = rng.choice(people)
                deals(sent.code, by)
            if (due := live.due).action == "shoe":
                floor.prepare(sent.code)
                continue
            if due.action == "approval":
                _signed(sent, rng, by)
                continue
            if rng.random() < (0.3 if due.action == "wagers" else 0.12):
                _slip(sent, rng, by, live)
                continue
            if reports and live.state.drawn and rng.random() < 0.3:
                sent.tap(reports.pop(), by)
                continue
            command = (
                laid.pop(0)
                if laid and due.action == "wagers"
                else any_game.command(rng, live.rules, live.state, shoe)
            )
            assert command is not None
            answer = sent.tap(command, by)
            assert answer.approval_id is None or due.action == "wagers"
            if rng.random() < 0.1:
                sent.again(rng.randrange(len(sent.given)))
            if answer.ok and isinstance(command, engine.Collect):
                break
        else:
            raise AssertionError("the round does not end")


def _slip(sent: Taps, rng: Random, by: Staff, live: snapshot.Live) -> None:
    """Something that is refused, asked of somebody, or taken back."""
    kind = rng.choice(sorted(irregularities(live.rules)))
    attempt: Callable[[], Command] = rng.choice(
        (
            engine.Undo,
            lambda: engine.DealCard("2c"),
            engine.Collect,
            lambda: engine.AllowLimit(3, "A", 70_000, "dealer"),
            lambda: engine.Irregularity(kind, ()),
        )
    )
    command = attempt()
    if isinstance(command, engine.DealCard) and live.due.action == "card":
        return
    if isinstance(command, engine.Collect) and live.due.action == "collect":
        return
    answer = sent.tap(command, by)
    if answer.approval_id is not None and rng.random() < 0.7:
        boss = floor.person(Role.OPERATIONS_MANAGER)
        approvals.decide(Approval.objects.get(pk=answer.approval_id), boss, rng.random() < 0.6, "seen")


def _signed(sent: Taps, rng: Random, by: Staff) -> None:
    """What is open is signed by somebody, or taken back."""
    for role in (Role.GAME_SUPERVISOR, Role.OPERATIONS_MANAGER):
        sign = engine.Approve(role=role) if rng.random() < 0.6 else engine.Refuse(role, "not so")
        if sent.tap(sign, floor.person(role)).ok:
            return
    assert sent.tap(engine.Undo(), by).ok


def _every_tap_again(book: str, game: str, seed: int) -> None:
    rng = Random(seed)
    elections = (
        [("ante", "1.25")] if game == "ante_up" else [("upper_min", "25")] if game == "player_select" else []
    )
    rules = BOOKS[book].games[game]
    boxes, decks = on_a_layout(rules, 3), max(rules.decks.value)
    code = floor.open_table(book=book, game=game, boxes=boxes, decks=decks, elections=dict(elections)).code
    sent = Taps(code)
    _dealt(sent, rng, 2)
    assert Table.objects.get(code=code).round_no >= 2
    snapshot.forget()
    sent.all_again()
    assert verify().faults == []


EACH_TIME = {("VIC03", "blackjack"), ("ACT96", "triple_play"), ("NZ", "free_bet")}
"""The games in which a tap may bring the most with it; all the others in the long run."""


@pytest.mark.parametrize(
    ("book", "game"),
    [pytest.param(*game, marks=() if game in EACH_TIME else pytest.mark.long) for game in any_game.GAMES],
)
def test_every_tap_of_random_rounds_is_answered_as_the_first_time(book: str, game: str) -> None:
    _every_tap_again(book, game, 7)


@pytest.mark.long
@pytest.mark.parametrize(("book", "game"), any_game.GAMES)
def test_every_tap_of_more_random_rounds_is_answered_as_the_first_time(book: str, game: str) -> None:
    seed = Random().randrange(2**32) if long_run() else 11
    try:
        _every_tap_again(book, game, seed)
    except Exception as found:
        found.add_note(f"_every_tap_again({book!r}, {game!r}, {seed}) repeats it")
        raise
